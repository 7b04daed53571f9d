import { lazySchema } from "../../contract/lazy-schema.js";
import { wordMarks } from "./word-marks.js";

/** Words that say that a figure is rough or a bound. */
export const HEDGES = lazySchema(() =>
  wordMarks(
    "about around roughly approximately nearly almost over under some more_than less_than at_least at_most up_to ca circa etwa rund ungefähr fast über unter mehr_als weniger_als environ presque plus_de moins_de unos casi más_de menos_de около почти более менее 约 大约 左右 超过 近 約",
  ),
);
