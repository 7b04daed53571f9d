import type { UiMessageChunk } from "./ui-message-chunk.js";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  md: "text/markdown",
  markdown: "text/markdown",
  csv: "text/csv",
  json: "application/json",
  html: "text/html",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
};

/** `[path/to/file.md:6-9]`, the way answers name documents, and `[https://…]`. */
const CITATION = /\[([^[\]\n]{1,400})\]/g;
const DOCUMENT = /^([^\s:][^:]*\.([A-Za-z0-9]{1,8})):\d{1,9}(?:-\d{1,9})?$/;

/** The sources an answer cites, each once, in the order in which it cites them. Linear. */
export function citedSources(text: string): UiMessageChunk[] {
  const chunks = new Map<string, UiMessageChunk>();
  for (const [, inside = ""] of text.matchAll(CITATION)) {
    for (const cited of inside.split(/[;,] /)) {
      if (chunks.has(cited)) continue;
      const [, path, extension = ""] = DOCUMENT.exec(cited) ?? [];
      if (path !== undefined) {
        const mediaType = MEDIA_TYPES[extension.toLowerCase()] ?? "text/plain";
        chunks.set(cited, { type: "source-document", sourceId: cited, mediaType, title: cited, filename: path });
      } else if (/^https?:\/\/[^\s]+$/.test(cited) && URL.canParse(cited)) {
        chunks.set(cited, { type: "source-url", sourceId: cited, url: cited });
      }
    }
  }
  return [...chunks.values()];
}
