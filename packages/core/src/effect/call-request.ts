import { lazyMember } from "../contract/lazy-member.js";
import type { ModelRequest } from "../contract/model.js";

/** A request on its way to a model. Its signal is made when it is first read: one that no model reads never is. */
export class CallRequest implements ModelRequest {
  readonly prompt: ModelRequest["prompt"];
  readonly schema: ModelRequest["schema"];
  readonly tools: ModelRequest["tools"];
  readonly maxOutputTokens: number;
  readonly temperature: number;
  readonly purpose: ModelRequest["purpose"];
  declare readonly contextWindow?: number;
  readonly stablePrefixLength: number;
  declare readonly signal: AbortSignal;
  readonly #makeSignal: () => AbortSignal;
  static readonly #signal = lazyMember((request: CallRequest) => request.#makeSignal());

  constructor(request: Omit<ModelRequest, "signal">, makeSignal: () => AbortSignal) {
    this.prompt = request.prompt;
    this.schema = request.schema;
    this.tools = request.tools;
    this.maxOutputTokens = request.maxOutputTokens;
    this.temperature = request.temperature;
    this.purpose = request.purpose;
    if (request.contextWindow !== undefined) this.contextWindow = request.contextWindow;
    this.stablePrefixLength = request.stablePrefixLength;
    this.#makeSignal = makeSignal;
    Object.defineProperty(this, "signal", CallRequest.#signal);
  }
}
