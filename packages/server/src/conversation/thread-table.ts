import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { RunRegistry } from "../runs/index.js";
import type { ClientTool } from "./client-tools.js";

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
  /** Tools the client runs itself. */
  readonly tools?: readonly ClientTool[] | undefined;
}

/** A conversation as the server knows it. */
export interface Thread<S extends Stretch> {
  readonly id: string;
  /** The path of the endpoint that leads it. */
  readonly endpoint: string;
  /** The session its runs belong to. Made here: what a client sends gets into no header. */
  readonly sessionId: string;
  readonly turns: Turn<S>[];
  /** Runs `action` when no other action on this thread is under way. */
  exclusive<T>(action: () => Promise<T>): Promise<T>;
  /** True where it has no turn and none is on its way. */
  isUnused(): boolean;
  /** Passes the frames of a stream through, and counts who is reading meanwhile. */
  read(frames: AsyncIterable<string>): AsyncIterable<string>;
  /** True when nobody reads; readers that are just leaving are waited for. */
  isLeft(): Promise<boolean>;
}

/** Milliseconds until a connection that was dropped is sure to be known as dropped. */
const LEAVING_MS = 500;

const MOST_THREADS = 10_000;
const MOST_TURNS = 200;

/**
 * The conversations an endpoint leads, of all owners, as long as they are used. The longest unused ones are forgotten first.
 * Those whose runs an earlier process left unfinished are taken up.
 */
export class ThreadTable<S extends Stretch> {
  readonly #endpoint: string;
  readonly #stretch: z.ZodType<S>;
  readonly #threads = new Map<string, Thread<S>>();
  #takenUp: Promise<void> | null = null;

  /** `endpoint` is the path it is mounted at, `stretch` what a stretch that was kept has to be. */
  constructor(endpoint: string, stretch: z.ZodType<S>) {
    this.#endpoint = endpoint;
    this.#stretch = stretch;
  }

  /** Takes up what the records tell, once; to be awaited before threads are looked for. */
  takeUp(registry: RunRegistry): Promise<void> {
    this.#takenUp ??= this.#takeUp(registry);
    return this.#takenUp;
  }

  /**
   * Runs `action` on the owner's thread of that id when no other action on it is under way; the thread is begun where there
   * is none. An action that adds no turn leaves no thread behind.
   */
  async use<T>(owner: string, id: string, action: (thread: Thread<S>) => Promise<T>): Promise<T> {
    const thread = this.#open(owner, id);
    try {
      return await thread.exclusive(() => action(thread));
    } finally {
      const key = keyOf(owner, id);
      if (thread.isUnused() && this.#threads.get(key) === thread) this.#threads.delete(key);
    }
  }

  async #takeUp(registry: RunRegistry): Promise<void> {
    for (const { runId, owner, sessionId, turn } of await registry.recoveredTurns()) {
      if (turn.endpoint !== this.#endpoint) continue;
      const read = turn.stretches.map((stretch) => this.#stretch.safeParse(stretch));
      const stretches = read.flatMap(({ data }) => (data === undefined ? [] : [data]));
      if (stretches.length === 0 || stretches.length < read.length) {
        registry.tellFault(new Error(`The conversation kept with the run ${runId} is none of ${this.#endpoint}.`));
        continue;
      }
      const thread = this.#open(owner, turn.thread_id, sessionId);
      addTurn(thread, { runId, messageId: turn.message_id, stretches, tools: turn.tools });
    }
  }

  #open(owner: string, id: string, sessionId?: string): Thread<S> {
    const thread = this.find(owner, id) ?? newThread<S>(id, this.#endpoint, sessionId);
    this.#threads.set(keyOf(owner, id), thread);
    for (const key of this.#threads.keys()) {
      if (this.#threads.size <= MOST_THREADS) break;
      this.#threads.delete(key);
    }
    return thread;
  }

  /** The owner's thread of that id, or null where there is none. */
  find(owner: string, id: string): Thread<S> | null {
    const key = keyOf(owner, id);
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

const keyOf = (owner: string, id: string) => JSON.stringify([owner, id]);

function newThread<S extends Stretch>(
  id: string,
  endpoint: string,
  sessionId = `session_${randomBytes(8).toString("hex")}`,
): Thread<S> {
  const turns: Turn<S>[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let actions = 0;
  let readers = 0;
  let onLeft = () => {};
  return {
    id,
    endpoint,
    sessionId,
    turns,
    exclusive(action) {
      actions++;
      const result = last.then(action, action).finally(() => actions--);
      last = result.catch(() => {});
      return result;
    },
    isUnused: () => turns.length === 0 && actions === 0,
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
