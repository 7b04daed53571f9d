/** A JSON Pointer (RFC 6901) of keys and indexes. */
export function jsonPointer(segments: readonly (string | number)[]): string {
  let pointer = "";
  for (const segment of segments) {
    pointer += `/${typeof segment === "number" ? segment : segment.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }
  return pointer;
}

/** The keys and indexes (as strings) of a JSON Pointer. */
export function pointerSegments(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
