/** Colours, where the terminal understands them. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  red(text: string): string;
  cyan(text: string): string;
}

const wrap = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`;

const COLOURED: Style = {
  bold: wrap(1, 22),
  dim: wrap(2, 22),
  green: wrap(32, 39),
  yellow: wrap(33, 39),
  red: wrap(31, 39),
  cyan: wrap(36, 39),
};

const same = (text: string) => text;
const PLAIN: Style = { bold: same, dim: same, green: same, yellow: same, red: same, cyan: same };

export function styleFor(coloured: boolean): Style {
  return coloured ? COLOURED : PLAIN;
}

/** Text of others on one line, without control characters: it must not move the cursor or fake a line of ours. */
export function oneLine(text: string, width: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, " ").trim();
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}

/** Text of others over several lines, without control characters but line feeds and tabs. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
  return text.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu, "");
}
