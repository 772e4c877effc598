import { SyntaxFault } from "./query-fault.ts";
import type { Token, TokenKind } from "./tokens.ts";

/** Reads tokens one by one; the last one is the end of the text. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  #ahead(count: number): Token {
    const token = this.#tokens[Math.min(this.#at + count, this.#tokens.length - 1)];
    if (token === undefined) throw new Error("There are no tokens, not even the end of the text.");
    return token;
  }

  next(): Token {
    const token = this.#ahead(0);
    this.#at++;
    return token;
  }

  is = (...kinds: readonly TokenKind[]): boolean => kinds.includes(this.#ahead(0).kind);
  isNext = (...kinds: readonly TokenKind[]): boolean => kinds.includes(this.#ahead(1).kind);
  isAfterNext = (...kinds: readonly TokenKind[]): boolean => kinds.includes(this.#ahead(2).kind);

  /** The next token if it has one of these kinds, else null. */
  take(...kinds: readonly TokenKind[]): Token | null {
    return this.is(...kinds) ? this.next() : null;
  }

  expect(...kinds: readonly TokenKind[]): Token {
    const token = this.take(...kinds);
    if (token === null) throw this.unexpected();
    return token;
  }

  unexpected(): SyntaxFault {
    const { kind, image, at } = this.#ahead(0);
    const before = this.#tokens[this.#at - 1]?.image.trim();
    const unfinished = before ? `Unfinished after ${before}` : "The query is unfinished";
    return new SyntaxFault(at, kind === "end of text" ? `${unfinished}.` : `${image.trim()} cannot stand here.`);
  }
}
