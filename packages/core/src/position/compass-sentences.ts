import type { StlOperation } from "../contract/operation.js";

/** What one operation says of itself in a compass. Lengths are tuned: see the test of POS-FRM-06 before editing. */
export interface CompassSentences {
  /** What the step contributes; the clause that says to whom is added after it. */
  readonly serves: string;
  /** What makes its output fit the whole. */
  readonly fits: string;
}

export const COMPASS_SENTENCES: Readonly<Record<StlOperation, CompassSentences>> = {
  PLAN: {
    serves: "This step lays out the order of work, with a sure sign that each part is done",
    fits: "It fits when the parts follow from one another, reach the goal together, and leave out nothing that was asked for.",
  },
  RETRIEVE: {
    serves: "This step brings together the facts the goal rests on, each one with the source it was taken from",
    fits: "It fits when every fact bears on the goal, names its source, and every gap is stated as a gap.",
  },
  VERIFY: {
    serves:
      "This step tests each claim against the evidence at hand and states a plain verdict on each, with the reason for it",
    fits: "It fits when no claim is passed over and doubt is called doubt and not settled by guess.",
  },
  CLARIFY: {
    serves: "This step asks the user for the one thing without which the goal could be read in more than one way",
    fits: "It fits when the question is short, its options differ, and any answer lets the work go on.",
  },
  COMPARE: {
    serves: "This step sets the named items side by side and judges all of them on the same points",
    fits: "It fits when no item and no point is missing, the points matter to the goal, and differences are stated plainly.",
  },
  ANALYSE: {
    serves: "This step works out why or how things stand as they do, with a reason for every claim it makes",
    fits: "It fits when it answers the very aspect that was asked about and always keeps evidence well apart from opinion.",
  },
  TRANSFORM: {
    serves: "This step puts the given content into the form or language that was asked for and changes nothing else",
    fits: "It fits when every number, every name and every item of the content is still there and that none is new.",
  },
  SYNTHESISE: {
    serves: "This step draws what the sources say together into one account that is shorter than they are",
    fits: "It fits when each source has its part in it, the main point leads, and nothing is added to what they say.",
  },
  REVISE: {
    serves: "This step makes the change that was asked for in the text at hand and leaves all other parts as they were",
    fits: "It fits when the change can be seen at once and the rest still reads like the same text.",
  },
  GENERATE: {
    serves: "This step writes the piece that was asked for, at the length, in the form and for the readers named",
    fits: "It fits when it keeps to what earlier work established and meets each and every demand of the request.",
  },
};

/** How a step that builds on another is called in that other one's compass; one token each. */
export const STEP_NOUNS: Readonly<Record<StlOperation, string>> = {
  PLAN: "plan",
  RETRIEVE: "retrieval",
  VERIFY: "verification",
  CLARIFY: "clarification",
  COMPARE: "comparison",
  ANALYSE: "analysis",
  TRANSFORM: "transformation",
  SYNTHESISE: "synthesis",
  REVISE: "revision",
  GENERATE: "generation",
};
