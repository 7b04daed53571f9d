import type { IncomingCall, MockServer, Reaction } from "../mock-types.js";
import { keyProblem } from "./openai-errors.js";

/** The one model there is, for whoever has the key. */
export function modelList(call: IncomingCall, server: MockServer): Reaction {
  const body = { object: "list", data: [{ id: server.model, object: "model", created: 1, owned_by: "openai" }] };
  return keyProblem(call, server) ?? { kind: "reply", status: 200, body };
}
