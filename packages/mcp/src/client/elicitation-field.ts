type Schema = Readonly<Record<string, unknown>>;

/** One value a server asks a person for. */
export interface ElicitationField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly options: readonly string[];
  readonly fallback: unknown;
  /** The value an answer stands for, or undefined where it stands for none. */
  read(answer: unknown): unknown;
}

/** The fields of a requested schema, in its order. */
export function elicitationFields(requestedSchema: unknown): ElicitationField[] {
  const schema = record(requestedSchema);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(record(schema.properties)).map(([name, member]) => {
    const field = record(member);
    const title = typeof field.title === "string" ? field.title : name;
    const description = typeof field.description === "string" ? `: ${field.description}` : "";
    const choices = choicesOf(field.type === "array" ? record(field.items) : field);
    return {
      name,
      label: `${title}${description}`,
      required: required.includes(name),
      options: field.type === "boolean" ? ["yes", "no"] : choices.map((choice) => choice.label),
      fallback: field.default,
      read: (answer: unknown) => readValue(answer, field, choices),
    };
  });
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

function choicesOf(field: Schema): Choice[] {
  const titled = [field.oneOf, field.anyOf].find(Array.isArray) as unknown[] | undefined;
  if (titled !== undefined) {
    return titled.map(record).flatMap(({ const: value, title }) => {
      return typeof value === "string" ? [{ value, label: typeof title === "string" ? title : value }] : [];
    });
  }
  const names = Array.isArray(field.enumNames) ? field.enumNames : [];
  const values = Array.isArray(field.enum) ? field.enum : [];
  return values.map((value, index) => ({
    value: String(value),
    label: typeof names[index] === "string" ? (names[index] as string) : String(value),
  }));
}

function readValue(answer: unknown, field: Schema, choices: readonly Choice[]): unknown {
  if (field.type === "array") {
    const items = Array.isArray(answer) ? answer : String(answer).split(",");
    const chosen = items.map((item) => choose(item, choices));
    return chosen.includes(undefined) ? undefined : chosen;
  }
  if (choices.length > 0) return choose(answer, choices);
  switch (field.type) {
    case "boolean":
      return readBoolean(answer);
    case "integer":
    case "number":
      return readNumber(answer, field);
    default:
      return typeof answer === "string" || typeof answer === "number" || typeof answer === "boolean"
        ? readText(String(answer), field)
        : undefined;
  }
}

function choose(answer: unknown, choices: readonly Choice[]): string | undefined {
  const word = String(answer).trim().toLowerCase();
  return choices.find(({ value, label }) => value.toLowerCase() === word || label.toLowerCase() === word)?.value;
}

function readBoolean(answer: unknown): boolean | undefined {
  if (typeof answer === "boolean") return answer;
  const word = String(answer).trim().toLowerCase();
  if (["yes", "y", "true", "ok"].includes(word)) return true;
  return ["no", "n", "false"].includes(word) ? false : undefined;
}

function readNumber(answer: unknown, { type, minimum, maximum }: Schema): number | undefined {
  const number = typeof answer === "string" && answer.trim() !== "" ? Number(answer) : answer;
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
  if (type === "integer" && !Number.isInteger(number)) return undefined;
  if (typeof minimum === "number" && number < minimum) return undefined;
  return typeof maximum === "number" && number > maximum ? undefined : number;
}

function readText(answer: string, { minLength, maxLength }: Schema): string | undefined {
  if (typeof minLength === "number" && answer.length < minLength) return undefined;
  return typeof maxLength === "number" && answer.length > maxLength ? undefined : answer;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
