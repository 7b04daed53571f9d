import type { ParsedToolCallShape, ParseSource, ToolCallProblem } from "../contract/capability.js";

/** A further call of the same reply. */
export interface FurtherCall {
  readonly capabilityId: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * What a model's output means against a frame: one call, an answer, or a problem (POS-PRS-01). Immutable; `toJSON` and
 * `fromJson` use the snake_case document.
 */
export class ParsedToolCall implements ParsedToolCallShape {
  readonly capabilityId: string | null;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly answer: string;
  readonly source: ParseSource;
  declare readonly problem?: ToolCallProblem;
  declare readonly rest?: readonly FurtherCall[];
  declare readonly note?: string;

  constructor(fields: {
    readonly capabilityId: string | null;
    readonly arguments: Readonly<Record<string, unknown>>;
    readonly answer: string;
    readonly source: ParseSource;
    readonly problem?: ToolCallProblem | undefined;
    readonly rest?: readonly FurtherCall[] | undefined;
    readonly note?: string | undefined;
  }) {
    this.capabilityId = fields.capabilityId;
    this.arguments = fields.arguments;
    this.answer = fields.answer;
    this.source = fields.source;
    if (fields.problem !== undefined) this.problem = fields.problem;
    if (fields.rest !== undefined && fields.rest.length > 0) this.rest = fields.rest;
    if (fields.note !== undefined) this.note = fields.note;
  }

  /** True for a call that may go on to policy and executor: an offered id, valid arguments, no problem. */
  get isToolCall(): boolean {
    return this.capabilityId !== null && this.problem === undefined;
  }

  toJSON(): Record<string, unknown> {
    return {
      capability_id: this.capabilityId,
      arguments: this.arguments,
      answer: this.answer,
      source: this.source,
      ...(this.problem === undefined ? {} : { problem: this.problem }),
      ...(this.rest === undefined
        ? {}
        : { rest: this.rest.map((call) => ({ capability_id: call.capabilityId, arguments: call.arguments })) }),
      ...(this.note === undefined ? {} : { note: this.note }),
    };
  }

  /** Reads what `toJSON` wrote. */
  static fromJson(json: unknown): ParsedToolCall {
    const value = json as {
      capability_id: string | null;
      arguments: Record<string, unknown>;
      answer: string;
      source: ParseSource;
      problem?: ToolCallProblem;
      rest?: { capability_id: string; arguments: Record<string, unknown> }[];
      note?: string;
    };
    return new ParsedToolCall({
      capabilityId: value.capability_id,
      arguments: value.arguments,
      answer: value.answer,
      source: value.source,
      problem: value.problem,
      rest: value.rest?.map((call) => ({ capabilityId: call.capability_id, arguments: call.arguments })),
      note: value.note,
    });
  }
}
