/** Forms whose words are data or keywords, in whatever language and order. */
export const WORDLESS_FORMS: ReadonlySet<string> = new Set(["json", "csv", "xml", "yaml", "code"]);
