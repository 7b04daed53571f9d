/** Places a key occurs at, each with a value, in turn: `[place, value, place, value, …]`. */
export type Postings = number[];

/** Notes a key at a place. */
export function post(index: Map<string, Postings>, key: string, place: number, value: number): void {
  const postings = index.get(key);
  if (postings === undefined) index.set(key, [place, value]);
  else postings.push(place, value);
}

/** Forgets a key at a place. */
export function unpost(index: Map<string, Postings>, key: string, place: number): void {
  const postings = index.get(key);
  if (postings === undefined) return;
  for (let at = 0; at < postings.length; at += 2) {
    if (postings[at] !== place) continue;
    postings.splice(at, 2);
    break;
  }
  if (postings.length === 0) index.delete(key);
}

/** An array of at least `length` numbers that begins with those of `from`. */
export function grown(from: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  if (from.length >= length) return from;
  const to = new Float64Array(Math.max(length, from.length * 2));
  to.set(from);
  return to;
}

/** How much a key says that `frequency` of `size` documents have: the inverse document frequency of BM25. */
export const rarity = (size: number, frequency: number): number =>
  Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
