import { createParser } from "eventsource-parser";

export interface Frame {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string;
}

/** The frames of an event stream read to its end. */
export function framesOf(text: string): Frame[] {
  const frames: Frame[] = [];
  const parser = createParser({ onEvent: ({ id, event, data }) => frames.push({ id, event, data }) });
  parser.feed(text);
  return frames;
}

/** Numbers of the events of frames. */
export const seqsOf = (frames: readonly Frame[]): number[] =>
  frames.map(({ data }) => (JSON.parse(data) as { seq: number }).seq);
