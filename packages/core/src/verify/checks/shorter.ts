import { failed, type OutputCheck, passed, SERIOUS, undecided } from "../output-check.js";

/** Words of sources that can be condensed at all. */
const FEWEST_WORDS = 25;
/** Share of the sources' length from which on an account is hardly shorter. */
const HARDLY = 0.9;

/** The account is shorter than what it accounts for (SYNTHESISE). */
export const shorterCheck: OutputCheck = {
  id: "shorter",
  weight: SERIOUS,
  states: () => "shorter than the sources",
  examine({ output, sources }) {
    const given = sources.reduce((sum, { reading }) => sum + reading.scanned.wordCount, 0);
    if (given < FEWEST_WORDS) return null;
    const own = output.scanned.wordCount;
    if (own < HARDLY * given) return passed(`${own} words stand for ${given}.`);
    // POS-VER-01: as long as its sources is no synthesis.
    return own >= given
      ? failed(`Condense: ${own} words stand for ${given}.`)
      : undecided(`${own} words stand for ${given}.`);
  },
};
