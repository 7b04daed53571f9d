import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import { FUNCTION_WORDS } from "../../../src/contract/function-words.js";
import { classifyRequest } from "../../../src/position/classify-request.js";

const REQUESTS: readonly (readonly [string, string])[] = [
  ["ko", "두 계약서를 비교하고 요약문을 작성해 주세요."],
  ["ko", "React와 Vue를 비교해 주세요"],
  ["th", "เปรียบเทียบสัญญาทั้งสองฉบับและเขียนสรุป"],
  ["th", "เปรียบเทียบ React กับ Vue"],
  ["ar", "قارن بين العقدين واكتب ملخصا"],
  ["fa", "این دو قرارداد را مقایسه کنید و گزارش بنویسید"],
  ["he", "השווה בין שני החוזים וכתוב סיכום"],
  ["el", "Σύγκρινε τα δύο συμβόλαια και γράψε μια περίληψη"],
  ["hi", "दोनों अनुबंधों की तुलना करें और सारांश लिखें"],
  ["pt", "Compare os dois contratos e escreva um resumo."],
  ["pt", "Escreva um e-mail para o cliente e não mencione o preço."],
  ["pt", "Resuma o texto em três pontos."],
  ["pt", "Quais são as vantagens da energia solar?"],
  ["it", "Confronta i due contratti e scrivi un riassunto."],
  ["it", "Quali sono i vantaggi dell'energia solare per una famiglia?"],
  ["nl", "Vergelijk de twee contracten en schrijf een samenvatting."],
  ["nl", "Wat zijn de voordelen van zonne-energie voor een gezin?"],
  ["sv", "Jämför de två avtalen och skriv en sammanfattning."],
  ["da", "Sammenlign de to aftaler og skriv et resumé, som ikke er for langt."],
  ["pl", "Porównaj obie umowy i napisz streszczenie."],
  ["cs", "Porovnej obě smlouvy a napiš stručné shrnutí, které se vejde na stránku."],
  ["tr", "İki sözleşmeyi karşılaştır ve bir özet yaz."],
  ["vi", "So sánh hai hợp đồng và viết một bản tóm tắt."],
  ["vi", "Hãy giải thích vì sao trời xanh."],
  ["id", "Bandingkan kedua kontrak itu dan tuliskan ringkasannya."],
  ["id", "Jelaskan mengapa langit berwarna biru."],
  ["uk", "Порівняй обидва договори та напиши підсумок."],
  ["ru", "Сравни оба договора и напиши резюме."],
  ["ru", "Сравни договоры"],
  ["en", "Compare the two contracts and write a summary."],
  ["en", "Delete it"],
  ["en", "Summarise quarterly sales figures"],
  ["en", "Translate „Guten Morgen, wie geht es dir?“ into French."],
  ["de", "Vergleiche die beiden Verträge und schreibe eine Zusammenfassung."],
  ["de", "Fasse den Text zusammen"],
  ["fr", "Compare les deux contrats et rédige un résumé."],
  ["fr", "Quels sont les avantages de l'énergie solaire ?"],
  ["es", "Compara los dos contratos y escribe un resumen."],
  ["es", "¿Cuáles son las ventajas de la energía solar?"],
  ["es", "Resume el texto en tres puntos."],
  ["zh", "比较这两份合同并写一份摘要。"],
  ["ja", "二つの契約を比較して、要約を書いてください。"],
  ["ja", "契約を要約"],
];

describe("the language of a request", () => {
  it.each(REQUESTS)(`${verifies("POS-CLS-13")}%s: %s`, (language, request) => {
    expect(classifyRequest(request).language).toBe(language);
  });

  it.each([
    "",
    "12 + 7?",
    "qqqq zzzz",
    "Oslo Lima Accra",
    "ქართული ტექსტი",
    "Usporedi dva ugovora i napiši sažetak.",
    "Võrdle kahte lepingut ja kirjuta kokkuvõte.",
  ])(`${verifies("POS-CLS-13")}is und where neither script nor words tell it: %s`, (request) => {
    expect(classifyRequest(request).language).toBe("und");
  });

  it(`${verifies("POS-CLS-13")}is what the caller says, with a cue table for it or without`, () => {
    expect(classifyRequest("Compare os contratos", { language: "pt-BR" }).language).toBe("pt");
    expect(classifyRequest("Compare the contracts", { language: "de" }).language).toBe("de");
  });

  it(`${verifies("POS-CLS-13")}no function word that Vietnamese or Indonesian have is one of another language`, () => {
    const wordsOf = (tag: string) => (FUNCTION_WORDS[tag] as string).split(/\s+/);
    const others = new Set(
      Object.keys(FUNCTION_WORDS)
        .filter((tag) => tag !== "vi" && tag !== "id")
        .flatMap(wordsOf),
    );
    for (const tag of ["vi", "id"]) expect(wordsOf(tag).filter((word) => others.has(word))).toEqual([]);
  });
});
