import type { Records } from "./read-records.js";
import type { DataForm } from "./target-form.js";

/** Writes simple data in a form. Values stay as they are. */
export function writeRecords(records: Records, form: DataForm): string {
  const { names, rows } = records;
  switch (form) {
    case "json":
      return JSON.stringify(
        names === null ? rows.map(([value]) => value ?? null) : rows.map((row) => memberOf(names, row)),
        null,
        2,
      );
    case "csv":
      return [...(names === null ? [["value"]] : [names]), ...rows]
        .map((row) => row.map(csvField).join(","))
        .join("\n");
    case "table":
      return table(names ?? ["Value"], rows);
    case "yaml":
      return names === null
        ? rows.map(([value]) => `- ${yamlScalar(value)}`).join("\n")
        : rows
            .map((row) =>
              names
                .map((name, at) => `${at === 0 ? "- " : "  "}${yamlScalar(name)}: ${yamlScalar(row[at])}`)
                .join("\n"),
            )
            .join("\n");
    case "lines":
      return rows.map((row) => lineOf(names, row)).join("\n");
    case "list":
      return rows.map((row) => `- ${lineOf(names, row)}`).join("\n");
  }
}

function memberOf(names: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]));
}

function lineOf(names: readonly string[] | null, row: readonly unknown[]): string {
  return names === null ? plain(row[0]) : names.map((name, at) => `${name}: ${plain(row[at])}`).join("; ");
}

/** A Markdown table; a bar in a cell is escaped. */
export function table(names: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const line = (cells: readonly unknown[]): string =>
    `| ${cells.map((cell) => plain(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(names), `|${" --- |".repeat(names.length)}`, ...rows.map(line)].join("\n");
}

/** A CSV field after RFC 4180. */
export function csvField(value: unknown): string {
  const text = plain(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function yamlScalar(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value !== "string") return JSON.stringify(value);
  // What YAML would read as something else than this text stands in quotes.
  return /^[\p{L}][\p{L}\p{N} _/().-]*$/u.test(value) &&
    !/^(?:true|false|yes|no|null|on|off)$/i.test(value) &&
    !value.endsWith(" ")
    ? value
    : JSON.stringify(value);
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
