import type { StrictOutput } from "../wire/strict-output.js";
import type { ConstrainedMode } from "./constrained-mode.js";
import type { ServerKind } from "./server-kind.js";

/** How one request is put to a server, once it is known which one it is. */
export interface CallPlan {
  readonly modelId: string;
  readonly kind: ServerKind;
  readonly mode: ConstrainedMode;
  readonly output: StrictOutput | null;
  readonly stream: boolean;
  /** Offer tools in the server's own channel. */
  readonly nativeTools: boolean;
  /** Ask the model to think or not to; undefined leaves it to the server. */
  readonly thinking: boolean | undefined;
  /** Output tokens beside those of the answer. */
  readonly reserve: number;
  /** Tokens of the window, where the server takes it with the call. */
  readonly window: number | undefined;
}
