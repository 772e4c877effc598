import type { LeafRefusal, RefusalKind } from "@postil/contract/wire/leaf";
import { MEGABYTE } from "@postil/domain/bounds";
import { inWords, type Reason, type WordsOf } from "@postil/domain/records/reason";
import { LONGEST_LABEL } from "@postil/domain/tasks/labels";

/**
 * What people read of the reasons why a row is refused (IMP-25). Each phrase follows the value: `is not a whole number`.
 * Scripts read the words of the wire.
 */

/** A list may have 10,000 options, of which nobody reads more. */
const MOST_LISTED = 20;

function listed(values: readonly (string | number | null)[]): string {
  const more = values.length - MOST_LISTED;
  const shown = values.slice(0, MOST_LISTED).map((value) => value ?? "none");
  return `${shown.join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
}

const quoted = (name: string) => JSON.stringify(name);
const LISTS = { labels: "labels", ranking: "ranked options", spans: "spans" };

const EMPTY = "is empty; it must have a value";
const NO_WHOLE_NUMBER = "is not a whole number";
const below = (limit: unknown) => `is less than ${limit}, the least that is allowed`;
const above = (limit: unknown) => `is more than ${limit}, the most that is allowed`;

const RULES: WordsOf<Reason> = {
  "missing field": () => EMPTY,
  "unknown fields": ({ names }) => `fills fields that the dataset does not have: ${listed(names)}`,
  "unknown metadata": () => "is not in the dataset, which takes no other metadata",
  "no number": ({ isWhole }) => (isWhole ? NO_WHOLE_NUMBER : "is not a number"),
  "below minimum": ({ limit }) => below(limit),
  "above maximum": ({ limit }) => above(limit),
  "unknown term": () => "is not one of the values that are allowed",
  "no text": () => "is not a text",
  "long text": () => `has more than ${MEGABYTE.toLocaleString("en")} bytes`,
  "unknown rating": ({ options }) => `is not one of the ratings: ${listed(options)}`,
  "unknown label": ({ options }) => `is not one of the labels: ${listed(options)}`,
  "unknown span label": ({ options }) => `is not one of the labels: ${listed(options)}`,
  "unknown labels": ({ values, options }) => `has ${listed(values)}; the labels are: ${listed(options)}`,
  "unknown ranked": ({ values, options }) => `has ${listed(values)}; the options are: ${listed(options)}`,
  "no list": ({ of }) => `is not a list of ${LISTS[of]}`,
  "other list": ({ of }) => `is not a list of ${LISTS[of]}`,
  "empty list": () => "is an empty list; it must have at least one label",
  repeated: ({ of }) => `has ${of === "labels" ? "a label" : "an option"} twice`,
  "incomplete ranking": ({ options, found }) => `ranks ${found} of the ${options} options; it must rank all`,
  "unknown ranks": ({ ranks, most }) => `has the ranks ${listed(ranks)}; the ranks are: 1 to ${most}`,
  "no text for spans": ({ field }) => `has spans, but the field ${quoted(field)} is empty`,
  "span beyond text": ({ bound, field, length }) =>
    `has a span that ${bound}s after the end of ${quoted(field)}, which has ${length} characters`,
  "overlapping spans": ({ first, second }) => `has spans that overlap: number ${first + 1} and number ${second + 1}`,
  "several scores": () => "has several scores, but is one value",
  "one score": () => "has one score, but is a list; each part of it needs one",
  "other number of scores": () => "has more or fewer scores than parts",
  "no answer": () => "is submitted, but has no answer",
  unanswered: ({ question }) => `is submitted, but has no answer to the required question ${question}`,
  "unknown question": ({ question }) => `answers the question ${question}, which the dataset does not have`,
};

export const plainReason = (reason: Reason): string => inWords(RULES, reason);

const KINDS: { readonly [K in RefusalKind]: string } = {
  NUL: "has a NUL character (U+0000), which no text may have",
  "half a character": "has half a character (a lone surrogate), which no text may have",
  "large number": "is a larger number than is read exactly: write it as a text",
  "not finite": "has a value that is not a number (NaN)",
  "one person twice": "are several of one person",
  "no label name": "is empty; a label must have a name",
  "long label name": `is a label with more than ${LONGEST_LABEL} characters`,
  "no agent": "is missing: the name of the agent",
  "blank text": EMPTY,
  "end before start": "does not lie after the start",
  "one and several labels": "says one label where others say several: all rows must say the same",
  "long id": "is too long for an id",
};

type Context = { readonly limit_value?: number; readonly enum_values?: readonly string[] };

/** By the wire's type of an error, which says the same of every value. */
const TYPES: { readonly [type: string]: (context: Context) => string } = {
  "value_error.missing": () => "is missing",
  "type_error.none.not_allowed": () => EMPTY,
  "type_error.str": () => "is not a text",
  "type_error.integer": () => NO_WHOLE_NUMBER,
  "type_error.float": () => "is not a number",
  "type_error.list": () => "is not a list",
  "type_error.dict": () => "is not an object",
  "type_error.bool": () => "is neither true nor false",
  "type_error.uuid": () => "is not an id of the server",
  "type_error.enum": ({ enum_values = [] }) => `is not one of: ${listed(enum_values)}`,
  "value_error.datetime": () => "is not a date with a time, such as 2024-05-01T12:30:00",
  "value_error.number.not_ge": ({ limit_value }) => below(limit_value),
  "value_error.number.not_le": ({ limit_value }) => above(limit_value),
  "value_error.number.not_gt": ({ limit_value }) => `is not more than ${limit_value}`,
  "value_error.any_str.min_length": ({ limit_value }) =>
    limit_value === 1 ? EMPTY : `has fewer than ${limit_value} characters`,
  "value_error.any_str.max_length": ({ limit_value }) => `has more than ${limit_value} characters`,
  "value_error.list.min_items": ({ limit_value }) => `has fewer than ${limit_value} items`,
  "value_error.list.max_items": ({ limit_value }) => `has more than ${limit_value} items`,
  "value_error.str.regex": () => "has characters that are not allowed there",
};

/** Null: only the wire has words for it, which are a whole sentence. */
export function plainRefusal({ kind, permitted, type, ctx = {} }: LeafRefusal): string | null {
  if (permitted) return `is not one of: ${listed(permitted)}`;
  return kind ? KINDS[kind] : (TYPES[type]?.(ctx) ?? null);
}
