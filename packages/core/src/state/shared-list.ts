/**
 * A list that grows by one owner and is handed out as it stands: what was handed out never changes, and the copy this
 * takes is made only when the owner changes the list afterwards.
 */
export class SharedList<T> {
  #items: T[];
  #handedOut = true;

  /** `items` stays the caller's and is not changed. */
  constructor(items: readonly T[]) {
    this.#items = items as T[];
  }

  get length(): number {
    return this.#items.length;
  }

  at(index: number): T | undefined {
    return this.#items[index];
  }

  push(item: T): void {
    this.#own().push(item);
  }

  set(index: number, item: T): void {
    this.#own()[index] = item;
  }

  remove(index: number): void {
    this.#own().splice(index, 1);
  }

  replaceAll(items: readonly T[]): void {
    this.#items = items as T[];
    this.#handedOut = true;
  }

  /** The list as it is now; the same array until the list changes. */
  handOut(): T[] {
    this.#handedOut = true;
    return this.#items;
  }

  /** The list as it is now, for reading at once. */
  peek(): readonly T[] {
    return this.#items;
  }

  #own(): T[] {
    if (this.#handedOut) {
      this.#items = this.#items.slice();
      this.#handedOut = false;
    }
    return this.#items;
  }
}
