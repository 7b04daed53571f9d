/**
 * The text of a number in a sync key, which must be finite as binary32: the nearest binary32, in the shortest digits that read back to it. Plain within
 * 10^-5 … 10^13, else with an exponent; always with a fraction digit where plain.
 */
export function float32Text(value: number): string {
  const single = Math.fround(value);
  if (single === 0) return "0.0";
  const sign = single < 0 ? "-" : "";
  const { digits, exponent } = shortestDigits(Math.abs(single));
  if (exponent >= 1 && exponent <= 13) {
    const whole = digits.slice(0, exponent).padEnd(exponent, "0");
    return `${sign}${whole}.${digits.slice(exponent) || "0"}`;
  }
  if (exponent >= -5 && exponent <= 0) return `${sign}0.${"0".repeat(-exponent)}${digits}`;
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
  return `${sign}${digits[0]}${fraction}e${exponent - 1}`;
}

/** Digits d₁…dₙ and e with the value 0.d₁…dₙ × 10^e. */
function shortestDigits(single: number): { digits: string; exponent: number } {
  for (let precision = 1; ; precision++) {
    const text = single.toExponential(precision - 1);
    // Nine significant digits tell every binary32 apart.
    if (precision < 9 && Math.fround(Number(text)) !== single) continue;
    const at = text.indexOf("e");
    const digits = text.slice(0, at).replace(".", "").replace(/0+$/, "");
    return { digits: digits || "0", exponent: Number(text.slice(at + 1)) + 1 };
  }
}
