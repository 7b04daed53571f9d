import { answerPositioned, pendingRequests } from "@pelorus/core";
import { EXIT } from "../exit-codes.js";
import { secretValues } from "../log/secret-values.js";
import { openRecord } from "../open-record.js";
import type { Terminal } from "../terminal.js";

/** Answers an open approval, clarification or tool call of a run that is not running; `resume` then goes on. */
export async function answerCommand(
  path: string,
  id: string,
  value: string,
  options: { readonly reviewer?: string },
  terminal: Terminal,
): Promise<number> {
  const { folder, runId, path: record } = await openRecord(path);
  const reviewer = options.reviewer ?? "command-line";
  const secrets = secretValues(terminal.env);
  await answerPositioned(runId, id, readValue(value), { journal: folder, reviewer, secrets });
  const left = await pendingRequests(runId, { journal: folder });
  terminal.err(
    `Answered ${id}.${left.length === 0 ? "" : ` ${left.length} more to answer.`}\nGo on with: pelorus resume ${record}\n`,
  );
  return EXIT.complete;
}

/** A JSON value where the text is one, else the text itself. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
