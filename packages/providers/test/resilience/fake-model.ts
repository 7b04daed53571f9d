import {
  type LanguageModel,
  ModelCallError,
  type ModelRequest,
  type ModelResponse,
  type ModelStreamPart,
} from "@pelorus/core";

/** A request such as a run makes. */
export function requestOf(prompt: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    prompt,
    schema: null,
    tools: [],
    maxOutputTokens: 100,
    temperature: 0.2,
    purpose: "answer",
    stablePrefixLength: 0,
    signal: new AbortController().signal,
    ...more,
  };
}

/** A model of a class, as adapters may be: its members are not its own. */
export class ClassModel implements LanguageModel {
  readonly provider = "class";
  readonly modelId = "model";
  calls = 0;
  readonly #answer: (call: number, request: ModelRequest) => ModelResponse | Promise<ModelResponse>;

  constructor(answer: (call: number, request: ModelRequest) => ModelResponse | Promise<ModelResponse>) {
    this.#answer = answer;
  }

  contextWindowSize(): number {
    return 4321;
  }

  countTokens(text: string): number {
    return text.length;
  }

  async doGenerate(request: ModelRequest): Promise<ModelResponse> {
    return this.#answer(++this.calls, request);
  }

  async *doStream(request: ModelRequest): AsyncGenerator<ModelStreamPart> {
    const response = await this.#answer(++this.calls, request);
    for (const delta of response.text.match(/.{1,4}/gs) ?? []) yield { type: "text", delta };
    yield { type: "finish", response };
  }
}

export const outage = (status = 503) =>
  new ModelCallError(`Down (${status}).`, { isRetryable: true, statusCode: status });
