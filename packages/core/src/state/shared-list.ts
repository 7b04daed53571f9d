/**
 * A list that grows by one owner and is handed out as it stands: what was handed out never changes, and the copy this
 * takes is made only when the owner changes the list afterwards. Taking the first item away costs no copy.
 */
export class SharedList<T> {
  #items: T[];
  /** Items before this one were taken away. */
  #start = 0;
  #handedOut = true;
  #changes = 0;

  /** `items` stays the caller's and is not changed. */
  constructor(items: readonly T[]) {
    this.#items = items as T[];
  }

  /** How often the list was changed: the same number, the same list. */
  get changes(): number {
    return this.#changes;
  }

  get length(): number {
    return this.#items.length - this.#start;
  }

  at(index: number): T | undefined {
    return index < 0 ? undefined : this.#items[this.#start + index];
  }

  /** Index of the first item that matches, or -1. */
  findIndex(matches: (item: T) => boolean, from = 0): number {
    for (let at = this.#start + from; at < this.#items.length; at += 1) {
      if (matches(this.#items[at] as T)) return at - this.#start;
    }
    return -1;
  }

  indexOf(item: T): number {
    return Math.max(-1, this.#items.indexOf(item, this.#start) - this.#start);
  }

  push(item: T): void {
    this.#changes += 1;
    this.#own().push(item);
  }

  set(index: number, item: T): void {
    this.#changes += 1;
    this.#own()[this.#start + index] = item;
  }

  remove(index: number): void {
    this.#changes += 1;
    if (index === 0) this.#start += 1;
    else this.#own().splice(this.#start + index, 1);
  }

  replaceAll(items: readonly T[]): void {
    this.#changes += 1;
    this.#items = items as T[];
    this.#start = 0;
    this.#handedOut = true;
  }

  /** The list as it is now; the same array until the list changes. */
  handOut(): T[] {
    this.#dropTaken();
    this.#handedOut = true;
    return this.#items;
  }

  /** The list as it is now, for reading at once. */
  peek(): readonly T[] {
    this.#dropTaken();
    return this.#items;
  }

  #dropTaken(): void {
    if (this.#start === 0) return;
    this.#items = this.#items.slice(this.#start);
    this.#start = 0;
    this.#handedOut = false;
  }

  #own(): T[] {
    if (this.#handedOut) {
      this.#items = this.#items.slice(this.#start);
      this.#start = 0;
      this.#handedOut = false;
    }
    return this.#items;
  }
}
