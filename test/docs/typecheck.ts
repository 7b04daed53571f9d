import { join } from "node:path";
import type ts from "typescript";
import { typescript } from "../support/typescript.js";
import { root } from "./pages.js";

/** Checks texts as modules beside `docs/`, against the sources of the packages. File name → messages. */
export function typecheck(modules: ReadonlyMap<string, string>): Map<string, string[]> {
  const configFile = join(root, "tsconfig.test.json");
  const { options } = typescript.parseJsonConfigFileContent(
    { ...typescript.readConfigFile(configFile, typescript.sys.readFile).config, include: [], files: [] },
    typescript.sys,
    root,
    {},
    configFile,
  );
  const host = typescript.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => modules.has(name) || fileExists(name);
  host.readFile = (name) => modules.get(name) ?? readFile(name);
  host.getSourceFile = (name, target, ...rest) => {
    const text = modules.get(name);
    return text === undefined
      ? getSourceFile(name, target, ...rest)
      : typescript.createSourceFile(name, text, target, true);
  };
  const program = typescript.createProgram([...modules.keys()], options, host);
  return new Map([...modules.keys()].map((name) => [name, messagesFor(program, program.getSourceFile(name))]));
}

function messagesFor(program: ts.Program, file: ts.SourceFile | undefined): string[] {
  if (file === undefined) return ["not read"];
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    ({ start, messageText }) => {
      const line = file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
      return `line ${line}: ${typescript.flattenDiagnosticMessageText(messageText, "\n")}`;
    },
  );
}
