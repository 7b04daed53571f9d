/** What stands where a secret stood. */
const HIDDEN = "[hidden]";
/** Shorter values are words that would be cut out of any text. */
const SHORTEST_SECRET = 6;

/** Forms in which keys appear in other people's messages. Each is one bounded class, so reading stays linear. */
const KEY_FORMS: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s{1,3}[A-Za-z0-9._~+/=*-]{6,512}/gi, `$1 ${HIDDEN}`],
  [/\b(?:sk|pk|rk|gsk|xai|hf|key)[-_][A-Za-z0-9._*-]{6,512}/g, HIDDEN],
  [/\bAIza[A-Za-z0-9_-]{20,64}/g, HIDDEN],
  [
    /\b(api[-_ ]?key|access[-_ ]?token|token|password|secret)(["']?\s{0,3}[=:]\s{0,3}["']?)[^\s"'&,;]{6,512}/gi,
    `$1$2${HIDDEN}`,
  ],
  // The user part of an address.
  [/(:\/\/)[^\s/@:]{1,256}(?::[^\s/@]{0,256})?@/g, `$1${HIDDEN}@`],
];

/**
 * Takes secrets out of text that leaves an adapter: those known by value (the key a model was made with) and what looks
 * like one. Nothing else is changed.
 */
export function redactSecrets(text: string, secrets: readonly (string | undefined)[] = []): string {
  let redacted = text;
  for (const secret of secrets) {
    if (secret !== undefined && secret.length >= SHORTEST_SECRET) redacted = redacted.replaceAll(secret, HIDDEN);
  }
  for (const [form, replacement] of KEY_FORMS) redacted = redacted.replace(form, replacement);
  return redacted;
}
