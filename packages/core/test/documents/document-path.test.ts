import { isAbsolute, join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentPath, isHiddenStep } from "../../src/documents/document-path.js";

const codeOf = (given: string, options = {}): string => {
  try {
    return `accepted ${documentPath(given, options)}`;
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
};

describe("documentPath", () => {
  it.each([
    ["notes/plan.md", "notes/plan.md"],
    ["./notes/./plan.md", "notes/plan.md"],
    ["notes//plan.md", "notes/plan.md"],
    ["notes/plan.md/", "notes/plan.md"],
    ["日本語/メモ 1.md", "日本語/メモ 1.md"],
    ["a..b/..c...md".replace("..c", "c"), "a..b/c...md"],
    ["a: b.md", "a: b.md"],
  ])("accepts %j", (given, path) => {
    expect(documentPath(given)).toBe(path);
  });

  it.each([
    "/etc/passwd",
    "//server/share",
    "C:\\windows\\win.ini",
    "c:/windows/win.ini",
    "file:///etc/passwd",
    "./c:/windows",
    "c:",
    "\\\\server\\share",
    "notes\\plan.md",
    "..",
    "../secret.txt",
    "notes/../../secret.txt",
    "notes/../plan.md",
    "notes/..",
    "plan.md\0.png",
    "plan\n.md",
    "",
    ".",
    "./",
    `${"a".repeat(1025)}`,
  ])("refuses %j as invalid", (given) => {
    expect(codeOf(given)).toBe("document_path_invalid");
  });

  it.each([".env", ".git/config", "notes/.hidden/plan.md", "node_modules/x/readme.md", "a/node_modules"])(
    "does not know %j",
    (given) => {
      expect(codeOf(given)).toBe("document_not_found");
    },
  );

  it("takes an empty path for the folder where a folder may stand", () => {
    expect(documentPath("", { mayBeFolder: true })).toBe("");
    expect(documentPath("./", { mayBeFolder: true })).toBe("");
    expect(codeOf("..", { mayBeFolder: true })).toBe("document_path_invalid");
  });

  it("repeats at most 200 characters of a bad path", () => {
    const given = `/${"x".repeat(100_000)}`;
    expect(() => documentPath(given)).toThrowError(/^.{1,280}$/);
  });

  it("never accepts a path that leads out of the folder, and gives one spelling", () => {
    const step = fc.constantFrom(
      "..",
      ".",
      "",
      "a",
      "b.md",
      "...",
      "..a",
      "a..",
      ".git",
      "\\",
      "\0",
      "C:",
      "~",
      "%2e%2e",
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.constantFrom("/", "\\", "//"), (steps, separator) => {
        const given = steps.join(separator);
        if (!codeOf(given).startsWith("accepted")) return;
        const path = documentPath(given);
        const below = relative("/root/folder", join("/root/folder", path));
        expect(below === "" || below.startsWith("../") || below === ".." || isAbsolute(below)).toBe(false);
        expect(below).toBe(path);
        expect(path.split("/").some(isHiddenStep)).toBe(false);
        expect(documentPath(path)).toBe(path);
      }),
      { numRuns: 3000 },
    );
  });
});
