import type { ShippedPolicy } from "./shipped-policy.js";

/** A person's word before what destroys, what is theirs to oversee, and what nobody can undo. */
export const SAFE_DEFAULTS: ShippedPolicy = {
  id: "safe-defaults",
  text: `% A person approves what destroys, what is for people to oversee, and what nobody can undo.
require_approval(C, "destructive") :- proposed(C, _, K), capability(K, _, destructive).
require_approval(C, "human oversight") :- proposed(C, _, K), capability(K, _, "human-oversight").
require_approval(C, "irreversible") :- irreversible(C).
`,
  json: '{"ir_version":"0.1.0","items":[{"kind":"rule","data":{"head":{"pred":"require_approval","args":[{"kind":"var","data":{"name":"C"}},{"kind":"const","data":{"name":"destructive"}}]},"body":[{"kind":"pos","data":{"pred":"proposed","args":[{"kind":"var","data":{"name":"C"}},{"kind":"var","data":{"name":"_"}},{"kind":"var","data":{"name":"K"}}]}},{"kind":"pos","data":{"pred":"capability","args":[{"kind":"var","data":{"name":"K"}},{"kind":"var","data":{"name":"_"}},{"kind":"const","data":{"name":"destructive"}}]}}]}},{"kind":"rule","data":{"head":{"pred":"require_approval","args":[{"kind":"var","data":{"name":"C"}},{"kind":"const","data":{"name":"human oversight"}}]},"body":[{"kind":"pos","data":{"pred":"proposed","args":[{"kind":"var","data":{"name":"C"}},{"kind":"var","data":{"name":"_"}},{"kind":"var","data":{"name":"K"}}]}},{"kind":"pos","data":{"pred":"capability","args":[{"kind":"var","data":{"name":"K"}},{"kind":"var","data":{"name":"_"}},{"kind":"const","data":{"name":"human-oversight"}}]}}]}},{"kind":"rule","data":{"head":{"pred":"require_approval","args":[{"kind":"var","data":{"name":"C"}},{"kind":"const","data":{"name":"irreversible"}}]},"body":[{"kind":"pos","data":{"pred":"irreversible","args":[{"kind":"var","data":{"name":"C"}}]}}]}}]}',
};
