/** A call policy: what may leave, what a person must see, and when the run ends. */
export const CALL_POLICY = `@builtins.
pred has_target(call): Bool.
has_target(C) :- target(C, _).
deny(C, "labelled data, unapproved target") :- label(C, _), target(C, T), not approved_sink(T).
deny(C, "labelled data, no stated target") :- label(C, _), not has_target(C).
deny(C, "amount is not an integer") :- argument(C, amount, V), not is_int(V).
require_approval(C, "amount above 100") :- argument(C, amount, V), is_int(V), V > 100.
require_approval(C, destructive) :- proposed(C, _, K), capability(K, _, destructive).
limit_calls(Op, 5) :- operation(Op, _).
halt("token limit reached") :- tokens_spent(N), token_limit(M), N >= M.
`;

/** Plan logic: what a capability needs, and the cheapest way to a fact type. */
export const PLAN_LOGIC = `pred needs(cap, cap): Bool.
pred known(cap): Bool.
pred has_input(cap): Bool.
pred reach(fact_type): Trop.
known(K) :- capability(K, _, _).
needs(A, B) :- requires(A, B).
needs(A, C) :- requires(A, B), needs(B, C).
withhold(A, "a needed capability is missing") :- offered(_, A), needs(A, B), not known(B).
has_input(K) :- consumes(K, _).
reach(F) :- have(F).
reach(G) :- produces(K, G), not has_input(K), cap_cost(K).
reach(G) :- produces(K, G), consumes(K, F), reach(F), cap_cost(K).
prefer(K) :- offered(_, K), produces(K, G), goal(G), consumes(K, F), reach(F), cap_cost(K).
`;
