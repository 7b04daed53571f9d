import { parseSections, runPositioned } from "@pelorus/core";
import { expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { scriptedModel } from "./scripted-model.js";

/** Requests in languages with and without a cue table, a right answer, and what the frame says of the language. */
const CASES = [
  ["ko", "하늘이 왜 파란지 설명해 주세요.", "하늘은 햇빛이 공기에서 흩어지기 때문에 파랗습니다.", "in Korean"],
  ["th", "อธิบายว่าทำไมท้องฟ้าเป็นสีฟ้า", "ท้องฟ้าเป็นสีฟ้าเพราะแสงแดดกระเจิงในอากาศ", "in Thai"],
  ["pt", "Por que o céu é azul?", "O céu é azul porque a luz do sol se espalha no ar.", "in Portuguese"],
  [
    "vi",
    "Vì sao bầu trời màu xanh?",
    "Bầu trời màu xanh vì ánh sáng mặt trời bị tán xạ trong không khí.",
    "in Vietnamese",
  ],
  [
    "id",
    "Mengapa langit berwarna biru?",
    "Langit berwarna biru karena cahaya matahari tersebar oleh udara.",
    "in Indonesian",
  ],
  [
    "und",
    "Miksi taivas näyttää siniseltä?",
    "Taivas näyttää siniseltä, koska valo siroaa ilmassa.",
    "in the language of",
  ],
] as const;

it.each(CASES)(
  `${verifies("POS-CLS-13", "POS-VER-01")}a right answer in %s is no fault`,
  async (language, request, answer, said) => {
    const model = scriptedModel(() => answer);
    const result = await runPositioned(request, { model });
    const classified = result.events.find((event) => event.kind === "intent_classified");
    expect(classified?.data).toMatchObject({ language });
    const prompt = model.calls[0]?.prompt ?? "";
    expect(
      parseSections(prompt)
        .find(({ name }) => name === "success_test")
        ?.text.toLowerCase(),
    ).toContain(said.toLowerCase());
    const checks = result.steps.flatMap((step) => step.verdict?.checks ?? []);
    expect(checks.find(({ id }) => id === "language")?.outcome).toMatch(/pass|unknown/);
    expect([model.calls.length, result.text]).toEqual([1, answer]);
  },
);
