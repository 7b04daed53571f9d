import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const bin = fileURLToPath(new URL("../dist/bin.js", import.meta.url));

export interface CliRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command. `killAfter` kills it hard after that many milliseconds; `input` is its standard input. */
export function runCli(
  args: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly input?: string;
    readonly killAfter?: number;
    readonly interruptOn?: RegExp;
    /** The signal that `interruptOn` sends; absent: SIGINT. */
    readonly interruptBy?: NodeJS.Signals;
    readonly cwd?: string;
  } = {},
): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      env: { PATH: process.env.PATH, ...options.env },
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      stdio: ["pipe", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    let interrupted = false;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      err += text;
      if (!interrupted && options.interruptOn?.test(err) === true) {
        interrupted = true;
        child.kill(options.interruptBy ?? "SIGINT");
      }
    });
    const timer =
      options.killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), options.killAfter);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, out, err });
    });
    child.stdin.end(options.input ?? "");
  });
}
