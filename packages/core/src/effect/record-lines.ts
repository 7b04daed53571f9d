import { z } from "zod";
import { type JournalEntry, journalEntrySchema } from "../contract/effect.js";
import { type EventKind, type RunEvent, runEventSchemas } from "../contract/event.js";
import { type DocumentCodec, documentCodec } from "../contract/json-codec.js";
import { lazySchema } from "../contract/lazy-schema.js";

const entryCodec = lazySchema(() => documentCodec(journalEntrySchema()));
const eventCodecs = new Map<string, DocumentCodec<RunEvent>>();

function eventCodec(kind: string): DocumentCodec<RunEvent> | null {
  const schemas = runEventSchemas();
  if (!Object.hasOwn(schemas, kind)) return null;
  let codec = eventCodecs.get(kind);
  if (codec === undefined) {
    codec = documentCodec(schemas[kind as EventKind] as z.ZodType<RunEvent>);
    eventCodecs.set(kind, codec);
  }
  return codec;
}

/** An event as one line of `events.jsonl`, without the line end. */
export function encodeEvent(event: RunEvent): string {
  return JSON.stringify(eventCodec(event.kind)?.encode(event) ?? event);
}

/**
 * The event of a line. A kind this version does not know is kept as it is (POS-EVT). Throws on a line that is no event.
 */
export function decodeEvent(line: string): RunEvent {
  const json = JSON.parse(line) as { readonly kind?: unknown };
  const codec = typeof json?.kind === "string" ? eventCodec(json.kind) : null;
  if (codec !== null) return codec.decode(json);
  const { run_id: runId, ...rest } = envelopeSchema().parse(json);
  return { runId, ...rest } as unknown as RunEvent;
}

const envelopeSchema = lazySchema(() =>
  z.object({
    seq: z.int().min(1),
    run_id: z.string(),
    at: z.string(),
    lane: z.int().min(0),
    kind: z.string(),
    data: z.unknown(),
  }),
);

/** One line of `journal.jsonl`: the entry, its number from 0, and who wrote it. */
export interface JournalLine {
  readonly revision: number;
  readonly writer: string;
  readonly entry: JournalEntry;
}

/** A journal line without the line end. */
export function encodeJournalLine({ revision, writer, entry }: JournalLine): string {
  return JSON.stringify({ revision, writer, ...(entryCodec().encode(entry) as object) });
}

/** The journal entry of a line. Throws on a line that is none. */
export function decodeJournalLine(line: string): JournalLine {
  const json = JSON.parse(line) as Record<string, unknown>;
  const { revision, writer } = numberedSchema().parse(json);
  return { revision, writer, entry: entryCodec().decode(json) };
}

const numberedSchema = lazySchema(() => z.object({ revision: z.int().min(0), writer: z.string() }));
