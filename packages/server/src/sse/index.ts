export { type CursorSource, cursorSource } from "./event-cursor.js";
export { type EventStreamOptions, eventStream } from "./event-stream.js";
export { formatFrame } from "./format-frame.js";
