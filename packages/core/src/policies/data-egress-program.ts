import type { ShippedPolicy } from "./shipped-policy.js";

/** Labelled data goes to approved sinks only; labels in `public_label` may go anywhere. */
export const DATA_EGRESS: ShippedPolicy = {
  id: "data-egress",
  text: `% Labelled data leaves for approved sinks only.
% Labels the host lets go anywhere.
pred public_label(label): Bool.
pred sensitive(call): Bool. pred has_target(call): Bool. pred reads_only(call): Bool.
sensitive(C) :- label(C, L), not public_label(L).
has_target(C) :- target(C, _).
reads_only(C) :- proposed(C, _, K), capability(K, _, "read-only").
deny(C, "labelled data, unapproved target") :- sensitive(C), target(C, T), not approved_sink(T).
% What changes something and says not where to could send anything anywhere.
deny(C, "labelled data, no stated target") :- sensitive(C), not has_target(C), not reads_only(C).
`,
  json: '{"ir_version":"0.1.0","items":[{"kind":"predicate","data":{"name":"public_label","sig":{"args":[{"kind":"domain","data":{"name":"label"}}],"annotation":{"kind":"bool"}}}},{"kind":"predicate","data":{"name":"sensitive","sig":{"args":[{"kind":"domain","data":{"name":"call"}}],"annotation":{"kind":"bool"}}}},{"kind":"predicate","data":{"name":"has_target","sig":{"args":[{"kind":"domain","data":{"name":"call"}}],"annotation":{"kind":"bool"}}}},{"kind":"predicate","data":{"name":"reads_only","sig":{"args":[{"kind":"domain","data":{"name":"call"}}],"annotation":{"kind":"bool"}}}},{"kind":"rule","data":{"head":{"pred":"sensitive","args":[{"kind":"var","data":{"name":"C"}}]},"body":[{"kind":"pos","data":{"pred":"label","args":[{"kind":"var","data":{"name":"C"}},{"kind":"var","data":{"name":"L"}}]}},{"kind":"neg","data":{"pred":"public_label","args":[{"kind":"var","data":{"name":"L"}}]}}]}},{"kind":"rule","data":{"head":{"pred":"has_target","args":[{"kind":"var","data":{"name":"C"}}]},"body":[{"kind":"pos","data":{"pred":"target","args":[{"kind":"var","data":{"name":"C"}},{"kind":"var","data":{"name":"_"}}]}}]}},{"kind":"rule","data":{"head":{"pred":"reads_only","args":[{"kind":"var","data":{"name":"C"}}]},"body":[{"kind":"pos","data":{"pred":"proposed","args":[{"kind":"var","data":{"name":"C"}},{"kind":"var","data":{"name":"_"}},{"kind":"var","data":{"name":"K"}}]}},{"kind":"pos","data":{"pred":"capability","args":[{"kind":"var","data":{"name":"K"}},{"kind":"var","data":{"name":"_"}},{"kind":"const","data":{"name":"read-only"}}]}}]}},{"kind":"rule","data":{"head":{"pred":"deny","args":[{"kind":"var","data":{"name":"C"}},{"kind":"const","data":{"name":"labelled data, unapproved target"}}]},"body":[{"kind":"pos","data":{"pred":"sensitive","args":[{"kind":"var","data":{"name":"C"}}]}},{"kind":"pos","data":{"pred":"target","args":[{"kind":"var","data":{"name":"C"}},{"kind":"var","data":{"name":"T"}}]}},{"kind":"neg","data":{"pred":"approved_sink","args":[{"kind":"var","data":{"name":"T"}}]}}]}},{"kind":"rule","data":{"head":{"pred":"deny","args":[{"kind":"var","data":{"name":"C"}},{"kind":"const","data":{"name":"labelled data, no stated target"}}]},"body":[{"kind":"pos","data":{"pred":"sensitive","args":[{"kind":"var","data":{"name":"C"}}]}},{"kind":"neg","data":{"pred":"has_target","args":[{"kind":"var","data":{"name":"C"}}]}},{"kind":"neg","data":{"pred":"reads_only","args":[{"kind":"var","data":{"name":"C"}}]}}]}}]}',
};
