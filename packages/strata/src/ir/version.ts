/** The IR version this package writes. It reads every 0.1.x. */
export const IR_VERSION = "0.1.0";

const LARGEST = 2 ** 32 - 1;

/** Three numbers of a version, or null when the text is not exactly three dot-separated decimal numbers. */
export function parseVersion(text: string): readonly [number, number, number] | null {
  const parts = text.split(".", 4);
  if (parts.length !== 3) return null;
  const numbers = parts.map((part) => (/^[0-9]+$/.test(part) ? Number(part) : Number.NaN));
  if (!numbers.every((number) => number <= LARGEST)) return null;
  return [numbers[0]!, numbers[1]!, numbers[2]!];
}

/**
 * Whether a tool of version `tool` reads a document of version `document`: for major 0 major and minor agree, from 1.0
 * on major agrees and the document's minor is not above the tool's (STRATA-LOAD-02).
 */
export function readsVersion(
  tool: readonly [number, number, number],
  document: readonly [number, number, number],
): boolean {
  if (document[0] !== tool[0]) return false;
  return tool[0] === 0 ? document[1] === tool[1] : document[1] <= tool[1];
}
