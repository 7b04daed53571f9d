/** Longest side of an uploaded picture in pixels; larger ones are scaled down. */
export const MAX_PICTURE_SIDE = 2400;

/** File types that the gallery takes. */
export const ACCEPTED_TYPES = ["image/jpeg", "image/png", "image/webp"];

/** Uploads of one visitor within an hour. */
export const UPLOADS_PER_HOUR = 40;

export function isTooLarge(bytes: number): boolean {
  // Twelve megabytes: what the oldest scanner produces for one sheet.
  return bytes > 12 * 1024 * 1024;
}
