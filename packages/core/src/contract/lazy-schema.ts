/** A schema that is built on first use and kept: importing the package builds none (POS-SPD-04). */
export function lazySchema<T>(build: () => T): () => T {
  let built: T | undefined;
  return () => {
    built ??= build();
    return built;
  };
}
