/** A step of a JSON Pointer: `/` and the name, with `~` and `/` of the name escaped (RFC 6901). */
export function pointerStep(name: string | number): string {
  return typeof name === "number" ? `/${name}` : `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
