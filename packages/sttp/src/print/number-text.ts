import { shortestDecimal } from "../syntax/read-number.js";

/** STTP-C-03: a decimal with at least the given number of fraction digits; never an exponent. */
export function decimalText(decimal: string, fractionDigits: number): string {
  if (fractionDigits === 0) return decimal;
  const dot = decimal.indexOf(".");
  const present = dot < 0 ? 0 : decimal.length - dot - 1;
  // STTP-C-03: digits are added, never taken.
  if (present >= fractionDigits) return decimal;
  return `${dot < 0 ? `${decimal}.` : decimal}${"0".repeat(fractionDigits - present)}`;
}

/** STTP-C-03: a confidence in shortest decimal form without the zero before the dot; the ends are `0` and `1`. */
export function confidenceText(confidence: number): string {
  return shortestDecimal(confidence).replace(/^(-?)0\./, "$1.");
}
