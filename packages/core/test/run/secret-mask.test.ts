import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/support/verifies.js";
import { SecretMask } from "../../src/contract/secret-mask.js";

const mask = (...secrets: string[]) => SecretMask.of(secrets) as SecretMask;

/** What a reader of a stream is told, delta by delta. */
function told(secrets: readonly string[], deltas: readonly string[]): string {
  const secret = mask(...secrets);
  let held = "";
  let text = "";
  for (const delta of deltas) {
    const parted = secret.split(held + delta);
    text += parted.told;
    held = parted.held;
  }
  return text + secret.text(held);
}

describe("the mask of secret values", () => {
  it(`${verifies("POS-SEC-01")}is none without values`, () => {
    expect(SecretMask.of(undefined)).toBeNull();
    expect(SecretMask.of([])).toBeNull();
  });

  it(`${verifies("POS-SEC-01")}takes values out as they are, as JSON escapes them, and as addresses do`, () => {
    const odd = 'p"a\\ss wörd/1';
    const text = `plain ${odd}, JSON ${JSON.stringify({ key: odd })}, address https://x.example/?p=${encodeURIComponent(odd)}`;
    expect(mask(odd).text(text)).toBe('plain [hidden], JSON {"key":"[hidden]"}, address https://x.example/?p=[hidden]');
    expect(mask("planted1", "planted1-and-more").text("planted1-and-more planted1")).toBe("[hidden] [hidden]");
  });

  it(`${verifies("POS-SEC-01")}finds them in strings, numbers and names of any depth, and leaves a value without them as it is`, () => {
    const value = { a: [{ "key-planted-1": "x" }, 1234567890, "no"], b: { c: "a planted-1 b" } };
    expect(mask("planted-1", "1234567890").value(value)).toEqual({
      a: [{ "key-[hidden]": "x" }, "[hidden]", "no"],
      b: { c: "a [hidden] b" },
    });
    const clean = { a: [1, "two"] };
    expect(mask("planted-1").value(clean)).toBe(clean);
    expect(mask('pla"nted-1').value(clean)).toBe(clean);
    expect(mask('pla"nted-1').value({ text: JSON.stringify({ key: 'pla"nted-1' }) }).text).toBe('{"key":"[hidden]"}');
    expect(mask("planted-1").value(undefined)).toBeUndefined();
  });

  it(`${verifies("POS-SEC-01", "POS-EVT-02")}finds them in a text that comes in pieces, wherever it is cut`, () => {
    const secrets = ["planted-1", "planted-1-longer", "abcabcabc"];
    const text = "It is planted-1, planted-1-longer, abcabcabcabc and plan, planted-.";
    const masked = mask(...secrets).text(text);
    expect(masked).toBe("It is [hidden], [hidden], [hidden]abc and plan, planted-.");
    for (let size = 1; size <= text.length; size++) {
      const deltas = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, (at + 1) * size),
      );
      expect(told(secrets, deltas), `pieces of ${size}`).toBe(masked);
    }
  });

  it(`${verifies("POS-SEC-01")}holds back no more than may begin a value`, () => {
    expect(mask("planted-1").split("nothing here")).toEqual({ told: "nothing here", held: "" });
    expect(mask("planted-1").split("it is plan")).toEqual({ told: "it is ", held: "plan" });
  });
});
