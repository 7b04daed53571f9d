import { randomBytes } from "node:crypto";
import type { CapabilityCallContext, ClarificationRequest, ClarifyHandler } from "@pelorus/core";
import { type ElicitationField, elicitationFields } from "./elicitation-field.js";

/** A call under way: whom a question of the server interrupts. */
export interface ActiveCall {
  readonly toolName: string;
  readonly context: CapabilityCallContext;
}

export interface ElicitationContext {
  readonly handler: ClarifyHandler;
  readonly server: string;
  readonly calls: ReadonlySet<ActiveCall>;
  readonly signal: AbortSignal;
}

export interface ElicitationAnswer {
  readonly [member: string]: unknown;
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Record<string, string | number | boolean | string[]>;
}

type Said =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "skip" }
  | { readonly kind: "abort" };

/** A person takes longer than a time limit: calls report progress while one is waited for. */
const HEARTBEAT_MS = 10_000;
const MAX_MESSAGE = 2_000;
const DECLINE: ElicitationAnswer = { action: "decline" };

/**
 * Puts a question of a server to the clarification handler, one request per field (POS-POL-10). An answer that is an
 * object with the names of the fields answers all of them. A skipped or twice misunderstood answer to a required field
 * declines, and so does a handler that fails; abort cancels.
 */
export async function answerElicitation(
  params: { readonly message?: unknown; readonly requestedSchema?: unknown },
  context: ElicitationContext,
): Promise<ElicitationAnswer> {
  const message = String(params.message ?? "")
    .slice(0, MAX_MESSAGE)
    .toWellFormed();
  const fields = elicitationFields(params.requestedSchema);
  const heartbeat = setInterval(() => {
    for (const call of context.calls) call.context.reportProgress({ message: "waiting for an answer" });
  }, HEARTBEAT_MS);
  try {
    return fields.length === 0 ? await confirm(message, context) : await fillIn(message, fields, context);
  } catch {
    return DECLINE;
  } finally {
    clearInterval(heartbeat);
  }
}

async function confirm(message: string, context: ElicitationContext): Promise<ElicitationAnswer> {
  const said = await ask(message, ["yes", "no"], context);
  if (said.kind === "abort") return { action: "cancel" };
  const agreed = said.kind === "value" && /^\s*(?:y|yes|ok|true|approve)\s*$/i.test(String(said.value));
  return agreed ? { action: "accept", content: {} } : DECLINE;
}

async function fillIn(
  message: string,
  fields: readonly ElicitationField[],
  context: ElicitationContext,
): Promise<ElicitationAnswer> {
  const content: Record<string, unknown> = {};
  let given: Readonly<Record<string, unknown>> | null = null;
  for (const field of fields) {
    let value: unknown;
    for (let attempt = 1; attempt <= 2 && value === undefined; attempt++) {
      const stated = given as Readonly<Record<string, unknown>> | null;
      if (stated !== null && attempt === 1) {
        if (!Object.hasOwn(stated, field.name)) break;
        value = field.read(stated[field.name]);
        continue;
      }
      const said = await ask(`${message}\n${field.label}`, field.options, context);
      if (said.kind === "abort") return { action: "cancel" };
      if (said.kind === "skip") break;
      if (isForm(said.value, fields)) {
        given = said.value;
        value = field.read(said.value[field.name]);
      } else value = field.read(said.value);
    }
    value ??= field.fallback;
    if (value !== undefined) content[field.name] = value;
    else if (field.required) return DECLINE;
  }
  return { action: "accept", content: content as NonNullable<ElicitationAnswer["content"]> };
}

async function ask(question: string, options: readonly string[], context: ElicitationContext): Promise<Said> {
  const tools = [...context.calls].map((call) => call.toolName).join(", ");
  const request: ClarificationRequest = {
    requestId: `clar_${randomBytes(6).toString("hex")}`,
    question,
    operationType: "CLARIFY",
    reason: "missing_information",
    options: [...options],
    context: `The MCP server ${context.server} asks this${tools === "" ? "" : ` while it runs ${tools}`}.`,
  };
  const answer = await context.handler({ kind: "clarification", data: request }, { signal: context.signal });
  if (typeof answer === "object" && answer !== null && "action" in answer) {
    const { action, answer: value } = answer as { action: unknown; answer?: unknown };
    if (action === "answer" && value !== undefined) return { kind: "value", value };
    return action === "abort" ? { kind: "abort" } : { kind: "skip" };
  }
  const word = typeof answer === "string" ? answer.trim().toLowerCase() : "";
  if (word === "skip" && !options.includes(word)) return { kind: "skip" };
  if (word === "abort" && !options.includes(word)) return { kind: "abort" };
  return answer === undefined ? { kind: "skip" } : { kind: "value", value: answer };
}

function isForm(value: unknown, fields: readonly ElicitationField[]): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    fields.some(({ name }) => Object.hasOwn(value, name))
  );
}
