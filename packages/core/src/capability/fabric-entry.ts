import type { CapabilityDescriptor } from "../contract/capability.js";
import { STL_OPERATIONS, type StlOperation } from "../contract/operation.js";
import { type ArgumentNeed, argumentNeeds } from "./argument-needs.js";
import { splitWords } from "./split-words.js";

/** A registered capability with what selection asks of it, worked out once. */
export interface FabricEntry {
  readonly descriptor: CapabilityDescriptor;
  /** Its place in the index. */
  readonly place: number;
  /** Grows with registrations; breaks ties. */
  readonly order: number;
  /** Bit per operation of `STL_OPERATIONS`. */
  readonly operations: number;
  readonly needs: readonly ArgumentNeed[];
  /** Words of each intent. */
  readonly intents: readonly (readonly string[])[];
  /** 1 ÷ (1 + (tokens + latency) ÷ 1000) (POS-FAB-02). */
  readonly cost: number;
}

/** The bit of an operation in `FabricEntry.operations`. */
export const operationBit = (operation: StlOperation): number => 1 << STL_OPERATIONS.indexOf(operation);

export function fabricEntry(descriptor: CapabilityDescriptor, place: number, order: number): FabricEntry {
  const { tokens, latencyMs } = descriptor.costProfile;
  return {
    descriptor,
    place,
    order,
    operations: descriptor.operationTypes.reduce((bits, operation) => bits | operationBit(operation), 0),
    needs: argumentNeeds(descriptor.inputSchema),
    intents: (descriptor.servesIntents ?? []).map(splitWords).filter((words) => words.length > 0),
    cost: 1 / (1 + (tokens + latencyMs) / 1000),
  };
}
