import { cutText, lower } from "../../text/text-analysis.ts";
import { type ExactNumber, readExactly } from "../../text/whole-numbers.ts";
import type { QueryBound, QueryLeaf, QueryTree } from "../query-tree.ts";
import type { WordBound, WordPattern } from "../word-pattern.ts";
import { toRe2 } from "./regular-expression.ts";
import { QueryFault, type RangeEnd, type SearchField, type Term } from "./syntax.ts";

/** Most words of a phrase with a slop: each of their occurrences is tried. */
const MOST_MOVED = 32;

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

/** A period of time; `to` is not part of it. Milliseconds of the epoch, with microseconds as their fraction. */
type TimePeriod = { readonly from: number; readonly to: number };

const ISO =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?)?)?$/;
const EPOCH = /^-?\d{5,16}$/;
const MATH = /([+-])(\d{1,9})?([yMwdhHms])|\/([yMwdhHms])/y;

const UNITS = ["year", "month", "week", "day", "hour", "minute", "second", "millisecond"] as const;
type Unit = (typeof UNITS)[number];
const LETTERS: { readonly [letter: string]: Unit } = {
  y: "year",
  M: "month",
  w: "week",
  d: "day",
  h: "hour",
  H: "hour",
  m: "minute",
  s: "second",
};
const LENGTHS = { week: 604_800_000, day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000, millisecond: 1 };

/** Furthest time from the epoch that a Date can hold, ms. */
const FURTHEST = 8.64e15;

/**
 * The period that a text of a query means (contract search-semantics 3.1). An ISO day or time covers the parts that it
 * leaves out: a day is its 24 hours. `now-1d` is one millisecond, `now/d` is the day, `2024-01-15||+1M` is a month
 * later. Null: the text is no time.
 */
export function readPeriod(text: string, now: number): TimePeriod | null {
  const period = readAll(text, now);
  return period && Math.abs(period.from) <= FURTHEST && Math.abs(period.to) <= FURTHEST ? period : null;
}

function readAll(text: string, now: number): TimePeriod | null {
  if (text.startsWith("now")) return applyMath({ from: now, to: now + 1 }, text.slice(3));
  const [start = "", ...math] = text.split("||");
  const period = isoPeriod(start) ?? epochPeriod(start);
  return period && applyMath(period, math.join("||"));
}

function epochPeriod(text: string): TimePeriod | null {
  const at = EPOCH.test(text) ? Number(text) : Number.NaN;
  return Number.isNaN(at) ? null : { from: at, to: at + 1 };
}

function isoPeriod(text: string): TimePeriod | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const parts = [year, month, day, hour, minute, second];
  const given = parts.filter((part) => part !== undefined).map(Number);
  const [y = 0, mo = 1, d = 1, h = 0, mi = 0, s = 0] = given;
  const start = utc(y, mo, d, h, mi, s);
  if (Number.isNaN(start)) return null;
  const shift = zoneShift(zone);
  if (fraction !== undefined) return instant(start - shift, fraction.padEnd(9, "0"));
  // A year or a month alone means its first day, as in other search engines.
  const units: readonly Unit[] = ["day", "day", "day", "hour", "minute", "second"];
  const unit = units[given.length - 1] ?? "second";
  return { from: start - shift, to: addUnits(start, 1, unit) - shift };
}

/** Records have microseconds, so nothing equals a time with more digits. */
function instant(second: number, nanoseconds: string): TimePeriod {
  const micros = Number(nanoseconds.slice(0, 6));
  const isBetween = Number(nanoseconds.slice(6)) > 0;
  return { from: second + (isBetween ? micros + 1 : micros) / 1000, to: second + (micros + 1) / 1000 };
}

/** The time in ms; NaN for a day that does not exist. */
function utc(y: number, mo: number, d: number, h: number, mi: number, s: number): number {
  const at = new Date(0);
  at.setUTCFullYear(y, mo - 1, d);
  const fits = at.getUTCMonth() === mo - 1 && at.getUTCDate() === d && h < 24 && mi < 60 && s < 60;
  return fits ? at.setUTCHours(h, mi, s) : Number.NaN;
}

function zoneShift(zone: string | undefined): number {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? "");
  if (!match) return 0;
  const [, sign, hours, minutes] = match;
  return (sign === "-" ? -1 : 1) * (Number(hours) * LENGTHS.hour + Number(minutes ?? 0) * LENGTHS.minute);
}

function applyMath(period: TimePeriod, math: string): TimePeriod | null {
  let found = period;
  for (let at = 0; at < math.length; at = MATH.lastIndex) {
    MATH.lastIndex = at;
    const match = MATH.exec(math);
    if (!match) return null;
    const [, sign, count = "1", letter, rounded] = match;
    const unit = LETTERS[letter ?? rounded ?? ""] ?? "millisecond";
    if (rounded === undefined) {
      const by = (sign === "-" ? -1 : 1) * Number(count);
      found = { from: addUnits(found.from, by, unit), to: addUnits(found.to, by, unit) };
    } else {
      const from = startOfUnit(found.from, unit);
      found = { from, to: addUnits(from, 1, unit) };
    }
    if (Number.isNaN(found.from) || Number.isNaN(found.to)) return null;
  }
  return found;
}

/** Adds units of time. If the month has no such day, the result is its last day. */
function addUnits(at: number, count: number, unit: Unit): number {
  if (unit !== "year" && unit !== "month") return at + count * LENGTHS[unit];
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count * (unit === "year" ? 12 : 1));
  const last = new Date(date.getTime());
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return date.setUTCDate(Math.min(day, last.getUTCDate()));
}

function startOfUnit(at: number, unit: Unit): number {
  const date = new Date(at);
  if (unit === "year") return Date.UTC(date.getUTCFullYear(), 0);
  if (unit === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  // The epoch began on a Thursday; weeks begin on Mondays.
  const offset = unit === "week" ? 3 * LENGTHS.day : 0;
  return Math.floor((at + offset) / LENGTHS[unit]) * LENGTHS[unit] - offset;
}
