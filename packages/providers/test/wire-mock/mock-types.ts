/** What a mocked model says, in no vendor's form. */
export interface MockAnswer {
  readonly text?: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly MockToolCall[];
  readonly finish?: "stop" | "length" | "tool-calls" | "content-filter";
  /** null: nothing is reported. Absent: what the mock counted. */
  readonly usage?: MockUsage | null;
  /** UTF-16 units of each streamed piece; default 9. */
  readonly pieceLength?: number;
  /** Pieces may end in half a surrogate pair, as JSON can escape it. */
  readonly halvesPairs?: boolean;
}

export interface MockToolCall {
  readonly id?: string;
  /** Index in the stream; default the place in the list. */
  readonly index?: number;
  readonly name: string;
  /** A string is sent as it is; anything else as JSON text, or as an object where the dialect does so. */
  readonly arguments: unknown;
}

export interface MockUsage {
  /** All input, what came from a cache included. */
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly reasoning?: number;
}

/** A request that passed the dialect's checks. */
export interface MockRequest {
  readonly dialect: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly model: string;
  readonly prompt: string;
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly tools: readonly { readonly name: string; readonly inputSchema: unknown }[];
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  readonly inputTokens: number;
}

/** A call as it came in. */
export interface IncomingCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined for a call without a body. */
  readonly body: unknown;
}

/** What a server of this mock is. */
export interface MockServer {
  /** The key it wants; absent: any, none too. */
  readonly key?: string | undefined;
  /** Tokens of the context window; absent: unlimited. */
  readonly window?: number | undefined;
  readonly model: string;
  /** Tokens of a text, exactly where a window is kept. */
  readonly count: (text: string) => number;
}

/** How a body goes over the wire. */
export interface Rendering {
  readonly contentType: string;
  /** The pieces of a stream in order, or the one piece of a whole reply. */
  readonly pieces: readonly string[];
}

/** What a dialect makes of a call; null when the path is none of its own. */
export type Reaction =
  | {
      readonly kind: "reply";
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Record<string, string>;
    }
  | {
      readonly kind: "generate";
      readonly request: MockRequest;
      readonly render: (answer: Required<Pick<MockAnswer, "usage">> & MockAnswer) => Rendering;
    };

export interface Dialect {
  readonly name: string;
  /** Path appended to the origin for a client's base URL. */
  readonly basePath: string;
  react(call: IncomingCall, server: MockServer): Reaction | null;
  /** The vendor's body for a status it answers; default `{error: {message, type, param, code}}`. */
  errorBody?(status: number, message: string): unknown;
}

/** What goes wrong with a reply. Offsets are bytes of its body. */
export interface Fault {
  /** Answer this status, with `body` or the vendor's own words for it. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body?: string;
  /** The socket is destroyed after these bytes. */
  readonly cutAt?: number;
  /** Nothing comes after these bytes, and the socket stays open. */
  readonly stallAt?: number;
  /** The body ends, as if whole, after these bytes. */
  readonly endAt?: number;
  /** This byte is replaced by one that no JSON has there. */
  readonly corruptAt?: number;
  /** Written in pieces of so many bytes. */
  readonly splitEvery?: number;
  /** The body is so many blanks. */
  readonly fill?: number;
  /** Events of the stream that are left out, by a text they hold. */
  readonly without?: string;
}
