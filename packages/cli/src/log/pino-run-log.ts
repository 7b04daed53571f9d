import { type EventKind, encodeEvent, type RunEvent } from "@pelorus/core";
import { type Logger, pino } from "pino";
import type { Terminal } from "../terminal.js";
import { EVENT_ENTRIES, type EventEntry } from "./event-entries.js";
import type { EntryLevel } from "./log-levels.js";
import { Redaction } from "./redaction.js";
import type { RunLog } from "./run-log.js";
import type { SecretArguments } from "./secret-arguments.js";

type Members = Readonly<Record<string, unknown>>;

/** Writes the log with pino: one logger per command, a child per run, and a child of that per step. */
export class PinoRunLog implements RunLog {
  readonly enabled = true;
  readonly #root: Logger;
  readonly #redaction: Redaction;
  readonly #secret = new Map<string, ReadonlySet<string>>();
  /** By run id, and by run id and step id. */
  readonly #children = new Map<string, Logger>();
  /** Step and capability of a call, and step of a text, by the id the later events have. */
  readonly #owners = new Map<string, { readonly stepId?: string; readonly capabilityId?: string }>();

  constructor(level: EntryLevel, terminal: Terminal) {
    this.#redaction = new Redaction(terminal.env);
    this.#root = pino(
      {
        level,
        // Neither process nor machine: the lines say which run and step they are about.
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: {
          level: (label) => ({ level: label }),
          // Whatever is logged goes through here, so that no caller has to think of secrets.
          log: (members) => this.#redaction.value(members) as Record<string, unknown>,
        },
      },
      { write: (line: string) => terminal.err(line) },
    );
  }

  knowTools(secret: SecretArguments): void {
    for (const [capabilityId, names] of secret) this.#secret.set(capabilityId, names);
  }

  event(event: RunEvent): void {
    const entry = EVENT_ENTRIES[event.kind] as EventEntry<EventKind>;
    const level = typeof entry.level === "function" ? entry.level(event.data as never) : entry.level;
    const owner = this.#owner(event);
    const log = this.#childFor(event.runId, owner.stepId);
    if (!log.isLevelEnabled(level)) return;
    const data = (JSON.parse(encodeEvent(event)) as { readonly data: Members }).data;
    const named = [...entry.members, ...(log.isLevelEnabled("debug") ? (entry.details ?? []) : [])];
    const members: Record<string, unknown> = { event: event.kind, seq: event.seq, lane: event.lane };
    if (owner.capabilityId !== undefined) members.capability_id = owner.capabilityId;
    for (const name of named.map(snakeCase)) if (data[name] !== undefined) members[name] = data[name];
    Object.assign(members, entry.made?.(event.data as never));
    for (const name of (entry.lengths ?? []).map(snakeCase))
      members[`${name}_length`] = String(data[name] ?? "").length;
    const marked = this.#secret.get(owner.capabilityId ?? "");
    log[level](marked === undefined ? members : this.#redaction.value(members, marked), entry.message);
  }

  command(level: "info" | "warn", message: string, members: Members = {}): void {
    this.#root[level](members, message);
  }

  failure(error: unknown): void {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    this.#root.fatal({ error: { code, message: message ?? String(error) } }, "command failed");
  }

  #childFor(runId: string, stepId: string | undefined): Logger {
    const run = this.#child(runId, () => this.#root.child({ run_id: runId }));
    return stepId === undefined ? run : this.#child(`${runId} ${stepId}`, () => run.child({ step_id: stepId }));
  }

  #child(name: string, make: () => Logger): Logger {
    const known = this.#children.get(name);
    if (known !== undefined) return known;
    const made = make();
    this.#children.set(name, made);
    return made;
  }

  /** Step and capability of an event, from its data or from the event that began what it goes on with. */
  #owner(event: RunEvent): { readonly stepId?: string; readonly capabilityId?: string } {
    const { stepId, call, ...data } = event.data as {
      readonly stepId?: string;
      readonly capabilityId?: string;
      readonly call?: { readonly capabilityId: string };
      readonly callId?: string;
      readonly messageId?: string;
      readonly key?: string;
    };
    const id = data.callId ?? data.messageId ?? data.key;
    const known = id === undefined ? undefined : this.#owners.get(`${event.runId} ${id}`);
    const capabilityId = data.capabilityId ?? call?.capabilityId ?? known?.capabilityId;
    const step = stepId ?? known?.stepId;
    const owner = {
      ...(step === undefined ? {} : { stepId: step }),
      ...(capabilityId === undefined ? {} : { capabilityId }),
    };
    if (id !== undefined && known === undefined) this.#owners.set(`${event.runId} ${id}`, owner);
    return owner;
  }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
