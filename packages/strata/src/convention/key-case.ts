/** The snake_case spelling of a camelCase name, as a type. */
export type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Tail extends ""
    ? Lowercase<Head>
    : Tail extends Uncapitalize<Tail>
      ? `${Lowercase<Head>}${SnakeCase<Tail>}`
      : `${Lowercase<Head>}_${SnakeCase<Tail>}`
  : Name;

/** `runId` → `run_id`. Digits stay with the letters before them. */
export function snakeCase(name: string): string {
  let result = "";
  for (const character of name) {
    const lower = character.toLowerCase();
    result += character === lower ? character : result === "" ? lower : `_${lower}`;
  }
  return result;
}

/** True for a name the convention allows as a field: snake_case, beginning with a letter (STRATA-ENC-01). */
export function isSnakeCase(name: string): boolean {
  return /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name);
}
