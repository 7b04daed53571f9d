import type { Outcome } from "../diagnostic/outcome.js";
import { markWellFormed } from "../ir/json/load-program.js";
import type { Program } from "../ir/program.js";
import { parseText } from "./parse-text.js";

/**
 * The vocabulary of policies as text: domains, the predicates the runtime supplies, and those it reads back. It is the
 * prelude of every policy, so that policies do not declare it again.
 */
export const POLICY_VOCABULARY_TEXT = `% What the runtime and its policies speak about.
domain point. domain op. domain op_kind. domain cap. domain cap_kind. domain safety. domain fact_type.
domain region. domain area. domain call. domain arg. domain label. domain target. domain reason. domain state.

% Supplied by the runtime. One row says where it asks: frame, selection, arguments or transition.
pred inspection(point): Bool.
% At transition only: from and to, as lifecycle tokens.
pred transition(state, state): Bool.
% Planned operations; the kind is the token, such as "RETRIEVE".
pred operation(op, op_kind): Bool.
pred current(op): Bool. pred completed(op): Bool.
% The first needs the result of the second.
pred depends_on(op, op): Bool.
% Depth is 1..5; every operation has one calls_made row, 0 included.
pred depth(op, int): Bool. pred calls_made(op, int): Bool.
% Of the whole run.
pred run_calls(int): Bool. pred tokens_spent(int): Bool. pred token_limit(int): Bool.
% Kind and safety class exactly as the runtime's JSON spells them.
pred capability(cap, cap_kind, safety): Bool.
pred supports(cap, op_kind): Bool.
% Candidates of the frame being built.
pred offered(op, cap): Bool.
pred requires(cap, cap): Bool. pred consumes(cap, fact_type): Bool. pred produces(cap, fact_type): Bool.
pred have(fact_type): Bool. pred goal(fact_type): Bool.
pred cost_tokens(cap, int): Bool. pred latency_ms(cap, int): Bool.
% The host's choice, not negative; cost_tokens + latency_ms unless it says otherwise.
pred cap_cost(cap): Trop.
pred residency(cap, region): Bool. pred session_region(region): Bool.
pred policy_area(cap, area): Bool. pred session_area(area): Bool.
pred proposed(call, op, cap): Bool.
% One row per leaf of the arguments.
pred argument(call, arg, term value): Bool.
% Taint of the data a call carries, and where it goes, normalised.
pred label(call, label): Bool. pred target(call, target): Bool.
pred irreversible(call): Bool. pred approved(call): Bool. pred approved_sink(target): Bool.

% Read back by the runtime.
pred deny(call, reason): Bool. pred require_approval(call, reason): Bool. pred allow(call, reason): Bool.
pred withhold(cap, reason): Bool. pred halt(reason): Bool. pred prefer(cap): Trop.
pred limit_calls(op, int): Bool. pred limit_tokens(op, int): Bool.
`;

/** What policies derive and the runtime reads back. */
export const POLICY_DECISIONS = [
  "deny",
  "require_approval",
  "allow",
  "withhold",
  "halt",
  "prefer",
  "limit_calls",
  "limit_tokens",
] as const;

let vocabulary: Program | null = null;

/** The vocabulary as a program; the same object at every call. */
export function policyVocabulary(): Program {
  vocabulary ??= readVocabulary();
  return vocabulary;
}

function readVocabulary(): Program {
  // The text above is part of the package, and a test reads it: it has no errors.
  const { value } = parseText(POLICY_VOCABULARY_TEXT) as Extract<Outcome<Program>, { ok: true }>;
  const items = value.items.map(({ span: _span, ...item }) => item);
  return markWellFormed({ irVersion: value.irVersion, items });
}

/** The predicates only the runtime may fill: give them to `checkProgram` as `reserved` (STRATA-POL-04). */
export function policyReserved(): string[] {
  const decisions = new Set<string>(POLICY_DECISIONS);
  return policyVocabulary().items.flatMap((item) =>
    item.kind === "predicate" && !decisions.has(item.data.name) ? [item.data.name] : [],
  );
}
