import type { DiagnosticList } from "../diagnostic/diagnostic-list.js";
import type { DiagnosticExtras } from "../diagnostic/make-diagnostic.js";
import { nearestName } from "../diagnostic/nearest-name.js";
import type { Annotation, ArgType, PredDecl } from "../ir/declaration.js";
import type { Item, Pragma, Program } from "../ir/program.js";
import { type Profile, quote } from "./check-context.js";
import type { DeclaredPredicate } from "./checked-program.js";

/** The declarations of a program and its prelude. */
export interface Declarations {
  readonly predicates: readonly DeclaredPredicate[];
  readonly predicateIds: ReadonlyMap<string, number>;
  readonly domains: readonly string[];
  readonly pragmas: ReadonlySet<Pragma>;
}

export interface DeclareOptions {
  readonly prelude: Program | null;
  readonly reserved: ReadonlySet<string>;
  readonly profile: Profile;
}

/** Collects declarations, the prelude's first, and checks them among themselves: E1012 E2001 E2002 E2003. */
export function declarePredicates(program: Program, options: DeclareOptions, report: DiagnosticList): Declarations {
  const table = new DeclarationTable(options, report);
  for (const [index, item] of (options.prelude?.items ?? []).entries()) table.declare(item, index, "/prelude");
  for (const [index, item] of program.items.entries()) table.declare(item, index, "");
  table.checkDomains();
  return table;
}

class DeclarationTable implements Declarations {
  readonly predicates: DeclaredPredicate[] = [];
  readonly predicateIds = new Map<string, number>();
  readonly pragmas = new Set<Pragma>();
  readonly #options: DeclareOptions;
  readonly #report: DiagnosticList;
  readonly #domains = new Set<string>();
  /** Domain arguments, looked up once every domain is known: declarations stand in any order. */
  readonly #uses: { readonly name: string; readonly path: string }[] = [];

  constructor(options: DeclareOptions, report: DiagnosticList) {
    this.#options = options;
    this.#report = report;
  }

  get domains(): readonly string[] {
    return [...this.#domains];
  }

  declare(item: Item, index: number, base: "" | "/prelude"): void {
    const path = `${base}/items/${index}`;
    switch (item.kind) {
      case "domain":
        this.#domain(item.data.name, path, base);
        break;
      case "predicate":
        this.#predicate(item.data, base === "" ? index : null, path);
        break;
      case "pragma":
        // STRATA-TYP-02: wherever it stands, before what it governs or after.
        this.pragmas.add(item.data);
        break;
      default:
        if (base === "/prelude") {
          this.#report.add(2012, path, `a prelude holds declarations and pragmas only, not a ${item.kind}`);
        }
    }
  }

  #domain(name: string, path: string, base: string): void {
    if (!this.#domains.has(name)) {
      this.#domains.add(name);
      return;
    }
    if (base === "/prelude") return;
    this.#report.add(2003, path, `the domain ${quote(name)} is declared twice: remove this declaration`);
  }

  #predicate(declaration: PredDecl, item: number | null, path: string): void {
    const { name, sig, neural } = declaration;
    for (const [column, type] of sig.args.entries()) {
      if (type.kind === "domain") this.#uses.push({ name: type.data.name, path: `${path}/data/sig/args/${column}` });
    }
    const known = this.predicateIds.get(name);
    if (known !== undefined) {
      this.#redeclare(this.predicates[known]!, declaration, path);
      return;
    }
    const id = this.predicates.length;
    this.predicateIds.set(name, id);
    this.predicates.push({
      id,
      name,
      argTypes: sig.args,
      annotation: sig.annotation,
      effects: { termination: "total", completeness: "complete", determinism: "deterministic", ...sig.effects },
      model: neural?.model ?? null,
      item,
      reserved: this.#options.reserved.has(name),
    });
  }

  #redeclare(first: DeclaredPredicate, second: PredDecl, path: string): void {
    const { args, annotation } = second.sig;
    // STRATA-CHK-01: two declarations of one name must describe the same relation.
    if (args.length !== first.argTypes.length || !sameAnnotation(annotation, first.annotation)) {
      const columns = first.argTypes.length === 1 ? "1 argument" : `${first.argTypes.length} arguments`;
      const shown = `${columns}, ${annotationText(first.annotation)}`;
      this.#report.add(
        1012,
        path,
        `${quote(first.name)} is declared before with ${shown}: keep one declaration, or rename this predicate`,
      );
      return;
    }
    const column = args.findIndex((type, index) => !sameArgType(type, first.argTypes[index]!));
    if (column < 0) return;
    this.#report.add(
      2001,
      `${path}/data/sig/args/${column}`,
      `${quote(first.name)} is declared before with ${sortText(first.argTypes[column]!)} in column ${column + 1}, not ${sortText(args[column]!)}`,
      // STRATA-CHK-04: the reference takes the first declaration and says nothing.
      this.#options.profile === "interchange" ? { severity: "warning" } : {},
    );
  }

  checkDomains(): void {
    for (const { name, path } of this.#uses) {
      if (this.#domains.has(name)) continue;
      this.#report.add(
        2002,
        path,
        `the domain ${quote(name)} is not declared`,
        this.#report.full ? {} : this.#domainHint(name, path),
      );
    }
  }

  #domainHint(name: string, path: string): DiagnosticExtras {
    const near = nearestName(name, this.#domains);
    if (near === null) {
      const value = { kind: "domain", data: { name } };
      return {
        hint: `declare it: domain ${quote(name)}.`,
        fixes: [{ kind: "json_patch", data: { ops: [{ kind: "add", data: { path: "/items/-", value } }] } }],
      };
    }
    const ops = [{ kind: "replace", data: { path: `${path}/data/name`, value: near.name } }] as const;
    return {
      hint: `did you mean ${quote(near.name)}?`,
      ...(near.unique ? { fixes: [{ kind: "json_patch", data: { ops } }] } : {}),
    };
  }
}

function sameAnnotation(left: Annotation, right: Annotation): boolean {
  if (left.kind === "prov_k" && right.kind === "prov_k") return left.data.k === right.data.k;
  return left.kind === right.kind;
}

function sameArgType(left: ArgType, right: ArgType): boolean {
  if (left.kind === "int" || right.kind === "int") return left.kind === right.kind;
  return left.kind === right.kind && left.data.name === right.data.name;
}

function annotationText(annotation: Annotation): string {
  return annotation.kind === "prov_k" ? `prov_k with k ${annotation.data.k}` : annotation.kind;
}

/** A column's sort as messages show it. */
export function sortText(type: ArgType): string {
  return type.kind === "int" ? "int" : `${type.kind} ${quote(type.data.name)}`;
}
