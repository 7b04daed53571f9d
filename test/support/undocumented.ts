import { dirname, join } from "node:path";
import type ts from "typescript";
import { typescript } from "./typescript.js";

/** What `undocumented` found: how many symbols it looked at, and `name (file:line)` of each that has no docstring. */
export interface Documentation {
  readonly symbols: number;
  readonly undocumented: readonly string[];
}

/**
 * The public symbols of a package without a docstring: what its entries export, and the methods of exported classes and
 * interfaces. Property names speak for themselves more often than not, so they are left to the reader. `read` gives the
 * text of a source file, or undefined. Only relative imports are followed, and nothing is type-checked, which is quick.
 */
export function undocumented(entries: readonly string[], read: (file: string) => string | undefined): Documentation {
  const program = typescript.createProgram([...entries], { noLib: true, noResolve: false, types: [] }, hostOf(read));
  const checker = program.getTypeChecker();
  const symbols = new Set<ts.Symbol>();
  const problems: string[] = [];
  for (const entry of entries) {
    const source = program.getSourceFile(entry);
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${entry} is no module that can be read`);
    for (const exported of checker.getExportsOfModule(module)) {
      const isAlias = (exported.flags & typescript.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      // What comes from another package is documented there.
      if (symbol.declarations === undefined || symbols.has(symbol)) continue;
      symbols.add(symbol);
      if (!symbol.declarations.some(isDocumented)) problems.push(placeOf(exported.name, symbol.declarations[0]));
      for (const method of symbol.declarations.flatMap(publicMethodsOf)) {
        if (!isDocumented(method)) problems.push(placeOf(`${exported.name}.${method.name?.getText()}`, method));
      }
    }
  }
  return { symbols: symbols.size, undocumented: problems };
}

function hostOf(read: (file: string) => string | undefined): ts.CompilerHost {
  return {
    getSourceFile: (file, options) => {
      const text = read(file);
      return text === undefined ? undefined : typescript.createSourceFile(file, text, options, true);
    },
    resolveModuleNameLiterals: (names, from) =>
      names.map(({ text }) => {
        const file = text.startsWith(".") ? join(dirname(from), text.replace(/\.js$/, ".ts")) : null;
        const isThere = file !== null && read(file) !== undefined;
        return { resolvedModule: isThere ? { resolvedFileName: file, extension: ".ts" } : undefined };
      }),
    fileExists: (file) => read(file) !== undefined,
    readFile: read,
    getDefaultLibFileName: () => "lib.d.ts",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => {},
  };
}

function isDocumented(declaration: ts.Declaration): boolean {
  // The docstring of `export const x = …` belongs to the statement.
  const node = typescript.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return typescript.getJSDocCommentsAndTags(node).length > 0;
}

/** Methods by a name of their own; `toJSON` and the like are known to everybody. */
function publicMethodsOf(declaration: ts.Declaration): ts.NamedDeclaration[] {
  if (!typescript.isClassDeclaration(declaration) && !typescript.isInterfaceDeclaration(declaration)) return [];
  return [...declaration.members].filter((member) => {
    if (!typescript.isMethodDeclaration(member) && !typescript.isMethodSignature(member)) return false;
    const isPrivate = (typescript.getCombinedModifierFlags(member) & typescript.ModifierFlags.Private) !== 0;
    return !isPrivate && typescript.isIdentifier(member.name) && member.name.text !== "toJSON";
  });
}

function placeOf(name: string, declaration: ts.Declaration | undefined): string {
  if (declaration === undefined) return name;
  const source = declaration.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(declaration.getStart());
  return `${name} (${source.fileName}:${line + 1})`;
}
