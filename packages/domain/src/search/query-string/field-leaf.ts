import { cutText } from "../../text/cut-text.ts";
import { lower } from "../../text/text-analysis.ts";
import { type ExactNumber, readExactly } from "../../text/whole-numbers.ts";
import type { QueryBound, QueryLeaf, QueryTree } from "../query-tree.ts";
import type { WordBound, WordPattern } from "../word-pattern.ts";
import { QueryFault } from "./query-fault.ts";
import { toRe2 } from "./regular-expression.ts";
import type { SearchField } from "./search-fields.ts";
import type { RangeEnd, Term } from "./syntax.ts";
import { readPeriod } from "./time-period.ts";

/** Most words of a phrase with a slop: each of their occurrences is tried. */
export const MOST_MOVED = 32;

const NOTHING: QueryTree = { kind: "or", parts: [] };

type TextField = Extract<SearchField, { readonly kind: "text" }>;

/**
 * The conditions of a term on one field: none when the term has no word, several for a run of words. Throws if the
 * field cannot have the written value. `now`: milliseconds of the epoch.
 */
export function leavesOn(field: SearchField, term: Term, now: number): readonly QueryTree[] {
  if (term.kind === "any") return [{ kind: "exists", field: field.name }];
  // On a field without texts, a regular expression is no error; it matches nothing.
  if (term.kind === "regexp" && field.kind !== "text") return [NOTHING];
  switch (field.kind) {
    case "object":
      return [NOTHING];
    case "text":
      return field.analysis === "keyword" ? [wholeLeaf(field, term)] : wordLeaves(field, term);
    case "boolean":
      return [booleanLeaf(field, term)];
    case "time":
      return [timeLeaf(field, term, now)];
    default:
      return [numberLeaf(field, term)];
  }
}

function wordLeaves(field: TextField, term: Term): readonly QueryTree[] {
  if (term.kind !== "word" && term.kind !== "phrase") return [patternLeaf(field, term)];
  const words = cutText(term.text, field.analysis).map(({ text }) => text);
  if (words.length === 0) return [];
  const { name, analysis } = field;
  const wordsLeaf = (phrases: readonly (readonly string[])[]): QueryLeaf => ({
    kind: "words",
    field: name,
    analysis,
    demands: phrases.map((phrase) => ({ words: phrase, prefix: false, excluded: false })),
  });
  if (term.kind === "word") {
    const each = words.map((word) => [word]);
    return term.isRun ? each.map((word) => wordsLeaf([word])) : [wordsLeaf(each)];
  }
  if (term.slop === 0 || words.length === 1) return [wordsLeaf([words])];
  if (words.length > MOST_MOVED) {
    const most = `A phrase whose words may stand apart has at most ${MOST_MOVED}`;
    throw new QueryFault(term.at, `${most}; this one has ${words.length}.`);
  }
  return [{ kind: "near", field: name, analysis, words, slop: term.slop }];
}

function wholeLeaf(field: TextField, term: Term): QueryTree {
  if (term.kind === "word" || term.kind === "phrase") return { kind: "terms", field: field.name, values: [term.text] };
  if (term.kind !== "range") return patternLeaf(field, term);
  return rangeLeaf(field, term, ({ text, inclusive }) => ({ value: text, inclusive }));
}

function patternLeaf({ name, analysis }: TextField, term: Term): QueryTree {
  const written = analysis === "standard" ? lower : (text: string) => text;
  const bound = (end: RangeEnd | null): WordBound | null =>
    end && { value: written(end.text), inclusive: end.inclusive };
  return { kind: "pattern", field: name, analysis, pattern: pattern() };

  function pattern(): WordPattern {
    switch (term.kind) {
      case "wildcard": {
        const parts = term.parts.map((part) => (typeof part === "string" ? part : { text: written(part.text) }));
        return { kind: "wildcard", parts };
      }
      case "regexp":
        return { kind: "regexp", expression: toRe2(written(term.source), term.at + 1) };
      case "fuzzy":
        return { kind: "fuzzy", word: written(term.text), edits: term.edits };
      case "range":
        return { kind: "between", low: bound(term.low), high: bound(term.high) };
      default:
        throw new Error(`A ${term.kind} is no pattern.`);
    }
  }
}

type RangeTerm = Extract<Term, { readonly kind: "range" }>;

const rangeLeaf = (
  { name }: SearchField,
  { low, high }: RangeTerm,
  bound: (end: RangeEnd, isLow: boolean) => QueryBound,
): QueryTree => ({ kind: "range", field: name, low: low && bound(low, true), high: high && bound(high, false) });

/** The written value of a term with one value. Wildcards, regular expressions and edits are only for texts. */
function writtenValue(field: SearchField, term: Exclude<Term, RangeTerm>): string {
  if (term.kind === "word" || term.kind === "phrase") return term.text;
  throw new QueryFault(term.at, `${field.name.join(".")} has no texts that a pattern could fit.`);
}

const wrongValue = (field: SearchField, { at }: Term, text: string, wanted: string): QueryFault =>
  new QueryFault(at, `${field.name.join(".")} is ${wanted}; '${text}' is none.`);

function booleanLeaf(field: SearchField, term: Term): QueryTree {
  const read = (text: string): string => {
    if (text === "true" || text === "false") return text;
    throw wrongValue(field, term, text, "true or false");
  };
  if (term.kind === "range") return rangeLeaf(field, term, ({ text, inclusive }) => ({ value: read(text), inclusive }));
  return { kind: "terms", field: field.name, values: [read(writtenValue(field, term))] };
}

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?\s*$/;

function numberLeaf(field: SearchField, term: Term): QueryTree {
  const read = (text: string): ExactNumber => {
    const number = NUMBER.test(text) ? readExactly(text.replace(/[dDfF]\s*$/, "")) : Number.NaN;
    const held = field.kind === "float" ? Math.fround(Number(number)) : number;
    if (!Number.isFinite(Number(held))) throw wrongValue(field, term, text, "a number");
    return held;
  };
  if (term.kind === "range") return rangeLeaf(field, term, ({ text, inclusive }) => ({ value: read(text), inclusive }));
  const number = read(writtenValue(field, term));
  if (field.kind === "integer" && !Number.isInteger(Number(number))) return NOTHING;
  return { kind: "terms", field: field.name, values: [String(number)] };
}

/** A text means its whole period, so "after a day" begins with the next day. */
function timeLeaf(field: SearchField, term: Term, now: number): QueryTree {
  const read = (text: string) => {
    const period = readPeriod(text, now);
    if (period === null) throw wrongValue(field, term, text, "a time");
    return period;
  };
  if (term.kind === "range")
    return rangeLeaf(field, term, ({ text, inclusive }, isLow) => {
      const { from, to } = read(text);
      return { value: isLow === inclusive ? from : to, inclusive: isLow };
    });
  const { from, to } = read(writtenValue(field, term));
  const [low, high] = [
    { value: from, inclusive: true },
    { value: to, inclusive: false },
  ];
  return { kind: "range", field: field.name, low, high };
}
