import { characters } from "../../text/characters.ts";
import { MOST_TEXT } from "../text-query.ts";
import type { WildcardPart } from "../word-pattern.ts";
import {
  DEFAULT_FIELD,
  type Group,
  type Item,
  QueryFault,
  type RangeEnd,
  type SearchFields,
  SyntaxFault,
  type Term,
  type TermDemand,
} from "./syntax.ts";
import { scan, type Token, TokenReader, unescaped } from "./tokens.ts";

/** Deepest nesting of groups. Later steps recurse as deep as this. */
export const MOST_NESTED = 100;

type OpenGroup = Omit<Item, "part"> & { readonly field: string; readonly at: number; readonly items: Item[] };

/**
 * Reads a query text in the language of Lucene's classic query parser (contract search-semantics 3.2). Throws a
 * `QueryFault`. A text of white space alone is no query.
 */
export function parseQueryString(text: string): Group {
  refuseLong(text);
  const tokens = new TokenReader(scan(text));
  const outermost: OpenGroup = { conjunction: null, isExcluded: false, field: DEFAULT_FIELD, at: 0, items: [] };
  const open = [outermost];
  for (let group = outermost; ; group = open.at(-1) ?? outermost) {
    if (group.items.length > 0 && tokens.is("end of text")) break;
    if (group.items.length > 0 && group !== outermost && tokens.is(")")) {
      open.pop();
      closeGroup(tokens, group, open.at(-1) ?? outermost);
    } else if (startsRun(tokens)) {
      group.items.push({ conjunction: null, isExcluded: false, part: readRun(tokens, group.field) });
    } else readItem(tokens, group, open);
  }
  if (open.length > 1) throw new SyntaxFault(open.at(-1)?.at ?? 0, "The ( is not closed.");
  return { kind: "group", items: outermost.items };
}

function refuseLong(text: string): void {
  const found = characters(text);
  if (found <= MOST_TEXT) return;
  const [long, most] = [found, MOST_TEXT].map((count) => count.toLocaleString("en"));
  throw new QueryFault(0, `The query has ${long} characters; at most ${most} are allowed.`);
}

/** The next part of a group, or the beginning of a group in it. */
function readItem(tokens: TokenReader, group: OpenGroup, open: OpenGroup[]): void {
  const conjunction = group.items.length > 0 ? readConjunction(tokens) : null;
  const modifier = tokens.take("plus", "minus", "not");
  const isExcluded = modifier !== null && modifier.kind !== "plus";
  const field = readField(tokens) ?? group.field;
  const bracket = tokens.take("(");
  if (bracket === null) {
    const part: Term = readTerm(tokens, field);
    group.items.push({ conjunction, isExcluded, part });
    return;
  }
  if (open.length > MOST_NESTED) {
    throw new QueryFault(bracket.at, `Parentheses stand within each other more than ${MOST_NESTED} deep.`);
  }
  open.push({ conjunction, isExcluded, field, at: bracket.at, items: [] });
}

function closeGroup(tokens: TokenReader, { conjunction, isExcluded, items }: OpenGroup, around: OpenGroup): void {
  tokens.expect(")");
  if (tokens.take("^")) tokens.expect("number");
  around.items.push({ conjunction, isExcluded, part: { kind: "group", items } });
}

function readConjunction(tokens: TokenReader): Item["conjunction"] {
  const token = tokens.take("and", "or");
  if (token === null) return null;
  return token.kind === "and" ? "and" : "or";
}

function readField(tokens: TokenReader): string | null {
  if (!tokens.is("term", "*") || !tokens.isNext(":")) return null;
  const name = tokens.next();
  tokens.expect(":");
  return unescaped(name.image, name.at);
}

/** Tokens that end a run of words: the word before such a token is not part of the run. */
const ENDS_RUN = [":", "*", "~", "^", "and", "or"] as const;

const startsRun = (tokens: TokenReader): boolean =>
  tokens.is("term") && tokens.isNext("term") && !tokens.isAfterNext(...ENDS_RUN);

function readRun(tokens: TokenReader, field: string): Term {
  const first = tokens.expect("term");
  const words = [unescaped(first.image, first.at)];
  while (tokens.is("term") && !tokens.isNext(...ENDS_RUN)) {
    const { image, at } = tokens.next();
    words.push(unescaped(image, at));
  }
  return { field, at: first.at, ...wordOrBound(words.join(" "), true) };
}

function readTerm(tokens: TokenReader, field: string): Term {
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

/** Without a number, by the word's length. A fraction is the share that must be equal, as in older queries. */
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

/**
 * The names in a query text that are no field of any record of the dataset, each once, in their order. Patterns of
 * names are left out, because they match whatever fields exist. Throws a `QueryFault`.
 */
export function unknownFields(text: string, { find }: Pick<SearchFields, "find">): readonly string[] {
  if (text.trim() === "") return [];
  const named = [...termsOf(parseQueryString(text))].map(nameIn);
  return [...new Set(named.filter((name) => name !== DEFAULT_FIELD && !name.includes("*") && find(name) === null))];
}

function* termsOf({ items }: Group): Generator<Term> {
  for (const { part } of items) {
    if (part.kind === "group") yield* termsOf(part);
    else yield part;
  }
}

/** The name in a term; for `_exists_:name` it is the value. */
const nameIn = (term: Term): string =>
  term.field !== "_exists_" ? term.field : term.kind === "word" || term.kind === "phrase" ? term.text : DEFAULT_FIELD;
