import { SyntaxFault } from "./syntax.ts";

/**
 * A token of a query text. As in Lucene's classic query parser, the longest token that can begin at a place is taken.
 */
export type Token = { readonly kind: TokenKind; readonly image: string; readonly at: number };

type TokenKind =
  | "and"
  | "or"
  | "not"
  | "plus"
  | "minus"
  /** A mark followed by white space: it is an ordinary word. */
  | "bare mark"
  | "("
  | ")"
  | ":"
  | "*"
  | "^"
  | "quoted"
  | "term"
  | "prefix"
  | "wildcard"
  | "regexp"
  | "~"
  /** The number after `^`. */
  | "number"
  | "["
  | "{"
  /** This kind and the next four occur only within brackets. */
  | "]"
  | "}"
  | "to"
  | "end"
  | "quoted end"
  | "end of text";

const BLANKS = /[ \t\n\r\u3000]*/y;
const NUMBER = /\d+(?:\.\d+)?/y;
const SLOP = /~(?:\d+(?:\.\d+)?)?/y;
/** Ends at a quote that no backslash escapes. */
const QUOTED = /"(?:[^"\\]|\\[\s\S])*"/y;
/** A word with all characters that it may contain; wildcards in it are looked for afterwards. */
const WORD = /(?:[^ \t\n\r\u3000+\-!():^[\]"{}~\\/]|\\[\s\S])(?:[^ \t\n\r\u3000!():^[\]"{}~\\/]|\\[\s\S])*/y;
const UNESCAPED_WILDCARD = /^(?:[^\\*?]|\\[\s\S])*[*?]/;
const ONE_STAR_LAST = /^(?:[^\\*?]|\\[\s\S])+\*$/;
const RANGE_QUOTED = /"(?:[^"\\]|\\[\s\S])+"/y;
const RANGE_END = /[^ \]}]+/y;

const MARKS: { readonly [mark: string]: TokenKind } = {
  "(": "(",
  ")": ")",
  ":": ":",
  "^": "^",
  "[": "[",
  "{": "{",
  "+": "plus",
  "-": "minus",
  "!": "not",
};
const OPERATORS: { readonly [image: string]: TokenKind } = {
  AND: "and",
  "&&": "and",
  OR: "or",
  "||": "or",
  NOT: "not",
  "*": "*",
};
const BARE_MARK = /[+\-!][ \t\n\r\u3000]/y;

/** Takes time in proportion to the text. */
export function scan(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let inRange = false;
  for (;;) {
    // A boost follows its mark without a blank.
    if (tokens.at(-1)?.kind !== "^") at += match(BLANKS, text, at)?.length ?? 0;
    if (at >= text.length) break;
    const token = inRange ? rangeToken(text, at) : nextToken(text, at, tokens.at(-1)?.kind === "^");
    tokens.push(token);
    at += token.image.length;
    if (token.kind === "[" || token.kind === "{") inRange = true;
    else if (token.kind === "]" || token.kind === "}") inRange = false;
  }
  tokens.push({ kind: "end of text", image: "", at: text.length });
  return tokens;
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function nextToken(text: string, at: number, isBoost: boolean): Token {
  const token = (kind: TokenKind, image: string): Token => ({ kind, image, at });
  if (isBoost) {
    const number = match(NUMBER, text, at);
    if (number === null) throw new SyntaxFault(at, "A number must follow the ^.");
    return token("number", number);
  }
  const mark = text.charAt(at);
  const bare = match(BARE_MARK, text, at);
  if (bare !== null) return token("bare mark", bare);
  if (Object.hasOwn(MARKS, mark)) return token(MARKS[mark] ?? "term", mark);
  if (mark === "~") return token("~", match(SLOP, text, at) ?? mark);
  if (mark === "/") return token("regexp", regexpFrom(text, at));
  if (mark === '"') return token("quoted", quotedFrom(text, at));
  const word = match(WORD, text, at);
  if (word === null) throw new SyntaxFault(at, unexpected(mark));
  return token(kindOf(word), word);
}

const unexpected = (mark: string): string =>
  mark === "\\" ? "Nothing follows the backslash." : `Nothing is open that ${mark} could close.`;

function kindOf(word: string): TokenKind {
  if (Object.hasOwn(OPERATORS, word)) return OPERATORS[word] ?? "term";
  if (!UNESCAPED_WILDCARD.test(word)) return "term";
  return ONE_STAR_LAST.test(word) ? "prefix" : "wildcard";
}

function quotedFrom(text: string, at: number): string {
  const found = match(QUOTED, text, at);
  if (found === null) throw new SyntaxFault(at, 'The " is not closed.');
  return found;
}

/** Ends at a slash. A slash after a backslash is part of the expression if another slash follows. */
function regexpFrom(text: string, at: number): string {
  let end = -1;
  for (let i = text.indexOf("/", at + 1); i >= 0; i = text.indexOf("/", i + 1)) {
    end = i + 1;
    if (text[i - 1] !== "\\") break;
  }
  if (end < 0) throw new SyntaxFault(at, "The / is not closed. One that is part of a word is written \\/.");
  return text.slice(at, end);
}

function rangeToken(text: string, at: number): Token {
  const mark = text.charAt(at);
  if (mark === "]" || mark === "}") return { kind: mark, image: mark, at };
  const quoted = match(RANGE_QUOTED, text, at);
  const end = match(RANGE_END, text, at) ?? "";
  if (quoted !== null && quoted.length >= end.length) return { kind: "quoted end", image: quoted, at };
  return { kind: end === "TO" ? "to" : "end", image: end, at };
}

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

const ESCAPED = /\\(u[0-9a-fA-F]{4}|[\s\S]|$)/g;

/** The character after a backslash is itself, `\u0061` its number. `at`: the place in the query. */
export function unescaped(written: string, at: number): string {
  if (!written.includes("\\")) return written;
  return written.replaceAll(ESCAPED, (_, escaped: string, index: number) => {
    if (escaped === "") throw new SyntaxFault(at + index, "Nothing follows the backslash.");
    if (escaped === "u") throw new SyntaxFault(at + index, "Four hexadecimal digits must follow \\u.");
    return escaped.length === 1 ? escaped : String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  });
}
