/** How the names of members and variables end, letters only and in lower case, whose values are secrets. */
const ENDINGS = [
  "apikey",
  "accesskey",
  "authorization",
  "cookie",
  "credential",
  "credentials",
  "encryptionkey",
  "hmackey",
  "passphrase",
  "passwd",
  "password",
  "privatekey",
  "pwd",
  "recordkey",
  "secret",
  "secretkey",
  "sharedkey",
  "signingkey",
  "token",
] as const;

/** Whether a member of this name holds a secret, however the name is spelt: `apiKey`, `X-Api-Key`, `OPENAI_API_KEY`. */
export function isSecretName(name: string): boolean {
  const letters = name.toLowerCase().replace(/[^a-z]/g, "");
  return ENDINGS.some((ending) => letters.endsWith(ending));
}
