import { connectMcp, type McpConnection, type McpConnectOptions, type McpEvent, type McpTarget } from "@pelorus/mcp";
import { afterEach, expect } from "vitest";
import { isAlive } from "./servers.js";

const open = new Set<McpConnection>();
const pids = new Set<number>();

/** Connects; after the test the connection is closed, and no process that was seen may be left. */
export async function connect(
  target: McpTarget,
  options: McpConnectOptions = {},
): Promise<{ readonly connection: McpConnection; readonly events: McpEvent[] }> {
  const events: McpEvent[] = [];
  let current: McpConnection | null = null;
  const connection = await connectMcp(target, {
    ...options,
    onEvent: (event) => {
      events.push(event);
      notePid(current);
      options.onEvent?.(event);
    },
  });
  current = connection;
  open.add(connection);
  notePid(connection);
  return { connection, events };
}

function notePid(connection: McpConnection | null): void {
  const pid = connection?.pid ?? null;
  if (pid !== null) pids.add(pid);
}

/** To be called once in a test file that connects. */
export function leaveNoProcess(): void {
  afterEach(async () => {
    for (const connection of open) {
      notePid(connection);
      await connection.close();
      expect(connection.status).toBe("closed");
    }
    open.clear();
    expect([...pids].filter(isAlive)).toEqual([]);
    pids.clear();
  });
}

/** Waits for something that happens soon; the test's own time limit is the only other end. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
