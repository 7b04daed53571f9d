interface Entry {
  readonly cost: number;
  readonly literal: number;
}

/** Literals by cost, then by place. An entry whose cost has fallen since is skipped when it comes up. */
export class LiteralQueue {
  readonly #heap: Entry[] = [];

  add(literal: number, cost: number): void {
    const heap = this.#heap;
    let at = heap.push({ cost, literal }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(heap[at]!, heap[parent]!)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** The cheapest literal for which `open` still holds, or -1. */
  take(open: (literal: number) => boolean): number {
    for (;;) {
      const top = this.#heap[0];
      if (top === undefined) return -1;
      this.#removeTop();
      if (open(top.literal)) return top.literal;
    }
  }

  #removeTop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && before(heap[child]!, heap[least]!)) least = child;
      }
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #swap(left: number, right: number): void {
    const entry = this.#heap[left]!;
    this.#heap[left] = this.#heap[right]!;
    this.#heap[right] = entry;
  }
}

function before(left: Entry, right: Entry): boolean {
  return left.cost !== right.cost ? left.cost < right.cost : left.literal < right.literal;
}
