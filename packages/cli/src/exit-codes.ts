import type { RunStatus } from "@pelorus/core";

/** What a process ends with; the same for every command. */
export const EXIT = {
  complete: 0,
  failure: 1,
  usage: 2,
  partial: 3,
  halted: 4,
  waiting: 5,
  interrupted: 130,
  terminated: 143,
} as const;

export function exitCodeOf(status: RunStatus): number {
  return EXIT[status];
}
