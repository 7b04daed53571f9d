import { z } from "zod";
import { DEPTH_LEVELS, type DepthLevel } from "../contract/depth.js";
import { estimateTokens } from "../contract/estimate-tokens.js";
import type { OperationFrameShape } from "../contract/frame.js";
import { documentCodec } from "../contract/json-codec.js";
import { lazySchema } from "../contract/lazy-schema.js";
import { STL_OPERATIONS, type StlOperation } from "../contract/operation.js";
import { type PromptSection, SECTION_NAMES, SECTION_SEPARATOR, type SectionName } from "../contract/prompt-section.js";
import type { FrameMemory } from "./frame-memory.js";
import { FrameSection, type SectionBody } from "./frame-sections.js";
import { GoalCompass, goalCompassSchema } from "./goal-compass.js";
import { joinSections } from "./render-frame.js";
import { stablePrefixLength } from "./stable-prefix.js";

export const operationFrameSchema = lazySchema(() =>
  z.object({
    operationType: z.enum(STL_OPERATIONS),
    assignment: z.string(),
    frameContent: z.string(),
    goalCompass: goalCompassSchema(),
    successTest: z.string(),
    outputContract: z.string(),
    depth: z.enum(DEPTH_LEVELS),
    /** What the prompt is made of, in order. */
    sections: z.array(
      z.object({
        name: z.enum(SECTION_NAMES),
        text: z.string(),
        atoms: z.array(z.tuple([z.int(), z.int()])).optional(),
      }),
    ),
  }),
);
const codec = lazySchema(() => documentCodec(operationFrameSchema()));

/** Sections that hold what the operation works on, as against what it is told to do. */
const CONTENT: ReadonlySet<SectionName> = new Set([
  "state",
  "facts",
  "derived",
  "observations",
  "document_map",
  "last_text",
]);

export interface OperationFrameParts {
  readonly operationType: StlOperation;
  readonly assignment: string;
  readonly goalCompass: GoalCompass;
  readonly successTest: string;
  readonly outputContract: string;
  readonly depth: DepthLevel;
  /** Sections in prompt order; foreign text in them is escaped. Empty ones are left out. */
  readonly bodies: readonly SectionBody[];
  /** Sections of the run's earlier frames. */
  readonly memory?: FrameMemory | undefined;
}

/** The minimal focused assignment for one operation. Immutable; texts are made when asked for and kept. */
export class OperationFrame implements OperationFrameShape {
  readonly operationType: StlOperation;
  readonly assignment: string;
  readonly goalCompass: GoalCompass;
  readonly successTest: string;
  readonly outputContract: string;
  readonly depth: DepthLevel;
  readonly #bodies: readonly SectionBody[];
  readonly #memory: FrameMemory | undefined;
  #sections: readonly PromptSection[] | undefined;
  #prompt: string | undefined;
  #tokens: number | undefined;

  constructor(parts: OperationFrameParts) {
    this.operationType = parts.operationType;
    this.assignment = parts.assignment;
    this.goalCompass = parts.goalCompass;
    this.successTest = parts.successTest;
    this.outputContract = parts.outputContract;
    this.depth = parts.depth;
    this.#bodies = parts.bodies.filter((body) => body.text !== "");
    this.#memory = parts.memory;
  }

  /** Only the context this operation needs: state, facts, earlier results, observations. */
  get frameContent(): string {
    return this.#bodies
      .filter((body) => CONTENT.has(body.name))
      .map((body) => body.text)
      .join(SECTION_SEPARATOR);
  }

  /** ⌈UTF-8 bytes ÷ 4⌉ of `toPrompt()` (POS-FRM-08). */
  get estimatedTokens(): number {
    this.#tokens ??= estimateTokens(this.toPrompt());
    return this.#tokens;
  }

  /**
   * UTF-16 length of what consecutive untrimmed prompts of a run share byte for byte: rules and request with the
   * separators after them (POS-FRM-01).
   */
  get stablePrefixLength(): number {
    return stablePrefixLength(this.toSections(), this.toPrompt());
  }

  /** The untrimmed prompt: the sections in order. */
  toPrompt(): string {
    this.#prompt ??= joinSections(this.toSections());
    return this.#prompt;
  }

  /** The sections in prompt order, none empty (POS-FRM-01). */
  toSections(): readonly PromptSection[] {
    this.#sections ??= this.#bodies.map((body) => this.#memory?.section(body) ?? new FrameSection(body));
    return this.#sections;
  }

  /** snake_case JSON. */
  toJSON(): unknown {
    return codec().encode({
      operationType: this.operationType,
      assignment: this.assignment,
      frameContent: this.frameContent,
      goalCompass: this.goalCompass,
      successTest: this.successTest,
      outputContract: this.outputContract,
      depth: this.depth,
      sections: this.#bodies.map(({ name, text, atoms }) =>
        atoms === undefined
          ? { name, text }
          : { name, text, atoms: atoms.map(([start, end]): [number, number] => [start, end]) },
      ),
    });
  }

  /** Reads what `toJSON` wrote; the frame makes the same prompt. Throws a `ZodError` for anything else. */
  static fromJson(json: unknown): OperationFrame {
    const data = codec().decode(json);
    const { ultimateGoal, thisOperationServes, fitConstraint } = data.goalCompass;
    return new OperationFrame({
      operationType: data.operationType,
      assignment: data.assignment,
      goalCompass: new GoalCompass(ultimateGoal, thisOperationServes, fitConstraint),
      successTest: data.successTest,
      outputContract: data.outputContract,
      depth: data.depth,
      bodies: data.sections.map(({ name, text, atoms }) =>
        atoms === undefined ? { name, text } : { name, text, atoms },
      ),
    });
  }
}
