/** A place data can go to, read as far as it can be read. */
interface Target {
  /** Trimmed, lower case. */
  readonly text: string;
  /** Host name without a final dot, where the text names one. */
  readonly host: string | null;
  /** Set where the text is a URL. */
  readonly url: URL | null;
}

const URL_TEXT = /^[a-z][a-z0-9+.-]*:\/\//;
const ADDRESS = /^(?:mailto:)?[a-z0-9.!$%&'*+=^_{|}~-]+@([a-z0-9.-]+)$/;
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?(?::[0-9]{1,5})?(?:\/[^\s@\\]*)?$/;

function readTarget(raw: string): Target {
  const trimmed = raw.trim();
  const text = trimmed.toLowerCase();
  if (URL_TEXT.test(text)) return withUrl(text, trimmed);
  // `Name <address>` is its address.
  const bracketed = /^[^<>]*<([^<>]+)>$/.exec(text)?.[1];
  const address = ADDRESS.exec(bracketed ?? text)?.[1];
  if (address !== undefined) return { text: bracketed ?? text, host: withoutFinalDot(address), url: null };
  const named = HOST.test(text) && (text.includes(".") || text.startsWith("localhost"));
  if (named) return { ...withUrl(text, `https://${trimmed}`), url: null };
  return { text, host: null, url: null };
}

function withUrl(text: string, address: string): Target {
  // The parser a client would use decides what the host is: user info, escapes and odd slashes included.
  const url = URL.canParse(address) ? new URL(address) : null;
  const host = url === null || url.hostname === "" ? null : withoutFinalDot(url.hostname.toLowerCase());
  return { text, host, url };
}

const withoutFinalDot = (host: string): string => (host.endsWith(".") ? host.slice(0, -1) : host);

/** The host a target names, else its text, lower case: how policies name a target. */
export function normaliseTarget(target: string): string {
  const { host, text } = readTarget(target);
  return host ?? text;
}

/**
 * Whether a target lies within one of the entries: the entry itself; below a host name the entry gives (its subdomains
 * included; `*.host` is the subdomains alone); at the origin and below the path of a URL the entry gives. An entry that
 * is an address matches that address only.
 */
export function isWithinTargets(target: string, entries: readonly string[]): boolean {
  const given = readTarget(target);
  return entries.some((entry) => isWithin(given, entry));
}

function isWithin(given: Target, entry: string): boolean {
  const text = entry.trim().toLowerCase();
  if (text === "") return false;
  if (text === given.text) return true;
  if (given.host === null) return false;
  if (text.startsWith("*.")) return given.host.endsWith(text.slice(1));
  const allowed = readTarget(text);
  if (allowed.url !== null) return given.url !== null && isBelow(given.url, allowed.url);
  if (allowed.host === null || text.includes("@") || text.includes("/") || text.includes(":")) return false;
  return given.host === allowed.host || given.host.endsWith(`.${allowed.host}`);
}

function isBelow(given: URL, allowed: URL): boolean {
  const base = allowed.pathname.endsWith("/") ? allowed.pathname : `${allowed.pathname}/`;
  return (
    given.protocol === allowed.protocol &&
    given.host === allowed.host &&
    (given.pathname === allowed.pathname || given.pathname.startsWith(base))
  );
}
