import { isSecretName } from "./secret-names.js";

/** A shorter value of the environment could stand in any text by chance; runs refuse to mask it. */
const LEAST_SECRET = 8;

/** Shells keep the working folder under a name that is otherwise a password's. */
const WORKING_FOLDERS: ReadonlySet<string> = new Set(["PWD", "OLDPWD"]);

/** The values of the environment that must not be written: those of variables whose names are names of secrets. */
export function secretValues(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    isSecretName(name) && !WORKING_FOLDERS.has(name) && value !== undefined && value.length >= LEAST_SECRET
      ? [value]
      : [],
  );
}
