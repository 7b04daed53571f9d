import { performance } from "node:perf_hooks";

/** Rounds of each measurement; 20 unless the environment's ROUNDS says otherwise. */
export const ROUNDS = Number(process.env.ROUNDS ?? 20);

/** Least and middle time of one piece of work in milliseconds, over rounds of `inner` times each; `work` is told which. */
export function timeWork(work, { rounds = ROUNDS, warmup = 3, inner = 1 } = {}) {
  const times = [];
  for (let round = -warmup; round < rounds; round += 1) {
    const start = performance.now();
    for (let at = 0; at < inner; at += 1) work(at);
    if (round >= 0) times.push((performance.now() - start) / inner);
  }
  times.sort((a, b) => a - b);
  return { min: times[0], median: times[times.length >> 1] };
}
