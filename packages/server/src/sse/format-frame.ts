/** One frame of a server-sent event stream. `data` may hold line ends; the other fields are refused with one. */
export function formatFrame(frame: { readonly id?: string; readonly event?: string; readonly data: string }): string {
  let text = "";
  for (const field of ["id", "event"] as const) {
    const value = frame[field];
    if (value === undefined) continue;
    // A line end would begin a field of the sender's choosing, and U+0000 voids an id.
    if (/[\r\n\0]/.test(value)) throw new TypeError(`the ${field} of a frame holds a line end`);
    text += `${field}: ${value}\n`;
  }
  for (const line of frame.data.split(/\r\n|\r|\n/)) text += `data: ${line}\n`;
  return `${text}\n`;
}
