import { appended, type Field, NONE, type NumberValue, type ObjectValue, type Value } from "../syntax/value.js";
import type {
  AttractorConfig,
  AvecView,
  Content,
  Envelope,
  Layer,
  Metrics,
  Prime,
  Provenance,
  SttpNode,
  UnplacedLayer,
} from "./node.js";
import { type Projection, project } from "./project.js";
import { attractorSchema, avecSchema, type KeySchema, layerSchemas, type ObjectSchema, primeSchema } from "./schema.js";
import { integerOf, linksOf, numberOf, parentOf, stringArrayOf, timestampOf, wordOf } from "./typed-value.js";

/** The text of a number as it was written. */
export type Lexeme = (value: NumberValue) => string;

/** For numbers that were not read from text: their exact decimal. */
export const decimalLexeme: Lexeme = (value) => value.decimal;

/** Layer trees of one node, before anything is typed. */
export interface LayerTrees {
  readonly provenance?: Layer;
  readonly envelope?: Layer;
  readonly content?: Layer;
  readonly metrics?: Layer;
  readonly delta?: Layer;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const NOTHING: ObjectValue = Object.freeze({ kind: "object", fields: NONE, duplicates: NONE, unparsed: NONE });

/** STTP-A-01: puts the typed members beside the trees; a member that is not well-typed is absent, never guessed. */
export function typedNode(trees: LayerTrees, unplacedLayers: readonly UnplacedLayer[], lexeme: Lexeme): SttpNode {
  return {
    provenance: trees.provenance ? provenanceView(trees.provenance, lexeme) : null,
    envelope: trees.envelope ? envelopeView(trees.envelope) : null,
    content: trees.content ? contentView(trees.content) : null,
    metrics: trees.metrics ? metricsView(trees.metrics) : null,
    extensions: trees.delta ? { delta: trees.delta } : {},
    unplacedLayers,
  };
}

function contentView(layer: Layer): Content {
  const { span, blocks, unplacedBlocks, unparsed } = layer;
  const { fields } = objectOf(layer);
  if (span === undefined) return { kind: "content", blocks, unplacedBlocks, unparsed, fields };
  return { kind: "content", span, blocks, unplacedBlocks, unparsed, fields };
}

function provenanceView(layer: Layer, lexeme: Lexeme): Provenance {
  const object = objectOf(layer);
  const { provenance } = layerSchemas;
  const projection = project(object, provenance);
  const [trigger, responseFormat, originSession, depth, parentNode, prime, links] = projection.known;
  const extensions = extensionsOf(object, projection, provenance);
  const view = layerView(layer, "provenance", extensions) as Writable<Provenance>;
  const word = wordAt(trigger, provenance.keys[0]!);
  if (word !== null) view.trigger = word;
  const format = wordAt(responseFormat, provenance.keys[1]!);
  if (format !== null) view.response_format = format;
  const session = textAt(originSession);
  if (session !== null) view.origin_session = session;
  const compressionDepth = integerAt(depth);
  if (compressionDepth !== null) view.compression_depth = compressionDepth;
  const parent = parentNode ? parentOf(parentNode.value, lexeme) : null;
  if (parent !== null) view.parent_node = parent;
  if (prime?.value.kind === "object") view.prime = primeView(prime.value);
  const semanticLinks = links ? linksOf(links.value) : null;
  if (semanticLinks !== null) view.semantic_links = semanticLinks;
  return view;
}

/** The tree of a layer with room for its typed members. */
function layerView(layer: Layer, kind: Layer["kind"], extensions: readonly Field[]) {
  const { span, blocks, unplacedBlocks, unparsed } = layer;
  if (span === undefined) return { kind, blocks, unplacedBlocks, unparsed, extensions };
  return { kind, span, blocks, unplacedBlocks, unparsed, extensions };
}

function primeView(object: ObjectValue): Prime {
  const projection = project(object, primeSchema);
  const [attractor, summary, budget, tier, tags] = projection.known;
  const view: Writable<Prime> = { extensions: extensionsOf(object, projection, primeSchema) };
  if (attractor?.value.kind === "object") view.attractor_config = attractorView(attractor.value);
  const contextSummary = textAt(summary);
  if (contextSummary !== null) view.context_summary = contextSummary;
  const retrievalBudget = integerAt(budget);
  if (retrievalBudget !== null) view.retrieval_budget = retrievalBudget;
  const relevantTier = wordAt(tier, primeSchema.keys[3]!);
  if (relevantTier !== null) view.relevant_tier = relevantTier;
  const semanticTags = tags ? stringArrayOf(tags.value) : null;
  if (semanticTags !== null) view.semantic_tags = semanticTags;
  return view;
}

function envelopeView(layer: Layer): Envelope {
  const object = objectOf(layer);
  const { envelope } = layerSchemas;
  const projection = project(object, envelope);
  const [timestamp, tier, sessionId, schemaVersion, userAvec, modelAvec] = projection.known;
  const extensions = extensionsOf(object, projection, envelope);
  const view = layerView(layer, "envelope", extensions) as Writable<Envelope>;
  const time = timestamp ? timestampOf(timestamp.value) : null;
  if (time !== null) view.timestamp = time;
  const word = wordAt(tier, envelope.keys[1]!);
  if (word !== null) view.tier = word;
  const session = textAt(sessionId);
  if (session !== null) view.session_id = session;
  const version = textAt(schemaVersion);
  if (version !== null) view.schema_version = version;
  if (userAvec?.value.kind === "object") view.user_avec = avecView(userAvec.value);
  if (modelAvec?.value.kind === "object") view.model_avec = avecView(modelAvec.value);
  return view;
}

function metricsView(layer: Layer): Metrics {
  const object = objectOf(layer);
  const { metrics } = layerSchemas;
  const projection = project(object, metrics);
  const [rho, kappa, psi, compressionAvec] = projection.known;
  const extensions = extensionsOf(object, projection, metrics);
  const view = layerView(layer, "metrics", extensions) as Writable<Metrics>;
  const rhoNumber = numberAt(rho);
  if (rhoNumber !== null) view.rho = rhoNumber;
  const kappaNumber = numberAt(kappa);
  if (kappaNumber !== null) view.kappa = kappaNumber;
  const psiNumber = numberAt(psi);
  if (psiNumber !== null) view.psi = psiNumber;
  if (compressionAvec?.value.kind === "object") view.compression_avec = avecView(compressionAvec.value);
  return view;
}

/** The typed members of an AVEC object. */
export function avecView(object: ObjectValue): AvecView {
  const projection = project(object, avecSchema);
  const view = dimensionsView(object, projection, avecSchema) as Writable<AvecView>;
  const psi = numberAt(projection.known[4]);
  if (psi !== null) view.psi = psi;
  return view;
}

function attractorView(object: ObjectValue): AttractorConfig {
  return dimensionsView(object, project(object, attractorSchema), attractorSchema);
}

function dimensionsView(object: ObjectValue, projection: Projection, schema: ObjectSchema): AttractorConfig {
  const { known } = projection;
  const stability = numberAt(known[0]);
  const friction = numberAt(known[1]);
  const logic = numberAt(known[2]);
  const autonomy = numberAt(known[3]);
  const extensions = extensionsOf(object, projection, schema);
  if (stability !== null && friction !== null && logic !== null && autonomy !== null) {
    return { extensions, stability, friction, logic, autonomy };
  }
  const view: Writable<AttractorConfig> = { extensions };
  if (stability !== null) view.stability = stability;
  if (friction !== null) view.friction = friction;
  if (logic !== null) view.logic = logic;
  if (autonomy !== null) view.autonomy = autonomy;
  return view;
}

function objectOf(layer: Layer): ObjectValue {
  return layer.blocks[0]?.object ?? NOTHING;
}

function textAt(field: Field | undefined): string | null {
  return field?.value.kind === "string" ? field.value.value : null;
}

function wordAt(field: Field | undefined, key: KeySchema): string | null {
  return field?.value.kind === "string" ? wordOf(field.value.value, key.words!) : null;
}

function numberAt(field: Field | undefined): number | null {
  return field === undefined ? null : (numberOf(field.value)?.value ?? null);
}

function integerAt(field: Field | undefined): number | null {
  return field === undefined ? null : (integerOf(field.value)?.value ?? null);
}

/** What the schema does not know, and recognised optional keys of the wrong shape, in source order. */
function extensionsOf(object: ObjectValue, projection: Projection, schema: ObjectSchema): readonly Field[] {
  let aside: readonly Field[] = NONE;
  const { keys } = schema;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    const field = key.required ? undefined : projection.known[index];
    if (field !== undefined && isSetAside(key, field.value)) aside = appended(aside, field);
  }
  if (aside.length === 0) return projection.unknown;
  const kept = new Set([...aside, ...projection.unknown]);
  return object.fields.filter((field) => kept.has(field));
}

/** Whether a recognised optional key holds something else than it should; raw text has had its own finding. */
export function isSetAside(key: KeySchema, value: Value): boolean {
  if (value.kind === "raw") return false;
  if (key.type === "string-array") return stringArrayOf(value) === null;
  return key.type === "links" && value.kind !== "null" && linksOf(value) === null;
}
