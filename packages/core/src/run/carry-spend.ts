import type { RunEvent } from "../contract/event.js";
import type { Run } from "./run.js";

/**
 * Charges an attempt with what the attempts before it spent and it does not repeat: calls that failed are made again, and
 * were paid for all the same (POS-FBK-03). To be called when what earlier attempts did has been replayed.
 */
export function carrySpend(run: Pick<Run, "caller" | "judge" | "ledger">, history: readonly RunEvent[]): void {
  const told = { inputTokens: 0, outputTokens: 0, calls: 0, estimated: false };
  const amounts = new Map<string, number>();
  for (const event of history) {
    if (event.kind !== "spend_recorded") continue;
    const { inputTokens, outputTokens, amount, currency, estimated } = event.data;
    told.inputTokens += inputTokens;
    told.outputTokens += outputTokens;
    told.calls++;
    told.estimated ||= estimated;
    if (amount !== undefined && currency !== undefined) amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
  }
  const repeated = [run.caller.usage, ...(run.judge === null ? [] : [run.judge.usage])];
  const sum = (member: "inputTokens" | "outputTokens" | "calls") =>
    repeated.reduce((total, usage) => total + usage[member], 0);
  run.caller.carry({
    inputTokens: told.inputTokens - sum("inputTokens"),
    outputTokens: told.outputTokens - sum("outputTokens"),
    calls: told.calls - sum("calls"),
  });
  run.caller.usage.estimated ||= told.estimated;
  for (const [currency, amount] of amounts) {
    const known = run.ledger.currency === currency ? (run.ledger.spent ?? 0) : 0;
    if (amount !== known) run.ledger.add(amount - known, currency, told.estimated);
  }
}
