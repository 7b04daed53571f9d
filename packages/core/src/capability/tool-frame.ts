import {
  type CapabilityDescriptor,
  type CapabilityProfile,
  type CapabilitySelection,
  type StructuredOutputMode,
  type ToolPositioningFrameData,
  toolPositioningFrameSchema,
} from "../contract/capability.js";
import { DEPTH_BUDGETS, type DepthLevel } from "../contract/depth.js";
import { DescriptorError } from "../contract/error.js";
import type { OperationFrameShape } from "../contract/frame.js";
import { type DocumentCodec, documentCodec } from "../contract/json-codec.js";
import { lazySchema } from "../contract/lazy-schema.js";
import type { JsonSchema } from "../contract/model.js";
import type { StlOperation } from "../contract/operation.js";
import { CapabilitySlot } from "./capability-slot.js";
import { narrowSelection } from "./narrow-selection.js";
import type { StrictSchema } from "./strict-schema.js";

const codec = lazySchema((): DocumentCodec<ToolPositioningFrameData> => documentCodec(toolPositioningFrameSchema()));

/** What a frame is made of; the operation frame may be text that is still to be made. */
export interface ToolFrameParts extends Omit<ToolPositioningFrameData, "operationFrame"> {
  readonly operationFrame: string | (() => string);
}

/** The 1–3 capabilities offered to the model for one operation (POS-FAB-07). Immutable. */
export class ToolPositioningFrame {
  readonly operationType: StlOperation;
  readonly selectionReason: string;
  readonly capabilities: readonly CapabilitySlot[];
  /** Calls the operation may still make. */
  readonly maxCalls: number;
  readonly allowedDepth: DepthLevel;
  readonly structuredOutputMode: StructuredOutputMode;
  #operationFrame: string | (() => string);

  constructor(data: ToolFrameParts) {
    this.operationType = data.operationType;
    this.#operationFrame = data.operationFrame;
    this.selectionReason = data.selectionReason;
    this.capabilities = data.capabilities.map((slot) =>
      slot instanceof CapabilitySlot ? slot : new CapabilitySlot(slot),
    );
    this.maxCalls = data.maxCalls;
    this.allowedDepth = data.allowedDepth;
    this.structuredOutputMode = data.structuredOutputMode;
  }

  /** The operation frame as prompt text, made when it is read: a run builds a richer frame of its own. */
  get operationFrame(): string {
    if (typeof this.#operationFrame === "function") this.#operationFrame = this.#operationFrame();
    return this.#operationFrame;
  }

  get capabilityIds(): string[] {
    return this.capabilities.map((slot) => slot.capabilityId);
  }

  /** The operation frame and the offered capabilities as one instruction. */
  toPrompt(): string {
    return `${this.operationFrame}\n\n${this.toolsText()}`;
  }

  /** The offered capabilities and the form of the reply: the `tools` section of a frame. */
  toolsText(): string {
    const offers = this.capabilities.map((slot, index) => `${index + 1}. ${slot.offerText}`);
    const calls = this.maxCalls === 1 ? "1 call" : `${this.maxCalls} calls`;
    return [
      `Capabilities offered for this operation (${calls} left):`,
      ...offers,
      "Reply with exactly one JSON object and nothing else:",
      '{"capability_id": "<one of the ids above>", "arguments": {…}} to call a capability, or',
      '{"capability_id": null, "answer": "<your answer>"} when no call is needed.',
    ].join("\n");
  }

  /**
   * The schema a reply must satisfy (POS-PRS-08): one branch per offered capability with its own arguments, and the
   * answer branch, in provider-strict form.
   */
  outputSchema(): JsonSchema {
    const strict = this.capabilities.map((slot, index) => slot.strictSchema(`c${index}_`));
    const branches = this.capabilities.map((slot, index) =>
      closed({
        capability_id: { type: "string", enum: [slot.capabilityId] },
        arguments: (strict[index] as StrictSchema).schema,
      }),
    );
    const definitions = Object.assign({}, ...strict.map((schema) => schema.definitions)) as Record<string, unknown>;
    return {
      anyOf: [...branches, closed({ capability_id: { type: "null" }, answer: { type: "string" } })],
      ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }),
    };
  }

  toJSON(): Record<string, unknown> {
    const { operationFrame, capabilities } = this;
    return codec().encode({ ...this, operationFrame, capabilities: [...capabilities] }) as Record<string, unknown>;
  }

  /** Reads what `toJSON` wrote. Throws a `ZodError` when it is no such document. */
  static fromJson(json: unknown): ToolPositioningFrame {
    return new ToolPositioningFrame(codec().decode(json));
  }
}

function closed(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

export interface ToolFrameOptions {
  /** Default: that of the selection. */
  readonly profile?: CapabilityProfile;
  /** Default: that of the operation frame. */
  readonly depth?: DepthLevel;
  /** Default `json-schema`. */
  readonly structuredOutputMode?: StructuredOutputMode;
  /** Calls left; default what the depth pays for, 1 for `small-local`. */
  readonly maxCalls?: number;
  /** Present up to K, for a re-ask. */
  readonly widen?: boolean;
  /** Present at most this many. */
  readonly narrowTo?: number;
  /** Where descriptors are looked up; default the selection itself. */
  readonly describe?: (capabilityId: string) => CapabilityDescriptor | null | undefined;
}

/**
 * Composes the frame of an operation and a selection. A selection that was not narrowed is narrowed to what the profile
 * presents. Throws a `DescriptorError` when a selected capability has no descriptor.
 */
export function buildToolPositioningFrame(
  operationFrame: Pick<OperationFrameShape, "operationType" | "depth" | "toPrompt">,
  selection: CapabilitySelection,
  options: ToolFrameOptions = {},
): ToolPositioningFrame {
  const profile = options.profile ?? selection.profile;
  const depth = options.depth ?? operationFrame.depth;
  const describe = options.describe ?? selection.describe ?? (() => undefined);
  const narrowed = narrowSelection(selection, profile, {
    ...(options.widen === undefined ? {} : { widen: options.widen }),
    ...(options.narrowTo === undefined ? {} : { narrowTo: options.narrowTo }),
  });
  const byDepth = DEPTH_BUDGETS[depth].maxCalls;
  return new ToolPositioningFrame({
    operationType: operationFrame.operationType,
    operationFrame: () => operationFrame.toPrompt(),
    selectionReason: selection.selectionReason,
    capabilities: narrowed.selected.map(({ capabilityId }) => {
      const descriptor = describe(capabilityId);
      if (descriptor === null || descriptor === undefined) {
        const message = `no descriptor of ${JSON.stringify(capabilityId)}; pass \`describe\` with a selection read from JSON`;
        throw new DescriptorError("descriptor_invalid", [{ path: "", message }]);
      }
      return CapabilitySlot.fromDescriptor(descriptor);
    }),
    // A small model loses the thread of chained calls.
    maxCalls: Math.max(1, options.maxCalls ?? (profile === "small-local" ? 1 : byDepth)),
    allowedDepth: depth,
    structuredOutputMode: options.structuredOutputMode ?? "json-schema",
  });
}
