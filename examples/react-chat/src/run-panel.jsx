/** What the data parts of a message say of its run: its operations in order, and what they cost. */
export function RunPanel({ message, isBusy }) {
  const dataOf = (type) => (message?.parts ?? []).filter((part) => part.type === type).map(({ data }) => data);
  const operations = dataOf("data-operation");
  const [budget] = dataOf("data-budget");
  const [state] = dataOf("data-state");
  return (
    <aside className="run" aria-label="Run">
      <h2>Run</h2>
      {state === undefined ? (
        <p className="nothing">{isBusy ? "Reading the request" : "No run yet"}</p>
      ) : (
        <>
          <dl className="facts">
            <dt>Status</dt>
            <dd data-status={state.status}>{state.status}</dd>
            {state.depth !== undefined && (
              <>
                <dt>Depth</dt>
                <dd>{state.depth}</dd>
              </>
            )}
            {state.halt_reason !== undefined && (
              <>
                <dt>Halted</dt>
                <dd>{state.halt_reason}</dd>
              </>
            )}
          </dl>
          <ol className="timeline">
            {operations.map((operation) => (
              <Operation key={operation.step_id} operation={operation} />
            ))}
          </ol>
          {budget !== undefined && <Budget budget={budget} />}
        </>
      )}
    </aside>
  );
}

function Operation({ operation }) {
  const { operation: name, assignment, state, score, tool_calls: calls } = operation;
  return (
    <li data-state={state}>
      <span className="name">{name.toLowerCase()}</span>
      <span className="reached">{state}</span>
      <p>{assignment}</p>
      <p className="measures">
        {calls > 0 && <span>{calls === 1 ? "1 tool call" : `${calls} tool calls`}</span>}
        {score !== undefined && <span>verified {Math.round(score * 100)}%</span>}
      </p>
    </li>
  );
}

function Budget({ budget }) {
  const { window, input_tokens: input, output_tokens: output, model_calls: calls } = budget;
  const used = calls === 0 || window === 0 ? 0 : Math.min(1, input / calls / window);
  const number = new Intl.NumberFormat("en");
  return (
    <section className="budget">
      <h3>Budget</h3>
      <meter min="0" max="1" high="0.8" value={used} aria-label="Share of the window an average prompt takes" />
      <p>
        {number.format(input)} tokens in, {number.format(output)} out, {calls} {calls === 1 ? "call" : "calls"}; window{" "}
        {number.format(window)}
      </p>
    </section>
  );
}
