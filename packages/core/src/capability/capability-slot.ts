import type { CapabilityDescriptor, ToolPositioningFrameData } from "../contract/capability.js";
import { exampleArguments } from "./example-arguments.js";
import { type StrictSchema, toStrictSchema } from "./strict-schema.js";

/** The JSON of one offered capability. */
export type CapabilitySlotData = Readonly<ToolPositioningFrameData["capabilities"][number]>;

const slots = new WeakMap<CapabilityDescriptor, CapabilitySlot>();

/** One capability as a frame offers it. Immutable. */
export class CapabilitySlot {
  readonly capabilityId: string;
  /** What the capability would do here, one sentence. */
  readonly assignment: string;
  readonly inputSchema: Record<string, unknown>;
  /** A whole call in the form the reply must have. */
  readonly exampleCall: Record<string, unknown>;
  readonly outputContract: string;
  #offer: string | undefined;
  readonly #strict = new Map<string, StrictSchema>();

  constructor(data: CapabilitySlotData) {
    this.capabilityId = data.capabilityId;
    this.assignment = data.assignment;
    this.inputSchema = data.inputSchema;
    this.exampleCall = data.exampleCall;
    this.outputContract = data.outputContract;
  }

  /** The slot of a descriptor, which is offered in many frames and does not change once it is registered. */
  static fromDescriptor(descriptor: CapabilityDescriptor): CapabilitySlot {
    let slot = slots.get(descriptor);
    if (slot === undefined) {
      const { capabilityId, inputSchema } = descriptor;
      slot = new CapabilitySlot({
        capabilityId,
        assignment: firstSentence(descriptor.metadata?.description ?? "") || `Runs ${capabilityId}.`,
        inputSchema,
        exampleCall: { capability_id: capabilityId, arguments: exampleArguments(inputSchema) },
        outputContract: outputContractOf(descriptor),
      });
      slots.set(descriptor, slot);
    }
    return slot;
  }

  /** What a prompt says of the capability, behind its number in the list. */
  get offerText(): string {
    this.#offer ??= [
      `${this.capabilityId}: ${this.assignment}`,
      `   arguments (JSON Schema): ${JSON.stringify(this.inputSchema)}`,
      `   example: ${JSON.stringify(this.exampleCall)}`,
      `   ${this.outputContract}`,
    ].join("\n");
    return this.#offer;
  }

  /** The input schema in provider-strict form; definitions get `prefix`. */
  strictSchema(prefix: string): StrictSchema {
    let strict = this.#strict.get(prefix);
    if (strict === undefined) {
      strict = toStrictSchema(this.inputSchema, prefix);
      this.#strict.set(prefix, strict);
    }
    return strict;
  }

  toJSON(): Record<string, unknown> {
    return {
      capability_id: this.capabilityId,
      assignment: this.assignment,
      input_schema: this.inputSchema,
      example_call: this.exampleCall,
      output_contract: this.outputContract,
    };
  }

  /** The slot of what `toJSON` gave. The members are taken as they are. */
  static fromJson(json: unknown): CapabilitySlot {
    const value = json as {
      capability_id: string;
      assignment: string;
      input_schema: Record<string, unknown>;
      example_call: Record<string, unknown>;
      output_contract: string;
    };
    return new CapabilitySlot({
      capabilityId: value.capability_id,
      assignment: value.assignment,
      inputSchema: value.input_schema,
      exampleCall: value.example_call,
      outputContract: value.output_contract,
    });
  }
}

const MAX_ASSIGNMENT = 240;

/** The first sentence of a description on one line; a long one is cut at a word. */
function firstSentence(description: string): string {
  const line = description
    .slice(0, MAX_ASSIGNMENT * 4)
    .replace(/\s+/g, " ")
    .trim();
  const end = /[.!?。！？](?= |$)|[。！？]/u.exec(line);
  const sentence = end === null ? line : line.slice(0, end.index + 1);
  if (sentence.length <= MAX_ASSIGNMENT) return sentence;
  const cut = sentence.lastIndexOf(" ", MAX_ASSIGNMENT);
  return `${sentence.slice(0, cut > 0 ? cut : MAX_ASSIGNMENT)}…`;
}

const MAX_MEMBERS = 12;

function outputContractOf(descriptor: CapabilityDescriptor): string {
  const { outputSchema, metadata } = descriptor;
  const properties = outputSchema.properties;
  const kinds = metadata?.producesTypes ?? [];
  const gives = kinds.length === 0 ? "" : ` Establishes: ${kinds.join(", ")}.`;
  if (typeof properties === "object" && properties !== null) {
    const names = Object.keys(properties);
    const shown = names.slice(0, MAX_MEMBERS).join(", ");
    return `Returns an object with ${shown}${names.length > MAX_MEMBERS ? ", …" : ""}.${gives}`;
  }
  if (outputSchema.type === "array") return `Returns a list.${gives}`;
  return `Returns JSON, shown as a summary.${gives}`;
}
