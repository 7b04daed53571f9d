let segmenter: Intl.Segmenter | undefined;

/** Printable ASCII, Latin and Cyrillic letters, kana and Han: each is a grapheme start and takes nothing before it. */
function isPlain(unit: number): boolean {
  return (
    (unit >= 0x20 && unit < 0x7f) ||
    (unit >= 0xc0 && unit < 0x300) ||
    (unit >= 0x400 && unit < 0x483) ||
    (unit >= 0x3041 && unit < 0x3097) ||
    (unit >= 0x30a1 && unit < 0x30fb) ||
    (unit >= 0x3400 && unit < 0xa000)
  );
}

/** The grapheme around `position` as [start, end), or null when `position` is already a boundary. */
function graphemeAround(text: string, position: number): readonly [number, number] | null {
  if (position <= 0 || position >= text.length) return null;
  if (isPlain(text.charCodeAt(position - 1)) && isPlain(text.charCodeAt(position))) return null;
  // Made on first use: a run that trims nothing never pays for it.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const found = segmenter.segment(text).containing(position);
  if (found === undefined || found.index === position) return null;
  return [found.index, found.index + found.segment.length];
}

/** The first grapheme boundary at or after `position`. Offsets are UTF-16. */
export function graphemeBoundaryAfter(text: string, position: number): number {
  return graphemeAround(text, position)?.[1] ?? position;
}

/** The last grapheme boundary at or before `position`. Offsets are UTF-16. */
export function graphemeBoundaryBefore(text: string, position: number): number {
  return graphemeAround(text, position)?.[0] ?? position;
}
