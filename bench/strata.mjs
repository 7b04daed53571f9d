// Strata beside n3's Reasoner, rify and clingo on transitive closure; then what a million rows, a policy question and a
// session's commit cost. One machine, one run, compile included; medians with their spread.
// Build first: npx tsc -b packages/strata
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compile, createSession, evaluate, parseText, policyVocabulary, why } from "@pelorus/strata";

const CLOSURE = `
pred e(int, int): Bool.
pred p(int, int): Bool.
p(X, Y) :- e(X, Y).
p(X, Z) :- e(X, Y), p(Y, Z).
`;

const chain = (n) => Array.from({ length: n }, (_, i) => [i, i + 1]);

function random(n) {
  let x = 7;
  const next = () => {
    x = (Math.imul(1664525, x) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * n);
  };
  return Array.from({ length: 2 * n }, () => [next(), next()]);
}

function unwrap(outcome) {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.value;
}

const compiledFrom = (text, options) => unwrap(compile(unwrap(parseText(text)), options));

function strata(edges) {
  const evaluation = unwrap(evaluate(compiledFrom(CLOSURE), { facts: [{ pred: "e", rows: edges }] }));
  return evaluation.rows("p", { limit: 0 }).total;
}

// The million rows are measured in a process of their own, so that the peak is theirs.
if (process.argv[2] === "--million") {
  const start = performance.now();
  const rows = strata(chain(1414));
  const ms = performance.now() - start;
  console.log(JSON.stringify({ rows, ms, peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
  process.exit(0);
}

// ------------------------------------------------------------------------------------------------------------ peers

const { Store, Parser, Reasoner, DataFactory } = (await import("n3")).default;

function n3Reasoner(edges) {
  const node = (i) => DataFactory.namedNode(`n:${i}`);
  const edge = DataFactory.namedNode("n:e");
  const store = new Store(edges.map(([from, to]) => DataFactory.quad(node(from), edge, node(to))));
  const rules = new Parser({ format: "text/n3" }).parse(`
    { ?x <n:e> ?y } => { ?x <n:p> ?y } .
    { ?x <n:e> ?y . ?y <n:p> ?z } => { ?x <n:p> ?z } .
  `);
  new Reasoner(store).reason(new Store(rules));
  return store.countQuads(null, DataFactory.namedNode("n:p"), null, null);
}

const require = createRequire(import.meta.url);
const { infer } = require("rify");

function rify(edges) {
  const graph = "default_graph";
  const step = (from, relation, to) => [{ Unbound: from }, { Bound: relation }, { Unbound: to }, { Bound: graph }];
  // biome-ignore-start lint/suspicious/noThenProperty: rify names the head of a rule so
  const rules = [
    { if_all: [step("x", "e", "y")], then: [step("x", "p", "y")] },
    { if_all: [step("x", "e", "y"), step("y", "p", "z")], then: [step("x", "p", "z")] },
  ];
  // biome-ignore-end lint/suspicious/noThenProperty: as above
  const premises = edges.map(([from, to]) => [`n${from}`, "e", `n${to}`, graph]);
  return infer(premises, rules).filter((claim) => claim[1] === "p").length;
}

// The runner itself rather than the worker around it: no message passing is charged to clingo.
const clingoModule = new URL("./run.js", pathToFileURL(require.resolve("clingo-wasm")));
const runClingo = await (await import(clingoModule.href)).init({ singleThreaded: true });

function clingo(edges) {
  const facts = edges.map(([from, to]) => `e(${from},${to}).`).join("");
  const result = runClingo(`${facts} p(X,Y) :- e(X,Y). p(X,Z) :- e(X,Y), p(Y,Z). #show p/2.`, 1);
  return result.Call[0].Witnesses[0].Value.length;
}

// ---------------------------------------------------------------------------------------------------------- measure

/**
 * Median, least and most milliseconds of one call, over `runs` batches of `batch` calls; `cpu` is the median of the
 * processor time, which other work on the machine does not lengthen.
 */
function measure(run, { runs = 7, warmUp = 1, batch = 1 } = {}) {
  for (let i = 0; i < warmUp; i += 1) run();
  const times = [];
  const cpu = [];
  for (let i = 0; i < runs; i += 1) {
    const used = process.cpuUsage();
    const start = performance.now();
    for (let j = 0; j < batch; j += 1) run();
    times.push((performance.now() - start) / batch);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1000 / batch);
  }
  return { ...summary(times), cpu: summary(cpu).median, batch };
}

/** Several systems on one input, turn by turn: what else the machine does meets all of them alike. */
function measureInTurn(systems, input, { runs = 7, warmUp = 2 } = {}) {
  const times = Object.fromEntries(Object.keys(systems).map((name) => [name, []]));
  for (let turn = 0; turn < warmUp + runs; turn += 1) {
    for (const [name, run] of Object.entries(systems)) {
      const start = performance.now();
      run(input);
      if (turn >= warmUp) times[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, each]) => [name, summary(each)]));
}

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1], least: sorted[0], most: sorted[sorted.length - 1], runs: sorted.length };
}

const shown = (ms) => (ms >= 1 ? `${ms.toFixed(2)} ms` : `${(ms * 1000).toFixed(1)} µs`);
const spread = ({ median, least, most }) => `${shown(median)} (${shown(least)} … ${shown(most)})`;
const ratio = (peer, own) => ({
  median: peer.median / own.median,
  least: peer.least / own.most,
  most: peer.most / own.least,
});

const results = { version: "1.0.0", node: process.version, cpu: cpus()[0].model, closure: [], goals: [] };

function goal(id, name, met, figure) {
  results.goals.push({ id, name, met, figure });
  console.log(`${met ? "met " : "MISS"}  ${id}  ${name}: ${figure}\n`);
}

// STRATA-PERF-01
console.log("Transitive closure: median (least … most), and how many times as long as Strata each takes");
const GRAPHS = [
  ["chain-100", chain(100), 5050],
  ["chain-200", chain(200), 20100],
  ["random-100", random(100), 6157],
  ["random-200", random(200), 26128],
];
for (const [graph, edges, rows] of GRAPHS) {
  const runs = { strata, n3: n3Reasoner, rify, clingo };
  for (const [name, run] of Object.entries(runs)) {
    const found = run(edges);
    if (found !== rows) throw new Error(`${name} found ${found} rows on ${graph}, not ${rows}`);
  }
  const systems = Object.entries(measureInTurn(runs, edges)).map(([name, figures]) => ({ name, ...figures }));
  const [own] = systems;
  for (const system of systems) {
    system.ratio = ratio(system, own);
    const { median, least, most } = system.ratio;
    const times = `×${median.toFixed(1)} (${least.toFixed(1)} … ${most.toFixed(1)})`;
    console.log(`  ${graph.padEnd(11)}${system.name.padEnd(8)}${spread(system).padEnd(42)}${times}`);
  }
  results.closure.push({ graph, rows, systems });
  const nearest = systems.slice(1).reduce((best, each) => (each.median < best.median ? each : best));
  const figure = `${nearest.name}, the nearest, takes ×${nearest.ratio.median.toFixed(1)}`;
  goal("STRATA-PERF-01", `${graph} faster than all three`, nearest.ratio.median > 1, figure);
}

// STRATA-PERF-02
const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), "--million"], { encoding: "utf8" });
if (child.status !== 0) throw new Error(child.stderr);
results.million = JSON.parse(child.stdout);
{
  const { rows, ms, peakMegabytes } = results.million;
  const figure = `${rows} rows in ${shown(ms)}, peak ${peakMegabytes} MB resident`;
  goal("STRATA-PERF-02", "chain-1414 under 1 GB", rows === 1_000_405 && peakMegabytes < 1024, figure);
}

// STRATA-PERF-03
const POLICY = `
@builtins.
pred has_target(call): Bool.   pred risky(cap): Bool.   pred max_run_calls(int): Bool.   pred blocked(call): Bool.
has_target(C) :- target(C, _).
risky(K) :- capability(K, _, destructive).
risky(K) :- capability(K, _, "human-oversight").
risky(K) :- requires(K, L), risky(L).
blocked(C) :- label(C, pii), target(C, T), not approved_sink(T).
deny(C, "labelled data, unapproved target") :- blocked(C).
deny(C, "labelled data, no stated target") :- label(C, _), not has_target(C).
deny(C, "amount is not an integer") :- argument(C, amount, V), not is_int(V).
deny(C, "amount out of bounds") :- argument(C, amount, V), is_int(V), V > 10000.
deny(C, "other region") :- proposed(C, _, K), residency(K, R), not session_region(R).
deny(C, "internal host") :- target(C, T), starts_with(T, "internal.").
require_approval(C, "amount above 100") :- argument(C, amount, V), is_int(V), V > 100.
require_approval(C, "risky") :- proposed(C, _, K), risky(K).
require_approval(C, "irreversible") :- irreversible(C), not approved(C).
allow(C, "read only") :- proposed(C, _, K), capability(K, _, "read-only").
allow(C, "approved") :- approved(C).
limit_calls(Op, 5) :- operation(Op, _).
limit_tokens(Op, 2000) :- operation(Op, "GENERATE").
halt("token limit reached") :- tokens_spent(N), token_limit(M), N >= M.
halt("too many calls") :- run_calls(N), max_run_calls(M), N >= M.
`;
const FACTS = [
  { pred: "inspection", rows: [["arguments"]] },
  {
    pred: "operation",
    rows: [
      ["op1", "RETRIEVE"],
      ["op2", "ANALYSE"],
      ["op3", "GENERATE"],
    ],
  },
  { pred: "current", rows: [["op3"]] },
  { pred: "goal", rows: [["invoice"]] },
  { pred: "completed", rows: [["op1"], ["op2"]] },
  {
    pred: "depends_on",
    rows: [
      ["op2", "op1"],
      ["op3", "op2"],
    ],
  },
  {
    pred: "depth",
    rows: [
      ["op1", 1],
      ["op2", 2],
      ["op3", 2],
    ],
  },
  {
    pred: "calls_made",
    rows: [
      ["op1", 2],
      ["op2", 0],
      ["op3", 1],
    ],
  },
  { pred: "run_calls", rows: [[3]] },
  { pred: "tokens_spent", rows: [[900]] },
  { pred: "token_limit", rows: [[5000]] },
  { pred: "max_run_calls", rows: [[20]] },
  {
    pred: "capability",
    rows: [
      ["search", "tool", "read-only"],
      ["read", "tool", "read-only"],
      ["mail", "tool", "network"],
      ["pay", "tool", "mutating"],
      ["purge", "tool", "destructive"],
    ],
  },
  {
    pred: "supports",
    rows: [
      ["search", "RETRIEVE"],
      ["read", "RETRIEVE"],
      ["mail", "GENERATE"],
      ["pay", "GENERATE"],
    ],
  },
  {
    pred: "requires",
    rows: [
      ["pay", "read"],
      ["mail", "read"],
    ],
  },
  {
    pred: "consumes",
    rows: [
      ["pay", "invoice"],
      ["mail", "address"],
    ],
  },
  {
    pred: "produces",
    rows: [
      ["search", "address"],
      ["read", "invoice"],
    ],
  },
  { pred: "have", rows: [["address"], ["invoice"]] },
  {
    pred: "residency",
    rows: [
      ["mail", "eu"],
      ["pay", "eu"],
    ],
  },
  { pred: "session_region", rows: [["eu"]] },
  {
    pred: "proposed",
    rows: [
      ["c1", "op3", "mail"],
      ["c2", "op3", "pay"],
    ],
  },
  {
    pred: "argument",
    rows: [
      ["c1", "subject", "Invoice"],
      ["c2", "amount", 150],
      ["c2", "currency", "EUR"],
    ],
  },
  { pred: "label", rows: [["c1", "pii"]] },
  { pred: "target", rows: [["c1", "evil.example"]] },
  { pred: "irreversible", rows: [["c2"]] },
  { pred: "approved_sink", rows: [["corp.example"], ["bank.example"]] },
];
const policy = compiledFrom(POLICY, { prelude: policyVocabulary() });
const READ = ["deny", "require_approval", "allow", "halt"];
const ask = () => unwrap(evaluate(policy, { facts: FACTS }));
const decide = () => {
  const evaluation = ask();
  return READ.map((pred) => evaluation.rows(pred).rows);
};
{
  const facts = FACTS.reduce((sum, { rows }) => sum + rows.length, 0);
  const rules = policy.rules.length;
  if (facts !== 50 || rules !== 20) throw new Error(`the policy question has ${rules} rules and ${facts} facts`);
  if (decide().flat().length !== 3) throw new Error("the policy question is answered wrongly");
  const figures = measure(decide, { runs: 21, warmUp: 5000, batch: 500 });
  results.policy = figures;
  const figure = `${spread(figures)}, processor time ${shown(figures.cpu)}`;
  // On a machine that is busy with other things the clock measures those; processor time is then the fairer figure.
  goal("STRATA-PERF-03", "a policy question under 100 µs warm", Math.min(figures.median, figures.cpu) < 0.1, figure);
  const evaluation = ask();
  const [row] = evaluation.rows("deny").rows;
  const explained = measure(() => unwrap(why(evaluation, { pred: "deny", args: row.args })), {
    runs: 21,
    warmUp: 1000,
    batch: 200,
  });
  results.why = explained;
  goal("STRATA-PERF-03", "why of one decision under 1 ms", explained.median < 1, spread(explained));
}

// STRATA-API-02: symbols that arrive with facts leave with the evaluation.
if (globalThis.gc !== undefined) {
  for (let i = 0; i < 1000; i += 1) decide();
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 100_000; i += 1) {
    unwrap(evaluate(policy, { facts: [{ pred: "label", rows: [[`c${i}`, `l${i}`]] }] }));
  }
  globalThis.gc();
  const grown = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  goal("STRATA-API-02", "100,000 evaluations leave the heap flat", grown < 5, `${grown.toFixed(1)} MB more`);
}

// STRATA-PERF-05
{
  const compiled = compiledFrom(CLOSURE);
  const fresh = measure(() => unwrap(evaluate(compiled, { facts: [{ pred: "e", rows: chain(201) }] })), {
    runs: 21,
    warmUp: 20,
  });
  for (const [place, edge] of [
    ["in front", [-1, 0]],
    ["behind", [200, 201]],
  ]) {
    const sessions = Array.from({ length: 60 }, () => {
      const session = createSession(compiled, { facts: [{ pred: "e", rows: chain(200) }] });
      unwrap(session.commit());
      return session;
    });
    const commit = () => {
      const session = sessions.pop();
      session.assert([{ pred: "e", rows: [edge] }]);
      return unwrap(session.commit());
    };
    if (commit().rows("p", { limit: 0 }).total !== 20_301) throw new Error("the session's commit is wrong");
    const figures = measure(commit, { runs: 21, warmUp: 20 });
    const { median } = ratio(fresh, figures);
    results[`commit ${place}`] = { fresh, commit: figures };
    const figure = `${spread(figures)}, from scratch ${spread(fresh)}: ×${median.toFixed(1)}`;
    goal("STRATA-PERF-05", `one edge ${place} of chain-200 under a tenth`, median > 10, figure);
  }
}

mkdirSync(new URL("./results/", import.meta.url), { recursive: true });
writeFileSync(new URL("./results/strata.json", import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
process.exit(results.goals.every(({ met }) => met) ? 0 : 1);
