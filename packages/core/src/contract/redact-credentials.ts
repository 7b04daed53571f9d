/** What stands where a credential stood. */
const HIDDEN = "[hidden]";

/**
 * Forms in which credentials appear in messages. Each is one bounded class, so reading stays linear. They are long enough
 * not to take names for keys: a message about the constraint `pk_orders` or a "basic example" stays as it is.
 */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s{1,3}[A-Za-z0-9._~+/=-]{16,512}/gi, `$1 ${HIDDEN}`],
  [/\b(?:sk|gsk|xai|hf)[-_][A-Za-z0-9._-]{16,512}/g, HIDDEN],
  [/\b[pr]k_(?:live|test)_[A-Za-z0-9]{8,512}/g, HIDDEN],
  [/\b(?:gh[opsu]|github_pat|xox[abprs])[-_][A-Za-z0-9_-]{16,512}/g, HIDDEN],
  [/\bAKIA[A-Z0-9]{16}\b/g, HIDDEN],
  [/\bAIza[A-Za-z0-9_-]{20,64}/g, HIDDEN],
  [
    /\b(api[-_ ]?key|access[-_ ]?token|password|passwd|secret)(["']?\s{0,3}[=:]\s{0,3}["']?)[^\s"'&,;]{6,512}/gi,
    `$1$2${HIDDEN}`,
  ],
  // User and password of an address.
  [/(:\/\/)[^\s/@:]{1,256}:[^\s/@]{0,256}@/g, `$1${HIDDEN}@`],
];

/**
 * Takes out of a message what looks like a credential: keys of known vendors, authorisation headers, `password=…`, and
 * the user part of addresses. Nothing else is changed. Messages of errors that models and tools throw go through it before
 * they are recorded, told, or shown to a model.
 */
export function redactCredentials(text: string): string {
  let redacted = text;
  for (const [form, replacement] of FORMS) redacted = redacted.replace(form, replacement);
  return redacted;
}
