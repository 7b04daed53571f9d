export { parse, isStrictValid } from "./parse/parse.js";
export { parseDocument } from "./parse/parse-document.js";
export { createStreamParser } from "./parse/stream-parser.js";
export { validate } from "./validate/validate.js";
export { print, canonicalize } from "./print/print.js";
