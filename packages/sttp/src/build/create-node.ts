import type { Avec, AvecDimensions } from "../avec/psi.js";
import type { Layer, ResponseFormat, SemanticLink, StrictNode, Tier, Trigger } from "../layer/node.js";
import { decimalLexeme, typedNode } from "../layer/typed-view.js";
import { parse } from "../parse/parse.js";
import { printNode } from "../print/print-node.js";
import type { LayerKind } from "../source/glyph.js";
import { misuse } from "../source/misuse.js";
import type { Field, ObjectValue, Value } from "../syntax/value.js";
import { numberValueOf, objectOf, textOf } from "./build-value.js";

/** Everything a strict-valid node states. Nothing is filled in: what is not given is not in the node. */
export interface NodeFacts {
  /** The ordinal of all four blocks; an integer from 0 to 999 999 999, absent for none. */
  readonly ordinal?: number;
  readonly provenance: {
    readonly trigger: Trigger;
    readonly response_format: ResponseFormat;
    readonly origin_session: string;
    /** An integer, usually ≥ 0. */
    readonly compression_depth: number;
    /** Text such as `ref:run/step`, or null for no parent. */
    readonly parent_node: string | null;
    readonly prime: {
      readonly attractor_config: AvecDimensions;
      readonly context_summary: string;
      readonly relevant_tier: Tier;
      /** An integer, usually ≥ 0. */
      readonly retrieval_budget: number;
      readonly semantic_tags?: readonly string[];
      readonly extensions?: readonly Field[];
    };
    readonly semantic_links?: readonly SemanticLink[];
    readonly extensions?: readonly Field[];
  };
  readonly envelope: {
    /** `YYYY-MM-DDThh:mm:ss[.fraction](Z|±hh:mm)`. */
    readonly timestamp: string;
    readonly tier: Tier;
    readonly session_id: string;
    readonly schema_version?: string;
    readonly user_avec: Avec;
    readonly model_avec: Avec;
    readonly extensions?: readonly Field[];
  };
  /** At least one field made by `contentField`. */
  readonly content: readonly Field[];
  readonly metrics: {
    readonly rho: number;
    readonly kappa: number;
    readonly psi: number;
    readonly compression_avec: Avec;
    readonly extensions?: readonly Field[];
  };
}

/**
 * Builds a node from facts and proves it: the node's canonical text is read back and must be strict-valid. Throws
 * TypeError for facts of a wrong type and RangeError (`code` STTP_NODE_INVALID, with `diagnostics` and `omitted`) for facts that make
 * no strict-valid node.
 */
export function createNode(facts: NodeFacts): StrictNode {
  const { ordinal = null } = record("facts", facts);
  if (ordinal !== null && typeof ordinal !== "number") throw misuse("STTP_ARGUMENT_TYPE", "ordinal must be a number");
  if (ordinal !== null && !(Number.isInteger(ordinal) && ordinal >= 0 && ordinal <= 999_999_999)) {
    throw misuse("STTP_OPTION_RANGE", "ordinal must be an integer from 0 to 999 999 999");
  }
  const layer = (kind: LayerKind, object: ObjectValue): Layer => ({
    kind,
    blocks: [{ ordinal, marker: ordinal !== null, wrapped: true, object }],
    unplacedBlocks: [],
    unparsed: [],
  });
  const trees = {
    provenance: layer("provenance", provenanceObject(record("provenance", facts.provenance))),
    envelope: layer("envelope", envelopeObject(record("envelope", facts.envelope))),
    content: layer("content", objectOf(facts.content)),
    metrics: layer("metrics", metricsObject(record("metrics", facts.metrics))),
  };
  const node = typedNode(trees, [], decimalLexeme);
  const { text, omitted } = printNode(node, {});
  const { strictValid, diagnostics } = parse(text);
  if (strictValid && omitted.length === 0) return node as StrictNode;
  const faults = diagnostics.filter((diagnostic) => diagnostic.strictImpact);
  const reasons = [
    ...faults.map(({ path, message }) => `${path?.join(".") ?? ""}: ${message}`),
    ...omitted.map(({ path, reason }) => `${path.join(".")}: ${reason}`),
  ];
  throw misuse("STTP_NODE_INVALID", `the facts make no strict-valid node: ${reasons.join("; ")}`, {
    diagnostics: faults,
    omitted,
  });
}

function provenanceObject(facts: NodeFacts["provenance"]): ObjectValue {
  const prime = record("prime", facts.prime);
  return members(facts.extensions, {
    trigger: word("trigger", facts.trigger),
    response_format: word("response_format", facts.response_format),
    origin_session: textOf("origin_session", facts.origin_session),
    compression_depth: numberValueOf("compression_depth", facts.compression_depth),
    parent_node: facts.parent_node === null ? { kind: "null" } : textOf("parent_node", facts.parent_node),
    prime: members(prime.extensions, {
      attractor_config: dimensionsObject("attractor_config", prime.attractor_config),
      context_summary: textOf("context_summary", prime.context_summary),
      retrieval_budget: numberValueOf("retrieval_budget", prime.retrieval_budget),
      relevant_tier: word("relevant_tier", prime.relevant_tier),
      semantic_tags: list(prime.semantic_tags, (tag) => textOf("semantic_tags", tag)),
    }),
    semantic_links: list(facts.semantic_links, (link) =>
      members(undefined, linkMembers(record("semantic_links", link))),
    ),
  });
}

function linkMembers(link: SemanticLink): Readonly<Record<string, Value>> {
  return {
    rel: textOf("rel", link.rel),
    target: textOf("target", link.target),
    confidence: numberValueOf("confidence", link.confidence),
  };
}

function envelopeObject(facts: NodeFacts["envelope"]): ObjectValue {
  const version = facts.schema_version;
  return members(facts.extensions, {
    timestamp: textOf("timestamp", facts.timestamp),
    tier: word("tier", facts.tier),
    session_id: textOf("session_id", facts.session_id),
    schema_version: version === undefined ? undefined : textOf("schema_version", version),
    user_avec: avecObject("user_avec", facts.user_avec),
    model_avec: avecObject("model_avec", facts.model_avec),
  });
}

function metricsObject(facts: NodeFacts["metrics"]): ObjectValue {
  return members(facts.extensions, {
    rho: numberValueOf("rho", facts.rho),
    kappa: numberValueOf("kappa", facts.kappa),
    psi: numberValueOf("psi", facts.psi),
    compression_avec: avecObject("compression_avec", facts.compression_avec),
  });
}

function dimensionMembers(name: string, avec: AvecDimensions): Readonly<Record<string, Value>> {
  const { stability, friction, logic, autonomy } = record(name, avec);
  return {
    stability: numberValueOf("stability", stability),
    friction: numberValueOf("friction", friction),
    logic: numberValueOf("logic", logic),
    autonomy: numberValueOf("autonomy", autonomy),
  };
}

function dimensionsObject(name: string, avec: AvecDimensions): ObjectValue {
  return members(undefined, dimensionMembers(name, avec));
}

function avecObject(name: string, avec: Avec): ObjectValue {
  return members(undefined, { ...dimensionMembers(name, avec), psi: numberValueOf("psi", avec.psi) });
}

/** An object of known members, those that are given, and the extensions behind them. */
function members(
  extensions: readonly Field[] | undefined,
  known: Readonly<Record<string, Value | undefined>>,
): ObjectValue {
  const fields: Field[] = [];
  for (const [name, value] of Object.entries(known)) if (value) fields.push({ name, quoted: false, value });
  return objectOf([...fields, ...(extensions ?? [])]);
}

function list<T>(items: readonly T[] | undefined, build: (item: T) => Value): Value | undefined {
  return items && { kind: "array", items: items.map(build) };
}

function word(name: string, text: string): Value {
  return { ...textOf(name, text), style: "bare" };
}

function record<T extends object>(name: string, facts: T): T {
  if (typeof facts !== "object" || facts === null) throw misuse("STTP_ARGUMENT_TYPE", `${name} must be an object`);
  return facts;
}
