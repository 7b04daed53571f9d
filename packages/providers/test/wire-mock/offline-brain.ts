import { vendorSafeNames } from "@pelorus/core";
import { offlineModel } from "../../src/offline/index.js";
import type { MockAnswer, MockRequest } from "./mock-types.js";

const model = offlineModel();

/** What the model answered to a prompt it was asked before: it is a function of what it is asked. */
const answers = new Map<string, Promise<MockAnswer>>();

/**
 * Answers a mocked request as the offline model would: so a run over any wire can be compared with the same run without
 * one. Calls go in the vendor's own channel where it was offered tools.
 */
export function offlineBrain(request: MockRequest): Promise<MockAnswer> {
  const { prompt, schema, tools, maxTokens } = request;
  const asked = JSON.stringify([prompt, schema, tools, maxTokens]);
  let answer = answers.get(asked);
  if (answer === undefined) {
    answer = thinkAbout(request);
    answers.set(asked, answer);
  }
  return answer;
}

async function thinkAbout(request: MockRequest): Promise<MockAnswer> {
  const { text } = await model.doGenerate({
    prompt: request.prompt,
    schema: request.schema,
    tools: request.tools.map(({ name, inputSchema }) => ({
      name,
      description: "",
      inputSchema: inputSchema as Record<string, unknown>,
    })),
    maxOutputTokens: request.maxTokens ?? 1024,
    temperature: 0,
    purpose: "answer",
    stablePrefixLength: 0,
    signal: new AbortController().signal,
  });
  const envelope = request.schema === null ? null : envelopeIn(text);
  if (envelope === null) return { text };
  if (request.tools.length > 0 && typeof envelope.capability_id === "string") {
    const name = vendorSafeNames([envelope.capability_id]).toSafe(envelope.capability_id) as string;
    return { toolCalls: [{ id: "call_1", name, arguments: envelope.arguments ?? {} }] };
  }
  const properties = Object.keys((request.schema?.properties ?? {}) as object);
  return { text: properties.length === 1 && properties[0] === "reply" ? JSON.stringify({ reply: envelope }) : text };
}

function envelopeIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
