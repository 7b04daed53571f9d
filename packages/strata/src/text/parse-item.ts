import type { Annotation, ArgType, Effects, NeuralSpec, Signature } from "../ir/declaration.js";
import type { Fact, Weight } from "../ir/fact.js";
import type { Literal } from "../ir/literal.js";
import type { ItemContent, Pragma, QueryKind } from "../ir/program.js";
import { TermParser } from "./parse-term.js";
import type { TextSpans } from "./text-spans.js";
import type { TokenStream } from "./token-stream.js";
import { ANNOTATION_WORDS, DEFAULT_PROOF_COUNT, EFFECT_WORDS } from "./words.js";

/** How deep the terms of a head, a fact or a query, and those of a body, stand in the JSON of a program. */
const HEAD_LEVEL = 7;
const BODY_LEVEL = 9;
const PRAGMAS: ReadonlySet<string> = new Set<Pragma>(["terms", "asp", "builtins"]);
const LARGEST_PROOF_COUNT = 2 ** 32 - 1;

/** Reads the items of a program, without their full stops. */
export class ItemParser {
  readonly #tokens: TokenStream;
  readonly #terms: TermParser;
  readonly #spans: TextSpans | null;

  constructor(tokens: TokenStream, nesting: number, spans: TextSpans | null) {
    this.#tokens = tokens;
    this.#terms = new TermParser(tokens, nesting, spans);
    this.#spans = spans;
  }

  item(): ItemContent {
    this.#terms.reset();
    const token = this.#tokens.peek();
    if (token.kind === "pragma") return this.#pragma();
    if (token.kind === "query") {
      this.#tokens.take();
      return { kind: "query", data: { atom: this.#terms.atom(HEAD_LEVEL), kind: token.text as QueryKind } };
    }
    if (token.kind === "name") {
      if (this.#tokens.takeWord("domain"))
        return { kind: "domain", data: { name: this.#tokens.needName("a domain name") } };
      if (this.#tokens.takeWord("pred")) return this.#predicate();
      if (this.#tokens.takeWord("neural")) return this.#neural();
      if (this.#tokens.takeWord("input")) return this.#input();
    }
    return this.#factOrRule();
  }

  #pragma(): ItemContent {
    const { text } = this.#tokens.peek();
    if (!PRAGMAS.has(text)) return this.#tokens.unexpected("`@terms`, `@asp` or `@builtins`");
    this.#tokens.take();
    return { kind: "pragma", data: text as Pragma };
  }

  #predicate(): ItemContent {
    const name = this.#tokens.needName("a predicate name");
    const args = this.#types();
    this.#tokens.needSymbol(":", "`:` and an annotation");
    const annotation = this.#annotation();
    const effects = this.#effects();
    const neural = this.#tokens.isWord("from") ? this.#model() : undefined;
    const sig: Signature = { args, annotation, ...(Object.keys(effects).length === 0 ? {} : { effects }) };
    return { kind: "predicate", data: { name, sig, ...(neural === undefined ? {} : { neural }) } };
  }

  #neural(): ItemContent {
    const name = this.#tokens.needName("a predicate name");
    const args = this.#types();
    const sig: Signature = { args, annotation: { kind: "bool" }, effects: { determinism: "stochastic" } };
    return { kind: "predicate", data: { name, sig, neural: this.#model() } };
  }

  #model(): NeuralSpec {
    this.#tokens.needWord("from");
    this.#tokens.needWord("model");
    return { model: this.#tokens.needString("the name of a model") };
  }

  #input(): ItemContent {
    const pred = this.#tokens.needName("a predicate name");
    this.#tokens.needWord("from");
    return { kind: "input", data: { pred, path: this.#tokens.needString("a path") } };
  }

  #types(): ArgType[] {
    this.#tokens.needSymbol("(");
    const types: ArgType[] = [];
    while (!this.#tokens.takeSymbol(")")) {
      if (types.length > 0) this.#tokens.needSymbol(",", "`,` or `)`");
      const { start } = this.#tokens.peek();
      const type = this.#type();
      this.#spans?.addNode(type, { start, end: this.#tokens.end });
      types.push(type);
    }
    return types;
  }

  #type(): ArgType {
    if (this.#tokens.takeWord("int")) return { kind: "int" };
    if (this.#tokens.takeWord("term"))
      return { kind: "term", data: { name: this.#tokens.needName("a name after `term`") } };
    return { kind: "domain", data: { name: this.#tokens.needName("a domain, `int` or `term`") } };
  }

  #annotation(): Annotation {
    const words = Object.entries(ANNOTATION_WORDS) as [Annotation["kind"], string][];
    const found = words.find(([, word]) => this.#tokens.isWord(word));
    if (found === undefined) {
      return this.#tokens.unexpected("`Bool`, `Trop`, `Prov` or `Prov_k`");
    }
    this.#tokens.take();
    const kind = found[0];
    return kind === "prov_k" ? { kind, data: { k: this.#proofCount() } } : { kind };
  }

  #proofCount(): number {
    if (!this.#tokens.takeSymbol("(")) return DEFAULT_PROOF_COUNT;
    const { start, end } = this.#tokens.peek();
    const count = this.#terms.integer("a number of proofs");
    if (count < 0 || count > LARGEST_PROOF_COUNT) {
      this.#tokens.complain(2007, { start, end }, `the number of proofs ${count} is not within 0..2^32-1`);
    }
    this.#tokens.needSymbol(")");
    return count;
  }

  #effects(): Effects {
    const effects: Record<string, string> = {};
    const seen = new Set<string>();
    for (let token = this.#tokens.peek(); token.kind === "name"; token = this.#tokens.peek()) {
      const word = EFFECT_WORDS.get(token.text);
      if (word === undefined) break;
      if (seen.has(word.field)) this.#tokens.unexpected(`one word for ${word.field}`);
      seen.add(word.field);
      this.#tokens.take();
      if (!word.isDefault) effects[word.field] = token.text;
    }
    return effects as Effects;
  }

  #factOrRule(): ItemContent {
    const weight = this.#weight();
    const prob = this.#prob();
    const { kind } = this.#tokens.peek();
    if (kind !== "name" && kind !== "string") {
      this.#tokens.unexpected("an item", { hint: "an item is a declaration, a fact, a rule, a query or a pragma" });
    }
    const atom = this.#terms.atom(HEAD_LEVEL);
    const plain = weight === undefined && prob === undefined;
    if (plain && this.#tokens.takeSymbol(":-")) return { kind: "rule", data: { head: atom, body: this.#body() } };
    const fact: Fact = {
      atom,
      ...(weight === undefined ? {} : { weight }),
      ...(prob === undefined ? {} : { prob }),
    };
    return { kind: "fact", data: fact };
  }

  #weight(): Weight | undefined {
    const token = this.#tokens.peek();
    const signed = token.kind === "symbol" && token.text === "-";
    const isInfinite = token.kind === "name" && token.text === "inf" && this.#tokens.isSymbol("::", 1);
    if (isInfinite) this.#tokens.take();
    else if (token.kind !== "integer" && !(signed && this.#tokens.peek(1).kind === "integer")) return undefined;
    const weight = isInfinite ? "inf" : this.#terms.integer("a weight");
    this.#tokens.needSymbol("::");
    return weight;
  }

  #prob(): number | undefined {
    const signed = this.#tokens.isSymbol("-");
    const number = this.#tokens.peek(signed ? 1 : 0);
    if (number.kind !== "number") return undefined;
    const { start } = this.#tokens.peek();
    if (signed) this.#tokens.take();
    this.#tokens.take();
    const prob = Number(number.text);
    if (!Number.isFinite(prob)) {
      this.#tokens.complain(2, { start, end: number.end }, "expected a number a double can hold");
    }
    this.#tokens.needSymbol("::");
    return signed && prob !== 0 ? -prob : prob;
  }

  #body(): Literal[] {
    const body: Literal[] = [];
    if (this.#tokens.isSymbol(".")) return body;
    do body.push(this.#terms.literal(BODY_LEVEL));
    while (this.#tokens.takeSymbol(","));
    return body;
  }
}
