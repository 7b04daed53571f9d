/** Other names of the values that tools list for currencies and units, in small letters. */
const NAMES: Readonly<Record<string, RegExp>> = {
  eur: /€|\beuros?\b/iu,
  usd: /\$|\b(?:us )?dollars?\b/iu,
  gbp: /£|\bpounds? sterling\b|\bpounds?\b/iu,
  chf: /\b(?:swiss )?francs?\b/iu,
  jpy: /¥|\byen\b/iu,
  celsius: /°\s?c\b|\bcentigrade\b/iu,
  fahrenheit: /°\s?f\b/iu,
  c: /°\s?c\b|\bcelsius\b/iu,
  f: /°\s?f\b|\bfahrenheit\b/iu,
  metric: /\bcelsius\b|\bkilomet(?:re|er)s?\b|\bkilograms?\b/iu,
  imperial: /\bfahrenheit\b|\bmiles?\b|\bpounds?\b/iu,
  km: /\bkilomet(?:re|er)s?\b/iu,
  mi: /\bmiles?\b/iu,
  kg: /\bkilo(?:gram)?s?\b/iu,
  lb: /\bpounds?\b/iu,
};

/** Whether a text names a listed value by another name: "euros" for EUR, "°F" for fahrenheit. */
export function isCalledOtherwise(value: string, text: string): boolean {
  return NAMES[value.toLowerCase()]?.test(text) === true;
}
