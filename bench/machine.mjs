// How fast this machine is now: a fixed loop over what a run consists of (small objects, maps, short texts, JSON), taken in
// processor time. The factor is its time over the time it takes on an idle machine of the class the bars were set for.

/** Least processor time of the loop on that machine with Node 20, in milliseconds. */
const REFERENCE_MS = 11;

/** Returns what it has made in figures, so that no engine can find the work useless. */
function referenceLoop() {
  let made = 0;
  const counts = new Map();
  const kept = [];
  for (let at = 0; at < 10_000; at += 1) {
    const words = `part ${at} of the work on item ${at % 97} is done`.split(" ");
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const item = { id: `s${at}`, words, size: words.length, next: { ...kept[at - 1]?.meta } };
    kept.push({ meta: { at, key: words[1] }, item });
    if (at % 10 === 0) made += JSON.parse(JSON.stringify(item)).size;
  }
  kept.sort((a, b) => (a.item.id < b.item.id ? -1 : 1));
  return made + kept.length + counts.size;
}

/** Processor time of one piece of work in milliseconds; what else runs on the machine is not in it. */
export function processorTime(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Takes the machine's measure between other measurements: the least of all rounds so far counts. */
export class MachineMeasure {
  #least = Number.POSITIVE_INFINITY;

  constructor() {
    for (let round = 0; round < 20; round += 1) this.take();
  }

  take() {
    let made = 0;
    const time = processorTime(() => {
      made = referenceLoop();
    });
    if (made === 0) throw new Error("The reference loop did not run.");
    this.#least = Math.min(this.#least, time);
  }

  get milliseconds() {
    return this.#least;
  }

  /** 1 on the reference machine, 2 where everything takes twice as long. */
  get factor() {
    return this.#least / REFERENCE_MS;
  }
}

/** Prints what a requirement asks for, what was measured, and whether that is enough. */
export function goal(id, what, met, figure) {
  console.log(`${id}  ${what}: ${figure}  ${met ? "met" : "missed"}`);
}
