import { isSecretName } from "./secret-names.js";

/** What stands where a secret was. */
export const REDACTED = "[redacted]";

/** Nesting that is shown; what lies deeper is not looked at, and so not shown. */
const MOST_DEPTH = 16;
/** A shorter value of the environment could stand in any text by chance. */
const LEAST_SECRET = 8;

/** Shells keep the working folder under a name that is otherwise a password's. */
const WORKING_FOLDERS: ReadonlySet<string> = new Set(["PWD", "OLDPWD"]);

/** Secrets by their form: credentials of HTTP, keys of providers, user and password of an address. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic|Digest) +[^\s"',]+/gi, `$1 ${REDACTED}`],
  [/\b(?:sk|pk|rk|ghp|gho|ghs|xox[abp]|AKIA)[-_]?[A-Za-z0-9][A-Za-z0-9_-]{15,200}/g, REDACTED],
  [/:\/\/[^\s/@:]{1,200}:[^\s/@]{1,200}@/g, `://${REDACTED}@`],
];

/** Takes secrets out of what is written. */
export class Redaction {
  readonly #values: readonly string[];

  /** `env` tells the values that must not be written: those of variables whose names are names of secrets. */
  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#values = Object.entries(env)
      .filter(
        ([name, value]) =>
          isSecretName(name) && !WORKING_FOLDERS.has(name) && value !== undefined && value.length >= LEAST_SECRET,
      )
      .map(([, value]) => value as string)
      .sort((a, b) => b.length - a.length);
  }

  /** A copy of a JSON value without its secrets. `marked` names members that are secret beside those that always are. */
  value(value: unknown, marked: ReadonlySet<string> = new Set(), depth = 0): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth >= MOST_DEPTH) return "[nested too deeply to show]";
    if (Array.isArray(value)) return value.map((item) => this.value(item, marked, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        isSecretName(name) || marked.has(name) ? REDACTED : this.value(member, marked, depth + 1),
      ]),
    );
  }

  text(text: string): string {
    let clean = text;
    for (const secret of this.#values) clean = clean.replaceAll(secret, REDACTED);
    for (const [form, replacement] of FORMS) clean = clean.replace(form, replacement);
    return clean;
  }
}
