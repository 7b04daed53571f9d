/**
 * How to write a Strata program, for the prompt of a model: under 900 tokens. Give it together with `compactSchema()`
 * when the answer is to be JSON.
 */
export const AUTHORING_GUIDE = `# Writing Strata rules
A program is a list of items, each ending with a full stop. Declare every predicate with its column sorts; order never matters.

domain node.
pred edge(node, node): Bool.        % sorts: a domain, int, or term and a name for any value
pred path(node, node): Bool.
edge(a, b).                         % fact: no variables
path(X, Y) :- edge(X, Y).           % rule: head holds when every body literal holds
path(X, Z) :- edge(X, Y), path(Y, Z).
? path(a, X).                       % query

Names
- Variables begin with a capital or _; symbols with a small letter. Quote any other symbol: "RETRIEVE", "evil.example"; also words of the language used as names: "total", "count".
- _ is a fresh variable at each use. A variable used once is a warning: write _Name.
- "5" is a symbol, 5 is an integer; they never match. Integers are plain: 5, not 5.0 or 1e3.

Rules
- Every variable in the head, in not p(..), in a comparison must also occur in a positive literal.
- Never put _ inside not: write has_target(C) :- target(C, _). and then not has_target(C).
- No recursion through not or an aggregate. There is no "or": write two rules.
- Aggregates stand only as a head argument of a Bool predicate: sums(K, sum<V>) :- row(K, V). Ops: min max sum count.
- Each element of the bag is one binding of all body variables. An empty group gives no row.

Annotations
- Bool: the row holds. Trop: rows carry a weight, the least wins, a rule adds up its positive Trop literals: 5 :: e(a, b). Every Trop fact needs a weight (integer or inf).
- Prov, or Bool with soft facts such as 0.5 :: p(a). Ask with ?prob p(X).
- A Bool head cannot read a Trop or Prov predicate in a positive literal.

Builtins, after the item @builtins.
- = != < <= > >=, + - * / mod (integers), starts_with(V, "pre"), is_int(V), and not before the last two.
- X = Y + 1 binds X. Guard values of unknown sort: is_int(V), V > 100.

Compound terms f(X, g(a)) need @terms.

JSON: every item, term, literal, sort and annotation is {"kind": k, "data": {..}}; without payload just {"kind": k}.
edge(X, b) is {"pred":"edge","args":[{"kind":"var","data":{"name":"X"}},{"kind":"const","data":{"name":"b"}}]}.
path(X, Y) :- edge(X, Y), not cut(X). is {"kind":"rule","data":{"head":ATOM,"body":[{"kind":"pos","data":ATOM},{"kind":"neg","data":ATOM}]}}.
pred w(node, int): Trop. is {"kind":"predicate","data":{"name":"w","sig":{"args":[{"kind":"domain","data":{"name":"node"}},{"kind":"int"}],"annotation":{"kind":"trop"}}}}.
The document is {"ir_version":"0.1.0","items":[..]}. No other fields, no null, no comments.

Diagnostics name a code, a JSON Pointer and the repair. Apply the fix when there is one, change nothing else, submit again.
`;
