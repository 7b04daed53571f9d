/**
 * A second judge of strictness, written from the grammar and the rules alone and by other means than the parser: a plain
 * recursive descent that answers yes or no. It shares no code with the package; tests hold the two against each other.
 */
export function isStrictByTheBook(text: string): boolean {
  try {
    new Recogniser(text).document();
    return true;
  } catch (reason) {
    if (reason instanceof Refusal) return false;
    throw reason;
  }
}

class Refusal extends Error {}

type Node =
  | { kind: "object"; members: Map<string, Node> }
  | { kind: "array" | "string" | "word" | "boolean" | "null" }
  | { kind: "number"; integral: boolean };

interface StringNode {
  kind: "string";
  text: string;
}

const words: Record<string, string[]> = {
  trigger: ["scheduled", "threshold", "resonance", "seed", "manual"],
  response_format: ["temporal_node", "natural_language", "hybrid"],
  tier: ["raw", "daily", "weekly", "monthly", "quarterly", "yearly"],
  relevant_tier: ["raw", "daily", "weekly", "monthly", "quarterly", "yearly"],
};
const dimensions = ["stability", "friction", "logic", "autonomy"];
const canonical: Record<string, string[]> = {
  provenance: [
    "trigger",
    "response_format",
    "origin_session",
    "compression_depth",
    "parent_node",
    "prime",
    "semantic_links",
  ],
  prime: ["attractor_config", "context_summary", "retrieval_budget", "relevant_tier", "semantic_tags"],
  attractor: dimensions,
  envelope: ["timestamp", "tier", "session_id", "schema_version", "user_avec", "model_avec"],
  avec: [...dimensions, "psi"],
  metrics: ["rho", "kappa", "psi", "compression_avec"],
};
const aliases: Record<string, string[]> = {
  provenance: ["parent_node_id", "parentNodeId", "compressionDepth"],
  prime: ["contextSummary"],
  attractor: [],
  envelope: ["ts", "timestamp_utc", "sessionId", "userAvec", "modelAvec"],
  avec: [],
  metrics: ["compressionAvec"],
};

class Recogniser {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): void {
    if (this.text.startsWith("\ufeff")) this.at = 1;
    this.space();
    this.layer("⊕⟨", () => this.provenance());
    this.layer("⦿⟨", () => this.envelope());
    this.layer("◈⟨", () => this.require(this.fields(1) > 0));
    this.layer("⍉⟨", () => this.metrics());
    this.require(this.at === this.text.length);
  }

  require(condition: boolean): void {
    if (!condition) throw new Refusal();
  }

  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at += found[0].length;
    return found[0];
  }

  take(literal: string): void {
    this.require(this.text.startsWith(literal, this.at));
    this.at += literal.length;
  }

  see(literal: string): boolean {
    return this.text.startsWith(literal, this.at);
  }

  space(): void {
    this.match(/[ \t\n\r]*/y);
  }

  layer(open: string, body: () => void): void {
    this.take(open);
    this.space();
    if (this.match(/⏣[0-9]{0,9}/y) !== null) this.space();
    body();
    this.space();
    this.take("⟩");
    this.space();
  }

  provenance(): void {
    const members = this.object("provenance");
    this.needWords(members, "trigger", "response_format");
    this.need(members, "string", "origin_session");
    this.needInteger(members, "compression_depth");
    const parent = members.get("parent_node");
    this.require(parent?.kind === "null" || parent?.kind === "string");
    const prime = this.needObject(members, "prime");
    this.needNumbers(this.needObject(prime, "attractor_config"), ...dimensions);
    this.need(prime, "string", "context_summary");
    this.needInteger(prime, "retrieval_budget");
    this.needWords(prime, "relevant_tier");
  }

  envelope(): void {
    const members = this.object("envelope");
    const timestamp = members.get("timestamp") as StringNode | undefined;
    this.require(timestamp?.kind === "string" && isTime(timestamp.text));
    this.needWords(members, "tier");
    this.need(members, "string", "session_id");
    if (members.has("schema_version")) this.need(members, "string", "schema_version");
    for (const name of ["user_avec", "model_avec"])
      this.needNumbers(this.needObject(members, name), ...dimensions, "psi");
  }

  metrics(): void {
    const members = this.object("metrics");
    this.needNumbers(members, "rho", "kappa", "psi");
    this.needNumbers(this.needObject(members, "compression_avec"), ...dimensions, "psi");
  }

  need(members: Map<string, Node>, kind: Node["kind"], name: string): void {
    this.require(members.get(name)?.kind === kind);
  }

  needObject(members: Map<string, Node>, name: string): Map<string, Node> {
    const node = members.get(name);
    if (node?.kind !== "object") throw new Refusal();
    return node.members;
  }

  needNumbers(members: Map<string, Node>, ...names: string[]): void {
    for (const name of names) this.need(members, "number", name);
  }

  needInteger(members: Map<string, Node>, name: string): void {
    const node = members.get(name);
    this.require(node?.kind === "number" && node.integral);
  }

  needWords(members: Map<string, Node>, ...names: string[]): void {
    for (const name of names) {
      const node = members.get(name) as StringNode | undefined;
      this.require(
        (node?.kind === "string" || (node as { kind?: string } | undefined)?.kind === "word") &&
          words[name]!.includes(node!.text),
      );
    }
  }

  /** An object outside the content; `place` names what it is, or is empty where there is no schema. */
  object(place: string): Map<string, Node> {
    const members = new Map<string, Node>();
    this.take("{");
    this.space();
    if (!this.see("}")) {
      for (;;) {
        const key = this.see('"') ? this.string() : this.identifier();
        this.require(!members.has(key));
        this.checkSpelling(place, key);
        this.space();
        this.take(":");
        this.space();
        members.set(key, this.value(place, key));
        this.space();
        if (!this.see(",")) break;
        this.take(",");
        this.space();
      }
    }
    this.take("}");
    return members;
  }

  checkSpelling(place: string, key: string): void {
    const names = canonical[place];
    if (names === undefined || names.includes(key)) return;
    this.require(!aliases[place]!.includes(key));
    const lower = key.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    this.require(!names.includes(lower));
  }

  value(place: string, key: string): Node {
    if (this.see("{")) return { kind: "object", members: this.object(innerPlace(place, key)) };
    if (this.see("[")) return this.list(() => this.value("", ""));
    const isWord =
      (place === "provenance" && (key === "trigger" || key === "response_format")) ||
      (place === "envelope" && key === "tier") ||
      (place === "prime" && key === "relevant_tier");
    return this.scalar(isWord);
  }

  /** Content fields; answers how many. */
  fields(depth: number): number {
    this.require(depth <= 5);
    const names = new Set<string>();
    this.take("{");
    this.space();
    if (!this.see("}")) {
      for (;;) {
        const name = this.identifier();
        this.require(!names.has(name));
        names.add(name);
        this.take("(");
        const confidence = Number(this.number());
        this.require(confidence >= 0 && confidence <= 1);
        this.take(")");
        this.space();
        this.take(":");
        this.space();
        this.fieldValue(depth);
        this.space();
        if (!this.see(",")) break;
        this.take(",");
        this.space();
      }
    }
    this.take("}");
    return names.size;
  }

  fieldValue(depth: number): void {
    if (this.see("{")) this.fields(depth + 1);
    else if (this.see("[")) {
      this.list(() => {
        this.fieldValue(depth);
        return { kind: "null" };
      });
    } else this.scalar(false);
  }

  list(item: () => Node): Node {
    this.take("[");
    this.space();
    if (!this.see("]")) {
      for (;;) {
        item();
        this.space();
        if (!this.see(",")) break;
        this.take(",");
        this.space();
      }
    }
    this.take("]");
    return { kind: "array" };
  }

  scalar(wordAllowed: boolean): Node {
    if (this.see('"')) return { kind: "string", text: this.string() } as StringNode;
    const word = this.match(/[A-Za-z_][A-Za-z0-9_]*/y);
    if (word === null) {
      const number = this.number();
      this.ends();
      return { kind: "number", integral: !/\.[0-9]*[1-9]/.test(number) };
    }
    this.ends();
    if (word === "true" || word === "false") return { kind: "boolean" };
    if (word === "null") return { kind: "null" };
    this.require(wordAllowed);
    return { kind: "word", text: word } as Node;
  }

  ends(): void {
    this.require(this.at === this.text.length || " \t\n\r,}]⟩".includes(this.text[this.at]!));
  }

  identifier(): string {
    const found = this.match(/[A-Za-z_][A-Za-z0-9_]*/y);
    this.require(found !== null);
    return found!;
  }

  number(): string {
    const found = this.match(/-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)/y);
    this.require(found !== null && Number.isFinite(Number(found)));
    return found!;
  }

  string(): string {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the grammar excludes exactly these.
    const found = this.match(/"(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*"/y);
    this.require(found !== null);
    const text = JSON.parse(found!) as string;
    this.require((text as string & { isWellFormed?(): boolean }).isWellFormed?.() ?? true);
    return text;
  }
}

function innerPlace(place: string, key: string): string {
  if (place === "provenance" && key === "prime") return "prime";
  if (place === "prime" && key === "attractor_config") return "attractor";
  if (place === "envelope" && (key === "user_avec" || key === "model_avec")) return "avec";
  return place === "metrics" && key === "compression_avec" ? "avec" : "";
}

function isTime(text: string): boolean {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-](\d\d):(\d\d))$/.exec(text);
  if (parts === null) return false;
  const [, date, hour, minute, second, zoneHour = "0", zoneMinute = "0"] = parts;
  if (
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(second) > 59 ||
    Number(zoneHour) > 23 ||
    Number(zoneMinute) > 59
  )
    return false;
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date!);
}
