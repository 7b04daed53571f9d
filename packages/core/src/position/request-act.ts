import type { CueRole, StlOperation } from "../contract/operation.js";
import type { ClauseHead } from "./clause-head.js";
import type { RequestToken } from "./tokenise-request.js";

/** One act a request states, or a cue of it that has no effect. */
export interface RequestAct {
  readonly operation: StlOperation;
  readonly role: CueRole;
  /** Index of the token that is the cue. */
  readonly token: number;
  readonly clause: number;
  readonly negated: boolean;
  /** The cue alone does not settle the operation. */
  readonly loose: boolean;
  /** Becomes a step; false for cues that are only listed. */
  readonly effective: boolean;
  /** Says how an answer is reached, so that the question before it is one to be worked out. */
  readonly reasoning: boolean;
  /** Place in the stated order. */
  readonly rank: number;
}

/** A clause of the request: half-open range of tokens and how it begins. */
export interface RequestClause {
  readonly from: number;
  readonly to: number;
  readonly head: ClauseHead | null;
  readonly operation: StlOperation | null;
  /** Number of the sentence. */
  readonly sentence: number;
}

/** A request as its clauses and acts, acts in order of the text. */
export interface RequestReading {
  readonly clauses: readonly RequestClause[];
  readonly acts: readonly RequestAct[];
}

/** Where a clause stands and what is known of it before its act is read. */
export interface ClausePlace {
  readonly tokens: readonly RequestToken[];
  readonly from: number;
  readonly to: number;
  readonly clause: number;
  readonly head: ClauseHead;
  readonly negated: boolean;
  /** The request sets a role ("you are a …"): what it then describes is told, not looked up. */
  readonly persona: boolean;
}
