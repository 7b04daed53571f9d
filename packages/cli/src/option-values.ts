import { InvalidArgumentError } from "commander";

/** Collects the values of an option that may be repeated. */
export function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

/** Words separated by commas. */
export function list(value: string): string[] {
  return value.split(",").map((word) => word.trim());
}

/** A port; 0 stands for any free one. Commander tells the usage for anything else. */
export function port(value: string): number {
  if (!/^(?:0|[1-9][0-9]{0,4})$/.test(value) || Number(value) > 65_535) {
    throw new InvalidArgumentError("expected a port from 0 to 65535.");
  }
  return Number(value);
}
