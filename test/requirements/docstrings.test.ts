import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { undocumented } from "../support/undocumented.js";

const packages = fileURLToPath(new URL("../../packages", import.meta.url));

/** The sources of a package's entry points, as its manifest names them. */
function entriesOf(name: string): string[] {
  const manifest = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, { readonly types?: string }>>;
  };
  return Object.values(manifest.exports).flatMap(({ types }) =>
    types === undefined
      ? []
      : [join(packages, name, types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts"))].filter(existsSync),
  );
}

const texts = new Map<string, string | undefined>();
function read(file: string): string | undefined {
  if (!texts.has(file)) texts.set(file, existsSync(file) ? readFileSync(file, "utf8") : undefined);
  return texts.get(file);
}

describe("docstrings", () => {
  it.each(readdirSync(packages))("says the contract of every public symbol of %s", (name) => {
    const entries = entriesOf(name);
    expect(entries).not.toEqual([]);
    const found = undocumented(entries, read);
    expect(found.symbols, "symbols looked at").toBeGreaterThanOrEqual(3);
    expect(found.undocumented).toEqual([]);
  });

  it("tells what has none: constants, functions, types, classes, interfaces, their methods, re-exports", () => {
    const sources: Readonly<Record<string, string>> = {
      "/entry.ts": `
        export { told, untold as renamed } from "./values.js";
        export type * from "./shapes.js";
        export { other } from "another-package";
      `,
      "/values.ts": `
        /** Told. */
        export const told = 1;
        export const untold = 2;
      `,
      "/shapes.ts": `
        export type Word = string;
        /** Told. */
        export class Box {
          #hidden() {}
          private own() {}
          open() {}
          toJSON() {}
        }
        export interface Port {
          /** Told. */
          read(): void;
          write(): void;
          readonly name: string;
        }
        export function act() {}
        // No docstring.
        export declare function tell(): void;
      `,
    };
    const found = undocumented(["/entry.ts"], (file) => sources[file]);
    expect(found.symbols).toBe(7);
    expect(found.undocumented.map((place) => place.replace(/ .*/, "")).sort()).toEqual(
      ["renamed", "Word", "Box.open", "Port", "Port.write", "act", "tell"].sort(),
    );
  });

  it("does not take an entry that is not there for one without exports", () => {
    expect(() => undocumented(["/missing.ts"], () => undefined)).toThrow("/missing.ts");
  });
});
