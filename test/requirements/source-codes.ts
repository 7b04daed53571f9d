import type ts from "typescript";
import { typescript } from "../support/typescript.js";
import { filesBelow, packageFolders, read } from "./requirement-ids.js";

/** What the sources of the packages say about error codes. */
export interface SourceCodes {
  /** Strings in places where they are used: neither keys nor types nor compared with. */
  readonly strings: ReadonlySet<string>;
  /** Numbers handed to a call or given as `code`. */
  readonly numbers: ReadonlySet<number>;
  /** Names after `new`. */
  readonly constructed: ReadonlySet<string>;
  /** Codes a class hands to its base: class → codes. */
  readonly inherited: ReadonlyMap<string, ReadonlySet<string>>;
  /** `code: "…"` wherever an object is made. */
  readonly stated: readonly { readonly code: string; readonly file: string }[];
}

/** Reads the sources of all packages; `isTable` names the files that only list codes. */
export function readSourceCodes(isTable: (file: string) => boolean): SourceCodes {
  const strings = new Set<string>();
  const numbers = new Set<number>();
  const constructed = new Set<string>();
  const inherited = new Map<string, Set<string>>();
  const stated: { code: string; file: string }[] = [];

  for (const folder of packageFolders()) {
    for (const file of filesBelow(`packages/${folder}/src`, (name) => name.endsWith(".ts"))) {
      const table = isTable(file);
      const source = typescript.createSourceFile(file, read(file), typescript.ScriptTarget.Latest, true);
      const visit = (node: ts.Node): void => {
        if (typescript.isTypeNode(node)) return;
        if (typescript.isNewExpression(node) && typescript.isIdentifier(node.expression))
          constructed.add(node.expression.text);
        if (typescript.isStringLiteral(node) && isUsed(node)) {
          const owner = superOwner(node);
          if (owner !== null) inherited.set(owner, (inherited.get(owner) ?? new Set()).add(node.text));
          else if (!table) strings.add(node.text);
          if (isCodeMember(node.parent) && !table) stated.push({ code: node.text, file });
        }
        if (typescript.isNumericLiteral(node) && !table && isUsed(node)) numbers.add(Number(node.text));
        typescript.forEachChild(node, visit);
      };
      visit(source);
    }
  }
  return { strings, numbers, constructed, inherited, stated };
}

function isUsed(node: ts.Node): boolean {
  const { parent } = node;
  if (typescript.isPropertyAssignment(parent) && parent.name === node) return false;
  // Asking for a code throws none.
  if (typescript.isCaseClause(parent) || (typescript.isBinaryExpression(parent) && isComparison(parent.operatorToken)))
    return false;
  return !typescript.isImportDeclaration(parent) && !typescript.isExportDeclaration(parent);
}

function isComparison({ kind }: ts.BinaryOperatorToken): boolean {
  return (
    kind === typescript.SyntaxKind.EqualsEqualsEqualsToken ||
    kind === typescript.SyntaxKind.ExclamationEqualsEqualsToken
  );
}

/** The class whose constructor passes this literal to its base, or null. */
function superOwner(node: ts.Node): string | null {
  const call = node.parent;
  if (!typescript.isCallExpression(call) || call.expression.kind !== typescript.SyntaxKind.SuperKeyword) return null;
  for (let up: ts.Node = call; up !== undefined; up = up.parent) {
    if (typescript.isClassDeclaration(up)) return up.name?.text ?? null;
  }
  return null;
}

function isCodeMember(node: ts.Node): boolean {
  return typescript.isPropertyAssignment(node) && typescript.isIdentifier(node.name) && node.name.text === "code";
}
