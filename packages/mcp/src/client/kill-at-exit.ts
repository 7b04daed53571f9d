const children = new Set<number>();

/**
 * Kills a child process when this process exits before the returned function was called. A server that ignores the end of
 * its input would otherwise outlive a host that calls `process.exit`. One listener serves all children.
 */
export function killAtExit(pid: number): () => void {
  if (children.size === 0) process.on("exit", killAll);
  children.add(pid);
  return () => {
    children.delete(pid);
    if (children.size === 0) process.off("exit", killAll);
  };
}

function killAll(): void {
  for (const pid of children) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}
