type Item = Readonly<Record<string, unknown>>;

/** A broken pairing among the items of an input, in this vendor's words, or null (POS-BUD-06). */
export function itemPairingProblem(items: readonly Item[]): string | null {
  const open = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (item.type === "function_call") open.add(String(item.call_id));
    if (item.type === "function_call_output") {
      const id = String(item.call_id);
      const called = items.slice(0, index).some((each) => each.type === "function_call" && each.call_id === id);
      if (!called) return `No tool call found for function call output with call_id ${id}.`;
      open.delete(id);
    }
    if (item.type === "reasoning") {
      const next = items[index + 1];
      const follows =
        next !== undefined && (next.type === "function_call" || next.type === "reasoning" || next.role === "assistant");
      if (!follows)
        return `Item '${String(item.id)}' of type 'reasoning' was provided without its required following item.`;
    }
  }
  const [unanswered] = open;
  return unanswered === undefined ? null : `No tool output found for function call ${unanswered}.`;
}
