type SnakeKey<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeKey<Tail>}`
    : `_${Lowercase<Head>}${SnakeKey<Tail>}`
  : S;

/** A type as its JSON has it: names of members in snake_case; names of records are data and stay. */
export type SnakeCased<T> = T extends readonly (infer Item)[]
  ? readonly SnakeCased<Item>[]
  : T extends object
    ? string extends keyof T
      ? T
      : { readonly [K in keyof T as K extends string ? SnakeKey<K> : never]: SnakeCased<T[K]> }
    : T;
