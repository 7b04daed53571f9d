import type {
  CapabilityDescriptor,
  CapabilityProfile,
  CapabilitySelection,
  RejectedCapability,
  SelectedCapability,
} from "../contract/capability.js";
import type { StlOperation } from "../contract/operation.js";

/** What the fabric answered for one operation (POS-FAB-02). Immutable; `toJSON` is the snake_case document. */
export class FabricSelection implements CapabilitySelection {
  readonly operation: StlOperation | null;
  readonly profile: CapabilityProfile;
  readonly selected: readonly SelectedCapability[];
  readonly rejected: readonly RejectedCapability[];
  readonly maxK: number;
  /** True after `narrowSelection`: what is selected is what is presented. */
  readonly narrowed: boolean;
  readonly selectionReason: string;
  /** The descriptor behind a selected id, as it was when selected; nothing after `fromJson`. */
  declare readonly describe: (capabilityId: string) => CapabilityDescriptor | undefined;

  constructor(fields: {
    readonly operation: StlOperation | null;
    readonly profile: CapabilityProfile;
    readonly selected: readonly SelectedCapability[];
    readonly rejected: readonly RejectedCapability[];
    readonly maxK: number;
    readonly narrowed?: boolean;
    /** A narrowed selection keeps the reason of the whole one: `offered` counts what the fabric selected. */
    readonly selectionReason?: string;
    readonly describe?: ((capabilityId: string) => CapabilityDescriptor | undefined) | undefined;
  }) {
    this.operation = fields.operation;
    this.profile = fields.profile;
    this.selected = fields.selected;
    this.rejected = fields.rejected;
    this.maxK = fields.maxK;
    this.narrowed = fields.narrowed ?? false;
    this.selectionReason =
      fields.selectionReason ??
      `operation=${fields.operation ?? "any"}; profile=${fields.profile}; ` +
        `offered=${fields.selected.length}/${fields.maxK}; rejected=${fields.rejected.length}`;
    // A function is no data: it stays out of copies, comparisons and JSON.
    Object.defineProperty(this, "describe", { value: fields.describe ?? (() => undefined) });
  }

  toJSON(): Record<string, unknown> {
    return {
      operation: this.operation,
      profile: this.profile,
      selected: this.selected.map(({ capabilityId, score, reason, parts }) => ({
        capability_id: capabilityId,
        score,
        reason,
        parts,
      })),
      rejected: this.rejected.map(({ capabilityId, reason }) => ({ capability_id: capabilityId, reason })),
      max_k: this.maxK,
      narrowed: this.narrowed,
      selection_reason: this.selectionReason,
    };
  }

  /** Reads what `toJSON` wrote. Descriptors are not part of it. */
  static fromJson(json: unknown): FabricSelection {
    const value = json as {
      operation: StlOperation | null;
      profile: CapabilityProfile;
      selected: {
        capability_id: string;
        score: number;
        reason: SelectedCapability["reason"];
        parts: SelectedCapability["parts"];
      }[];
      rejected: { capability_id: string; reason: RejectedCapability["reason"] }[];
      max_k: number;
      narrowed: boolean;
      selection_reason: string;
    };
    return new FabricSelection({
      operation: value.operation,
      profile: value.profile,
      selected: value.selected.map(({ capability_id, ...rest }) => ({ capabilityId: capability_id, ...rest })),
      rejected: value.rejected.map(({ capability_id, reason }) => ({ capabilityId: capability_id, reason })),
      maxK: value.max_k,
      narrowed: value.narrowed,
      selectionReason: value.selection_reason,
    });
  }
}
