/** The structural characters of STTP as UTF-16 code units; all of them lie in the Basic Multilingual Plane. */
export const glyph = {
  provenance: 0x2295,
  envelope: 0x29bf,
  content: 0x25c8,
  metrics: 0x2349,
  delta: 0x25ec,
  open: 0x27e8,
  close: 0x27e9,
  marker: 0x23e3,
} as const;

/** The layers of a node in canonical order; `delta` is the extension layer between content and metrics. */
export type LayerKind = "provenance" | "envelope" | "content" | "metrics" | "delta";

/** The layer that a glyph announces, or null for any other character. */
export function layerKindOf(code: number): LayerKind | null {
  switch (code) {
    case glyph.provenance:
      return "provenance";
    case glyph.envelope:
      return "envelope";
    case glyph.content:
      return "content";
    case glyph.metrics:
      return "metrics";
    case glyph.delta:
      return "delta";
    default:
      return null;
  }
}

/** Characters a reader may take for `⟨`; none of them ever opens a layer. */
export function isOpeningLookAlike(code: number): boolean {
  return code === 0x2329 || code === 0x3008 || code === 0x27ea || code === 0x300a || code === 0x3c;
}

/** Characters a reader may take for `⟩`; none of them ever closes a layer. */
export function isClosingLookAlike(code: number): boolean {
  return code === 0x232a || code === 0x3009 || code === 0x27eb || code === 0x300b || code === 0x3e;
}
