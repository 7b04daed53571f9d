import { pointerStep } from "../contract/json-pointer.js";
import type { JsonSchema } from "../contract/model.js";

/** What the validator says of one value: null, or every fault with the JSON Pointer it stands at. */
export type SchemaFaults = null | readonly { readonly path: string; readonly message: string }[];

/** The two libraries behind parsing and execution, in the narrow shape we use. */
export interface ToolCallSupport {
  /** Compiles a schema (2020-12, or draft-07 where it says so). Throws when the schema itself is broken. */
  compile(schema: JsonSchema): (value: unknown) => SchemaFaults;
  /** What is wrong with a schema itself, with the JSON Pointer within it; none where it can be compiled. */
  faultsOf(schema: JsonSchema): readonly { readonly path: string; readonly message: string }[];
  /** Repairs near-JSON text. Throws when it cannot. */
  repair(text: string): string;
}

type AjvModule = Pick<typeof import("ajv"), "Ajv">;
type Ajv2020Module = Pick<typeof import("ajv/dist/2020.js"), "Ajv2020">;
type RepairModule = Pick<typeof import("jsonrepair"), "jsonrepair">;
type AjvInstance = InstanceType<AjvModule["Ajv"]> | InstanceType<Ajv2020Module["Ajv2020"]>;
type AjvError = { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> };

let loaded: ToolCallSupport | null = null;

/** Loads the validator and the repairer ahead of use. Needed where modules cannot be loaded synchronously. */
export async function loadToolCallSupport(): Promise<ToolCallSupport> {
  if (loaded !== null) return loaded;
  const [draft7, draft2020, repairer] = await Promise.all([
    import("ajv"),
    import("ajv/dist/2020.js"),
    import("jsonrepair"),
  ]);
  loaded ??= makeSupport(draft7, draft2020, repairer);
  return loaded;
}

/** The support, loaded on first use (POS-SPD-04); null where the platform cannot load it synchronously. */
export function toolCallSupport(): ToolCallSupport | null {
  if (loaded !== null) return loaded;
  // The builtin is asked for at run time so that a bundle for other platforms contains no Node module.
  const builtin = (
    globalThis as { process?: { getBuiltinModule?: (id: string) => unknown } }
  ).process?.getBuiltinModule?.("node:module") as { createRequire(from: string): (id: string) => unknown } | undefined;
  if (builtin === undefined) return null;
  const require = builtin.createRequire(import.meta.url);
  loaded = makeSupport(
    require("ajv") as AjvModule,
    require("ajv/dist/2020.js") as Ajv2020Module,
    require("jsonrepair") as RepairModule,
  );
  return loaded;
}

function makeSupport(draft7: AjvModule, draft2020: Ajv2020Module, repairer: RepairModule): ToolCallSupport {
  const options = { strict: false, allErrors: true, validateFormats: false, logger: false, messages: true } as const;
  let ajv7: AjvInstance | undefined;
  let ajv2020: AjvInstance | undefined;
  const draft7Instance = () => {
    ajv7 ??= new draft7.Ajv(options);
    return ajv7;
  };
  const draft2020Instance = () => {
    ajv2020 ??= new draft2020.Ajv2020(options);
    return ajv2020;
  };
  const compile: ToolCallSupport["compile"] = (schema) => {
    const dialect = typeof schema.$schema === "string" ? schema.$schema : "";
    if (dialect.includes("draft-07") || dialect.includes("draft-06")) return compileWith(draft7Instance(), schema);
    try {
      return compileWith(draft2020Instance(), schema);
    } catch (error) {
      // A schema that names no dialect may be an old one: `items` as a list is draft-07.
      if (dialect !== "") throw error;
      return compileWith(draft7Instance(), schema);
    }
  };
  return {
    compile,
    faultsOf(schema) {
      try {
        compile(schema);
        return [];
      } catch (error) {
        const ajv = draft7Instance();
        // Where it breaks the dialect the validator says in which place.
        if (ajv.validateSchema(schema as Record<string, unknown>) !== true && schema.$schema === undefined) {
          const [first] = (ajv.errors ?? []) as unknown as AjvError[];
          if (first !== undefined) return [{ path: first.instancePath, message: describe(first) }];
        }
        return [{ path: "", message: error instanceof Error ? error.message : String(error) }];
      }
    },
    repair: (text) => repairer.jsonrepair(text),
  };
}

function compileWith(ajv: AjvInstance, schema: JsonSchema): (value: unknown) => SchemaFaults {
  try {
    const validate = ajv.compile(schema as Record<string, unknown>);
    return (value) => {
      if (validate(value)) return null;
      return ((validate.errors ?? []) as unknown as AjvError[]).map((error) => ({
        path: error.instancePath + memberAtFault(error),
        message: describe(error),
      }));
    };
  } finally {
    // Our own cache holds the compiled function by the schema object; ajv's would hold it for ever.
    ajv.removeSchema(schema as Record<string, unknown>);
  }
}

/** ajv points at the object; the fault is at its missing or surplus member. */
function memberAtFault(error: AjvError): string {
  const member = error.params.missingProperty ?? error.params.additionalProperty ?? error.params.unevaluatedProperty;
  return typeof member === "string" ? pointerStep(member) : "";
}

function describe(error: AjvError): string {
  const allowed = error.params.allowedValues;
  if (Array.isArray(allowed)) return `must be one of ${allowed.map((value) => JSON.stringify(value)).join(", ")}`;
  if (error.keyword === "required") return "is required";
  if (error.keyword === "additionalProperties") return "is not an argument of this capability";
  return error.message ?? `breaks "${error.keyword}"`;
}
