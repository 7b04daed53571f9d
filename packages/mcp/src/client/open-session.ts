import { McpError } from "../mcp-error.js";
import { VERSION } from "../version.js";
import { answerElicitation } from "./answer-elicitation.js";
import type { McpSettings } from "./client-options.js";
import { loadSdk, type Sdk } from "./load-sdk.js";
import { isCommand, type McpTarget, targetLabel } from "./mcp-target.js";
import { openHttp } from "./open-http.js";
import { openStdio } from "./open-stdio.js";
import type { OpenedTransport } from "./opened-transport.js";
import { scopedSignal } from "./scoped-signal.js";
import type { Secrets } from "./secrets.js";
import { McpSession, type SessionHooks } from "./session.js";
import { wordsOf } from "./session-failure.js";

export interface SessionSpec {
  readonly target: McpTarget;
  readonly settings: McpSettings;
  readonly secrets: Secrets;
  readonly hooks: SessionHooks;
  /** Ends opening. */
  readonly signal: AbortSignal;
}

/**
 * Starts or reaches the server, shakes hands and lists its tools. Over HTTP a server that refuses the first message is
 * tried again with the older transport. Nothing is left behind when it fails: McpError `mcp_connect_failed`, or the
 * reason of the signal.
 */
export async function openSession(spec: SessionSpec): Promise<McpSession> {
  const { target, settings } = spec;
  const sdk = await loadSdk();
  const scope = scopedSignal([spec.signal], settings.connectTimeoutMs);
  let session: McpSession | null = null;
  const onOverflow = () => {
    const error = session?.overflow() ?? new McpError("mcp_result_too_large", "The first message is too large.");
    session?.endWith(error);
    return error;
  };
  const begin = async (opened: OpenedTransport): Promise<McpSession> => {
    session = newSession(opened, spec, sdk);
    try {
      await establish(session, scope.signal, settings.connectTimeoutMs);
      return session;
    } catch (error) {
      await session.close(new McpError("mcp_closed", "The session was not begun."));
      throw new OpeningError(error, opened);
    }
  };
  try {
    if (isCommand(target)) return await begin(await openStdio(target, settings.maximumMessageBytes));
    const { maximumMessageBytes } = settings;
    try {
      return await begin(await openHttp("streamable-http", target, maximumMessageBytes, onOverflow));
    } catch (error) {
      if (!isOlderServer(error, sdk)) throw error;
      return await begin(await openHttp("sse", target, maximumMessageBytes, onOverflow));
    }
  } catch (error) {
    if (spec.signal.aborted) throw spec.signal.reason;
    throw connectError(error, spec, scope.signal.aborted);
  } finally {
    scope.end();
  }
}

/** An error of opening, with the transport it came from. */
class OpeningError extends Error {
  readonly opened: OpenedTransport;
  constructor(cause: unknown, opened: OpenedTransport) {
    super("opening failed", { cause });
    this.opened = opened;
  }
}

function newSession(opened: OpenedTransport, spec: SessionSpec, sdk: Sdk): McpSession {
  const { settings, secrets } = spec;
  const { clarifyHandler } = settings;
  const client = new sdk.Client(
    { name: "pelorus", version: VERSION },
    // A server asks only those who say that somebody is there.
    { capabilities: clarifyHandler === undefined ? {} : { elicitation: { form: { applyDefaults: true } } } },
  );
  const session = new McpSession({
    client,
    opened,
    label: targetLabel(spec.target),
    sdk,
    settings,
    redact: (text) => secrets.redact(text),
    hooks: spec.hooks,
  });
  if (clarifyHandler !== undefined) {
    client.setRequestHandler(sdk.ElicitRequestSchema, ({ params }, { signal }) =>
      answerElicitation(params, { handler: clarifyHandler, server: session.label, calls: session.calls, signal }),
    );
  }
  client.onclose = () => session.noteClosed();
  client.onerror = (error) => session.noteError(error);
  return session;
}

async function establish(session: McpSession, signal: AbortSignal, timeoutMs: number): Promise<void> {
  const { client, opened } = session;
  let onAbort: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    const connected = client.connect(opened.transport, { signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs });
    connected.catch(() => {});
    await Promise.race([connected, aborted]);
    await session.begin(signal);
  } finally {
    signal.removeEventListener("abort", onAbort);
    aborted.catch(() => {});
  }
}

/** Servers of the older transport know no POST at this address; what they answer to it varies. */
function isOlderServer(error: unknown, sdk: Sdk): boolean {
  const cause = error instanceof OpeningError ? error.cause : error;
  if (!(cause instanceof sdk.StreamableHTTPError)) return false;
  return [400, 404, 405, 406, 415, 501].includes(cause.code ?? 0);
}

function connectError(error: unknown, spec: SessionSpec, isLate: boolean): McpError {
  const { target, settings, secrets } = spec;
  const label = settings.name ?? targetLabel(target);
  const [cause, opened] = error instanceof OpeningError ? [error.cause, error.opened] : [error, null];
  const words = wordsOf(cause);
  const reason = isLate
    ? `no answer within ${settings.connectTimeoutMs} ms`
    : /connection closed/i.test(words)
      ? "it ended before it had begun"
      : words;
  const stderr = opened?.stderr().trim() ?? "";
  const told = stderr === "" ? "" : ` It wrote to stderr: ${stderr}`;
  return new McpError(
    "mcp_connect_failed",
    secrets.redact(`The MCP server ${label} did not answer: ${reason}.${told}`),
    {
      isRetryable: true,
    },
  );
}
