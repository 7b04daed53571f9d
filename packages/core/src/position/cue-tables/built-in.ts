import { CHINESE } from "./chinese.js";
import type { CueTable } from "./cue-table.js";
import { ENGLISH } from "./english.js";
import { FRENCH } from "./french.js";
import { GERMAN } from "./german.js";
import { JAPANESE } from "./japanese.js";
import { RUSSIAN } from "./russian.js";
import { SPANISH } from "./spanish.js";

/** The tables that come with the package; a caller's table of the same language replaces one (POS-CLS-13). */
export const BUILT_IN_CUE_TABLES: readonly CueTable[] = [ENGLISH, GERMAN, FRENCH, SPANISH, CHINESE, RUSSIAN, JAPANESE];
