import { lazySchema } from "../../contract/lazy-schema.js";
import { hasMark, wordMarks } from "../language/word-marks.js";
import type { TextReading } from "../reading/text-reading.js";

/** What an analysis is asked to find out. */
export type Aspect = "why" | "how" | "effect" | "quantity";

/** Words that ask for an aspect; the order decides where several are asked for. */
const ASKING = lazySchema(
  () =>
    [
      [
        "quantity",
        wordMarks(
          "how_many how_much how_long how_far how_old how_tall how_fast how_often how_large how_big how_high how_deep how_heavy wieviel wieviele wie_viel wie_lange wie_weit wie_alt wie_hoch wie_oft " +
            "combien cuánto cuánta cuántos cuántas quanto quanti quante сколько 多少 几个 几种 いくつ どれくらい",
        ),
      ],
      [
        "why",
        wordMarks(
          "why what_cause what_causes what_caused reason_for reasons_for reasons_behind reason_behind causes_of cause_of warum wieso weshalb ursache ursachen pourquoi causes_de por_qué causas_de perché почему причин* 为什么 為什麼 原因 なぜ 理由",
        ),
      ],
      [
        "effect",
        wordMarks(
          "effect effects impact impacts consequence consequences implication implications affect affects influence auswirkung auswirkungen folgen effet effets conséquence conséquences efecto efectos consecuencia consecuencias последств* влия* 影响 影響 后果 効果",
        ),
      ],
      ["how", wordMarks("how wie comment cómo como механизм* как 如何 怎么 怎樣 どのように 仕組み")],
    ] as const,
);

/** Marks of an answer to each aspect, in the languages of the tables. */
const ANSWERING = lazySchema(() => ({
  quantity: wordMarks(
    "none zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen twenty thirty forty fifty sixty hundred thousand million half once twice several " +
      "ein zwei drei vier fünf sechs sieben acht neun zehn zwölf hundert deux trois quatre cinq sept huit neuf dix cent uno dos tres cuatro cinco seis siete ocho nueve diez cien " +
      "один одна два две три четыре пять шесть семь восемь девять десять 零 一 二 三 四 五 六 七 八 九 十 百 千 万",
  ),
  why: wordMarks(
    "because cause* causing due since reason* owing thanks so hence therefore thus result* leads led lead driven drove trigger* explains explained stem stems from makes made scatter* root fault " +
      "weil da denn wegen durch deshalb daher darum grund gründe ursach* führt aufgrund liegt parce car raison* cause dû puisque grâce entraîn* provoqu* ainsi donc " +
      "porque debido causa* razón razones pues provoca* gracias ya_que por_eso perché dovuto motivo потому из-за причин* поскольку благодаря так_как 因为 因為 由于 由於 原因 导致 所以 因此 ため から ので",
  ),
  how: wordMarks(
    "by through using use uses via first then next finally when once step steps process work works into after before until so indem durch zuerst dann wenn sobald mit schritt wird werden nach " +
      "par d'abord puis ensuite lorsque quand grâce étape en mediante primero luego después cuando por paso al prima poi quando attraverso сначала затем потом когда путём путем через 通过 通過 首先 然后 然後 当 時 まず 次に により によって",
  ),
  effect: wordMarks(
    "effect* affect* impact* influence* lead leads result* increas* decreas* reduc* raise* lower lowers lowered cause* rise* rose fall falls fell drop* more less fewer higher become* make makes consequence* chang* worsen* improv* slow* grow* loss gain* cut cuts risk* " +
      "führt steig* sink* erhöh* verringer* mehr weniger folge* auswirk* beeinfluss* entraîn* augment* réduit* diminu* plus moins conséquence* effet* provoqu* aument* reduc* disminu* más menos consecuencia* efecto* provoca* " +
      "привод* увелич* уменьш* сниж* повыш* влия* последств* 导致 增加 减少 提高 降低 影响 使 増加 減少 影響",
  ),
}));

/** The aspect an instruction asks about, or null where it names none. */
export function askedAspect(instruction: TextReading): Aspect | null {
  for (const [aspect, marks] of ASKING()) if (hasMark(marks, instruction)) return aspect;
  return null;
}

/** Whether a text has the marks of an answer to the aspect. */
export function answersAspect(aspect: Aspect, output: TextReading): boolean {
  if (aspect === "quantity" && output.numbers.length > 0) return true;
  return hasMark(ANSWERING()[aspect], output);
}
