import { characters } from "../../text/characters.ts";
import { MOST_TEXT } from "../text-query.ts";
import { QueryFault, SyntaxFault } from "./query-fault.ts";
import { DEFAULT_FIELD, type Group, type Item, type Term } from "./syntax.ts";
import { readRun, readTerm, startsRun } from "./terms.ts";
import { TokenReader } from "./token-reader.ts";
import { scan } from "./tokens.ts";
import { unescaped } from "./unescaped.ts";

/** Deepest nesting of groups. Later steps recurse as deep as this. */
export const MOST_NESTED = 100;

/** A group that is being read, with the conjunction and the field before it. */
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
