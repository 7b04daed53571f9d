import { createScanner } from "jsonc-parser";
import type { TextSpan } from "../../diagnostic/diagnostic.js";
import { pointerSegments } from "../../diagnostic/pointer.js";

/** Where a value stands in JSON text, and where its key does. */
export interface Location {
  readonly key: TextSpan | null;
  readonly value: TextSpan;
}

interface Wanted {
  readonly below: Map<string, Wanted>;
  readonly pointers: string[];
}

interface Open {
  readonly wanted: Wanted | null;
  readonly key: TextSpan | null;
  readonly start: number;
  readonly isArray: boolean;
  index: number;
  /** The key read last, waiting for its value. */
  pending: { readonly name: string; readonly span: TextSpan } | null;
}

/** Finds JSON Pointers in a text that is known to be JSON: one pass, whatever the number of pointers. */
export function locatePointers(text: string, pointers: Iterable<string>): Map<string, Location> {
  const found = new Map<string, Location>();
  const root = wantedTree(pointers);
  const scanner = createScanner(text, true);
  const open: Open[] = [];
  const finish = (wanted: Wanted | null, key: TextSpan | null, start: number, end: number) => {
    for (const pointer of wanted?.pointers ?? []) {
      if (!found.has(pointer)) found.set(pointer, { key, value: { start, end } });
    }
  };
  for (let token: number = scanner.scan(); token !== 17; token = scanner.scan()) {
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    const top = open[open.length - 1];
    if (token === 2 || token === 4) {
      const closed = open.pop();
      if (closed !== undefined) finish(closed.wanted, closed.key, closed.start, end);
      continue;
    }
    if (token === 5 || token === 6) continue;
    if (token === 10 && top !== undefined && !top.isArray && top.pending === null) {
      top.pending = { name: scanner.getTokenValue(), span: { start, end } };
      continue;
    }
    const wanted = top === undefined ? root : nextWanted(top);
    const key = top?.pending?.span ?? null;
    if (top !== undefined) top.pending = null;
    if (token === 1 || token === 3) open.push({ wanted, key, start, isArray: token === 3, index: 0, pending: null });
    else finish(wanted, key, start, end);
  }
  return found;
}

function nextWanted(top: Open): Wanted | null {
  const segment = top.isArray ? String(top.index) : (top.pending?.name ?? "");
  if (top.isArray) top.index += 1;
  return top.wanted?.below.get(segment) ?? null;
}

function wantedTree(pointers: Iterable<string>): Wanted {
  const root: Wanted = { below: new Map(), pointers: [] };
  for (const pointer of pointers) {
    let node = root;
    for (const segment of pointerSegments(pointer)) {
      let next = node.below.get(segment);
      if (next === undefined) {
        next = { below: new Map(), pointers: [] };
        node.below.set(segment, next);
      }
      node = next;
    }
    node.pointers.push(pointer);
  }
  return root;
}
