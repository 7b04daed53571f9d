const STATES = {
  "input-streaming": "preparing",
  "input-available": "running",
  "approval-requested": "needs your approval",
  "approval-responded": "answered",
  "output-available": "done",
  "output-error": "failed",
  "output-denied": "denied",
};

/** A tool call with what it was given and what it gave back; asks where a person has to decide. */
export function ToolCard({ part, onDecide }) {
  const name = part.type === "dynamic-tool" ? part.toolName : part.type.slice("tool-".length);
  const asks = part.state === "approval-requested";
  return (
    <section className="tool" data-state={part.state} aria-label={`Tool ${name}`}>
      <div className="head">
        <code>{name}</code>
        <span className="state">{STATES[part.state]}</span>
      </div>
      {asks ? (
        <>
          <pre>{JSON.stringify(part.input, null, 2)}</pre>
          <div className="decide">
            <button type="button" className="deny" onClick={() => onDecide(part.approval.id, false)}>
              Deny
            </button>
            <button type="button" className="approve" onClick={() => onDecide(part.approval.id, true)}>
              Approve
            </button>
          </div>
        </>
      ) : (
        <details>
          <summary>
            {Object.values(part.input ?? {})
              .map(String)
              .join(" · ") || "no arguments"}
          </summary>
          <pre>{part.errorText ?? String(part.output ?? "")}</pre>
        </details>
      )}
    </section>
  );
}
