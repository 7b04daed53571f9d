import { expect, it } from "vitest";
import { describeShared } from "../support/shared.js";
import { verifies } from "../support/verifies.js";
import { filesBelow, packageFolders, read } from "./requirement-ids.js";

const lines = (text: string): string[] => text.split("\n").filter((line) => line !== "");

// The product is measured on inputs of these kinds: none of those that are known may be built in.
describeShared("the acceptance inputs beside the project", (readShared) => {
  const rows = JSON.parse(readShared("vectors/positioning/requests.json")) as { id: string; request: string }[];
  const labelled = lines(readShared("data/operations/labelled.jsonl")).map(
    (line) => JSON.parse(line) as { request: string },
  );
  const queries = lines(readShared("data/tools/queries.jsonl")).map((line) => JSON.parse(line) as { query: string });

  const files = [
    ...packageFolders().flatMap((name) => filesBelow(`packages/${name}/src`, () => true)),
    ...filesBelow("scripts", (name) => name.endsWith(".txt")),
  ];
  const texts = files.map((file) => ({ file, text: read(file) }));
  /** What stands in quotes, and whole lines after their first words: tokens that may come before an example. */
  const literals = new Set(
    texts.flatMap(({ text }) => [
      ...[...text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map((match) => match[1] ?? ""),
      ...lines(text).flatMap((line) => [line, line.replace(/^(?:[A-Z][A-Z0-9]+ )+/, "")]),
    ]),
  );

  it(`${verifies("POS-VEC-02")}are known to no source by request`, () => {
    const known = rows.flatMap(({ request }) =>
      texts
        .filter(({ text }) => request.length > 12 && text.includes(request))
        .map(({ file }) => `${file}: ${request}`),
    );
    expect(known).toEqual([]);
    const whole = [...labelled.map(({ request }) => request), ...queries.map(({ query }) => query)];
    expect(whole.length).toBeGreaterThan(1_500);
    expect(whole.filter((text) => text.length > 12 && literals.has(text))).toEqual([]);
  });

  it(`${verifies("POS-VEC-02")}are known to no source by id`, () => {
    const ids = rows.map(({ id }) => id).filter((id) => /[-_\d]/.test(id));
    expect(ids.filter((id) => literals.has(id))).toEqual([]);
  });
});
