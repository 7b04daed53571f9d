import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PassageIndex } from "../../src/documents/passage-index.js";

const everything = () => true;
const words = ["heron", "reed", "lantern", "pear", "quince", "map"];
const text = fc.array(fc.constantFrom(...words, "# pear\n", "\n\n"), { maxLength: 12 }).map((parts) => parts.join(" "));
const path = fc.constantFrom("a.md", "b.txt", "sub/c.md", "sub/d.csv", "lantern.txt");

describe("PassageIndex", () => {
  it("answers after any changes like an index that was built from the outcome", () => {
    const change = fc.record({ path, text: fc.option(text) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), fc.array(fc.constantFrom(...words)), (changes, query) => {
        const changed = new PassageIndex();
        const outcome = new Map<string, string>();
        for (const { path, text } of changes) {
          if (text === null) {
            changed.remove(path);
            outcome.delete(path);
          } else {
            changed.add(path, text);
            outcome.set(path, text);
          }
        }
        const rebuilt = new PassageIndex();
        for (const [path, text] of outcome) rebuilt.add(path, text);
        for (const accepts of [everything, (path: string) => path.startsWith("sub/")]) {
          expect(changed.rank(query.join(" "), 50, accepts)).toEqual(rebuilt.rank(query.join(" "), 50, accepts));
        }
      }),
      { numRuns: 200 },
    );
  });

  it("still answers right after sweeping out thousands of removed passages", () => {
    const index = new PassageIndex();
    index.add("first.txt", "heron and reed");
    for (let round = 0; round < 3000; round++) index.add(`changing${round % 3}.txt`, `lantern ${round}`);
    index.add("last.txt", "heron and lantern");
    index.remove("first.txt");
    const paths = (query: string) => index.rank(query, 10, everything).map((ranked) => ranked.path);
    expect(paths("heron")).toEqual(["last.txt"]);
    expect(paths("reed")).toEqual([]);
    expect(paths("2997")).toEqual(["changing0.txt"]);
    expect(paths("1500")).toEqual([]);
    expect(new Set(paths("lantern"))).toEqual(new Set(["changing0.txt", "changing1.txt", "changing2.txt", "last.txt"]));
  });

  it("counts how rare a term is among the accepted documents only", () => {
    const index = new PassageIndex();
    index.add("sub/a.txt", "heron");
    index.add("sub/b.txt", "reed");
    const alone = index.rank("heron", 1, (path) => path.startsWith("sub/"));
    for (let number = 0; number < 20; number++) index.add(`other${number}.txt`, "heron heron heron");
    expect(index.rank("heron", 1, (path) => path.startsWith("sub/"))).toEqual(alone);
  });
});
