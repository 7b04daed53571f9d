import { print } from "@pelorus/sttp";
import { sha256Digest } from "../../contract/digest.js";
import type { CognitiveStateData } from "../../contract/state.js";
import { buildNode, type ParentNode } from "./build-node.js";
import type { NodeDraft } from "./node-draft.js";

/** One node of a run's record. Its text is made when somebody reads it (POS-SPD-02), and is the same whenever that is. */
export interface RecordedNode {
  /** `<run_id>/<step_id>` */
  readonly nodeId: string;
  readonly draft: NodeDraft;
  /** `<run_id>/<step_id>` of the node before, or null. */
  readonly parentNode: string | null;
  /** Canonical STTP text. */
  readonly text: string;
  /** `sha256:<64 hex>` of the text. */
  readonly digest: string;
}

class ChainedNode implements RecordedNode {
  readonly nodeId: string;
  readonly draft: NodeDraft;
  readonly #parent: ChainedNode | NonNullable<CognitiveStateData["recordHead"]> | null;
  #text: string | null = null;
  #digest: string | null = null;

  constructor(draft: NodeDraft, parent: ChainedNode | NonNullable<CognitiveStateData["recordHead"]> | null) {
    this.nodeId = `${draft.runId}/${draft.step.id}`;
    this.draft = draft;
    this.#parent = parent;
  }

  get parentNode(): string | null {
    return this.#parent?.nodeId ?? null;
  }

  get text(): string {
    if (this.#text === null) {
      // Earlier nodes first and one by one: a long chain must not become a deep recursion.
      for (const node of this.#unprinted()) node.#print();
    }
    return this.#text as unknown as string;
  }

  get digest(): string {
    this.#digest ??= sha256Digest(this.text);
    return this.#digest;
  }

  #unprinted(): ChainedNode[] {
    const chain: ChainedNode[] = [];
    for (let node: ChainedNode | null = this; node !== null && node.#text === null; ) {
      chain.push(node);
      node = node.#parent instanceof ChainedNode ? node.#parent : null;
    }
    return chain.reverse();
  }

  #print(): void {
    const above = this.#parent;
    const parent: ParentNode | null =
      above === null
        ? null
        : above instanceof ChainedNode
          ? { nodeId: above.nodeId, digest: above.digest, modelAvec: above.draft.modelAvec }
          : above;
    this.#text = print(buildNode(this.draft, parent)).text;
  }
}

/** The nodes of a run in record order, chained to the head the session had before it. */
export class RecordChain {
  readonly nodes: RecordedNode[] = [];
  #last: ChainedNode | NonNullable<CognitiveStateData["recordHead"]> | null;
  /** What stood at the end before the newest node. */
  #before: ChainedNode | NonNullable<CognitiveStateData["recordHead"]> | null = null;

  constructor(priorHead: CognitiveStateData["recordHead"]) {
    this.#last = priorHead ?? null;
  }

  add(draft: NodeDraft): RecordedNode {
    const node = new ChainedNode(draft, this.#last);
    this.#before = this.#last;
    this.#last = node;
    this.nodes.push(node);
    return node;
  }

  /** Takes the node that was just added out again: one that cannot be written is no part of the record. */
  takeBack(): void {
    this.nodes.pop();
    this.#last = this.#before;
  }

  /** `record.sttp`: the canonical nodes, one blank line between (POS-REC-06). */
  get text(): string {
    return this.nodes.map((node) => node.text).join("\n\n");
  }
}
