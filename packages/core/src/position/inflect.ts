import type { CueTable } from "./cue-tables/cue-table.js";

/** Which form of a verb a word is. */
export type VerbForm = "base" | "finite" | "participle" | "past";

const VOWELS = new Set("aeiou");

/** English: -s -es -ed -ing, final -e and -y, doubled consonants, -ise beside -ize. */
function* inflectEnglish(base: string): Generator<[string, VerbForm]> {
  for (const stem of base.endsWith("ise") || base.endsWith("yse") ? [base, respell(base)] : [base]) {
    yield [stem, "base"];
    const last = stem.at(-1) as string;
    const beforeLast = stem.at(-2) ?? "";
    const consonantY = last === "y" && !VOWELS.has(beforeLast);
    const sibilant = /(?:s|x|z|ch|sh)$/.test(stem);
    yield [consonantY ? `${stem.slice(0, -1)}ies` : sibilant ? `${stem}es` : `${stem}s`, "finite"];
    if (last === "e") {
      yield [`${stem}d`, "past"];
      yield [stem.endsWith("ee") ? `${stem}ing` : `${stem.slice(0, -1)}ing`, "participle"];
    } else if (consonantY) {
      yield [`${stem.slice(0, -1)}ied`, "past"];
      yield [`${stem}ing`, "participle"];
    } else {
      yield [`${stem}ed`, "past"];
      yield [`${stem}ing`, "participle"];
      const doubles =
        VOWELS.has(beforeLast) && !VOWELS.has(last) && !"wxy".includes(last) && !VOWELS.has(stem.at(-3) ?? "");
      if (doubles) {
        yield [`${stem}${last}ed`, "past"];
        yield [`${stem}${last}ing`, "participle"];
      }
    }
  }
}

/** "organise" → "organize", "analyse" → "analyze". */
function respell(base: string): string {
  return `${base.slice(0, -2)}ze`;
}

/** German: -en verbs give -e, stem, -en, -t, -st and the zu-infinitive of separable verbs stays an entry of its own. */
function* inflectGerman(base: string): Generator<[string, VerbForm]> {
  yield [base, "base"];
  const stem = base.endsWith("en") ? base.slice(0, -2) : base.endsWith("n") ? base.slice(0, -1) : base;
  if (stem === base) return;
  yield [stem, "base"];
  yield [`${stem}e`, "base"];
  yield [`${stem}t`, "base"];
  if (/(?:[td]|[^aeiouhlr][mn])$/.test(stem)) yield [`${stem}et`, "base"];
  if (stem.endsWith("el") || stem.endsWith("er"))
    yield [`${stem.slice(0, -2)}${stem.endsWith("el") ? "le" : "re"}`, "base"];
  yield [`${stem}st`, "finite"];
  yield [`${base}d`, "participle"];
  const prefixed = /^(?:be|ent|er|ver|zer|über|unter)|ieren$/.test(base);
  yield [`${prefixed ? "" : "ge"}${stem}t`, "past"];
}

/** French: regular -er, -ir and -re verbs; the imperative in tu, vous and nous, the infinitive and the -ant form. */
function* inflectFrench(base: string): Generator<[string, VerbForm]> {
  yield [base, "base"];
  const stem = base.slice(0, -2);
  if (base.endsWith("er")) {
    const soft = stem.endsWith("g") ? `${stem}e` : stem.endsWith("c") ? `${stem.slice(0, -1)}ç` : stem;
    for (const form of [`${stem}e`, `${stem}es`, `${stem}ez`, `${soft}ons`]) yield [form, "base"];
    yield [`${soft}ant`, "participle"];
    for (const form of [`${stem}é`, `${stem}ée`, `${stem}és`, `${stem}ées`]) yield [form, "past"];
  } else if (base.endsWith("ir")) {
    for (const form of [`${stem}is`, `${stem}issez`, `${stem}issons`]) yield [form, "base"];
    yield [`${stem}issant`, "participle"];
    yield [`${stem}i`, "past"];
  } else if (base.endsWith("re")) {
    for (const form of [`${stem}s`, `${stem}ez`, `${stem}ons`]) yield [form, "base"];
    yield [`${stem}ant`, "participle"];
  }
}

const CLITICS = ["lo", "la", "los", "las", "me", "melo", "mela"];
const ACUTE: Readonly<Record<string, string>> = { a: "á", e: "é", i: "í", o: "ó", u: "ú" };

/** "compara" → "compáralo": a pronoun joins an imperative, whose stress gets its accent. */
function* joinSpanishClitics(imperative: string): Generator<string> {
  const last = imperative.length - 1;
  if (!VOWELS.has(imperative[last] as string)) return;
  let at = last - 1;
  while (at >= 0 && !VOWELS.has(imperative[at] as string)) at -= 1;
  if (at < 0 || /[áéíóú]/.test(imperative)) return;
  // Of a falling pair ("revisa": i; "cambia": a) the strong vowel carries the stress.
  if ("iu".includes(imperative[at] as string) && "aeo".includes(imperative[at - 1] ?? "-")) at -= 1;
  const stressed = `${imperative.slice(0, at)}${ACUTE[imperative[at] as string]}${imperative.slice(at + 1)}`;
  for (const clitic of CLITICS) yield stressed + clitic;
}

/** Spanish: regular -ar, -er and -ir verbs; imperatives in tú, usted and vosotros with joined pronouns; gerund, participle. */
function* inflectSpanish(base: string): Generator<[string, VerbForm]> {
  yield [base, "base"];
  for (const clitic of CLITICS) yield [base + clitic, "base"];
  const stem = base.slice(0, -2);
  if (base.endsWith("ar")) {
    const formal = stem.endsWith("c")
      ? `${stem.slice(0, -1)}qu`
      : stem.endsWith("z")
        ? `${stem.slice(0, -1)}c`
        : stem.endsWith("g")
          ? `${stem}u`
          : stem;
    for (const form of [`${stem}a`, `${formal}e`, `${stem}ad`, `${stem}ame`, `${formal}en`]) yield [form, "base"];
    for (const form of joinSpanishClitics(`${stem}a`)) yield [form, "base"];
    yield [`${stem}ando`, "participle"];
    yield [`${stem}ado`, "past"];
  } else if (base.endsWith("er") || base.endsWith("ir")) {
    const formal = stem.endsWith("c")
      ? `${stem.slice(0, -1)}zc`
      : stem.endsWith("g") && base.endsWith("ir")
        ? `${stem.slice(0, -1)}j`
        : stem;
    for (const form of [`${stem}e`, `${formal}a`, `${stem}${base.endsWith("er") ? "ed" : "id"}`, `${stem}eme`])
      yield [form, "base"];
    for (const form of joinSpanishClitics(`${stem}e`)) yield [form, "base"];
    yield [`${stem}iendo`, "participle"];
    yield [`${stem}ido`, "past"];
  }
}

const RULES = { en: inflectEnglish, de: inflectGerman, fr: inflectFrench, es: inflectSpanish } as const;

/**
 * All forms of a verb entry under a table's rule, its first word inflected and the rest as it stands. A table without a
 * rule gives the entry alone, as base form.
 */
export function inflect(table: CueTable, entry: string): readonly (readonly [string, VerbForm])[] {
  const space = entry.indexOf(" ");
  const head = space < 0 ? entry : entry.slice(0, space);
  const tail = space < 0 ? "" : entry.slice(space);
  const forms = new Map<string, VerbForm>();
  const add = (form: string, kind: VerbForm) => {
    if (!forms.has(form)) forms.set(form, kind);
  };
  add(head, "base");
  // POS-CLS-04: inflection is a rule per language plus the table's irregular forms
  if (table.inflection !== undefined) for (const [form, kind] of RULES[table.inflection](head)) add(form, kind);
  for (const form of table.irregularForms?.[head] ?? []) {
    add(form, irregularKind(table, form));
    if (table.inflection === "es") for (const joined of joinSpanishClitics(form)) add(joined, "base");
  }
  return [...forms].map(([form, kind]) => [form + tail, kind] as const);
}

function irregularKind(table: CueTable, form: string): VerbForm {
  if (table.inflection !== "en") return "base";
  return form.endsWith("ing") ? "participle" : "past";
}
