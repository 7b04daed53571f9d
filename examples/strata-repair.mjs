// A program with three typical mistakes is repaired from what the checker says, by whoever wrote it. The author here is a
// plain function that reads diagnostics and nothing else; a model in its place gets the same lines in its prompt.
import assert from "node:assert/strict";
import {
  AUTHORING_GUIDE,
  applyTextFixes,
  checkProgram,
  evaluate,
  locateInText,
  parseText,
  renderDiagnostics,
} from "@pelorus/strata";

const draft = `domain person.
pred parent(person, person): Bool.
pred ancestor(person, person): Bool.
pred childless(person): Bool.
pred has_child(person): Bool.
pred someone(person): Bool.
parent(ada, ben). parent(ben, cleo).
someone(X) :- parent(X, _).
someone(X) :- parent(_, X).
has_child(X) :- parent(X, _).
ancestor(X, Y) :- parrent(X, Y).
ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z)
childless(X) :- not has_child(X).
`;

/** What is wrong with a text, with its place in it. */
function check(text) {
  const read = parseText(text);
  return read.ok ? locateInText(text, checkProgram(read.value)) : read;
}

/** Answers diagnostics as an author would: takes the fix where one is certain, else does what the message asks for. */
function revise(text, diagnostics) {
  const { value, applied } = applyTextFixes(text, diagnostics);
  if (applied > 0) return value;
  for (const { code, message, span } of diagnostics) {
    const line = text.slice(text.lastIndexOf("\n", span.start) + 1, text.indexOf("\n", span.start));
    const variable = /\b([A-Z]\w*)\b/.exec(message)?.[1];
    // A variable that no positive literal binds gets one: every value it may have has to come from somewhere.
    if (code === 1003 && variable !== undefined)
      return text.replace(line, line.replace(":-", `:- someone(${variable}),`));
  }
  return text;
}

console.log(`The author knows ${AUTHORING_GUIDE.length} characters of guide and reads what the checker says.`);
let text = draft;
let checked = check(text);
let rounds = 0;
const codes = new Set();
while (!checked.ok && rounds < 10) {
  rounds++;
  for (const { code } of checked.diagnostics) codes.add(code);
  console.log(`\nround ${rounds}\n${renderDiagnostics(checked.diagnostics, { text })}`);
  const next = revise(text, checked.diagnostics);
  assert.notEqual(next, text, "the diagnostics did not say enough");
  text = next;
  checked = check(text);
}

assert.ok(checked.ok);
assert.equal(codes.size, 3, `three mistakes were to be found, not ${[...codes]}`);
const { value } = evaluate(checked.value, { select: ["ancestor", "childless"] });
const rows = (pred) => value.rows(pred).rows.map(({ args }) => args.map(({ data }) => data.name).join(" "));
console.log(`\nrepaired in ${rounds} rounds\n${text}`);
assert.deepEqual(rows("ancestor"), ["ada ben", "ada cleo", "ben cleo"]);
assert.deepEqual(rows("childless"), ["cleo"]);
