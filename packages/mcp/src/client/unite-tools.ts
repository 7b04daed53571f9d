import type { CapabilityDefinition } from "@pelorus/core";
import type { McpConnection } from "./mcp-connection.js";

/**
 * The tools of several servers with ids of their own. With one connection the ids are the server's names, unless one of
 * them is `taken`; otherwise all of a server's ids get the server's name in front, `<server>.<name>`, so that no server
 * can pass for another. Servers of equal name are numbered.
 */
export function uniteTools(
  connections: readonly McpConnection[],
  options: { readonly taken?: Iterable<string> } = {},
): readonly CapabilityDefinition[] {
  const taken = new Set(options.taken ?? []);
  const [only] = connections;
  if (only !== undefined && connections.length === 1) {
    const tools = only.tools();
    if (!tools.some(({ descriptor }) => taken.has(descriptor.capabilityId))) return tools;
  }
  const prefixes = new Set<string>();
  return connections.flatMap((connection) => {
    const base = connection.name
      .replaceAll(/[^\p{L}\p{N}_-]+/gu, "-")
      .slice(0, 48)
      .toWellFormed();
    let tools: readonly CapabilityDefinition[];
    let prefix = base;
    for (let number = 2; ; number++) {
      tools = prefixes.has(prefix) ? [] : connection.tools({ prefix });
      const isFree = !prefixes.has(prefix) && tools.every(({ descriptor }) => !taken.has(descriptor.capabilityId));
      if (isFree) break;
      prefix = `${base}-${number}`;
    }
    prefixes.add(prefix);
    return tools;
  });
}
