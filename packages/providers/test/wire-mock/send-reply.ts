import type { ServerResponse } from "node:http";
import type { Fault, Rendering } from "./mock-types.js";

/** Writes a reply, broken as the fault says. Resolves when everything that is to come was written. */
export async function sendReply(
  outgoing: ServerResponse,
  rendering: Rendering,
  fault: Fault,
  errorBody: (status: number, message: string) => unknown,
): Promise<void> {
  const contentType = fault.contentType ?? (fault.status === undefined ? rendering.contentType : "application/json");
  outgoing.writeHead(fault.status ?? 200, { "content-type": contentType, ...fault.headers });
  if (fault.fill !== undefined) return fill(outgoing, fault.fill);
  const whole = Buffer.from(bodyOf(rendering, fault, errorBody));
  const last = Math.min(fault.cutAt ?? whole.length, fault.stallAt ?? whole.length, fault.endAt ?? whole.length);
  const body = Buffer.from(whole.subarray(0, last));
  if (fault.corruptAt !== undefined && fault.corruptAt < body.length) body[fault.corruptAt] = 0x01;
  outgoing.flushHeaders();
  const step = fault.splitEvery ?? (body.length || 1);
  for (let at = 0; at < body.length; at += step) {
    outgoing.write(body.subarray(at, at + step));
    if (fault.splitEvery !== undefined) await new Promise((resolve) => setImmediate(resolve));
  }
  if (fault.cutAt !== undefined && fault.cutAt <= whole.length) {
    // What was written must reach the wire before the socket goes.
    await new Promise((resolve) => setTimeout(resolve, 5));
    outgoing.socket?.destroy();
    return;
  }
  if (fault.stallAt !== undefined) return;
  outgoing.end();
}

function bodyOf(rendering: Rendering, fault: Fault, errorBody: (status: number, message: string) => unknown): string {
  if (fault.body !== undefined) return fault.body;
  if (fault.status !== undefined) return JSON.stringify(errorBody(fault.status, "The mock was told to fail."));
  const { without } = fault;
  return without === undefined
    ? rendering.pieces.join("")
    : rendering.pieces.filter((piece) => !piece.includes(without)).join("");
}

async function fill(outgoing: ServerResponse, bytes: number): Promise<void> {
  const block = Buffer.alloc(64 * 1024, 0x20);
  for (let sent = 0; sent < bytes && !outgoing.destroyed; sent += block.length) {
    if (outgoing.write(block)) continue;
    await new Promise<void>((resolve) => {
      const go = () => {
        outgoing.off("drain", go);
        outgoing.off("close", go);
        resolve();
      };
      outgoing.once("drain", go);
      outgoing.once("close", go);
    });
  }
  outgoing.end();
}
