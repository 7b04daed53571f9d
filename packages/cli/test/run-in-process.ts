import { runProgram } from "../src/program.js";

export interface InProcessRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process, over a terminal that is 80 columns wide and no person's. */
export async function runInProcess(
  args: readonly string[],
  options: {
    readonly input?: Iterable<string | Uint8Array>;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<InProcessRun> {
  let out = "";
  let err = "";
  const code = await runProgram(args, {
    stdin: (async function* () {
      yield* options.input ?? [];
    })(),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isInteractive: false,
    columns: 80,
    env: options.env ?? {},
  });
  return { code, out, err };
}
