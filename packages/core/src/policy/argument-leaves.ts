/** Calls `name` with every member name and `leaf` with every scalar of a JSON value, without recursion. */
export function walkArguments(
  value: unknown,
  visitor: { readonly name?: (name: string, pointer: string) => void; readonly leaf?: (value: unknown) => void },
): void {
  const open: { readonly value: unknown; readonly pointer: string }[] = [{ value, pointer: "" }];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item.value !== "object" || item.value === null) {
      visitor.leaf?.(item.value);
      continue;
    }
    const isList = Array.isArray(item.value);
    const members = Object.entries(item.value).map(([name, member]) => {
      const pointer = `${item.pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (!isList) visitor.name?.(name, pointer);
      return { value: member, pointer };
    });
    // Last in, first out: reversed, so that members are visited in their order.
    for (const member of members.reverse()) open.push(member);
  }
}
