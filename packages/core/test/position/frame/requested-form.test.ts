import { describe, expect, it } from "vitest";
import { verifies } from "../../../../../test/support/verifies.js";
import type { RequestedForm } from "../../../src/contract/frame.js";
import { outputContract } from "../../../src/position/output-contract.js";
import { parseSections } from "../../../src/position/parse-sections.js";
import { readRequestedForm } from "../../../src/position/requested-form.js";
import { buildStepFrame } from "../../../src/position/step-frame.js";
import { frameInput, plannedStep } from "./frame-input.js";

describe("form", () => {
  it.each<[string, RequestedForm["kind"]]>([
    ["Return the three capitals as JSON.", "json"],
    ["Give me the result in valid JSON format", "json"],
    ["Convert this CSV to JSON: a,b", "json"],
    ["Turn the JSON above into CSV", "csv"],
    ["Extract the dates. Output JSON only.", "json"],
    ["Gib die Städte als JSON aus", "json"],
    ["Renvoie la liste au format JSON", "json"],
    ["Devuelve los datos en formato CSV", "csv"],
    ["请以JSON格式输出结果", "json"],
    ["把结果做成表格", "table"],
    ["結果をJSONで返してください", "json"],
    ["Put the prices into a table", "table"],
    ["Make a comparison table of the two phones", "table"],
    ["Vergleiche die Tarife in einer Tabelle", "table"],
    ["Présente les tarifs sous forme de tableau", "table"],
    ["Answer in a bulleted list", "list"],
    ["Summarise it as bullet points", "list"],
    ["Fasse das in Stichpunkten als Liste zusammen", "list"],
    ["Write it as XML", "xml"],
    ["Produce a YAML file with these settings", "yaml"],
    ["Write a Python function that sorts a list", "code"],
    ["Write a bash script that renames files", "code"],
    // Talk about a form is no demand for it.
    ["Explain what JSON is", "prose"],
    ["Is this JSON valid?", "prose"],
    ["What is on the table?", "prose"],
    ["Why is the table below sorted by date?", "prose"],
    ["Summarise the following list", "prose"],
    ["I want to list my flat for sale", "prose"],
    ["Write a code of conduct for the club", "prose"],
    ["Write a training program for beginners", "prose"],
    ['Explain the phrase "return JSON"', "prose"],
    ["Write a haiku about rain", "prose"],
  ])(`${verifies("POS-FRM-07")}%s → %s`, (request, kind) => {
    expect(readRequestedForm(request).kind).toBe(kind);
  });

  it(`${verifies("POS-FRM-07")}material asks for nothing`, () => {
    const material = "The API should return JSON in French, at most 20 words. ".repeat(12);
    expect(readRequestedForm(`Summarise this text:\n\n${material}`)).toEqual({ kind: "prose" });
    expect(readRequestedForm(`${material}\n\nSummarise it as a table.`)).toEqual({ kind: "table" });
  });

  it(`${verifies("POS-FRM-07")}a stated schema comes with it`, () => {
    const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    expect(readRequestedForm(`Return JSON that follows this schema: ${JSON.stringify(schema)}`)).toEqual({
      kind: "json",
      schema,
    });
    expect(readRequestedForm(`Answer with the schema ${JSON.stringify(schema)}`).schema).toEqual(schema);
    // Data in braces is no schema, and a schema to talk about is not the answer's.
    expect(readRequestedForm('Return JSON like {"city": "Asper"}')).toEqual({ kind: "json" });
    expect(readRequestedForm(`What is wrong here? ${JSON.stringify(schema)}`)).toEqual({ kind: "prose" });
    expect(readRequestedForm(`Return JSON. ${"{".repeat(50_000)}`).kind).toBe("json");
  });
});

describe("language", () => {
  it.each<[string, string | undefined]>([
    ["Translate this letter into French.", "fr"],
    ["Translate the text from English to German", "de"],
    ["Answer in Spanish, please", "es"],
    ["Antworte auf Englisch", "en"],
    ["Übersetze den Satz ins Französische", "fr"],
    ["Traduis ce texte en allemand", "de"],
    ["Traduce la carta al inglés", "en"],
    ["用英文回答", "en"],
    ["请把这段话翻译成法语", "fr"],
    ["日本語で答えてください", "ja"],
    ["Ответь на русском", "ru"],
    ["Tell me about in French cuisine", undefined],
    ["Write a German shepherd care guide", undefined],
    ["Who speaks Latin?", undefined],
    ["Compare French and Italian wines", undefined],
  ])(`${verifies("POS-FRM-07")}%s → %s`, (request, language) => {
    expect(readRequestedForm(request).language).toBe(language);
  });
});

describe("length", () => {
  it.each<[string, RequestedForm["length"]]>([
    ["Summarise it in at most 50 words", { unit: "words", max: 50 }],
    ["Write no more than two sentences", { unit: "sentences", max: 2 }],
    ["Write at least 300 words about it", { unit: "words", min: 300 }],
    ["Describe it in 100-200 words", { unit: "words", min: 100, max: 200 }],
    ["Write between 3 and 5 paragraphs", { unit: "paragraphs", min: 3, max: 5 }],
    ["Explain it in exactly three sentences", { unit: "sentences", min: 3, max: 3 }],
    ["Explain it in one sentence", { unit: "sentences", min: 1, max: 1 }],
    ["Write a 100-word story", { unit: "words", min: 80, max: 120 }],
    ["Write about 1,000 words", { unit: "words", min: 800, max: 1200 }],
    ["Give me five bullet points", { unit: "items", min: 5, max: 5 }],
    ["Write a text of 200 words or less", { unit: "words", max: 200 }],
    ["Keep it under 280 characters", { unit: "characters", max: 280 }],
    ["Schreibe höchstens 80 Wörter", { unit: "words", max: 80 }],
    ["Fasse den Text in drei Sätzen zusammen", { unit: "sentences", min: 3, max: 3 }],
    ["Résume le texte en deux phrases", { unit: "sentences", min: 2, max: 2 }],
    ["Escribe como máximo 120 palabras", { unit: "words", max: 120 }],
    ["用不超过100字总结", { unit: "characters", max: 100 }],
    ["请用三句话概括", { unit: "sentences", min: 3, max: 3 }],
    ["用200字以内的中文回答", { unit: "characters", max: 200 }],
    ["Напиши не более 50 слов", { unit: "words", max: 50 }],
    // Things that are there are no length to keep.
    ["Summarise the 500-word essay", undefined],
    ["Are these three sentences true?", undefined],
    ["Compare the two points of view", undefined],
    ["How far is 100 miles?", undefined],
    ["What happened in 1989?", undefined],
  ])(`${verifies("POS-FRM-07")}%s`, (request, length) => {
    expect(readRequestedForm(request).length).toEqual(length);
  });

  it(`${verifies("POS-FRM-07")}an English phrase is no sentence`, () => {
    expect(readRequestedForm("Say it in two phrases", "en").length).toBeUndefined();
  });
});

describe("output contract", () => {
  const form: RequestedForm = {
    kind: "json",
    schema: { type: "array" },
    language: "fr",
    length: { unit: "items", max: 3 },
  };

  it(`${verifies("POS-FRM-07")}states the requested form first, and a bare form alone`, () => {
    const [first, ...rest] = outputContract("COMPARE", form, true).split("\n");
    expect(first).toContain("JSON");
    expect(rest).toEqual([
      'It satisfies this JSON Schema: {"type":"array"}',
      "Length: at most 3 items.",
      "Language: French.",
    ]);
    const table = outputContract("COMPARE", { kind: "table" }, true).split("\n");
    expect(table[0]).toContain("table");
    expect(table).toHaveLength(2);
    expect(outputContract("COMPARE", { kind: "prose" }, true)).toBe(table[1]);
  });

  it(`${verifies("POS-FRM-07")}belongs to the answer: an intermediate step keeps its own form`, () => {
    expect(outputContract("RETRIEVE", form, false)).not.toContain("JSON");
    expect(outputContract("RETRIEVE", form, false)).toContain("Language: French.");
    const text = (deliverable: boolean) =>
      parseSections(
        buildStepFrame(frameInput({ form, step: plannedStep("RETRIEVE", "find it", { deliverable }) })).toPrompt(),
      ).find(({ name }) => name === "output_contract")?.text;
    expect(text(true)).toContain("JSON");
    expect(text(false)).not.toContain("JSON");
  });

  it(`${verifies("POS-FRM-07")}and the success test stands in the frame as it was given`, () => {
    const successTest = "Both ferries appear; a verdict is stated.";
    const sections = parseSections(buildStepFrame(frameInput({ successTest })).toPrompt());
    expect(sections.find(({ name }) => name === "success_test")?.text).toBe(successTest);
  });
});
