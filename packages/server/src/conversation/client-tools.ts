import { type CapabilityDefinition, defineCapability, PelorusError, STL_OPERATIONS } from "@pelorus/core";
import { ServerError } from "../problem/server-error.js";

export interface ClientTool {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments; absent for a tool that takes none. */
  readonly parameters?: unknown;
}

/**
 * Tools the client runs itself. A call of one makes the run wait; what the client answers is the result. What they do is
 * not known here, so they count as mutating. Throws `ServerError` (`tool_refused`).
 */
export function clientTools(tools: readonly ClientTool[]): CapabilityDefinition[] {
  return tools.map(({ name, description, parameters }) => {
    if (parameters !== undefined && (typeof parameters !== "object" || parameters === null)) {
      throw new ServerError("tool_refused", `The schema of the tool ${JSON.stringify(name)} is no object.`);
    }
    try {
      return defineCapability({
        capabilityId: name,
        operationTypes: [...STL_OPERATIONS],
        ...(description === undefined ? {} : { description }),
        inputSchema: { type: "object", properties: {}, ...parameters },
        safetyClass: "mutating",
        metadata: { external: true },
        execute: () => {
          throw new TypeError(`${name} is run by the client`);
        },
      });
    } catch (error) {
      if (!PelorusError.isInstance(error)) throw error;
      throw new ServerError("tool_refused", `The tool ${JSON.stringify(name)} cannot be taken: ${error.message}`, {
        cause: error,
      });
    }
  });
}

/** The error of a start that a tool of the client is to blame for. */
export function refusedTool(error: unknown): unknown {
  if (!PelorusError.isInstance(error) || error.code !== "capability_duplicate") return error;
  return new ServerError("tool_refused", `A tool of the client has the name of one of the server: ${error.message}`, {
    cause: error,
  });
}
