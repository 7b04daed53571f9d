import type { StlOperation } from "../../contract/operation.js";

/**
 * The words that speak for one operation. An entry is a word or a sequence of words; `…` in a verb entry stands for
 * its object ("turn … into"). Verbs are citation forms: the language's inflection rule makes the rest (POS-CLS-04).
 */
export interface OperationCues {
  /** Acts that mean this operation whatever their object is. */
  readonly verbs?: readonly string[];
  /** Acts that usually mean this operation; their object, or the statistical part, may say otherwise. */
  readonly looseVerbs?: readonly string[];
  /** Names of the act or of what it makes: they count as what a light verb asks for. */
  readonly nouns?: readonly string[];
  /** Heads of questions. */
  readonly questions?: readonly string[];
  /** Sequences that decide the operation of a clause wherever they stand in it. */
  readonly phrases?: readonly string[];
  /** Predicates that make a yes-or-no question one of this operation ("is … correct"). */
  readonly predicates?: readonly string[];
}

/** Closed: what makes an error costly (POS-DEP-02). */
export const STAKES_CLASSES = ["legal", "clinical", "financial", "safety", "production"] as const;
export type StakesClass = (typeof STAKES_CLASSES)[number];

/** Function words by what they do in a clause. Every list is optional and is also used to recognise the language. */
export interface StopWords {
  readonly determiners?: readonly string[];
  readonly possessives?: readonly string[];
  readonly prepositions?: readonly string[];
  /** Words that stand for a thing named elsewhere ("it", "them"). */
  readonly pronouns?: readonly string[];
  /** Determiners that are pronouns where no noun follows ("this"). */
  readonly demonstratives?: readonly string[];
  readonly subjects?: readonly string[];
  readonly auxiliaries?: readonly string[];
  readonly conjunctions?: readonly string[];
  readonly alternatives?: readonly string[];
  /** Words that open a dependent clause ("if", "because", "that"). */
  readonly subordinators?: readonly string[];
  readonly questionWords?: readonly string[];
  /** Words and sequences before the act that ask for it ("please", "could you", "I want you to"). */
  readonly openers?: readonly string[];
  /** Words before which a verb is an infinitive ("to"). */
  readonly infinitives?: readonly string[];
  /** Those of the determiners that introduce something new ("a"): they point at nothing named before. */
  readonly indefinites?: readonly string[];
  /** Words that join a thing to its whole ("of"). */
  readonly genitives?: readonly string[];
  /** Question words that open a dependent clause unless an auxiliary follows ("when"). */
  readonly invertedQuestions?: readonly string[];
  readonly adverbs?: readonly string[];
  readonly others?: readonly string[];
}

/** Words that say in which order acts come (POS-CLS-09). */
export interface OrderWords {
  readonly first?: readonly string[];
  readonly next?: readonly string[];
  readonly last?: readonly string[];
  /** "before X, Y": Y comes first. */
  readonly before?: readonly string[];
  /** "X after Y": Y comes first. */
  readonly after?: readonly string[];
}

/** Words that say how far to go (POS-DEP-02). */
export interface DepthCues {
  readonly shallow?: readonly string[];
  readonly deep?: readonly string[];
  /** Deep only before the name of an examination ("a thorough review", but "a comprehensive list" is just long). */
  readonly deepAdjectives?: readonly string[];
  readonly exhaustive?: readonly string[];
  /** "just", "only": limit the scope beside a negated act. */
  readonly scope?: readonly string[];
  /** Nouns before which a depth cue is part of a name ("short story", "quick sort"). */
  readonly names?: readonly string[];
}

/** Everything the classifier knows of one language, as data (POS-CLS-13). */
export interface CueTable {
  /** BCP 47 primary tag. */
  readonly language: string;
  /** `words`: spaces part words. `runs`: Han and Kana runs are read by longest entry, left to right. */
  readonly writing?: "words" | "runs";
  /** `head`: the act heads its clause. `any`: it may stand anywhere in the clause, its end included. */
  readonly verbPosition?: "head" | "any";
  /** Name of a built-in inflection rule; absent: entries are used as they stand. */
  readonly inflection?: "en" | "de" | "fr" | "es";
  readonly cues: Readonly<Partial<Record<StlOperation, OperationCues>>>;
  /** Forms no rule makes, by citation form. */
  readonly irregularForms?: Readonly<Record<string, readonly string[]>>;
  readonly negators: readonly string[];
  /** Sequences that look like a negation and are none ("do not forget to"). */
  readonly falseNegators?: readonly string[];
  /** Negators of one phrase only ("without", "instead of"). */
  readonly exceptions?: readonly string[];
  /** Words that end a negation ("but", "just"). */
  readonly contrasts?: readonly string[];
  readonly orderWords: OrderWords;
  /** Verbs that leave the act to their object ("make", "give me"). */
  readonly lightVerbs: readonly string[];
  /** Verbs that are acts of no operation of their own ("read", "delete"): they still head a clause. */
  readonly otherVerbs?: readonly string[];
  readonly depthCues: DepthCues;
  readonly stakes: Readonly<Partial<Record<StakesClass, readonly string[]>>>;
  readonly stopWords: StopWords;
  /** Nouns before a colon that introduce supplied material ("text", "email"). */
  readonly materialLabels?: readonly string[];
  /** Words that say that material follows ("following", "given", "below"). */
  readonly materialPointers?: readonly string[];
  /** Whom something is explained to ("year old", "beginner"). */
  readonly audiences?: readonly string[];
  /** Words that give the model a role ("you are a", "pretend"): what it then describes is told, not looked up. */
  readonly personas?: readonly string[];
  /** Sequences that say the answer is to be reasoned out ("show your work"). */
  readonly reasoningMarks?: readonly string[];
  /** Words before a past participle that make it a demand ("should"). */
  readonly demands?: readonly string[];
  /** Question heads that ask for a choice where alternatives are offered ("should I"). */
  readonly choiceQuestions?: readonly string[];
  /** Words whose stop ends no sentence ("vs"). */
  readonly abbreviations?: readonly string[];
  /** Pairs that cannot both be had ("shorter", "longer"). */
  readonly contradictions?: readonly (readonly [string, string])[];
}
