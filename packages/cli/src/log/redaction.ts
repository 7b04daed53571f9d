import { isSecretName } from "./secret-names.js";
import { secretValues } from "./secret-values.js";

/** What stands where a secret was. */
export const REDACTED = "[redacted]";

/** Nesting that is shown; what lies deeper is not looked at, and so not shown. */
const MOST_DEPTH = 16;
/** Secrets by their form: credentials of HTTP, keys of providers, user and password of an address. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic|Digest) +[^\s"',]+/gi, `$1 ${REDACTED}`],
  [/\b(?:sk|pk|rk|ghp|gho|ghs|xox[abp]|AKIA)[-_]?[A-Za-z0-9][A-Za-z0-9_-]{15,200}/g, REDACTED],
  [/:\/\/[^\s/@:]{1,200}:[^\s/@]{1,200}@/g, `://${REDACTED}@`],
];

/** Takes secrets out of what is written. */
export class Redaction {
  readonly #values: readonly string[];

  /** `env` tells the values that must not be written. */
  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#values = secretValues(env).sort((a, b) => b.length - a.length);
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
