import { character, isSpace, isStrictSpace } from "../source/character.js";
import { END } from "../source/text-buffer.js";
import type { Lookahead } from "./lookahead.js";

/** The nearest end of a comment after some offset, remembered because many comments may wait for the same one. */
interface EndMemo {
  from: number;
  scanned: number;
  end: number;
}

/** Whitespace and comments between tokens. */
export class Trivia {
  readonly #look: Lookahead;
  readonly #line: EndMemo = { from: -1, scanned: -1, end: -1 };
  readonly #block: EndMemo = { from: -1, scanned: -1, end: -1 };
  /** End of the trivia that continues after a comment's end; two runs that share a comment end share what follows. */
  #continuations: Map<number, number> | null = null;
  /** Answers given while the text may still grow: a question asked again then costs nothing. */
  readonly #answers: { start: number; end: number }[] = [];
  #pendingStart = -1;
  #pendingOffset = -1;
  #pendingEnds: number[] = [];

  constructor(look: Lookahead) {
    this.#look = look;
  }

  /** The end of the comment that starts at `offset`; never past a Stop. */
  commentEnd(offset: number): number {
    const block = this.#look.at(offset + 1) === character.asterisk;
    const memo = block ? this.#block : this.#line;
    const start = offset + 2;
    if (memo.from < 0 || start < memo.from || (memo.end >= 0 && start > memo.end) || start > memo.scanned) {
      memo.from = start;
      memo.scanned = start;
      memo.end = -1;
    }
    while (memo.end < 0) {
      const index = memo.scanned;
      if (this.#isCommentEnd(index, block)) memo.end = index;
      else memo.scanned = index + 1;
    }
    return block && this.#look.at(memo.end) === character.asterisk ? memo.end + 2 : memo.end;
  }

  /** The end of whitespace and comments from `offset` on, without reporting any. */
  end(offset: number): number {
    const { final } = this.#look.buffer;
    if (!final) {
      const answer = this.#answers.find((known) => known.start === offset);
      if (answer !== undefined) return answer.end;
    }
    let index = offset;
    if (this.#pendingStart === offset) index = this.#pendingOffset;
    else {
      this.#pendingStart = offset;
      this.#pendingOffset = offset;
      if (this.#pendingEnds.length > 0) this.#pendingEnds = [];
    }
    for (;;) {
      if (isSpace(this.#look.at(index))) this.#pendingOffset = ++index;
      else if (this.#look.isCommentStart(index)) {
        index = this.commentEnd(index);
        const known = this.#continuations?.get(index);
        if (known !== undefined) {
          index = known;
          break;
        }
        this.#pendingEnds.push(index);
        this.#pendingOffset = index;
      } else break;
    }
    if (this.#pendingEnds.length > 0) {
      this.#continuations ??= new Map();
      for (const end of this.#pendingEnds) this.#continuations.set(end, index);
    }
    this.#pendingStart = -1;
    if (!final) {
      if (this.#answers.length >= 4) this.#answers.shift();
      this.#answers.push({ start: offset, end: index });
    }
    return index;
  }

  #isCommentEnd(index: number, block: boolean): boolean {
    const code = this.#look.at(index);
    if (code === END) return true;
    if (
      block ? code === character.asterisk && this.#look.at(index + 1) === character.slash : code === character.lineFeed
    ) {
      return true;
    }
    return !isStrictSpace(code) && this.#look.isStop(index);
  }
}
