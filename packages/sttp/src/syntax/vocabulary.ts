/** Which object of the schema layers an object is; decides where enum words and parent references may stand. */
export type ObjectPlace = "provenance" | "envelope" | "prime" | "other";

/** STTP-S3-01: the words of `trigger` (frozen). */
export const triggers = Object.freeze(["scheduled", "threshold", "resonance", "seed", "manual"] as const);
/** STTP-S3-01: the words of `response_format` (frozen). */
export const responseFormats = Object.freeze(["temporal_node", "natural_language", "hybrid"] as const);
/** STTP-S3-01: the words of `tier` and `relevant_tier` (frozen). */
export const tiers = Object.freeze(["raw", "daily", "weekly", "monthly", "quarterly", "yearly"] as const);

/** The words of the four places where the strict grammar takes an unquoted word, or null elsewhere. */
export function enumWordsAt(place: ObjectPlace, name: string): readonly string[] | null {
  switch (place) {
    case "provenance":
      if (name === "trigger") return triggers;
      return name === "response_format" ? responseFormats : null;
    case "envelope":
      return name === "tier" ? tiers : null;
    case "prime":
      return name === "relevant_tier" ? tiers : null;
    default:
      return null;
  }
}

/** Whether a key of the provenance block names the parent, under any of its spellings. */
export function isParentKey(place: ObjectPlace, name: string): boolean {
  if (place !== "provenance") return false;
  if (name === "parent_node" || name === "parent_node_id" || name === "parentNodeId") return true;
  return name.length === 11 && asciiLower(name) === "parent_node";
}

/** Lower-cases A–Z only, so that the answer does not depend on a locale. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
}
