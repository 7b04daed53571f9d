import { randomBytes } from "node:crypto";

/** A stretch of a run's events that one request of the client is answered with. Stretches leave no gaps. */
export interface Stretch {
  /** The client's name for it: an AG-UI run, a UI message. */
  readonly id: string;
  /** The stretch begins with the event after this one. */
  readonly after: number;
  /** Requests that were answered to begin it. */
  readonly answered: readonly string[];
}

/** One message of the user and the run that answers it. */
export interface Turn<S extends Stretch> {
  readonly runId: string;
  /** The id of the user's message. */
  readonly messageId: string;
  readonly stretches: S[];
}

/** A conversation as the server knows it. */
export interface Thread<S extends Stretch> {
  readonly id: string;
  /** The session its runs belong to. Made here: what a client sends gets into no header. */
  readonly sessionId: string;
  readonly turns: Turn<S>[];
  /** Runs `action` when no other action on this thread is under way. */
  exclusive<T>(action: () => Promise<T>): Promise<T>;
  /** Passes the frames of a stream through, and counts who is reading meanwhile. */
  read(frames: AsyncIterable<string>): AsyncIterable<string>;
  /** True when nobody reads; readers that are just leaving are waited for. */
  isLeft(): Promise<boolean>;
}

/** Milliseconds until a connection that was dropped is sure to be known as dropped. */
const LEAVING_MS = 500;

const MOST_THREADS = 10_000;
const MOST_TURNS = 200;

/** The conversations of all owners, as long as they are used. The longest unused ones are forgotten first. */
export class ThreadTable<S extends Stretch> {
  readonly #threads = new Map<string, Thread<S>>();

  /** The owner's thread of that id; begun where there is none. */
  open(owner: string, id: string): Thread<S> {
    const thread = this.find(owner, id) ?? newThread<S>(id);
    this.#threads.set(JSON.stringify([owner, id]), thread);
    for (const key of this.#threads.keys()) {
      if (this.#threads.size <= MOST_THREADS) break;
      this.#threads.delete(key);
    }
    return thread;
  }

  find(owner: string, id: string): Thread<S> | null {
    const key = JSON.stringify([owner, id]);
    const thread = this.#threads.get(key);
    if (thread === undefined) return null;
    this.#threads.delete(key);
    this.#threads.set(key, thread);
    return thread;
  }
}

/** Adds a turn; very long conversations forget their beginning. */
export function addTurn<S extends Stretch>(thread: Thread<S>, turn: Turn<S>): void {
  thread.turns.push(turn);
  if (thread.turns.length > MOST_TURNS) thread.turns.shift();
}

function newThread<S extends Stretch>(id: string): Thread<S> {
  let last: Promise<unknown> = Promise.resolve();
  let readers = 0;
  let onLeft = () => {};
  return {
    id,
    sessionId: `session_${randomBytes(8).toString("hex")}`,
    turns: [],
    exclusive(action) {
      const result = last.then(action, action);
      last = result.catch(() => {});
      return result;
    },
    async *read(frames) {
      readers++;
      try {
        yield* frames;
      } finally {
        if (--readers === 0) onLeft();
      }
    },
    async isLeft() {
      if (readers === 0) return true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const left = await new Promise<boolean>((resolve) => {
        onLeft = () => resolve(true);
        timer = setTimeout(() => resolve(false), LEAVING_MS);
      });
      clearTimeout(timer);
      return left;
    },
  };
}
