// Ways in which a good output goes wrong. Every mutation is code: it takes the good output and its case and returns the
// broken output, so that what "broken" means does not depend on who wrote it down.

/** Sentences of filler on a subject that no case of the set has. */
const ELSEWHERE = {
  en: "The cheese market opens at dawn in the old hall. Farmers stack their wheels on wooden planks, and buyers knock on the rind to hear whether the inside is sound. By noon most of the stalls are empty, the floor is swept, and only the smell of hay and brine remains under the roof.",
  de: "Der Käsemarkt öffnet im Morgengrauen in der alten Halle. Die Bauern stapeln ihre Laibe auf Brettern, und die Käufer klopfen an die Rinde, um zu hören, ob das Innere gut ist. Mittags sind die meisten Stände leer, und nur der Geruch von Heu bleibt unter dem Dach.",
  fr: "Le marché aux fromages ouvre à l'aube dans la vieille halle. Les paysans empilent leurs meules sur des planches, et les acheteurs frappent la croûte pour entendre si l'intérieur est sain. À midi, la plupart des étals sont vides et il ne reste que l'odeur du foin sous le toit.",
  es: "El mercado de quesos abre al alba en la vieja nave. Los campesinos apilan sus ruedas sobre tablas, y los compradores golpean la corteza para oír si el interior está sano. Al mediodía casi todos los puestos están vacíos y solo queda el olor del heno bajo el techo.",
  zh: "奶酪市场在清晨开门。农民把奶酪堆在木板上，买主敲一敲外皮，听听里面是否完好。到了中午，摊位大多已经空了，屋檐下只剩下干草的气味。",
};

const CLAIM = {
  en: "A study by Halvorsen put the figure at 4,750 in 2019.",
  de: "Laut einer Studie von XQ77 lag der Wert 2019 bei 4.750.",
  fr: "Une étude de Halvorsen a donné le chiffre de 4 750 en 2019.",
  es: "Un estudio de Halvorsen dio la cifra de 4.750 en 2019.",
  zh: "据哈尔沃森2019年的研究，这一数字为4750。",
};

const byLanguage = (table, { language = "en" }) => table[language] ?? table.en;
const lines = (text) => text.split("\n");
const sentences = (text) => text.match(/(?:[^.!?。！？\n]|[.](?=\d))+[.!?。！？]*["”»]?\s*|\n+/gu) ?? [text];
const isItem = (line) => /^\s*(?:[-*•]|\d+[.)])\s/u.test(line);
const material = ({ request }) =>
  request.slice(request.includes("\n\n") ? request.indexOf("\n\n") + 2 : request.indexOf(": ") + 2);

/** Another number of the same number of digits: each digit moves on by three. */
const otherNumber = (number) =>
  number.replace(/\d/gu, (digit, at) => String((Number(digit) + 3) % 10 || (at === 0 ? 4 : 0)));

const stripMarker = (line) =>
  line
    .replace(/^\s*(?:#+|[-*•]|\d+[.)])\s+/u, "")
    .replace(/\|/gu, " ")
    .trim();

/** Name → (output, case, options) → broken output, or `{output, finishReason}`. */
export const MUTATIONS = {
  empty: () => " \n",
  "wrong-number": (output, _, { number }) => output.replace(number, otherNumber(number)),
  "wrong-name": (output, _, { name, with: other = "Quillon" }) => output.replaceAll(name, other),
  "unsupported-claim": (output, item) => `${output.trimEnd()} ${byLanguage(CLAIM, item)}`,
  negated: (output, _, { from, to }) => output.replace(from, to),
  "other-language": (_, __, { text }) => text,
  "off-topic": (_, item) => byLanguage(ELSEWHERE, item),
  "cut-at-limit": (output) => ({ output: output.slice(0, Math.ceil(output.length * 0.6)), finishReason: "length" }),
  "cut-fence": (output) => `\`\`\`\n${output}`,
  "tool-syntax": (output) => `${output}\n{"capability_id": "search", "arguments": {"q": "more"}}`,
  "prompt-heading": (output) => `=== SUCCESS TEST ===\n${output}`,
  "dropped-item": (output) => {
    const all = lines(output);
    all.splice(all.findLastIndex(isItem), 1);
    return all.join("\n");
  },
  "added-item": (output) => {
    const all = lines(output);
    const last = all[all.findLastIndex(isItem)];
    const next = last.replace(/^(\s*)(\d+)/u, (_, blank, number) => `${blank}${Number(number) + 1}`);
    return `${output}\n${next.replace(/\S+$/u, "Extra")}`;
  },
  "dropped-line": (output, _, { with: part }) =>
    lines(output)
      .filter((line) => !line.includes(part))
      .join("\n"),
  "dropped-section": (output, _, { heading }) => output.slice(0, output.indexOf(`## ${heading}`)).trimEnd(),
  "dropped-sentences": (output, _, { with: part }) =>
    sentences(output)
      .filter((sentence) => !sentence.includes(part))
      .join("")
      .trim(),
  "dropped-word": (output, _, { word }) => output.replaceAll(word, "").replace(/ {2,}/gu, " "),
  "dropped-cell": (output) => {
    const all = lines(output);
    all[all.length - 1] = all[all.length - 1].replace(/[^|]+\|\s*$/u, "");
    return all.join("\n");
  },
  "emptied-cell": (output) => {
    const all = lines(output);
    all[all.length - 1] = all[all.length - 1].replace(/[^|]+\|\s*$/u, " |");
    return all.join("\n");
  },
  "dropped-last-line": (output) => lines(output).slice(0, -1).join("\n"),
  "one-line": (output) => lines(output)[0],
  "cut-code-fence": (output) => output.slice(0, output.lastIndexOf("```")),
  "dropped-member": (output) => {
    const value = JSON.parse(output);
    value.pop();
    return JSON.stringify(value);
  },
  "dropped-field": (output) => {
    const all = lines(output);
    all[all.length - 1] = all[all.length - 1].replace(/,[^,]*$/u, "");
    return all.join("\n");
  },
  "broken-syntax": (output) => output.trimEnd().replace(/[\]}>"][^\]}>"]*$/u, ""),
  "prose-around": (output) =>
    `Sure! Here is what you asked for:\n\n${output}\n\nLet me know if you need anything else.`,
  flattened: (output) =>
    lines(output)
      .filter((line) => !/^[\s|:-]*$/u.test(line))
      .map(stripMarker)
      .join(" "),
  repeated: (output, item) =>
    Array.from({ length: Math.ceil((item.request.length * 2 + 600) / output.length) }, () => output).join(" "),
  "repeated-material": (_, item) => `${material(item)} ${material(item)}`,
  "echo-material": (_, item) => material(item),
  "too-many-sentences": (output) => output.replace(/, (\p{L})/gu, (_, letter) => `. ${letter.toUpperCase()}`),
  "bare-claims": (_, __, { text }) => text,
  "stripped-verdicts": (output) =>
    output.replace(/\b(?:supported|refuted|not decidable|true|false|correct|incorrect|wrong)\b/giu, "mentioned"),
  "forward-reference": (output) => output.replace(/\n/u, " This needs the result of step 9.\n"),
  "no-question": (output) =>
    `${lines(output)[0].replace(/^.*$/u, "I will take care of that right away and report when everything is finished.")}`,
  "no-question-de": () => "Ich kümmere mich sofort darum und melde mich, wenn alles fertig ist.",
  "second-question": (output) => output.replace(/[?？]/u, (mark) => `${mark} And by when do you need this${mark}`),
  "duplicate-option": (output) => {
    const all = lines(output);
    const last = all.findLastIndex(isItem);
    const first = all.findIndex(isItem);
    all[last] = all[first];
    return all.join("\n");
  },
  "undone-change": (output, _, { from, to }) => output.replace(from, to),
  "forbidden-word": (output, _, { word }) => output.replace(/(\s)/u, ` ${word} `),
};

/** The good output of a case and its broken ones, each labelled; throws where a mutation changes nothing. */
export function labelledOutputs(item) {
  const outputs = [{ id: item.id, mutation: null, good: true, output: item.output, finishReason: "stop" }];
  for (const [name, options = {}] of item.mutations) {
    const mutate = MUTATIONS[name];
    if (mutate === undefined) throw new Error(`${item.id}: no mutation ${name}`);
    const made = mutate(item.output, item, options);
    const broken = typeof made === "string" ? { output: made, finishReason: "stop" } : made;
    if (broken.output === item.output) throw new Error(`${item.id}: ${name} changes nothing`);
    outputs.push({ id: `${item.id}/${name}`, mutation: name, good: false, ...broken });
  }
  return outputs;
}

/** What `verifyOutput` takes, from a case and one of its outputs. */
export function verificationInput(item, { output, finishReason }) {
  return {
    operation: item.operation,
    assignment: item.assignment ?? item.request,
    request: item.request,
    output,
    finishReason,
    form: item.form ?? { kind: "prose" },
    deliverable: item.deliverable ?? true,
    facts: item.facts ?? [],
    observations: item.observations ?? [],
    derived: item.derived ?? [],
    language: item.language ?? "en",
  };
}
