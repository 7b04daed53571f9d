import type { CompareOp, Expr, Literal } from "../ir/literal.js";
import type { AggOp, Atom, Term } from "../ir/term.js";
import type { TextSpans } from "./text-spans.js";
import type { TokenStream } from "./token-stream.js";
import { AGGREGATES, ARITHMETIC, COMPARISONS, RESERVED } from "./words.js";

/** JSON levels a node takes below its own place: an object with `data` in it, or with `data` and a list. */
const LEAF = 1;
const EMPTY_COMPOUND = 2;
const COMPOUND_STEP = 3;
const ARITH_STEP = 2;

/** Reads terms, atoms, expressions and literals. */
export class TermParser {
  readonly #tokens: TokenStream;
  readonly #nesting: number;
  readonly #spans: TextSpans | null;
  /** Open parentheses and argument lists. */
  #open = 0;
  /** JSON levels below the node read last. */
  #height = 0;

  constructor(tokens: TokenStream, nesting: number, spans: TextSpans | null) {
    this.#tokens = tokens;
    this.#nesting = nesting;
    this.#spans = spans;
  }

  /** Begins an item, whatever the one before it left open. */
  reset(): void {
    this.#open = 0;
  }

  /** An atom whose terms stand `level` objects and lists deep in the document. */
  atom(level: number): Atom {
    const { start } = this.#tokens.peek();
    const pred = this.#tokens.needName("a predicate name");
    const nameEnd = this.#tokens.end;
    if (!this.#tokens.isSymbol("("))
      this.#tokens.unexpected("`(`", { hint: "an atom without arguments is written p()" });
    const atom: Atom = { pred, args: this.#arguments(level) };
    this.#spans?.addNode(atom, { start, end: this.#tokens.end });
    this.#spans?.addName(atom, { start, end: nameEnd });
    return atom;
  }

  /** A body literal. */
  literal(level: number): Literal {
    const { start } = this.#tokens.peek();
    const literal = this.#literal(level);
    this.#spans?.addNode(literal, { start, end: this.#tokens.end });
    return literal;
  }

  #literal(level: number): Literal {
    const negated = this.#tokens.takeWord("not");
    if (this.#tokens.isWord("starts_with")) {
      this.#tokens.take();
      this.#tokens.needSymbol("(");
      const value = this.#term(level - 1);
      this.#tokens.needSymbol(",");
      const prefix = this.#term(level - 1);
      this.#tokens.needSymbol(")");
      return { kind: "starts_with", data: { value, prefix, ...(negated ? { negated } : {}) } };
    }
    if (this.#tokens.isWord("is_int")) {
      this.#tokens.take();
      this.#tokens.needSymbol("(");
      const value = this.#term(level - 1);
      this.#tokens.needSymbol(")");
      return { kind: "is_int", data: { value, ...(negated ? { negated } : {}) } };
    }
    if (negated) return { kind: "neg", data: this.atom(level) };
    if (this.#tokens.isName() && this.#tokens.isSymbol("(", 1)) return this.#atomOrComparison(level);
    const left = this.#expression(1);
    return this.#comparison(left, this.#height, level);
  }

  /** `p(X)` is an atom unless an operator follows: then it was the compound on the left of a comparison. */
  #atomOrComparison(level: number): Literal {
    const atom = this.atom(level);
    const { kind, text } = this.#tokens.peek();
    const operator = kind === "symbol" || kind === "name" ? text : "";
    if (!COMPARISONS.has(operator) && !ARITHMETIC.has(operator)) return { kind: "pos", data: atom };
    const compound: Expr = { kind: "compound", data: { functor: atom.pred, args: atom.args } };
    this.#spans?.addNode(compound, this.#spans.node(atom)!);
    this.#height = atom.args.length === 0 ? EMPTY_COMPOUND : COMPOUND_STEP + this.#height;
    const left = this.#continueExpression(compound, 1);
    return this.#comparison(left, this.#height, level);
  }

  #comparison(left: Expr, leftHeight: number, level: number): Literal {
    const token = this.#tokens.peek();
    const op: CompareOp | undefined = token.kind === "symbol" ? COMPARISONS.get(token.text) : undefined;
    if (op === undefined) {
      const hint = left.kind === "const" ? { hint: `an atom without arguments is written ${left.data.name}()` } : {};
      return this.#tokens.unexpected("a comparison such as `=` or `<`", hint);
    }
    this.#tokens.take();
    const right = this.#expression(1);
    this.#checkHeight(level - 1, Math.max(leftHeight, this.#height));
    return { kind: "compare", data: { op, left, right } };
  }

  #arguments(level: number): Term[] {
    this.#tokens.needSymbol("(");
    this.#enter();
    const args: Term[] = [];
    let height = 0;
    while (!this.#tokens.isSymbol(")")) {
      if (args.length > 0) this.#tokens.needSymbol(",", "`,` or `)`");
      args.push(this.#term(level));
      height = Math.max(height, this.#height);
    }
    this.#tokens.take();
    this.#open -= 1;
    this.#height = height;
    return args;
  }

  /** A term that stands `level` deep; 0 leaves the check to whoever knows the level. */
  #term(level: number): Term {
    const expr = this.#operand(true);
    if (level > 0) this.#checkHeight(level, this.#height);
    return expr as Term;
  }

  #expression(least: 1 | 2): Expr {
    const left = least === 1 ? this.#expression(2) : this.#factor();
    return this.#continueExpression(left, least);
  }

  /** Reads operators of level `least` or tighter after `left`. A loop: a long sum costs no stack. */
  #continueExpression(first: Expr, least: 1 | 2): Expr {
    let left = first;
    for (;;) {
      const { kind, text } = this.#tokens.peek();
      const operator = kind === "symbol" || kind === "name" ? ARITHMETIC.get(text) : undefined;
      if (operator === undefined || operator.level < least) return left;
      const leftHeight = this.#height;
      this.#tokens.take();
      const right = operator.level === 1 ? this.#expression(2) : this.#factor();
      this.#height = ARITH_STEP + Math.max(leftHeight, this.#height);
      this.#checkHeight(0, this.#height);
      left = { kind: "arith", data: { op: operator.op, left, right } };
    }
  }

  #factor(): Expr {
    if (!this.#tokens.takeSymbol("(")) return this.#operand(false) as Expr;
    this.#enter();
    const inner = this.#expression(1);
    this.#tokens.needSymbol(")");
    this.#open -= 1;
    return inner;
  }

  #operand(aggregates: boolean): Term {
    const { start } = this.#tokens.peek();
    const term = this.#bareOperand(aggregates);
    this.#spans?.addNode(term, { start, end: this.#tokens.end });
    return term;
  }

  #bareOperand(aggregates: boolean): Term {
    const token = this.#tokens.peek();
    this.#height = LEAF;
    if (token.kind === "quoted_variable" || (token.kind === "variable" && !RESERVED.has(token.text))) {
      return { kind: "var", data: { name: this.#tokens.take().text } };
    }
    if (token.kind === "integer" || (token.kind === "symbol" && token.text === "-")) {
      return { kind: "int", data: { value: this.integer("a term") } };
    }
    if (token.kind === "name" && AGGREGATES.has(token.text)) return this.#aggregate(aggregates);
    if (!this.#tokens.isName()) return this.#tokens.unexpected("a term");
    const name = this.#tokens.take().text;
    if (!this.#tokens.isSymbol("(")) return { kind: "const", data: { name } };
    const args = this.#arguments(0);
    this.#height = args.length === 0 ? EMPTY_COMPOUND : COMPOUND_STEP + this.#height;
    return { kind: "compound", data: { functor: name, args } };
  }

  #aggregate(allowed: boolean): Term {
    const token = this.#tokens.peek();
    if (!allowed) {
      return this.#tokens.unexpected("a term", { hint: "an aggregate cannot stand in a comparison" });
    }
    this.#tokens.take();
    this.#tokens.needSymbol("<", "`<` after an aggregate; as a name it is quoted");
    const variable = this.#tokens.peek();
    const bare = variable.kind === "variable" && !RESERVED.has(variable.text);
    if (!bare && variable.kind !== "quoted_variable") this.#tokens.unexpected("a variable");
    this.#tokens.take();
    this.#tokens.needSymbol(">");
    return { kind: "agg", data: { op: token.text as AggOp, var: variable.text } };
  }

  /** An integer with its sign. */
  integer(wanted: string): number {
    const { start } = this.#tokens.peek();
    const negative = this.#tokens.takeSymbol("-");
    const token = this.#tokens.peek();
    if (token.kind !== "integer") return this.#tokens.unexpected(negative ? "digits after `-`" : wanted);
    this.#tokens.take();
    const value = Number(token.text);
    if (Number.isSafeInteger(value)) return negative && value !== 0 ? -value : value;
    const shown = `${negative ? "-" : ""}${token.text.slice(0, 40)}`;
    return this.#tokens.complain(2007, { start, end: token.end }, `${shown} is not a safe integer, -(2^53-1)..2^53-1`, {
      detail: { token: shown },
    });
  }

  #enter(): void {
    this.#open += 1;
    if (this.#open > this.#nesting) this.#tooDeep();
  }

  #checkHeight(level: number, height: number): void {
    if (level + height > this.#nesting) this.#tooDeep();
  }

  /** The same program as JSON would nest too deep to be read. */
  #tooDeep(): never {
    const { start, end } = this.#tokens.peek();
    const limit = this.#nesting;
    return this.#tokens.complain(2010, { start, end }, `the program nests deeper than ${limit} levels`, {
      detail: { budget: "nesting", limit, used: limit + 1 },
    });
  }
}
