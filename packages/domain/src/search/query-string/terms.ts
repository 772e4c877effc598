import { characters } from "../../text/characters.ts";
import type { WildcardPart } from "../word-pattern.ts";
import type { RangeEnd, Term, TermDemand } from "./syntax.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Token } from "./tokens.ts";
import { unescaped } from "./unescaped.ts";

/** Tokens that end a run of words: the word before such a token is not part of the run. */
const ENDS_RUN = [":", "*", "~", "^", "and", "or"] as const;

/** True if two words follow each other and form a run. */
export const startsRun = (tokens: TokenReader): boolean =>
  tokens.is("term") && tokens.isNext("term") && !tokens.isAfterNext(...ENDS_RUN);

export function readRun(tokens: TokenReader, field: string): Term {
  const first = tokens.expect("term");
  const words = [unescaped(first.image, first.at)];
  while (tokens.is("term") && !tokens.isNext(...ENDS_RUN)) {
    const { image, at } = tokens.next();
    words.push(unescaped(image, at));
  }
  return { field, at: first.at, ...wordOrBound(words.join(" "), true) };
}

export function readTerm(tokens: TokenReader, field: string): Term {
  const opening = tokens.take("[", "{");
  if (opening) return { field, at: opening.at, ...readRange(tokens, opening.kind === "[") };
  const token = tokens.expect("term", "*", "prefix", "wildcard", "regexp", "bare mark", "quoted");
  return { field, at: token.at, ...demandOf(token, readSlop(tokens)) };
}

/**
 * Reads `~` and `^`, each once and in either order. A boost has no effect, because records are not sorted by relevance.
 */
function readSlop(tokens: TokenReader): Token | null {
  const before = tokens.take("~");
  if (tokens.take("^")) tokens.expect("number");
  return before ?? tokens.take("~");
}

function demandOf({ kind, image, at }: Token, slop: Token | null): TermDemand {
  switch (kind) {
    case "*":
      return { kind: "any" };
    case "prefix":
    case "wildcard":
      return { kind: "wildcard", parts: readWildcards(image, at) };
    case "regexp":
      return { kind: "regexp", source: image.slice(1, -1) };
    case "quoted":
      return { kind: "phrase", text: unescaped(image.slice(1, -1), at + 1), slop: Math.trunc(numberOf(slop) ?? 0) };
    case "bare mark":
      return { kind: "word", text: image.charAt(0), isRun: false };
    default: {
      const text = unescaped(image, at);
      return slop ? { kind: "fuzzy", text, edits: editsOf(slop, text) } : wordOrBound(text, false);
    }
  }
}

const numberOf = (slop: Token | null): number | null =>
  slop === null || slop.image.length === 1 ? null : Number(slop.image.slice(1));

/**
 * The number of edits. Without a number it depends on the word's length. A fraction is the share that must be equal, as
 * in older queries.
 */
function editsOf(slop: Token, text: string): number {
  const [number, length] = [numberOf(slop), characters(text)];
  if (number === null) return length < 3 ? 0 : length < 6 ? 1 : 2;
  return Math.min(2, Math.floor(number >= 1 || number === 0 ? number : (1 - number) * length));
}

/** Reads `>5`, `>=5`, `<5`, `<=5`, or a plain word. */
function wordOrBound(text: string, isRun: boolean): TermDemand {
  const sign = text.charAt(0);
  if (text.length < 2 || (sign !== ">" && sign !== "<")) return { kind: "word", text, isRun };
  const inclusive = text.length > 2 && text.charAt(1) === "=";
  const end = { text: text.slice(inclusive ? 2 : 1), inclusive };
  return sign === ">" ? { kind: "range", low: end, high: null } : { kind: "range", low: null, high: end };
}

function readRange(tokens: TokenReader, includesLow: boolean): TermDemand {
  const low = readEnd(tokens, includesLow);
  tokens.expect("to");
  const high = readEnd(tokens, true);
  const includesHigh = tokens.expect("]", "}").kind === "]";
  if (tokens.take("^")) tokens.expect("number");
  return { kind: "range", low, high: high && { ...high, inclusive: includesHigh } };
}

function readEnd(tokens: TokenReader, inclusive: boolean): RangeEnd | null {
  const { kind, image, at } = tokens.expect("end", "quoted end", "to");
  if (kind === "end" && image === "*") return null;
  const isQuoted = kind === "quoted end";
  return { text: unescaped(isQuoted ? image.slice(1, -1) : image, at), inclusive };
}

const WILDCARDS: { readonly [mark: string]: WildcardPart } = { "*": "any", "?": "one" };
const WILDCARD_OR_TEXT = /[*?]|(?:[^\\*?]|\\[\s\S])+/g;

function readWildcards(image: string, at: number): WildcardPart[] {
  return Array.from(image.matchAll(WILDCARD_OR_TEXT), ({ 0: part, index }) =>
    Object.hasOwn(WILDCARDS, part) ? (WILDCARDS[part] ?? "any") : { text: unescaped(part, at + index) },
  );
}
