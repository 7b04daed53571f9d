import { CAPABILITY_PROFILES } from "../../contract/capability.js";
import { DEPTH_LEVELS } from "../../contract/depth.js";
import {
  asciiJson,
  found,
  type HeaderGrammar,
  isCount,
  isDigest,
  operation,
  readCount,
  wrong,
} from "./header-grammars.js";
import type { HeaderValues } from "./header-values.js";
import { quoteText, readParameters, splitParameters, unquoteText } from "./quoted-text.js";

type Value<K extends keyof HeaderValues> = NonNullable<HeaderValues[K]>;

/** `max-iters/timeout-ms[/max-duplicates]` */
export const loopGuard: HeaderGrammar<Value<"loopGuard">> = {
  write: ({ maxIterations, timeoutMs, maxDuplicates }) => {
    const numbers =
      maxDuplicates === undefined ? [maxIterations, timeoutMs] : [maxIterations, timeoutMs, maxDuplicates];
    return numbers.every(isCount) ? numbers.join("/") : null;
  },
  read: (text) => {
    const parts = text.split("/").map((part) => readCount(part.trim()));
    const [maxIterations, timeoutMs, maxDuplicates] = parts;
    if (parts.length < 2 || parts.length > 3 || maxIterations == null || timeoutMs == null || maxDuplicates === null) {
      return wrong("not max-iters/timeout-ms or max-iters/timeout-ms/max-duplicates");
    }
    return found({ maxIterations, timeoutMs, ...(maxDuplicates === undefined ? {} : { maxDuplicates }) });
  },
};

/** `pin:<tokens>[/sha256:<64 hex>]` */
export const promptCacheHint: HeaderGrammar<Value<"promptCacheHint">> = {
  write: ({ pinnedTokens, digest }) => {
    if (!isCount(pinnedTokens) || (digest !== undefined && !isDigest(digest))) return null;
    return `pin:${pinnedTokens}${digest === undefined ? "" : `/${digest}`}`;
  },
  read: (text) => {
    const [pin, digest, ...rest] = text.split("/");
    const pinnedTokens = pin?.startsWith("pin:") ? readCount(pin.slice(4)) : null;
    if (pinnedTokens === null || rest.length > 0 || (digest !== undefined && !isDigest(digest))) {
      return wrong("not pin:tokens or pin:tokens/sha256:…");
    }
    return found({ pinnedTokens, ...(digest === undefined ? {} : { digest }) });
  },
};

const FRAME_LIMIT = 4096;

/** base64url of `{"capability_ids": […], "selection_reason": "…"}`; longer than 4 KiB it is left out. */
export const toolFrame: HeaderGrammar<Value<"toolPositioningFrame">> = {
  write: ({ capabilityIds, selectionReason }) => {
    const json = asciiJson({ capability_ids: capabilityIds, selection_reason: selectionReason });
    const text = Buffer.from(json, "utf8").toString("base64url");
    return text.length > FRAME_LIMIT ? null : text;
  },
  read: (text) => {
    try {
      if (/^[A-Za-z0-9_-]+$/.test(text)) {
        const json: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
        const { capability_ids: ids, selection_reason: reason } = json as Record<string, unknown>;
        if (Array.isArray(ids) && ids.every((id) => typeof id === "string") && typeof reason === "string") {
          return found({ capabilityIds: ids as string[], selectionReason: reason });
        }
      }
    } catch {
      // Said below.
    }
    return wrong("not base64url JSON of capability_ids and selection_reason");
  },
};

/** `frame:<id>` or `uri:<URI>` */
export const preventiveHalt: HeaderGrammar<Value<"preventiveHalt">> = {
  write: ({ kind, data }) => (/^[\x21-\x7e]+$/.test(data) ? `${kind}:${data}` : null),
  read: (text) => {
    const [, kind, data] = /^(frame|uri):([\x21-\x7e]+)$/.exec(text) ?? [];
    if (data === undefined) return wrong("not frame:id or uri:URI");
    return found({ kind: kind as "frame" | "uri", data });
  },
};

/** `<op> n/N`; the older `<op>/N` is read too. */
export const operationCurrent: HeaderGrammar<Value<"operationCurrent">> = {
  write: ({ operation: token, position, total }, writing) => {
    const written = operation.write(token, writing);
    if (written === null || !isCount(total)) return null;
    if (position === undefined) return `${written}/${total}`;
    return isCount(position) && position >= 1 && position <= total ? `${written} ${position}/${total}` : null;
  },
  read: (text) => {
    const [, token, position, total] = /^([A-Z]+)(?: ([0-9]{1,15}))?\/([0-9]{1,15})$/.exec(text) ?? [];
    const known = operation.read(token ?? "");
    const numbers = { position: readCount(position), total: readCount(total) };
    if (known.value === undefined || numbers.total === null) return wrong("not an operation and n/N");
    if (position === undefined) return found({ operation: known.value, total: numbers.total });
    if (numbers.position === null || numbers.position < 1 || numbers.position > numbers.total) {
      return wrong("the position is not within the plan");
    }
    return found({ operation: known.value, position: numbers.position, total: numbers.total });
  },
};

/** `D3` or `D3; renegotiated=deepen; reason=<token>` */
export const depthFinal: HeaderGrammar<Value<"depthFinal">> = {
  write: ({ depth, renegotiated }) => {
    if (renegotiated === undefined) return depth;
    if (!/^[A-Za-z0-9_-]+$/.test(renegotiated.reason)) return null;
    return `${depth}; renegotiated=${renegotiated.direction}; reason=${renegotiated.reason}`;
  },
  read: (text) => {
    const [first, ...rest] = splitParameters(text);
    const depth = DEPTH_LEVELS.find((level) => level === first);
    const parameters = readParameters(rest);
    if (depth === undefined || parameters === null) return wrong("not a depth");
    if (parameters.size === 0) return found({ depth });
    const direction = parameters.get("renegotiated");
    const reason = parameters.get("reason");
    if (
      (direction !== "deepen" && direction !== "shallow") ||
      reason === undefined ||
      !/^[A-Za-z0-9_-]+$/.test(reason)
    ) {
      return wrong("not renegotiated=deepen or shallow with a reason");
    }
    return found({ depth, renegotiated: { direction, reason } });
  },
};

/** `0.97` or `0.97; repaired=2` */
export const relayPreservation: HeaderGrammar<Value<"relayPreservation">> = {
  write: ({ score, repaired }) => {
    if (!(score >= 0 && score <= 1) || (repaired !== undefined && !isCount(repaired))) return null;
    return score.toFixed(2) + (repaired === undefined ? "" : `; repaired=${repaired}`);
  },
  read: (text) => {
    const [score, ...rest] = splitParameters(text);
    const parameters = readParameters(rest);
    const repaired = parameters?.has("repaired") ? readCount(parameters.get("repaired")) : undefined;
    if (score === undefined || !/^(?:0\.[0-9]{2}|1\.00)$/.test(score) || parameters === null || repaired === null) {
      return wrong("not a share with two decimals");
    }
    return found({ score: Number(score), ...(repaired === undefined ? {} : { repaired }) });
  },
};

/** `profile=p; max-operations=n; tool-concurrency=n; reason="…"` */
export const resourcePlan: HeaderGrammar<Value<"resourcePlan">> = {
  write: ({ profile, maxOperations, toolConcurrency, reason }) =>
    isCount(maxOperations) && isCount(toolConcurrency)
      ? `profile=${profile}; max-operations=${maxOperations}; tool-concurrency=${toolConcurrency}; reason=${quoteText(reason)}`
      : null,
  read: (text) => {
    const parameters = readParameters(splitParameters(text));
    const profile = CAPABILITY_PROFILES.find((known) => known === parameters?.get("profile"));
    const maxOperations = readCount(parameters?.get("max-operations"));
    const toolConcurrency = readCount(parameters?.get("tool-concurrency"));
    const reason = unquoteText(parameters?.get("reason") ?? "");
    if (profile === undefined || maxOperations === null || toolConcurrency === null || reason === null) {
      return wrong("not a resource plan");
    }
    return found({ profile, maxOperations, toolConcurrency, reason });
  },
};

/** `required; candidates=n[; reason="…"][; default=n|none]` */
export const clarification: HeaderGrammar<Value<"clarification">> = {
  write: ({ candidates, reason, default: chosen }) => {
    if (!isCount(candidates) || (typeof chosen === "number" && !isCount(chosen))) return null;
    const parts = ["required", `candidates=${candidates}`];
    if (reason !== undefined) parts.push(`reason=${quoteText(reason)}`);
    if (chosen !== undefined) parts.push(`default=${chosen ?? "none"}`);
    return parts.join("; ");
  },
  read: (text) => {
    const [first, ...rest] = splitParameters(text);
    const parameters = readParameters(rest);
    const candidates = readCount(parameters?.get("candidates"));
    const quoted = parameters?.get("reason");
    const reason = quoted === undefined ? undefined : unquoteText(quoted);
    const stated = parameters?.get("default");
    const chosen = stated === undefined ? undefined : readCount(stated);
    if (first !== "required" || candidates === null || reason === null || (chosen === null && stated !== "none")) {
      return wrong("not a required clarification");
    }
    return found({
      candidates,
      ...(reason === undefined ? {} : { reason }),
      ...(chosen === undefined ? {} : { default: chosen }),
    });
  },
};
