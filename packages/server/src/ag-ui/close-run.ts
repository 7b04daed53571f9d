import type { RunEvent } from "@pelorus/core";
import type { AgUiEvent, AgUiTokenUsage } from "./ag-ui-event.js";
import type { AgUiState } from "./ag-ui-state.js";
import { interruptOf } from "./interrupts.js";

/** Reasons for which a run ends because somebody wanted it to. */
const STOPPED_BY_PEOPLE: ReadonlySet<string> = new Set(["aborted", "user_aborted"]);

/** Ends everything that is open, innermost first. */
export function closeGroups(state: AgUiState): AgUiEvent[] {
  const events: AgUiEvent[] = [];
  if (state.text !== null) events.push({ type: "TEXT_MESSAGE_END", messageId: state.text.id });
  if (state.reasoning !== null) {
    events.push(
      { type: "REASONING_MESSAGE_END", messageId: state.reasoning },
      { type: "REASONING_END", messageId: state.reasoning },
    );
  }
  for (const { name } of state.steps.toReversed()) events.push({ type: "STEP_FINISHED", stepName: name });
  return events;
}

/** The one terminal event of an AG-UI run, for the event of the Pelorus run it ends with. */
export function finishRun(state: AgUiState, event: RunEvent): AgUiEvent {
  const { threadId } = state;
  const runId = state.runId ?? event.runId;
  const usage = usageOf(state);
  if (event.kind === "run_waiting") {
    const { pending } = event.data;
    const calls = pending.filter(({ kind }) => kind === "tool_call");
    // Calls of the application's own tools end a run well; what asks a person interrupts it.
    const outcome =
      calls.length === pending.length
        ? ({
            type: "success",
            pendingToolCallIds: pending.flatMap((request) =>
              request.kind === "tool_call" ? [`${event.runId}/${request.data.id}`] : [],
            ),
          } as const)
        : ({ type: "interrupt", interrupts: pending.map((request) => interruptOf(event.runId, request)) } as const);
    return { type: "RUN_FINISHED", threadId, runId, outcome, ...usage };
  }
  if (event.kind !== "run_finished") throw new TypeError(`an AG-UI run does not end with ${event.kind}`);
  const { status, haltReason, completion, remaining, error } = event.data;
  if (status === "halted" && !STOPPED_BY_PEOPLE.has(haltReason ?? "")) {
    const code = error?.code ?? haltReason ?? "halted";
    return { type: "RUN_ERROR", message: error?.message ?? `The run was halted: ${code}.`, code, ...usage };
  }
  const result = { run_id: event.runId, status, text: state.answer, completion, remaining };
  return status === "halted"
    ? { type: "RUN_FINISHED", threadId, runId, outcome: { type: "cancelled" }, ...usage }
    : { type: "RUN_FINISHED", threadId, runId, outcome: { type: "success" }, result, ...usage };
}

function usageOf(state: AgUiState): { readonly usage?: readonly AgUiTokenUsage[] } {
  const entries = Object.entries(state.usage).map(([name, { inputTokens, outputTokens }]): AgUiTokenUsage => {
    const colon = name.indexOf(":");
    return {
      ...(colon > 0 ? { provider: name.slice(0, colon) } : {}),
      model: name.slice(colon + 1),
      inputTokens,
      outputTokens,
      totalTokens: inputTokens + outputTokens,
    };
  });
  return entries.length === 0 ? {} : { usage: entries };
}
