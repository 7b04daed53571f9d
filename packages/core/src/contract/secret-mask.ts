/** Fewest characters of a value that is masked: a shorter one stands in ordinary text by chance. */
export const LEAST_SECRET_LENGTH = 8;

/** What stands where a secret stood. */
const HIDDEN = "[hidden]";

/**
 * Takes given values out of texts and JSON values (POS-SEC-01): as they are, as JSON strings write them, and as addresses
 * do. Time is linear in the text for each value.
 */
export class SecretMask {
  /** Longest first: a value that holds another one goes as a whole. */
  readonly #forms: readonly string[];
  /** True where a value is written in several ways, so that it may stand escaped within text that is itself escaped. */
  readonly #mayNest: boolean;

  private constructor(secrets: readonly string[]) {
    const forms = new Set(secrets.flatMap((secret) => formsOf(secret)));
    this.#forms = [...forms].sort((a, b) => b.length - a.length);
    this.#mayNest = forms.size > new Set(secrets).size;
  }

  /** The mask of these values, or null where there is nothing to mask. */
  static of(secrets: readonly string[] | undefined): SecretMask | null {
    return secrets === undefined || secrets.length === 0 ? null : new SecretMask(secrets);
  }

  /** The text without the values. */
  text(text: string): string {
    let masked = text;
    for (const form of this.#forms) masked = masked.replaceAll(form, HIDDEN);
    return masked;
  }

  /** A JSON value without them, in names of members, too; the value itself where it has none. */
  value<T>(value: T): T {
    const written: string | undefined = JSON.stringify(value);
    if (written === undefined || !(this.#mayNest || this.#isIn(written))) return value;
    let found = false;
    const masked: unknown = JSON.parse(written, (_name, part: unknown) => {
      const clean = this.#part(part);
      found ||= clean !== part;
      return clean;
    });
    return found ? (masked as T) : value;
  }

  /**
   * Parts a text that goes on: what can be told now, masked, and the end that is held back because with what comes next it
   * may turn out to be one of the values.
   */
  split(text: string): { readonly told: string; readonly held: string } {
    let cut = text.length - this.#openEnd(text);
    for (let before = -1; before !== cut; ) {
      before = cut;
      for (const form of this.#forms) {
        // A value that is whole is not parted.
        const at = text.indexOf(form, Math.max(0, cut - form.length + 1));
        if (at >= 0 && at < cut && at + form.length > cut) cut = at;
      }
    }
    return { told: this.text(text.slice(0, cut)), held: text.slice(cut) };
  }

  /** UTF-16 units at the end of a text that begin one of the values. */
  #openEnd(text: string): number {
    let longest = 0;
    for (const form of this.#forms) {
      for (let length = Math.min(form.length - 1, text.length); length > longest; length--) {
        if (text.endsWith(form.slice(0, length))) longest = length;
      }
    }
    return longest;
  }

  #isIn(text: string): boolean {
    return this.#forms.some((form) => text.includes(form));
  }

  #part(part: unknown): unknown {
    if (typeof part === "string") return this.text(part);
    if (typeof part === "number") return this.#isIn(String(part)) ? HIDDEN : part;
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    if (!Object.keys(part).some((name) => this.#isIn(name))) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [this.text(name), member]));
  }
}

function formsOf(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [secret, escaped, encodeURIComponent(secret.toWellFormed())];
}
