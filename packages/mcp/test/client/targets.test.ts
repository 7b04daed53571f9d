import { connectMcp, MCP_ERRORS, McpError, type McpTarget } from "@pelorus/mcp";
import { describe, expect, it } from "vitest";
import { Secrets } from "../../src/client/secrets.js";

const refusal = async (target: unknown, options: unknown = {}) =>
  connectMcp(target as McpTarget, options as never).then(
    () => null,
    (error: unknown) => error as McpError,
  );

describe("what a connection cannot be made of", () => {
  it.each([
    [null, "either `command` or `url`"],
    [{}, "either `command` or `url`"],
    [{ command: "node", url: "http://127.0.0.1/" }, "either `command` or `url`"],
    [{ command: " " }, "`command` must be"],
    [{ command: 7 }, "`command` must be"],
    [{ command: "node", args: "server.js" }, "`args` must be a list"],
    [{ command: "node", args: [7] }, "`args` must be a list"],
    [{ command: "node", args: ["a\0b"] }, "NUL"],
    [{ command: "node", env: { A: 1 } }, "`env` must map"],
    [{ command: "node", cwd: 1 }, "`cwd` must be a path"],
    [{ url: "no url" }, "http or https"],
    [{ url: "file:///etc/passwd" }, "http or https"],
    [{ url: "http://user:hunter22@127.0.0.1/" }, "user name or password"],
    [{ url: "http://127.0.0.1/", headers: { a: 1 } }, "`headers` must map"],
    [{ url: "http://127.0.0.1/", fetch: 1 }, "`fetch` must be a function"],
  ])("%j", async (target, words) => {
    const error = await refusal(target);
    expect(error).toMatchObject({ code: "mcp_target_invalid", name: "McpError" });
    expect(error?.message).toContain(words);
    expect(error?.message).not.toContain("hunter22");
  });

  it("names every wrong option at once", async () => {
    const error = await refusal(
      { command: "node" },
      { timeout: 5, connectTimeoutMs: 0, include: "all", onEvent: 1, signal: {}, restart: { attempts: -1 } },
    );
    expect(error?.code).toBe("mcp_option_invalid");
    for (const name of ["timeout", "connectTimeoutMs", "include", "onEvent", "signal", "restart"]) {
      expect(error?.message).toContain(name);
    }
  });

  it("every code has class, meaning and remedy", () => {
    for (const row of Object.values(MCP_ERRORS)) expect(Object.values(row).every((part) => part.length > 5)).toBe(true);
    expect(new McpError("mcp_closed", "x", { isRetryable: true, retryAfterMs: 5 })).toMatchObject({
      isRetryable: true,
      retryAfterMs: 5,
    });
  });
});

describe("secrets", () => {
  it("are the values of env, headers and query, whole and in part, the longest first", () => {
    const ofCommand = new Secrets({ command: "x", env: { A: "token-1", B: "token-1-longer", C: "on" } });
    expect(ofCommand.redact("token-1-longer, token-1 and on")).toBe("[redacted], [redacted] and on");
    const ofAddress = new Secrets({
      url: "https://example.test/mcp?key=a%20key%26more",
      headers: { authorization: "Bearer abc.def" },
    });
    expect(ofAddress.redact("sent Bearer abc.def or abc.def with a key&more as a%20key%26more")).toBe(
      "sent [redacted] or [redacted] with [redacted] as [redacted]",
    );
  });

  it("are found in linear time", () => {
    const secrets = new Secrets({ command: "x", env: { A: "aaaa" } });
    expect(secrets.redact("a".repeat(1_000_003)).length).toBeLessThan(3_000_000);
  });
});
