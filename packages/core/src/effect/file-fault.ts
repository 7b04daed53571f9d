import { JournalError } from "../contract/error.js";
import { clipText } from "../state/clip-text.js";

/** What a damaged file is quoted with at most, in tokens. */
const REASON_TOKENS = 48;

/** What a person can do about a fault of the file system, by its system code. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the disk; free some and resume the run",
  EDQUOT: "the quota of the disk is used up; free some space and resume the run",
  EFBIG: "the file has reached the size the system allows; name another folder",
  EACCES: "permission is denied; give it to this user or name another folder",
  EPERM: "permission is denied; give it to this user or name another folder",
  EROFS: "the disk takes no writing; name another folder",
  ENOTDIR: "a step of the path is no folder; name another folder",
  ENOENT: "there is no such place, or the file system takes nothing new there; name another folder",
  EISDIR: "a folder stands in the place of the file; take it away and resume the run",
  EMFILE: "too many files are open; raise the limit (ulimit -n) and resume the run",
  ENFILE: "too many files are open on this machine; close some and resume the run",
  EIO: "the disk failed; check it before the run is resumed",
};

/** The `JournalError` for what the file system threw: what could not be done, why, and what to do. Others pass unchanged. */
export function fileFault(what: string, cause: unknown): JournalError {
  if (cause instanceof JournalError) return cause;
  return new JournalError("journal_failed", `${what}: ${reasonOf(cause)}.`, { cause });
}

function reasonOf(cause: unknown): string {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  const remedy = typeof code === "string" ? REMEDIES[code] : undefined;
  if (remedy !== undefined) return `${remedy} (${code as string})`;
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "");
}

/**
 * The `JournalError` for a file, or a line of one (counted from 1), that does not hold what was written to it. `remedy` is
 * a sentence.
 */
export function damage(path: string, cause: unknown, remedy: string, line?: number): JournalError {
  const where = line === undefined ? path : `Line ${line} of ${path}`;
  const reason = clipText(faultOf(cause), REASON_TOKENS);
  return new JournalError("journal_failed", `${where} is damaged: ${reason}. ${remedy}`, { cause });
}

/** What a reader of JSON or a schema says, in one line: of several faults the first. */
function faultOf(cause: unknown): string {
  const [issue] = (cause as { readonly issues?: readonly Issue[] } | null)?.issues ?? [];
  if (issue !== undefined) return `/${issue.path.map(String).join("/")}: ${issue.message}`;
  return cause instanceof Error ? cause.message.replace(/\s+/g, " ") : String(cause);
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}
