import { decodeText } from "./decode-text.js";
import { DocumentError, type DocumentErrorCode } from "./document-error.js";
import type { DocumentLimits } from "./document-limits.js";
import { readDocumentBytes } from "./open-document.js";
import { PassageIndex, type RankedPassage, type TextOutline } from "./passage-index.js";
import { type FolderEntry, walkFolder } from "./walk-folder.js";

/** Why a listed document is not searched: an error on reading it, or the index has no room left for it. */
export type NotSearched = DocumentErrorCode | "index_full";

/** A file of the folder, with its outline or the reason why it is not searched. */
export type CataloguedDocument = FolderEntry &
  (
    | { readonly outline: TextOutline; readonly notSearched: null }
    | { readonly outline: null; readonly notSearched: NotSearched }
  );

/** The state of the folder at one moment. */
export interface DocumentCatalogue {
  /** In code-unit order of the paths. */
  readonly documents: readonly CataloguedDocument[];
  /** The folder has more files than are looked at. */
  readonly truncated: boolean;
}

/** How many documents are read at the same time. */
const BATCH = 8;

/**
 * The index of one folder, kept in memory: built on first use, and before every later use brought up to date by reading
 * again only what changed. Uses run one after the other; an aborted one keeps what it had read.
 */
export class DocumentIndex {
  readonly #root: string;
  readonly #limits: DocumentLimits;
  readonly #passages = new PassageIndex();
  readonly #known = new Map<string, CataloguedDocument>();
  #turn: Promise<unknown> = Promise.resolve();

  /** `root` is a real path. Reads nothing yet. */
  constructor(root: string, limits: DocumentLimits) {
    this.#root = root;
    this.#limits = limits;
  }

  /** The up-to-date catalogue. Throws DocumentError when the folder is gone, or the signal's reason. */
  catalogue(signal: AbortSignal): Promise<DocumentCatalogue> {
    return this.#inTurn(() => this.#refresh(signal));
  }

  /** The best passages of the documents that `accepts` their path, and the catalogue they come from; throws as above. */
  search(
    query: string,
    options: { limit: number; accepts: (path: string) => boolean; signal: AbortSignal },
  ): Promise<DocumentCatalogue & { readonly passages: readonly RankedPassage[] }> {
    return this.#inTurn(async () => {
      const catalogue = await this.#refresh(options.signal);
      return { ...catalogue, passages: this.#passages.rank(query, options.limit, options.accepts) };
    });
  }

  #inTurn<T>(use: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(use);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #refresh(signal: AbortSignal): Promise<DocumentCatalogue> {
    const { entries, truncated } = await walkFolder(this.#root, { maximumFiles: this.#limits.maximumFiles, signal });
    const present = new Set(entries.map((entry) => entry.path));
    for (const path of this.#known.keys()) if (!present.has(path)) this.#forget(path);

    const stale: FolderEntry[] = [];
    for (const [entry, fits] of this.#withRoom(entries)) {
      if (!fits) this.#know({ ...entry, outline: null, notSearched: "index_full" });
      else if (!this.#isCurrent(entry)) stale.push(entry);
    }
    for (let at = 0; at < stale.length; at += BATCH) await this.#readAgain(stale.slice(at, at + BATCH), signal);
    return { documents: entries.flatMap(({ path }) => this.#known.get(path) ?? []), truncated };
  }

  /** Whether each entry still has room in the index. Depends on the sizes and the order only, so it is repeatable. */
  *#withRoom(entries: readonly FolderEntry[]): Generator<readonly [FolderEntry, boolean]> {
    let bytes = 0;
    for (const entry of entries) {
      const counts = entry.bytes <= this.#limits.maximumDocumentBytes;
      const fits = !counts || bytes + entry.bytes <= this.#limits.maximumIndexBytes;
      if (counts && fits) bytes += entry.bytes;
      yield [entry, fits];
    }
  }

  #isCurrent(entry: FolderEntry): boolean {
    const known = this.#known.get(entry.path);
    // A refusal of the operating system may pass, and an index that was full may have room now.
    if (known === undefined || known.notSearched === "document_unreadable" || known.notSearched === "index_full") {
      return false;
    }
    return known.stamp === entry.stamp;
  }

  async #readAgain(entries: readonly FolderEntry[], signal: AbortSignal): Promise<void> {
    const texts = await Promise.allSettled(entries.map((entry) => this.#text(entry.path, signal)));
    for (const [at, entry] of entries.entries()) {
      const result = texts[at];
      if (result?.status === "fulfilled") {
        this.#know({ ...entry, outline: this.#passages.add(entry.path, result.value), notSearched: null });
      } else if (DocumentError.isInstance(result?.reason)) {
        this.#know({ ...entry, outline: null, notSearched: result.reason.code });
      } else {
        throw result?.reason;
      }
    }
  }

  async #text(path: string, signal: AbortSignal): Promise<string> {
    const maximumBytes = this.#limits.maximumDocumentBytes;
    return decodeText(await readDocumentBytes(this.#root, path, { maximumBytes, signal }), path);
  }

  #know(document: CataloguedDocument): void {
    if (document.notSearched !== null) this.#passages.remove(document.path);
    this.#known.set(document.path, document);
  }

  #forget(path: string): void {
    this.#passages.remove(path);
    this.#known.delete(path);
  }
}
