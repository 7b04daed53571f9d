/** fatal: no node · error: a fact is lost, doubtful or wrong · warning: known variant or advice · info: benign. */
export type Severity = "fatal" | "error" | "warning" | "info";

/** What became of the text a diagnostic is about. */
export type Recovery =
  | "none"
  | "kept"
  | "kept_raw"
  | "kept_first"
  | "converted"
  | "closed"
  | "skipped"
  | "set_aside"
  | "limited";

/** One row of the closed list: everything about a code but its occurrence. */
export interface DiagnosticRow {
  readonly severity: Severity;
  /** Whether one occurrence makes a text strict-invalid. */
  readonly strictImpact: boolean;
  readonly recovery: Recovery;
  /** The message; `{name}` is replaced from the diagnostic's data. */
  readonly message: string;
  /** What a writer should do about it. */
  readonly advice: string;
  /** The same or nearest code of existing STTP readers, where there is one. */
  readonly interop?: string;
}

function row(
  severity: Severity,
  recovery: Recovery,
  message: string,
  advice: string,
  more: { readonly interop?: string; readonly harmless?: true } = {},
): DiagnosticRow {
  // STTP-G-04: a warning counts against strictness unless its row says that it is harmless.
  const strictImpact =
    severity === "fatal" || severity === "error" || (severity === "warning" && more.harmless !== true);
  const base = { severity, strictImpact, recovery, message, advice };
  return Object.freeze(more.interop === undefined ? base : { ...base, interop: more.interop });
}

const rows = {
  STTP_PARSE_LAYER_ERROR: row(
    "fatal",
    "none",
    "no layer with a braced block was found",
    "Write the four layers ⊕⟨ … ⟩ ⦿⟨ … ⟩ ◈⟨ … ⟩ ⍉⟨ … ⟩.",
    { interop: "STTP_PARSE_LAYER_ERROR" },
  ),
  STTP_INPUT_TOO_LARGE: row(
    "fatal",
    "none",
    "the input is longer than {limit} code units",
    "Split the input, or raise maxInput.",
  ),
  STTP_INVALID_UTF8: row("fatal", "none", "byte {byteOffset} is not valid UTF-8", "Encode the text as UTF-8."),
  STTP_BOM: row("info", "kept", "the text starts with a byte order mark", "It may stay."),
  STTP_TEXT_OUTSIDE_NODE: row(
    "warning",
    "skipped",
    "text outside the layers of the node",
    "Leave out everything before ⊕⟨, between the layers and after the last ⟩.",
  ),
  STTP_STRAY_NODE_MARKER: row(
    "warning",
    "skipped",
    "a ⏣ marker without a block",
    "Put ⏣ only directly before the { of a layer.",
  ),
  STTP_STRAY_LAYER_END: row(
    "warning",
    "skipped",
    "a closing bracket outside every layer",
    "Remove the surplus closing bracket.",
  ),
  STTP_ADDITIONAL_NODE: row(
    "error",
    "set_aside",
    "another node follows the first",
    "Write one node, or read the text as a document.",
  ),
  STTP_MARKER_LOOKALIKE: row(
    "error",
    "skipped",
    "this character looks like a layer bracket but is another one",
    "Use ⟨ (U+27E8) and ⟩ (U+27E9).",
  ),
  STTP_COMMENT: row("error", "skipped", "the language has no comments", "Remove the comment."),
  STTP_UNUSUAL_WHITESPACE: row(
    "warning",
    "converted",
    "whitespace other than space, tab or line end",
    "Use plain spaces and line ends.",
  ),
  STTP_MARKER_SPACING: row(
    "warning",
    "converted",
    "space inside a marker",
    "Write the glyph and ⟨, or ⏣ and its digits, without space between them.",
  ),
  STTP_SIGNATURE_SPACING: row(
    "warning",
    "converted",
    "space inside a field signature",
    "Write name(.9) without spaces.",
  ),
  STTP_MISSING_LAYER_PROVENANCE: row("error", "none", "the provenance layer is missing", "Add ⊕⟨ ⏣0{ … } ⟩.", {
    interop: "missing_layer_provenance",
  }),
  STTP_MISSING_LAYER_ENVELOPE: row("error", "none", "the envelope layer is missing", "Add ⦿⟨ ⏣0{ … } ⟩.", {
    interop: "missing_layer_envelope",
  }),
  STTP_MISSING_LAYER_CONTENT: row("error", "none", "the content layer is missing", "Add ◈⟨ ⏣0{ … } ⟩.", {
    interop: "missing_layer_content",
  }),
  STTP_MISSING_LAYER_METRICS: row("error", "none", "the metrics layer is missing", "Add ⍉⟨ ⏣0{ … } ⟩.", {
    interop: "missing_layer_metrics",
  }),
  STTP_LAYER_ORDER: row(
    "error",
    "converted",
    "the {layer} layer stands after the {later} layer",
    "Order the layers ⊕ ⦿ ◈ ⍉.",
    { interop: "non_strict_spine_recovered_tolerantly" },
  ),
  STTP_DUPLICATE_LAYER: row("error", "set_aside", "the node already has a {layer} layer", "Write each layer once."),
  STTP_DELTA_LAYER: row("warning", "set_aside", "the ◬ layer is an extension", "Leave out the ◬ layer."),
  STTP_MISSING_LAYER_END: row("error", "closed", "the layer has no closing ⟩", "Close the layer with ⟩."),
  STTP_LAYER_MISSING_OBJECT: row(
    "error",
    "skipped",
    "the layer holds no braced block",
    "Put the members of the layer into { … }.",
    { interop: "STTP_LAYER_MISSING_OBJECT" },
  ),
  STTP_CONTENT_SCHEMA_MISSING_OBJECT: row(
    "error",
    "skipped",
    "the content layer holds no braced block",
    "Put the fields of the layer into { … }.",
    { interop: "STTP_CONTENT_SCHEMA_MISSING_OBJECT" },
  ),
  STTP_LAYER_TEXT: row("error", "skipped", "free text inside a layer", "Put the text into a field of ◈."),
  STTP_ORDINAL_INVALID: row(
    "error",
    "skipped",
    "the ordinal of ⏣ is not one to nine digits",
    "Write ⏣0, ⏣1, … or a bare ⏣.",
  ),
  STTP_NODE_MARKER_ABSENT: row("info", "kept", "the block has no ⏣ marker", "It may stay."),
  STTP_WRAPPER_MISSING: row(
    "warning",
    "converted",
    "the braces around the layer's members are missing",
    "Put the members of the layer into { … }.",
  ),
  STTP_MULTIPLE_BLOCKS: row("warning", "kept", "the layer holds more than one block", "Write one block per layer."),
  STTP_MEMBERS_AFTER_BLOCK: row(
    "error",
    "set_aside",
    "members stand after the block was closed",
    "Remove the } that closes the block too early.",
  ),
  STTP_NESTED_BLOCK: row(
    "error",
    "set_aside",
    "a ⏣ block stands among the members of an object",
    "Give the block a key, or make it a node of its own.",
  ),
  STTP_CONTAINER_UNCLOSED: row("error", "closed", "{count} unclosed { or [", "Close every { and [ that is opened."),
  STTP_STRAY_CLOSER: row("warning", "skipped", "this bracket closes nothing", "Remove the bracket."),
  STTP_STRAY_COMMA: row("warning", "skipped", "this comma separates nothing", "Remove the comma."),
  STTP_MISSING_COMMA: row("warning", "converted", "a comma is missing here", "Put a comma between members."),
  STTP_PIPE_SEPARATOR: row("warning", "converted", "members are separated by |", "Separate members with commas."),
  STTP_PIPE_AMBIGUOUS: row(
    "error",
    "kept",
    "the unquoted value contains |, which may or may not separate",
    "Choose one value and put text into double quotes.",
  ),
  STTP_CONTENT_SCHEMA_INVALID_PAIR: row(
    "error",
    "skipped",
    "this is no name(.confidence): value",
    "Write every field as name(.9): value.",
    { interop: "STTP_CONTENT_SCHEMA_INVALID_PAIR" },
  ),
  STTP_INVALID_PAIR: row("error", "skipped", "this is no key: value", "Write every member as key: value."),
  STTP_CONTENT_SCHEMA_INVALID_KEY: row(
    "error",
    "kept",
    "the field name is not letters, digits and _",
    "Use a plain identifier as field name.",
    { interop: "STTP_CONTENT_SCHEMA_INVALID_KEY" },
  ),
  STTP_INVALID_KEY: row(
    "error",
    "kept",
    "the key is neither an identifier nor quoted",
    "Use an identifier, or quote the key.",
  ),
  STTP_CONTENT_SCHEMA_MISSING_VALUE: row("error", "kept_raw", "the field has no value", "Write a value, or null.", {
    interop: "STTP_CONTENT_SCHEMA_MISSING_VALUE",
  }),
  STTP_MISSING_VALUE: row("error", "kept_raw", "the key has no value", "Write a value, or null."),
  STTP_CONTENT_SCHEMA_MISSING_CONFIDENCE: row(
    "error",
    "kept",
    "the field {name} has no confidence",
    "Write {name}(.9): value with the confidence you have.",
    { interop: "STTP_CONTENT_SCHEMA_INVALID_KEY" },
  ),
  STTP_CONTENT_SCHEMA_INVALID_CONFIDENCE: row(
    "error",
    "kept",
    "the confidence of {name} is not a number from 0 to 1",
    "Write a decimal number from 0 to 1 in the parentheses.",
    { interop: "STTP_CONTENT_SCHEMA_INVALID_CONFIDENCE" },
  ),
  STTP_CONFIDENCE_UNEXPECTED: row(
    "warning",
    "kept",
    "only fields of the content layer carry a confidence",
    "Remove the parentheses.",
  ),
  STTP_QUOTED_FIELD_NAME: row("warning", "converted", "the field name is quoted", "Write the field name unquoted."),
  STTP_DUPLICATE_KEY: row("error", "kept_first", "{name} stands twice in one object", "Keep one of them."),
  STTP_PREAMBLE_STRING: row(
    "warning",
    "set_aside",
    "a string without a key stands before the members",
    "Give the string a key or leave it out.",
  ),
  STTP_ALIAS_KEY: row("warning", "converted", "{name} is another spelling of {canonical}", "Write {canonical}."),
  STTP_UNKNOWN_KEY: row("info", "set_aside", "{name} is no key of the schema", "It may stay."),
  STTP_BARE_VALUE: row("warning", "converted", "text without quotes", "Put the text into double quotes."),
  STTP_PARENT_NODE_FORM: row(
    "warning",
    "converted",
    "the parent reference is not quoted",
    'Write "ref:…" in double quotes, or null.',
  ),
  STTP_NUMBER_FORM: row(
    "warning",
    "converted",
    "a number with +, exponent or trailing dot",
    "Write plain decimal digits.",
  ),
  STTP_NUMERIC_STRING: row("warning", "converted", "a number in quotes", "Write the number without quotes."),
  STTP_ENUM_CASE: row("warning", "converted", "{word} is not in lower case", "Write {canonical}."),
  STTP_UNPARSED_VALUE: row(
    "error",
    "kept_raw",
    "unquoted text with structural characters",
    "Put the text into double quotes and escape inner quotes.",
  ),
  STTP_VALUE_TRAILING_TEXT: row(
    "error",
    "kept_raw",
    "text follows the value",
    "End the value with a comma, or quote the whole of it and escape inner quotes.",
  ),
  STTP_PLACEHOLDER: row("error", "kept_raw", "a template placeholder stands for the value", "Fill in the value."),
  STTP_STRING_UNTERMINATED: row("error", "kept_raw", "the string has no closing quote", "Close the string."),
  STTP_SINGLE_QUOTED: row("error", "converted", "a string in single quotes", "Use double quotes."),
  STTP_STRING_CONTROL: row(
    "warning",
    "kept",
    "a raw line end or control character in a string",
    "Escape it, for example \\n.",
  ),
  STTP_STRING_SPANS_MARKER: row(
    "warning",
    "kept",
    "a later line of this string starts like a layer",
    "Close the string before the layer, or escape the line end.",
  ),
  STTP_STRING_SURROGATE: row(
    "warning",
    "kept",
    "an unpaired surrogate in a string",
    "Write the whole character or leave it out.",
  ),
  STTP_STRING_ESCAPE: row("warning", "kept", "an unknown escape", 'Use \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX.'),
  STTP_STRICT_MISSING_REQUIRED_KEY: row("error", "none", "the required key {name} is missing", "Add {name}.", {
    interop: "STTP_STRICT_MISSING_REQUIRED_KEY",
  }),
  STTP_STRICT_MISSING_REQUIRED_OBJECT: row(
    "error",
    "none",
    "the required object {name} is missing",
    "Add {name}: { … }.",
    { interop: "STTP_STRICT_MISSING_REQUIRED_OBJECT" },
  ),
  STTP_STRICT_INVALID_ENUM: row("error", "kept", "{name} is none of {words}", "Choose one of {words}.", {
    interop: "STTP_STRICT_INVALID_ENUM",
  }),
  STTP_STRICT_INVALID_NUMERIC: row("error", "kept", "{name} is not {expected}", "Write {expected}, without quotes.", {
    interop: "STTP_STRICT_INVALID_NUMERIC",
  }),
  STTP_INVALID_TYPE: row("error", "kept", "{name} is not {expected}", "Write {expected}."),
  STTP_INVALID_TIMESTAMP: row(
    "error",
    "kept",
    "the timestamp is not a calendar time with zone",
    'Write it like "2026-04-25T00:00:00Z".',
  ),
  STTP_CONTENT_SCHEMA_EMPTY_OBJECT: row(
    "error",
    "kept",
    "the content layer has no field",
    "Write at least one name(.9): value.",
    { interop: "STTP_CONTENT_SCHEMA_EMPTY_OBJECT" },
  ),
  STTP_DEPTH_EXCEEDED: row("error", "kept", "content objects are nested deeper than 5", "Flatten the object."),
  STTP_PARENT_NODE_AMBIGUOUS: row(
    "warning",
    "kept",
    "this is the text null, not the absence of a parent",
    "Write null without quotes if there is no parent.",
    { harmless: true },
  ),
  STTP_OPTIONAL_MALFORMED: row(
    "warning",
    "set_aside",
    "the optional {name} is not {expected}",
    "Write {expected}, or leave it out.",
    { harmless: true },
  ),
  STTP_VALUE_RANGE: row("warning", "kept", "{name} lies outside {range}", "Check the value.", { harmless: true }),
  STTP_PSI_MISMATCH: row(
    "warning",
    "kept",
    "psi is {psi}, the four dimensions sum to {sum}",
    "Write the sum of stability, friction, logic and autonomy.",
    { harmless: true },
  ),
  STTP_NESTING_LIMIT: row(
    "error",
    "limited",
    "nesting beyond the limit of {limit}",
    "Flatten the structure, or raise maxNesting.",
  ),
  STTP_DIAGNOSTICS_TRUNCATED: row(
    "info",
    "limited",
    "further diagnostics were counted but not listed",
    "Repair the listed ones first, or raise maxDiagnostics.",
  ),
};

/** A code of `diagnosticTable`; the list is closed, a new code is a minor change. */
export type DiagnosticCode = keyof typeof rows;

/** STTP-P-10: the closed list of codes, in the order that breaks ties when diagnostics are sorted. */
export const diagnosticTable: Readonly<Record<DiagnosticCode, DiagnosticRow>> = Object.freeze(rows);
