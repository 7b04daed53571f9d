import { BudgetView } from "./budget-view.js";
import { announce, element } from "./dom.js";
import { decisionInDetail, decisionInWords, refusalInWords } from "./policy-words.js";
import { requestCard } from "./request-card.js";
import { StepView } from "./step-view.js";

/** The colour of each state of a run. */
export const TONES = {
  complete: "good",
  partial: "warn",
  halted: "bad",
  waiting: "warn",
  interrupted: "warn",
  running: "info",
};
const ORIGINS = {
  server: "found in the record of an earlier server",
  program: "found in the record of another program",
};

/** One run, drawn from its events and nothing else: what was drawn live and what is drawn after a reload are the same. */
export class RunView {
  #run;
  #status = element("span", { class: "chip", "data-tone": "info", text: "running" });
  #title = element("h2", { class: "title", text: "…" });
  #facts = element("p", { class: "hint" });
  #cancel = element("button", { type: "button", class: "danger", text: "Cancel run" });
  #resume = element("button", { type: "button", class: "primary", text: "Resume run", hidden: true });
  #trouble = element("p", { class: "trouble", role: "alert", hidden: true });
  #requests = element("section", { class: "requests", "aria-label": "Waiting for you", hidden: true });
  #steps = element("ol", { class: "steps", "aria-label": "Operations" });
  #answer = element("div", { class: "answer", text: "" });
  #answerSection = element(
    "section",
    { class: "answer-section", "aria-labelledby": "answer-title", hidden: true },
    element("h2", { id: "answer-title", text: "Answer" }),
    this.#answer,
  );
  #reasoning = element("pre", { class: "data" });
  #reasoningDetails = element(
    "details",
    { class: "reasoning", hidden: true },
    element("summary", { text: "Reasoning" }),
    this.#reasoning,
  );
  #budget = new BudgetView();
  #byId = new Map();
  #stepOfCall = new Map();
  #notesOfCall = new Map();
  #cards = new Map();
  #message = null;
  #live = false;

  /** @param {import("@pelorus/server/client").RemoteRun} run */
  constructor(run) {
    this.#run = run;
    this.#cancel.addEventListener(
      "click",
      () => void this.#act(this.#cancel, () => run.cancel("cancelled on the live page")),
    );
    this.#resume.addEventListener("click", () => void this.#act(this.#resume, () => run.resume()));
    this.node = element(
      "div",
      { class: "run" },
      element(
        "header",
        { class: "run-head" },
        element("div", { class: "run-title" }, this.#title, this.#status),
        this.#facts,
        element("div", { class: "run-actions" }, this.#resume, this.#cancel),
      ),
      this.#trouble,
      this.#requests,
      this.#budget.node,
      element(
        "section",
        { class: "timeline", "aria-labelledby": "timeline-title" },
        element("h2", { id: "timeline-title", text: "Operations" }),
        this.#steps,
      ),
      this.#reasoningDetails,
      this.#answerSection,
    );
  }

  /** What was drawn is all there was so far; how the run stands now, no event may say. */
  caughtUp({ status, pending, recovered_from }) {
    if (recovered_from !== undefined) this.#facts.textContent += ` · ${ORIGINS[recovered_from]}`;
    if (status === "interrupted") {
      // What was answered while nobody drove the run is asked no more.
      const open = new Set(pending.map(({ data }) => data.request_id ?? data.id));
      for (const id of [...this.#cards.keys()]) if (!open.has(id)) this.#settle(id);
      this.#setStatus(status);
      this.#resume.hidden = false;
      this.#cancel.hidden = false;
      this.#answer.removeAttribute("aria-busy");
    }
    if (this.#cards.size > 0) announce("A decision is waiting for you.");
    this.#live = true;
  }

  take(event) {
    const { data } = event;
    if (this.#live && this.node.dataset.status === "interrupted") this.#goOn();
    switch (event.kind) {
      case "gap":
        return this.#takeStatus(data.run);
      case "run_started":
        this.#begin(event);
        break;
      case "intent_classified":
        this.#plan(data.steps, data.dropped);
        this.#facts.textContent += ` · depth ${data.depth} · ${data.language}`;
        break;
      case "lifecycle_transitioned":
        this.#transition(data);
        break;
      case "frame_positioned":
        this.#step(data.step_id)?.frame(data);
        break;
      case "model_call_started":
        this.#budget.call(data);
        break;
      case "spend_recorded":
        this.#budget.spend(data);
        break;
      case "usage_reported":
        this.#budget.usage(data);
        break;
      case "budget_trimmed":
        this.#budget.trimmed(data);
        break;
      case "tool_call_started":
        this.#stepOfCall.set(data.call_id, data.step_id);
        this.#nameCall(data.call_id, data.capability_id);
        this.#step(data.step_id)?.callStarted(data);
        break;
      case "tool_call_finished":
        this.#step(this.#stepOfCall.get(data.call_id))?.callFinished(data);
        this.#settle(data.call_id);
        break;
      case "tool_call_refused":
        this.#nameCall(data.call_id, data.capability_id);
        this.#current()?.note(
          refusalInWords(data.capability_id, data.reason),
          "warn",
          `${data.call_id} (${data.reason})`,
        );
        break;
      case "observation_recorded":
        this.#step(data.step_id)?.observed(data);
        break;
      case "verdict_reached":
        this.#step(data.step_id)?.verdict(data.verdict);
        break;
      case "reask_sent":
        this.#step(data.step_id)?.note(`asked again: ${data.problem}`, "warn");
        break;
      case "retry_scheduled":
        this.#current()?.note(`tries again: ${data.reason}`, "warn");
        break;
      case "loop_detected":
        this.#step(data.step_id)?.note(`${data.capability_id} goes round in a circle; tools end here`, "warn");
        break;
      case "policy_decided":
        if (data.verdict !== "allow") this.#decided(data);
        break;
      case "text_started":
        this.#message = data.message_id;
        this.#answer.textContent = "";
        this.#answerSection.hidden = false;
        this.#answer.setAttribute("aria-busy", "true");
        break;
      case "text_delta":
        if (data.message_id === this.#message) this.#append(this.#answer, data.delta);
        break;
      case "text_ended":
        this.#answer.removeAttribute("aria-busy");
        break;
      case "reasoning_started":
        this.#reasoningDetails.hidden = false;
        break;
      case "reasoning_delta":
        this.#append(this.#reasoning, data.delta);
        break;
      case "approval_requested":
        this.#nameCall(this.#askedAbout(data.step_id), data.call.capability_id);
        this.#ask({ kind: "approval", data }, data.id);
        break;
      case "clarification_requested":
        this.#ask({ kind: "clarification", data }, data.request_id);
        break;
      case "approval_resolved":
        this.#settle(data.id);
        this.#say(`Approval ${data.decision} by ${data.reviewer}`);
        break;
      case "clarification_resolved":
        this.#settle(data.id);
        break;
      case "step_integrated":
        this.#step(data.step_id)?.setState(data.outcome);
        this.#say(`Operation ${data.step_id} ${data.outcome}`);
        break;
      case "run_waiting":
        for (const request of data.pending) this.#ask(request, request.data.request_id ?? request.data.id);
        this.#setStatus("waiting");
        break;
      case "run_resumed":
        this.#goOn();
        break;
      case "run_finished":
        this.#finish(data);
        break;
      default:
        break;
    }
  }

  #decided(decision) {
    const note = this.#step(decision.step_id)?.note(
      decisionInWords(decision, decision.halt?.problematic_frame?.capability_id),
      "warn",
      decisionInDetail(decision),
    );
    if (note === undefined) return;
    this.#notesOfCall.set(decision.subject, [...(this.#notesOfCall.get(decision.subject) ?? []), { decision, note }]);
  }

  /** The call of a step that was last found to need an approval: a request for one does not say its id. */
  #askedAbout(stepId) {
    const asked = [...this.#notesOfCall].filter(([, notes]) =>
      notes.some(({ decision }) => decision.step_id === stepId && decision.verdict === "require_approval"),
    );
    return asked.at(-1)?.[0];
  }

  /** A decision comes before it is told which tool is called. */
  #nameCall(callId, capabilityId) {
    for (const { decision, note } of this.#notesOfCall.get(callId) ?? []) {
      note.textContent = decisionInWords(decision, capabilityId);
    }
    this.#notesOfCall.delete(callId);
  }

  #begin(event) {
    this.#title.textContent = event.data.request;
    document.title = `${event.data.request.slice(0, 60)} · Pelorus`;
    this.#budget.window(event.data.window.tokens);
    this.#facts.textContent = `${event.run_id} · ${event.data.profile}`;
  }

  #plan(steps, dropped) {
    for (const step of steps) this.#addStep(step);
    for (const { step_id, operation, reason } of dropped) {
      this.#addStep({ id: step_id, operation, assignment: reason, depends_on: [] }).setState("dropped");
    }
    this.#say(`Plan: ${steps.map(({ operation }) => operation).join(", ")}`);
  }

  #addStep(step) {
    const view = new StepView(step, this.#byId.size + 1);
    this.#byId.set(step.id, view);
    this.#steps.append(view.node);
    return view;
  }

  #transition({ state, step_id }) {
    const step = this.#step(step_id);
    if (step === undefined) return;
    if (state === "OPERATION_POSITIONED") step.setState("active");
    step.reach(state);
  }

  #append(node, text) {
    if (node.lastChild === null) node.append(text);
    else node.lastChild.appendData(text);
  }

  #ask(request, id) {
    if (this.#cards.has(id)) return;
    const card = requestCard(request, (value) => this.#run.answer(id, value, { reviewer: "live page" }));
    this.#cards.set(id, card);
    this.#requests.append(card);
    this.#requests.hidden = false;
    this.#say("A decision is waiting for you.");
    // A person who is writing somewhere else is not interrupted.
    const busy = document.activeElement?.matches("input, textarea") === true;
    if (this.#live && !busy) card.focus({ preventScroll: false });
  }

  #settle(id) {
    const card = this.#cards.get(id);
    if (card === undefined) return;
    const hadFocus = card.contains(document.activeElement);
    this.#cards.delete(id);
    card.remove();
    this.#requests.hidden = this.#cards.size === 0;
    // What had the focus is gone; the next thing to decide, or the run, takes it.
    if (hadFocus && this.#live) (this.#cards.values().next().value ?? document.getElementById("run")).focus();
  }

  #finish({ status, halt_reason, error }) {
    for (const id of [...this.#cards.keys()]) this.#settle(id);
    this.#setStatus(status);
    this.#answer.removeAttribute("aria-busy");
    this.#cancel.hidden = true;
    this.#resume.hidden = true;
    if (halt_reason !== undefined) this.#facts.textContent += ` · halted: ${halt_reason}`;
    if (error !== undefined) this.#facts.textContent += ` · ${error.message}`;
    this.#say(`Run ${status}`);
  }

  /** What is known of a run whose events are not kept any more. */
  #takeStatus(status) {
    this.#title.textContent = status.request;
    this.#budget.window(status.budget.window);
    for (const step of status.steps) {
      const view = this.#step(step.step_id) ?? this.#addStep({ ...step, id: step.step_id });
      view.setState(step.state);
      if (step.score !== undefined) view.verdict({ score: step.score, checks: [] });
    }
    this.#answerSection.hidden = status.text === "";
    this.#answer.textContent = status.text;
    this.#message = status.message_id ?? null;
    for (const request of status.pending) this.#ask(request, request.data.request_id ?? request.data.id);
    if (status.status === "running" || status.status === "waiting") this.#setStatus(status.status);
    else this.#finish(status);
  }

  #setStatus(status) {
    this.#status.textContent = status;
    this.#status.dataset.tone = TONES[status] ?? "";
    this.node.dataset.status = status;
  }

  /** Somebody drives the run again. */
  #goOn() {
    this.#setStatus("running");
    this.#resume.hidden = true;
    this.#cancel.hidden = false;
  }

  async #act(button, action) {
    button.disabled = true;
    this.#trouble.hidden = true;
    try {
      await action();
    } catch (error) {
      this.#trouble.textContent = error.message;
      this.#trouble.hidden = false;
    } finally {
      button.disabled = false;
    }
  }

  #say(text) {
    if (this.#live) announce(text);
  }

  #step(id) {
    return this.#byId.get(id);
  }

  #current() {
    return [...this.#byId.values()].findLast((step) => step.node.dataset.state === "active");
  }
}
