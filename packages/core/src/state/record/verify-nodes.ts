import { parse, parseDocument } from "@pelorus/sttp";
import { sha256Digest } from "../../contract/digest.js";
import type { CognitiveStateData } from "../../contract/state.js";
import { type SealKey, verifyCso } from "../seal.js";
import { readContent, textOf } from "./node-content.js";

/** What a check of a record found. */
export interface RecordVerification {
  /**
   * Every node is strict-valid and follows the one before; where they were given, the state ends with the last node and
   * is sealed with the key.
   */
  readonly intact: boolean;
  /** True only where a key was given and the state's seal holds under it. */
  readonly sealed: boolean;
  /** How many nodes the text has. */
  readonly nodes: number;
  /** The first node that does not fit, counted from 0; its id as far as it can be read. */
  readonly broken: { readonly index: number; readonly nodeId: string; readonly reason: string } | null;
  /** One sentence for a person. */
  readonly message: string;
}

interface ReadNode {
  readonly nodeId: string;
  readonly digest: string;
  readonly parentNode: string | null;
  readonly parentDigest: string;
  readonly strictValid: boolean;
}

/**
 * Checks a record's text (POS-REC-05): every node strict-valid, each carrying the digest of the one before, nothing
 * between them, the last one the head that the sealed state carries. Names the first node whose text does not match:
 * edited, removed, reordered, inserted and truncated nodes are found. Without a state the end of the record cannot be
 * checked, without a key its seal cannot, and the message says so.
 */
export function verifyNodes(
  text: string,
  options: { readonly state?: CognitiveStateData | null; readonly key?: SealKey | undefined } = {},
): RecordVerification {
  const { state = null, key } = options;
  const document = parseDocument(text);
  const nodes: ReadNode[] = [];
  let foreign: number | null = null;
  for (const segment of document.segments) {
    const slice = text.slice(segment.span.start, segment.span.end);
    if (segment.kind === "text") {
      if (slice.trim() !== "") foreign ??= nodes.length;
      continue;
    }
    nodes.push(readNode(slice));
  }
  const broken = firstBroken(nodes, foreign, state);
  const counted = `${nodes.length} ${nodes.length === 1 ? "node" : "nodes"}`;
  if (broken !== null) {
    return {
      intact: false,
      sealed: false,
      nodes: nodes.length,
      broken,
      message: `Broken at node ${broken.index + 1} of ${nodes.length} (${broken.nodeId}): ${broken.reason}.`,
    };
  }
  if (key === undefined || state === null) {
    const isSealed = state?.csoHmac !== undefined;
    return {
      intact: true,
      sealed: false,
      nodes: nodes.length,
      broken: null,
      message: isSealed
        ? `${counted}: chain intact; sealed, but the seal was not checked: that needs the key.`
        : state === null
          ? `${counted}: chain intact; without the state neither its end nor a seal was checked.`
          : `${counted}: chain intact, not sealed.`,
    };
  }
  if (!verifyCso(state, key)) {
    return {
      intact: false,
      sealed: false,
      nodes: nodes.length,
      broken: null,
      message:
        state.csoHmac === undefined
          ? `${counted}: the chain holds, but the state is not sealed.`
          : `${counted}: the chain holds, but the state is not sealed with this key or was changed.`,
    };
  }
  return {
    intact: true,
    sealed: true,
    nodes: nodes.length,
    broken: null,
    message: `${counted}: chain intact and sealed.`,
  };
}

function readNode(slice: string): ReadNode {
  const own = slice.trim();
  const { node, strictValid } = parse(own);
  const content = node === null ? new Map() : readContent(node);
  const parent = node?.provenance?.parent_node;
  return {
    nodeId: `${textOf(content, "operation", "run")}/${textOf(content, "operation", "step")}`,
    digest: sha256Digest(own),
    parentNode: parent === undefined || parent.kind === "none" ? null : parent.id,
    parentDigest: textOf(content, "operation", "parent_digest"),
    strictValid,
  };
}

function firstBroken(
  nodes: readonly ReadNode[],
  foreign: number | null,
  state: CognitiveStateData | null,
): RecordVerification["broken"] {
  const fault = (index: number, reason: string) => ({ index, nodeId: nodes[index]?.nodeId ?? "none", reason });
  for (const [index, node] of nodes.entries()) {
    if (foreign === index) return fault(index, "text that is no node stands before it");
    if (!node.strictValid) return fault(index, "it is not strict-valid");
    const before = nodes[index - 1];
    if (before === undefined) continue;
    // POS-REC-05: the link says which node came before, and what its text was.
    if (node.parentNode !== before.nodeId) {
      return fault(index, `it follows ${before.nodeId}, but was recorded after ${node.parentNode ?? "no node"}`);
    }
    if (node.parentDigest !== before.digest) {
      return fault(index - 1, "its text is not the one the next node was chained to");
    }
  }
  if (foreign !== null) return fault(nodes.length - 1, "text that is no node stands after it");
  const head = state?.recordHead;
  if (head === undefined) return null;
  const last = nodes.at(-1);
  if (last === undefined || last.nodeId !== head.nodeId) {
    return fault(Math.max(0, nodes.length - 1), `the record ends here, but its last node was ${head.nodeId}`);
  }
  return last.digest === head.digest
    ? null
    : fault(nodes.length - 1, "its text is not the one the state was sealed with");
}
