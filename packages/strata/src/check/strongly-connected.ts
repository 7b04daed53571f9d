/** Nodes 0..n−1 and for each the nodes it reads. */
export type Reads = readonly (readonly number[])[];

/**
 * Strongly connected components, each ascending, those that are read before those that read them. Tarjan's algorithm
 * with its own stack, so that a long chain costs no call stack.
 */
export function stronglyConnected(reads: Reads): number[][] {
  const order = new Int32Array(reads.length).fill(-1);
  const lowest = new Int32Array(reads.length);
  const onStack = new Uint8Array(reads.length);
  const stack: number[] = [];
  const calls: number[] = [];
  const nextEdge = new Int32Array(reads.length);
  const components: number[][] = [];
  let counter = 0;
  const enter = (node: number) => {
    order[node] = counter;
    lowest[node] = counter;
    counter += 1;
    stack.push(node);
    onStack[node] = 1;
    calls.push(node);
  };
  for (let root = 0; root < reads.length; root += 1) {
    if (order[root] !== -1) continue;
    enter(root);
    while (calls.length > 0) {
      const node = calls[calls.length - 1]!;
      const edge = nextEdge[node]!;
      const target = reads[node]![edge];
      if (target !== undefined) {
        nextEdge[node] = edge + 1;
        if (order[target] === -1) enter(target);
        else if (onStack[target] === 1) lowest[node] = Math.min(lowest[node]!, order[target]!);
        continue;
      }
      calls.pop();
      const caller = calls[calls.length - 1];
      if (caller !== undefined) lowest[caller] = Math.min(lowest[caller]!, lowest[node]!);
      if (lowest[node] === order[node]) components.push(popComponent(stack, onStack, node));
    }
  }
  return components;
}

function popComponent(stack: number[], onStack: Uint8Array, node: number): number[] {
  const component: number[] = [];
  for (;;) {
    const member = stack.pop()!;
    onStack[member] = 0;
    component.push(member);
    if (member === node) return component.sort((left, right) => left - right);
  }
}
