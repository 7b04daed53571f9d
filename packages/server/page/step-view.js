import { element, number, pretty } from "./dom.js";

/** The way of an operation, as far as a person follows it. */
const WAY = [
  ["OPERATION_POSITIONED", "positioned"],
  ["TOOL_SELECTED", "tool chosen"],
  ["TOOL_EXECUTED", "tool run"],
  ["OPERATION_VERIFIED", "verified"],
  ["INTEGRATED", "integrated"],
];

/** One operation of the plan: its states, what the model was shown, its tool calls and its verdict. */
export class StepView {
  #state = element("span", { class: "chip", text: "planned" });
  #way = element("ol", { class: "way", "aria-label": "States" });
  #frame = element("p", { class: "frame" });
  #calls = element("div", { class: "calls" });
  #notes = element("ul", { class: "notes" });
  #score = element("span", { class: "score" });
  #marks = new Map();
  #callViews = new Map();

  constructor(step, index) {
    for (const [state, label] of WAY) {
      const mark = element("li", { text: label });
      this.#marks.set(state, mark);
      this.#way.append(mark);
    }
    this.node = element(
      "li",
      { class: "step", "data-state": "planned" },
      element(
        "div",
        { class: "step-head" },
        element("span", { class: "index", "aria-hidden": "true", text: index }),
        element("h3", { text: step.operation }),
        this.#state,
        this.#score,
        step.depends_on.length === 0
          ? null
          : element("span", { class: "hint", text: `after ${step.depends_on.join(", ")}` }),
      ),
      element("p", { class: "assignment", text: step.assignment }),
      this.#way,
      this.#frame,
      this.#calls,
      this.#notes,
    );
  }

  /** @param {"planned" | "active" | "done" | "failed" | "unverified" | "dropped"} state */
  setState(state) {
    this.node.dataset.state = state;
    this.#state.textContent = state;
    this.#state.dataset.tone = { active: "info", done: "good", failed: "bad", unverified: "warn" }[state] ?? "";
    if (state === "active") this.node.setAttribute("aria-current", "step");
    else this.node.removeAttribute("aria-current");
  }

  reach(lifecycle) {
    const mark = this.#marks.get(lifecycle);
    if (mark === undefined || "reached" in mark.dataset) return;
    mark.dataset.reached = "";
    // What bold type says to the eye.
    mark.append(element("span", { class: "unseen", text: ", reached" }));
  }

  frame({ sections, capability_ids, rejected }) {
    const tokens = sections.reduce((sum, section) => sum + section.tokens, 0);
    const offered = capability_ids.length === 0 ? "no tools" : capability_ids.join(", ");
    const left = rejected.length === 0 ? "" : ` · ${rejected.length} held back`;
    this.#frame.textContent = `Frame ${number(tokens)} tokens · offered ${offered}${left}`;
    this.#frame.title = sections.map((section) => `${section.name}: ${section.tokens}`).join("\n");
  }

  callStarted({ call_id, capability_id, arguments: args }) {
    const state = element("span", { class: "chip", "data-tone": "info", text: "running" });
    const result = element("pre", { class: "data", tabindex: "0", "aria-label": "Result", hidden: true });
    const details = element(
      "details",
      { class: "call", open: true },
      element(
        "summary",
        {},
        element("code", { text: capability_id }),
        state,
        element("span", { class: "gist", text: gist(args) }),
      ),
      element("pre", { class: "data", tabindex: "0", "aria-label": "Arguments", text: pretty(args) }),
      result,
    );
    this.#callViews.set(call_id, { state, result, details });
    this.#calls.append(details);
  }

  callFinished({ call_id, outcome, duration_ms, error }) {
    const call = this.#callViews.get(call_id);
    if (call === undefined) return;
    call.state.textContent = `${outcome} · ${Math.round(duration_ms)} ms`;
    call.state.dataset.tone = outcome === "ok" ? "good" : "bad";
    // What went well steps back, what did not stays open.
    if (outcome === "ok") call.details.open = false;
    if (error !== undefined) this.#showResult(call, error);
  }

  observed({ call_id, summary, bytes }) {
    const call = this.#callViews.get(call_id);
    if (call !== undefined) this.#showResult(call, `${summary}\n— ${number(bytes)} bytes`);
  }

  #showResult(call, text) {
    call.result.textContent = text;
    call.result.hidden = false;
  }

  verdict({ score, checks }) {
    const failed = checks.filter(({ outcome }) => outcome === "fail");
    this.#score.textContent = `verdict ${score.toFixed(2)}`;
    this.#score.dataset.tone = score >= 0.8 ? "good" : score >= 0.5 ? "warn" : "bad";
    for (const { detail } of failed) this.note(`check failed: ${detail}`, "warn");
  }

  /** @param {string} [detail] what stands behind the text, shown when it is pointed at */
  note(text, kind = "", detail = undefined) {
    const note = element("li", { text, "data-tone": kind, title: detail });
    this.#notes.append(note);
    return note;
  }
}

/** Arguments on one line, for a call that is folded up. */
function gist(args) {
  return Object.entries(args)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
