import type { Journal, JournalEntry } from "@pelorus/core";

/** A journal whose past can be taken up again at any entry, as after a kill between two appends. */
export class ForkedJournal implements Journal {
  readonly entries: JournalEntry[] = [];
  readonly blobs = new Map<string, Uint8Array>();

  /** A journal that has only the first `count` entries. */
  forkAt(count: number): ForkedJournal {
    const fork = new ForkedJournal();
    fork.entries.push(
      ...this.entries.slice(0, count).map((entry) => JSON.parse(JSON.stringify(entry)) as JournalEntry),
    );
    for (const [digest, bytes] of this.blobs) fork.blobs.set(digest, bytes);
    return fork;
  }

  async read(): Promise<readonly JournalEntry[]> {
    return [...this.entries];
  }
  async append(_runId: string, entry: JournalEntry, expectedRevision: number): Promise<void> {
    if (this.entries.length !== expectedRevision)
      throw new Error(`revision ${this.entries.length}, not ${expectedRevision}`);
    this.entries.push(JSON.parse(JSON.stringify(entry)) as JournalEntry);
  }
  async putBlob(digest: string, bytes: Uint8Array): Promise<void> {
    this.blobs.set(digest, bytes);
  }
  async getBlob(digest: string): Promise<Uint8Array | null> {
    return this.blobs.get(digest) ?? null;
  }
}
