import type { RunEvent } from "@pelorus/core";
import type { Redaction } from "../log/redaction.js";
import type { SecretArguments } from "../log/secret-arguments.js";
import { oneLine, type Style } from "./style.js";

/** Tells a run's events as lines for a person. It keeps what it needs to know between events. */
export class ProgressLines {
  readonly #style: Style;
  readonly #columns: number;
  readonly #redaction: Redaction;
  readonly #secret: SecretArguments;
  #startedAt: number | null = null;
  #window = 0;
  #steps: readonly { readonly id: string; readonly operation: string }[] = [];
  readonly #capabilities = new Map<string, string>();
  #leftOut = 0;

  constructor(options: {
    readonly style: Style;
    readonly columns: number;
    readonly redaction: Redaction;
    /** Arguments that are not shown. A request for approval shows them all: a person decides about the exact call. */
    readonly secret: SecretArguments;
  }) {
    this.#redaction = options.redaction;
    this.#secret = options.secret;
    this.#style = options.style;
    this.#columns = options.columns;
  }

  /** The lines one event is worth; most are worth none. */
  linesFor(event: RunEvent): string[] {
    const style = this.#style;
    this.#startedAt ??= Date.parse(event.at);
    const line = (mark: string, text: string, paint?: (text: string) => string) => [
      this.#line(event, mark, text, paint),
    ];
    switch (event.kind) {
      case "run_started":
        this.#window = event.data.window.tokens;
        return line(style.cyan("●"), `run ${event.runId}, window ${this.#window} tokens (${event.data.window.source})`);
      case "intent_classified": {
        this.#steps = event.data.steps;
        this.#leftOut = event.data.dropped.length;
        const plan = event.data.steps.map((step) => step.operation).join(" → ");
        const dropped = this.#leftOut === 0 ? "" : `, ${this.#leftOut} left out`;
        return line(style.cyan("●"), `plan ${plan}, depth ${event.data.depth}${dropped}`, style.bold);
      }
      case "lifecycle_transitioned":
        return this.#transition(event);
      case "model_call_started": {
        const { purpose, inputTokens, exact } = event.data;
        const about = exact ? "" : "about ";
        return line(style.dim("│"), `model ${purpose}: ${about}${inputTokens} of ${this.#window} tokens`, style.dim);
      }
      case "model_call_finished":
        return event.data.error === undefined
          ? []
          : line(style.red("│"), `model call failed: ${this.#redaction.text(event.data.error.message)}`);
      case "retry_scheduled":
        return line(style.yellow("│"), `again in ${event.data.delayMs} ms: ${this.#redaction.text(event.data.reason)}`);
      case "budget_trimmed": {
        const { section, tokensBefore, tokensAfter } = event.data;
        return line(
          style.yellow("│"),
          `${section} trimmed from ${tokensBefore} to ${tokensAfter} tokens to fit the window`,
        );
      }
      case "tool_call_started": {
        const { callId, capabilityId } = event.data;
        this.#capabilities.set(callId, capabilityId);
        const shown = this.#redaction.value(event.data.arguments, this.#secret.get(capabilityId));
        return line(style.cyan("│"), `${capabilityId} ${JSON.stringify(shown)}`);
      }
      case "tool_call_finished": {
        const { outcome, durationMs, error } = event.data;
        const mark = outcome === "ok" ? style.green("│") : style.red("│");
        const name = this.#capabilities.get(event.data.callId) ?? event.data.callId;
        const why = error === undefined ? "" : `, ${this.#redaction.text(error)}`;
        return line(mark, `${name}: ${outcome} in ${durationMs} ms${why}`);
      }
      case "tool_call_refused":
        return line(style.red("│"), `${event.data.capabilityId} refused: ${event.data.reason}`);
      case "reask_sent":
        return line(style.yellow("│"), `asked again: ${event.data.problem}`);
      case "loop_detected":
        return line(style.yellow("│"), `${event.data.capabilityId} repeats itself; tools end for this step`);
      case "verdict_reached": {
        const { score, checked, checks } = event.data.verdict;
        const failed = checks.filter((check) => check.outcome === "fail").map((check) => check.id);
        if (!checked || failed.length === 0) return [];
        return line(style.yellow("│"), `verified ${score.toFixed(2)}, failed: ${failed.join(", ")}`);
      }
      case "depth_renegotiated":
        return line(style.yellow("●"), `depth ${event.data.from} → ${event.data.to}: ${event.data.reason}`);
      case "approval_requested":
        return line(
          style.yellow("?"),
          `approval ${event.data.id}: ${event.data.call.capabilityId} ${JSON.stringify(event.data.call.arguments)}`,
        );
      case "clarification_requested":
        return line(style.yellow("?"), `clarification ${event.data.requestId}: ${event.data.question}`);
      case "approval_resolved":
        return line(style.yellow("?"), `${event.data.id} ${event.data.decision} by ${event.data.reviewer}`);
      case "run_resumed":
        return line(style.cyan("●"), `resumed, leg ${event.data.leg}`);
      default:
        return [];
    }
  }

  #transition(event: Extract<RunEvent, { kind: "lifecycle_transitioned" }>): string[] {
    const style = this.#style;
    const { state, from, stepId, operation, detail } = event.data;
    if (state === from || stepId === undefined) return [];
    const number = this.#steps.findIndex((step) => step.id === stepId) + 1;
    const name = `${operation ?? ""} ${number}/${this.#steps.length}`;
    if (state === "OPERATION_POSITIONED") return [this.#line(event, style.cyan("┌"), `${name} ${detail}`, style.bold)];
    if (state === "INTEGRATED") return [this.#line(event, style.green("└"), `${name} integrated`)];
    if (state === "HALTED") return [this.#line(event, style.red("■"), `halted: ${detail}`)];
    return [];
  }

  #line(event: RunEvent, mark: string, text: string, paint: (text: string) => string = (same) => same): string {
    const seconds = ((Date.parse(event.at) - (this.#startedAt ?? 0)) / 1000).toFixed(1).padStart(6);
    const lane = event.lane === 0 ? "" : `[${event.lane}] `;
    return `${this.#style.dim(`${seconds} s`)} ${mark} ${lane}${paint(oneLine(text, Math.max(40, this.#columns - 12)))}`;
  }
}
