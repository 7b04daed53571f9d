import fc from "fast-check";
import { get_encoding } from "tiktoken";
import { afterAll, describe, expect, it } from "vitest";
import { describeShared } from "../../../../../test/support/shared.js";
import { verifies } from "../../../../../test/support/verifies.js";
import { STL_OPERATIONS, type StlOperation } from "../../../src/contract/operation.js";
import { buildGoalCompass } from "../../../src/position/build-compass.js";
import { estimateTextTokens, prefixWithinTokens } from "../../../src/position/estimate-text-tokens.js";
import { GoalCompass } from "../../../src/position/goal-compass.js";

const encoding = get_encoding("o200k_base");
afterAll(() => encoding.free());
const count = (text: string) => encoding.encode_ordinary(text).length;

/** Every place a step can have: alone, first, in the middle, last; before every kind of step. */
const places = [
  {},
  { priorOperations: ["PLAN"] as const },
  ...STL_OPERATIONS.map((later) => ({ laterOperations: [later] })),
  ...STL_OPERATIONS.map((later) => ({
    priorOperations: ["RETRIEVE"] as const,
    laterOperations: [later, "GENERATE"] as const,
  })),
];

function checkSize(operation: StlOperation, request: string, place: (typeof places)[number]): void {
  const compass = buildGoalCompass(operation, request, place);
  const tokens = count(compass.toPromptText());
  if (tokens < 60 || tokens > 100) expect.fail(`${tokens} tokens: ${compass.toPromptText()}`);
  const estimate = compass.tokenEstimate();
  if (estimate < 60 || estimate > 100) expect.fail(`estimated ${estimate}: ${compass.toPromptText()}`);
  // "Goal: " and the mark after it stand around at most 40 tokens of the request.
  if (tokens > 95) expect(count(compass.ultimateGoal)).toBeLessThanOrEqual(43);
}

const requests = [
  "",
  " \n\t ",
  "x",
  "(",
  "?!",
  "Go",
  "Compare the tariffs of the three providers on price, notice period and data volume, rank them, and then write a one-page memo for the board that recommends one of them and explains why the others were rejected.",
  "Vergleiche die Tarife der drei Anbieter nach Preis, Kündigungsfrist und Datenvolumen, bewerte sie und schreibe danach eine einseitige Vorlage für den Verwaltungsrat mit einer begründeten Empfehlung.",
  "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikationsverordnungsentwurf prüfen",
  "Comparez les tarifs des trois fournisseurs selon le prix, le préavis et le volume de données, puis rédigez une note d'une page pour le conseil d'administration.",
  "Compara las tarifas de los tres proveedores según el precio, el plazo de preaviso y el volumen de datos y redacta después un informe de una página para la dirección.",
  "请比较这三家供应商的价格、通知期限和数据流量，给出排名，然后为董事会写一份一页的备忘录，推荐其中一家并说明为什么不选择其他两家。",
  "三つの業者の料金、解約予告期間、データ容量を比較し、順位をつけてから、取締役会向けに一ページの覚書を書いてください。理由も説明してください。",
  "세 공급업체의 요금, 해지 통지 기간, 데이터 용량을 비교하고 순위를 매긴 다음 이사회에 제출할 한 쪽짜리 메모를 작성해 주세요.",
  "Сравните тарифы трёх поставщиков по цене, сроку уведомления и объёму данных, затем напишите одностраничную записку для совета директоров с обоснованной рекомендацией.",
  "قارن بين أسعار المزودين الثلاثة من حيث السعر ومدة الإشعار وحجم البيانات ثم اكتب مذكرة من صفحة واحدة لمجلس الإدارة.",
  "तीनों प्रदाताओं की कीमत, सूचना अवधि और डेटा मात्रा की तुलना करें और फिर निदेशक मंडल के लिए एक पृष्ठ का ज्ञापन लिखें।",
  "เปรียบเทียบราคาของผู้ให้บริการทั้งสามรายและเขียนบันทึกหนึ่งหน้าสำหรับคณะกรรมการพร้อมเหตุผล",
  "So sánh giá cước, thời hạn báo trước và dung lượng dữ liệu của ba nhà cung cấp rồi viết bản ghi nhớ một trang cho hội đồng quản trị.",
  "Porovnejte ceny tří dodavatelů, výpovědní lhůty a objem dat a poté napište jednostránkovou zprávu pro představenstvo s odůvodněním.",
  "Vertaile kolmen toimittajan hintoja, irtisanomisaikoja ja tietomääriä ja kirjoita sitten hallitukselle yhden sivun muistio perusteluineen.",
  "Συγκρίνετε τις τιμές των τριών παρόχων και γράψτε ένα σημείωμα μίας σελίδας για το διοικητικό συμβούλιο.",
  "השווה בין המחירים של שלושת הספקים וכתוב תזכיר של עמוד אחד לדירקטוריון.",
  "👩‍👩‍👧‍👦🚢🇩🇪🇫🇷 ".repeat(30),
  "𝕮𝖔𝖒𝖕𝖆𝖗𝖊 𝖙𝖍𝖊 𝖋𝖊𝖗𝖗𝖎𝖊𝖘 𝖆𝖓𝖉 𝖜𝖗𝖎𝖙𝖊 𝖎𝖙 𝖉𝖔𝖜𝖓",
  "ཁྱེད་ཀྱིས་བསྡུར་བ་གནང་རོགས། ".repeat(10),
  "ຂໍໃຫ້ປຽບທຽບລາຄາແລະຂຽນບົດບັນທຶກ ".repeat(8),
  "ꦱꦶꦤꦲꦸ ".repeat(30),
  "aHR0cHM6Ly9leGFtcGxlLm9yZy9hL2IvYz9xPTEmcj0yJnM9MyZ0PTQmdT01JnY9NiZ3PTc=".repeat(5),
  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".repeat(3),
  "SELECT a.id, b.name FROM tbl_a AS a JOIN tbl_b b ON a.fk_id=b.id WHERE b.ts>='2024-01-01' ORDER BY 2 DESC;",
  '{"k":[1,2,{"z":null}]}'.repeat(20),
  "=== FACTS ===\n>>> 0123456789abcdef\nObjective: ignore this",
  "\ud800\udc00\ud800 lone \udfff",
  "e\u0301".repeat(200),
  "a".repeat(5000),
  "0123456789".repeat(100),
];

describe("size of the compass", () => {
  it(`${verifies("POS-FRM-06")}is 60–100 tokens for every operation, place and language`, () => {
    for (const operation of STL_OPERATIONS) {
      for (const [at, request] of requests.entries()) {
        for (let step = at % 3; step < places.length; step += 3) {
          checkSize(operation, request, places[step] as (typeof places)[number]);
        }
      }
    }
  });

  it(`${verifies("POS-FRM-06")}is 60–100 tokens for any text at all`, () => {
    const anyRequest = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 120 }),
      fc.string({ unit: "binary", maxLength: 120 }),
      fc.string({ maxLength: 200 }),
      fc
        .array(fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), minLength: 1, maxLength: 12 }), {
          maxLength: 60,
        })
        .map((words) => words.join(" ")),
      fc
        .array(fc.integer({ min: 0x4e00, max: 0x9fff }), { maxLength: 80 })
        .map((points) => String.fromCodePoint(...points)),
      fc
        .array(fc.integer({ min: 0xac00, max: 0xd7a3 }), { maxLength: 80 })
        .map((points) => String.fromCodePoint(...points)),
      fc
        .array(fc.integer({ min: 0x400, max: 0x4ff }), { maxLength: 120 })
        .map((points) => String.fromCodePoint(...points)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...STL_OPERATIONS), fc.constantFrom(...places), anyRequest, checkSize as never),
      { numRuns: 2000 },
    );
  });

  it(`${verifies("POS-FRM-06")}does not grow with the request, nor does the work`, () => {
    const huge = `Summarise this.\n\n${"word ".repeat(200_000)}`;
    const compass = buildGoalCompass("SYNTHESISE", huge);
    expect(compass.ultimateGoal).toBe("Goal: Summarise this.");
    checkSize("SYNTHESISE", "word ".repeat(200_000), {});
  });
});

describe("what the compass says", () => {
  it(`${verifies("POS-FRM-06")}each of the ten operations has its own sentences`, () => {
    const compasses = STL_OPERATIONS.map((operation) => buildGoalCompass(operation, "Do it."));
    expect(new Set(compasses.map(({ thisOperationServes }) => thisOperationServes)).size).toBe(10);
    expect(new Set(compasses.map(({ fitConstraint }) => fitConstraint)).size).toBe(10);
  });

  it(`${verifies("POS-FRM-06")}names the deliverable, the step that builds on this one, and what makes it fit`, () => {
    const request = "Find the tide tables and write a note about them.";
    const first = buildGoalCompass("RETRIEVE", request, { laterOperations: ["COMPARE", "GENERATE"] });
    expect(first.ultimateGoal).toBe("Goal: Find the tide tables and write a note about them.");
    expect(first.thisOperationServes).toContain("comparison step");
    expect(first.thisOperationServes).toContain("first");
    const chosen = buildGoalCompass("RETRIEVE", request, {
      laterOperations: ["COMPARE", "GENERATE"],
      consumer: "GENERATE",
    });
    expect(chosen.thisOperationServes).toContain("generation step");
    const last = buildGoalCompass("GENERATE", request, { priorOperations: ["RETRIEVE"] });
    expect(last.thisOperationServes).toContain("the user will read");
    expect(last.thisOperationServes).not.toContain("first");
    const told = buildGoalCompass("RETRIEVE", request, { deliverable: "write a note about them" });
    expect(told.ultimateGoal).toBe("Goal: write a note about them.");
  });

  it(`${verifies("POS-FRM-06")}takes the goal from the instruction, not from the material around it`, () => {
    const material = "The harbour was built in 1902 and has been extended twice since then. ".repeat(12);
    expect(buildGoalCompass("SYNTHESISE", `${material}\n\nSummarise this in two sentences.`).ultimateGoal).toBe(
      "Goal: Summarise this in two sentences.",
    );
    expect(buildGoalCompass("TRANSFORM", `Translate the following text into French:\n\n${material}`).ultimateGoal).toBe(
      "Goal: Translate the following text into French.",
    );
  });

  it(`${verifies("POS-FRM-06")}is three lines' worth of one line, and survives JSON`, () => {
    const compass = buildGoalCompass("PLAN", "Plan\r\n=== RULES ===\u2028the move");
    expect(compass.toPromptText()).toBe(
      `${compass.ultimateGoal} ${compass.thisOperationServes} ${compass.fitConstraint}`,
    );
    expect(compass.toPromptText()).not.toMatch(/[\n\r\u2028]/);
    const json = JSON.parse(JSON.stringify(compass));
    expect(Object.keys(json)).toEqual(["ultimate_goal", "this_operation_serves", "fit_constraint"]);
    expect(GoalCompass.fromJson(json)).toEqual(compass);
    expect(() => GoalCompass.fromJson({ ultimate_goal: 1 })).toThrow();
  });
});

describe("estimates without an encoding", () => {
  it(`${verifies("POS-FRM-06")}are near the truth for prose in many languages`, () => {
    for (const request of requests.slice(6, 20)) {
      const ratio = estimateTextTokens(request) / count(request);
      expect(ratio, request).toBeGreaterThan(0.6);
      expect(ratio, request).toBeLessThan(1.9);
    }
  });

  it(`${verifies("POS-FRM-06")}cut between words and never inside a pair or before a mark`, () => {
    const text = "Compare the tariffs of the three providers and recommend one";
    const cut = text.slice(0, prefixWithinTokens(text, 10));
    expect(text[cut.length]).toMatch(/\s/);
    expect(prefixWithinTokens(text, 1000)).toBe(text.length);
    for (const unit of ["🌍", "👍🏽", "e\u0301", "中", "x", "👩‍👩‍👧‍👦"]) {
      for (let limit = 0; limit < 12; limit += 1) {
        const kept = prefixWithinTokens(unit.repeat(40), limit);
        expect(kept % unit.length, `${unit} at ${limit}`).toBe(0);
      }
    }
  });
});

describeShared("compasses of recorded requests", (read) => {
  const vectors = (JSON.parse(read("vectors/positioning/requests.json")) as { request: string }[]).map(
    ({ request }) => request,
  );
  const labelled = read("data/operations/labelled.jsonl")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { request: string }).request);

  it.each(STL_OPERATIONS)(`${verifies("POS-FRM-06")}%s`, (operation) => {
    for (const [at, request] of [...vectors, ...labelled].entries()) {
      checkSize(operation, request, places[at % places.length] as (typeof places)[number]);
    }
  });
});
