/** What an id tells of a model of this vendor. */
export interface ModelFamily {
  /** Replies can be held to a schema (`output_config.format`); older models take a forced tool instead. */
  readonly hasStructuredOutput: boolean;
}

/** Models from before structured output: everything up to 4.0, by name or date. Clouds put words before the id. */
const OLDER = /claude-(?:v?[12](?:\D|$)|instant|3(?:\D|$)|(?:opus|sonnet|haiku)-4(?:-0(?:\D|$)|[-@]20250514|$))/;

export function modelFamily(modelId: string): ModelFamily {
  return { hasStructuredOutput: !OLDER.test(modelId.toLowerCase()) };
}
