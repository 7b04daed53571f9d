import { misuse } from "../source/misuse.js";

/** How much of a text is read and handed out; nothing here changes what is found. */
export interface ParseOptions {
  /** `"strict"` hands out a node only if the text is strict-valid. Default `"tolerant"`. */
  readonly profile?: "tolerant" | "strict";
  /** How many diagnostics are listed before they are only counted; a positive integer, default 1000. */
  readonly maxDiagnostics?: number;
  /** How deeply objects and arrays may nest, the block itself included; 1 to 256, default 64. */
  readonly maxNesting?: number;
  /** How many UTF-16 code units are read at all; a positive integer, default 16 777 216. */
  readonly maxInput?: number;
}

export interface ParseSettings {
  readonly profile: "tolerant" | "strict";
  readonly maxDiagnostics: number;
  readonly maxNesting: number;
  readonly maxInput: number;
}

export const NESTING_CEILING = 256;

export const defaultSettings: ParseSettings = Object.freeze({
  profile: "tolerant",
  maxDiagnostics: 1000,
  maxNesting: 64,
  maxInput: 16_777_216,
});

/** STTP-G-01: options are the caller's own words, so a wrong one throws. */
export function readOptions(options: ParseOptions | undefined): ParseSettings {
  if (options === undefined) return defaultSettings;
  if (typeof options !== "object" || options === null) throw misuse("STTP_ARGUMENT_TYPE", "options must be an object");
  const { profile = defaultSettings.profile } = options;
  if (profile !== "tolerant" && profile !== "strict") {
    throw misuse("STTP_OPTION_RANGE", 'profile must be "tolerant" or "strict"');
  }
  return {
    profile,
    maxDiagnostics: positive("maxDiagnostics", options.maxDiagnostics, Number.MAX_SAFE_INTEGER),
    maxNesting: positive("maxNesting", options.maxNesting, NESTING_CEILING),
    maxInput: positive("maxInput", options.maxInput, Number.MAX_SAFE_INTEGER),
  };
}

function positive(name: "maxDiagnostics" | "maxNesting" | "maxInput", value: number | undefined, most: number): number {
  if (value === undefined) return defaultSettings[name];
  if (typeof value !== "number") throw misuse("STTP_ARGUMENT_TYPE", `${name} must be a number`);
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw misuse("STTP_OPTION_RANGE", `${name} must be an integer from 1 to ${most}`);
  }
  return value;
}
