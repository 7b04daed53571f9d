import { fileURLToPath, pathToFileURL } from "node:url";

const root = new URL("../..", import.meta.url);

/** Loads a module by its package's folder and its path below `src/`. */
export type ModuleLoader = (name: string, path: string) => Promise<Record<string, unknown>>;

/** Loads from the sources, as the tests do everywhere. */
export const sourceModule: ModuleLoader = (name, path) =>
  import(/* @vite-ignore */ fileURLToPath(new URL(`packages/${name}/src/${path}.ts`, root)));

interface SpecsGenerator {
  generateSpecs(load: ModuleLoader): Promise<Map<string, string>>;
}

/** The generated part of `specs/`, made from the sources: path below `specs/` → content. */
export async function generatedSpecs(): Promise<Map<string, string>> {
  const script = pathToFileURL(fileURLToPath(new URL("scripts/generate-specs.mjs", root))).href;
  const { generateSpecs } = (await import(/* @vite-ignore */ script)) as SpecsGenerator;
  return generateSpecs(sourceModule);
}
