import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { readWholeFile, syncFolder } from "./atomic-file.js";
import { makeFolder } from "./make-folder.js";

/** The complete lines of a file and the byte they end at; what follows was cut off by a kill. */
export interface CompleteLines {
  readonly lines: readonly string[];
  readonly end: number;
}

const LINE_END = 0x0a;

/** Reads the complete lines of a file; a missing file has none. */
export async function readCompleteLines(path: string): Promise<CompleteLines> {
  const bytes = await readWholeFile(path);
  // POS-REC-06: a line that was not finished was never written.
  const end = bytes === null ? 0 : bytes.lastIndexOf(LINE_END) + 1;
  if (bytes === null || end === 0) return { lines: [], end: 0 };
  return { lines: bytes.toString("utf8", 0, end - 1).split("\n"), end };
}

/**
 * Appends text that ends in a line end. `end` is where the complete lines end as far as the caller knows: an unfinished
 * line behind it is dropped first. With `durable` the text is on the disk when the promise resolves. Makes missing
 * folders. Resolves to false when somebody else wrote to the file since the caller looked: the text may then not be
 * where the caller believes.
 */
export async function appendLines(
  path: string,
  text: string,
  options: { readonly end: number; readonly durable: boolean },
): Promise<boolean> {
  const isNew = options.end === 0;
  if (isNew) await makeFolder(dirname(path));
  const file = await open(path, "a+");
  try {
    let before = (await file.stat()).size;
    if (before > options.end && !(await endsInLineEnd(file, before))) {
      await file.truncate(options.end);
      before = options.end;
    }
    await file.appendFile(text);
    if (options.durable) await file.datasync();
    if (isNew && options.durable) await syncFolder(dirname(path));
    return before === options.end && (await file.stat()).size === options.end + Buffer.byteLength(text);
  } finally {
    await file.close();
  }
}

async function endsInLineEnd(file: Awaited<ReturnType<typeof open>>, size: number): Promise<boolean> {
  const last = Buffer.alloc(1);
  await file.read(last, 0, 1, size - 1);
  return last[0] === LINE_END;
}
