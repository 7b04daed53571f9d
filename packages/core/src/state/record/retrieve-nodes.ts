import { type AvecDimensions, resonance, type SttpNode, type Tier } from "@pelorus/sttp";
import { type ReadField, readContent } from "./node-content.js";

/** What a later run looks for among nodes. Every member that is given must hold; `avec` and `keywords` rank. */
export interface NodeQuery {
  /** Ranks by resonance with the node's `model_avec`; a node without one counts as 0. */
  readonly avec?: AvecDimensions;
  /** Looked for as parts of the node's texts, in any case; a node with none of them is left out. */
  readonly keywords?: readonly string[];
  readonly sessionId?: string;
  /** Nodes of one of these tiers. */
  readonly tiers?: readonly Tier[];
  /** Half-open: from included, to excluded; ISO-8601. */
  readonly from?: string;
  readonly to?: string;
  /** Most nodes; default 10. */
  readonly limit?: number;
  /** Least score, 0…1; default 0. */
  readonly minScore?: number;
}

/** A node that answers a query, and how well. */
export interface RetrievedNode {
  readonly node: SttpNode;
  /** Mean of the parts the query asked for, 0…1; 1 when it asked for none. */
  readonly score: number;
  /** 1 − mean absolute difference of the vectors; null when the query has none. */
  readonly resonance: number | null;
  /** Share of the keywords that stand in the node; null when the query has none. */
  readonly keywordShare: number | null;
}

/** The nodes of a store that answer a query, best first, among equals the newest first. Linear in the nodes' text. */
export function retrieveNodes(nodes: Iterable<SttpNode>, query: NodeQuery): RetrievedNode[] {
  const { limit = 10, minScore = 0 } = query;
  const keywords = (query.keywords ?? []).map((word) => word.toLowerCase()).filter((word) => word !== "");
  const from = query.from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(query.from);
  const to = query.to === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.to);
  const found: (RetrievedNode & { readonly time: number })[] = [];
  for (const node of nodes) {
    const { envelope } = node;
    const time = Date.parse(envelope?.timestamp ?? "");
    const inWindow = query.from === undefined && query.to === undefined ? true : time >= from && time < to;
    if (!inWindow) continue;
    if (query.sessionId !== undefined && envelope?.session_id !== query.sessionId) continue;
    if (query.tiers !== undefined && !query.tiers.includes(envelope?.tier as Tier)) continue;
    const avec = query.avec === undefined ? null : resonanceOf(node, query.avec);
    const share = keywords.length === 0 ? null : keywordShareOf(node, keywords);
    if (share === 0) continue;
    const parts = [avec, share].filter((part): part is number => part !== null);
    const score = parts.length === 0 ? 1 : parts.reduce((sum, part) => sum + part, 0) / parts.length;
    if (score >= minScore)
      found.push({ node, score, resonance: avec, keywordShare: share, time: Number.isNaN(time) ? 0 : time });
  }
  found.sort((a, b) => b.score - a.score || b.time - a.time);
  return found.slice(0, limit).map(({ time: _time, ...rest }) => rest);
}

function resonanceOf(node: SttpNode, wanted: AvecDimensions): number {
  const avec = node.envelope?.model_avec;
  if (avec === undefined) return 0;
  const { stability, friction, logic, autonomy } = avec;
  if (stability === undefined || friction === undefined || logic === undefined || autonomy === undefined) return 0;
  return resonance({ stability, friction, logic, autonomy }, wanted);
}

function keywordShareOf(node: SttpNode, keywords: readonly string[]): number {
  const text = textOfNode(node).toLowerCase();
  return keywords.filter((word) => text.includes(word)).length / keywords.length;
}

function textOfNode(node: SttpNode): string {
  const texts: string[] = [
    node.provenance?.prime?.context_summary ?? "",
    ...(node.provenance?.prime?.semantic_tags ?? []),
  ];
  const open: ReadonlyMap<string, ReadField>[] = [readContent(node)];
  for (let fields = open.pop(); fields !== undefined; fields = open.pop()) {
    for (const { value, members } of fields.values()) {
      if (typeof value === "string") texts.push(value);
      else if (Array.isArray(value)) texts.push(...value.filter((item): item is string => typeof item === "string"));
      if (members.size > 0) open.push(members);
    }
  }
  return texts.join("\n");
}
