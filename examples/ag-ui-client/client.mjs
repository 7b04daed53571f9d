// A terminal client for any AG-UI 1.0 agent, Pelorus servers among them: `node client.mjs http://127.0.0.1:7357/ag-ui`.
import { createInterface } from "node:readline/promises";
import { pathToFileURL } from "node:url";
import { HttpAgent } from "@ag-ui/client";

/** Writes what happens as it happens: operations, calls and text. */
export function printEvents(write) {
  let column = 0;
  const line = (text) => {
    write(`${column > 0 ? "\n" : ""}${text}\n`);
    column = 0;
  };
  return {
    onStepStartedEvent: ({ event }) => line(`▸ ${event.stepName}`),
    onToolCallEndEvent: ({ toolCallName, toolCallArgs }) => line(`  ${toolCallName} ${JSON.stringify(toolCallArgs)}`),
    onToolCallResultEvent: ({ event }) => line(`  ← ${inShort(event.content)}`),
    onTextMessageContentEvent: ({ event }) => {
      write(event.delta);
      column += event.delta.length;
    },
    onTextMessageEndEvent: () => line(""),
    // A text that was revised is taken back; what stays is told again below.
    onMessagesSnapshotEvent: () => line("(revised)"),
    onRunFinishedEvent: ({ outcome, event }) => {
      const tokens = (event.usage ?? []).reduce((sum, { totalTokens = 0 }) => sum + totalTokens, 0);
      if (outcome !== "interrupt") line(`— ${outcome}, ${tokens} tokens`);
    },
    // A failed run resolves like any other: this event is how it is told.
    onRunErrorEvent: ({ event }) => line(`✗ ${event.code}: ${event.message}`),
  };
}

// #region turn
/** Asks one thing, and answers what the agent asks back until it is done. `decide` gives a payload, or null to cancel. */
export async function turn(agent, content, decide) {
  agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
  let { result } = await agent.runAgent();
  while (agent.pendingInterrupts.length > 0) {
    const resume = [];
    for (const interrupt of agent.pendingInterrupts) {
      const payload = await decide(interrupt);
      const answer = payload === null ? { status: "cancelled" } : { status: "resolved", payload };
      resume.push({ interruptId: interrupt.id, ...answer });
    }
    ({ result } = await agent.runAgent({ resume }));
  }
  return result;
}
// #endregion turn

/** The first clauses of a result. */
function inShort(content) {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const clauses = text.split(/; |\n/);
  return clauses.length > 2 ? `${clauses.slice(0, 2).join("; ")}; …` : clauses.join("; ");
}

async function main(url) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const agent = new HttpAgent({ url, threadId: crypto.randomUUID() });
  agent.subscribe(printEvents((text) => process.stdout.write(text)));
  const closed = new AbortController();
  terminal.once("close", () => closed.abort());
  /** What is typed; nothing once the input has ended. */
  const ask = (prompt) =>
    terminal.question(prompt, { signal: closed.signal }).then(
      (text) => text.trim(),
      () => "",
    );
  const decide = async ({ reason, message }) => {
    const reply = await ask(`${message} ${reason === "approval" ? "[y/N] " : "> "}`);
    if (reason === "approval") return { approved: /^y(es)?$/i.test(reply) };
    return reply === "" ? null : { answer: reply };
  };
  try {
    for (;;) {
      const text = await ask("\nYou: ");
      if (text === "" || text === "exit") return;
      // The client has said already what went wrong; the conversation goes on.
      await turn(agent, text, decide).catch((error) => console.log(`✗ ${error.message}`));
    }
  } finally {
    terminal.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(process.argv[2] ?? "http://127.0.0.1:7357/ag-ui");
}
