import { pythonFloat, pythonRepr, pythonStr, pythonType } from "../text/python-text.ts";

type ListAnswer = "labels" | "ranking" | "spans";

/** Why a rule of records refuses a value. Programs that show it to people word it by themselves; {@link reasonText} is for scripts. */
export type Reason =
  | { readonly kind: "missing field"; readonly name: string }
  | { readonly kind: "unknown fields"; readonly names: readonly string[] }
  | { readonly kind: "unknown metadata"; readonly name: string; readonly datasetId: string }
  | { readonly kind: "no number"; readonly name: string; readonly value: unknown; readonly isWhole: boolean }
  | {
      readonly kind: "below minimum" | "above maximum";
      readonly name: string;
      readonly value: number;
      readonly limit: number;
      readonly isWhole: boolean;
    }
  | { readonly kind: "unknown term"; readonly name: string; readonly value: unknown }
  | { readonly kind: "no text"; readonly found: unknown }
  | { readonly kind: "long text"; readonly words: string }
  | { readonly kind: "unknown rating"; readonly value: unknown; readonly options: readonly number[] }
  | {
      readonly kind: "unknown label" | "unknown span label";
      readonly value: unknown;
      readonly options: readonly string[];
    }
  | {
      readonly kind: "unknown labels" | "unknown ranked";
      readonly values: readonly string[];
      readonly options: readonly string[];
    }
  | { readonly kind: "no list"; readonly of: ListAnswer; readonly found: unknown }
  | { readonly kind: "other list"; readonly of: ListAnswer }
  | { readonly kind: "empty list" }
  | { readonly kind: "repeated"; readonly of: "labels" | "ranking" }
  | { readonly kind: "incomplete ranking"; readonly options: number; readonly found: number }
  | { readonly kind: "unknown ranks"; readonly ranks: readonly (number | null)[]; readonly most: number }
  | { readonly kind: "no text for spans"; readonly field: string }
  | {
      readonly kind: "span beyond text";
      readonly bound: "start" | "end";
      readonly field: string;
      readonly length: number;
    }
  | { readonly kind: "overlapping spans"; readonly first: number; readonly second: number }
  | { readonly kind: "several scores" | "one score" | "other number of scores" | "no answer" }
  | { readonly kind: "unanswered" | "unknown question"; readonly question: string };

/** What a reason of metadata always has. */
export type MetadataReason = Extract<Reason, { readonly name: string }>;

/** A wording of values of several kinds: it does not compile if one is missing. */
export type WordsOf<R extends { readonly kind: string }> = {
  readonly [K in R["kind"]]: (reason: Extract<R, { readonly kind: K }>) => string;
};

/** An entry gets the values of its own kind, which no type can say of a table. */
export const inWords = <R extends { readonly kind: string }>(words: WordsOf<R>, reason: R): string =>
  (words[reason.kind as R["kind"]] as (reason: R) => string)(reason);

const metadata = (name: string, why: string) =>
  `metadata is not valid: '${name}' metadata property validation failed because ${why}`;
const range = ({ name, value, limit, isWhole }: Extract<Reason, { kind: "below minimum" }>, than: string) => {
  const printed = isWhole ? String : pythonFloat;
  return metadata(name, `'${printed(value)}' is ${than} value of '${printed(limit)}'.`);
};

const EXPECTS = {
  labels: "multi label selection questions expects",
  ranking: "ranking question expects",
  spans: "span question expects",
};
const ITEMS = { labels: "labels", ranking: "ranked values", spans: "spans" };
const spanBeyond = (bound: string, relation: string, field: string, length: number) =>
  `span question response value \`${bound}\` must have a value ${relation} than record field \`${field}\` length that is \`${length}\``;

/** The contract's words (api-v1 7.1 to 7.4), with which scripts compare. */
const TEXTS: WordsOf<Reason> = {
  "missing field": ({ name }) => `missing required value for field: ${pythonRepr(name)}`,
  "unknown fields": ({ names }) => `found fields values for non configured fields: ${pythonRepr(names)}`,
  "unknown metadata": ({ name, datasetId }) =>
    `metadata is not valid: ${pythonRepr(name)} metadata property does not exists for dataset '${datasetId}' and extra metadata is not allowed for this dataset`,
  "no number": ({ name, value, isWhole }) =>
    metadata(name, `'${pythonStr(value)}' is not ${isWhole ? "an integer" : "a float"}.`),
  "below minimum": (reason) => range(reason, "less than the minimum"),
  "above maximum": (reason) => range(reason, "greater than the maximum"),
  "unknown term": ({ name, value }) => metadata(name, `'${pythonStr(value)}' is not an allowed term.`),
  "no text": ({ found }) => `text question expects a text value, found ${pythonType(found)}`,
  "long text": ({ words }) => words,
  "unknown rating": ({ value, options }) =>
    `${pythonRepr(value)} is not a valid rating for rating question.\nValid ratings are: ${pythonRepr(options)}`,
  "unknown label": ({ value, options }) =>
    `${pythonRepr(value)} is not a valid label for label selection question.\nValid labels are: ${pythonRepr(options)}`,
  "unknown span label": ({ value, options }) =>
    `undefined label ${pythonRepr(value)} for span question.\nValid labels are: ${pythonRepr(options)}`,
  "unknown labels": ({ values, options }) =>
    `${pythonRepr(values)} are not valid labels for multi label selection question.\nValid labels are: ${pythonRepr(options)}`,
  "unknown ranked": ({ values, options }) =>
    `${pythonRepr(values)} are not valid values for ranking question.\nValid values are: ${pythonRepr(options)}`,
  "no list": ({ of, found }) => `${EXPECTS[of]} a list of values, found ${pythonType(found)}`,
  "other list": ({ of }) => `${EXPECTS[of]} a list of ${ITEMS[of]}`,
  "empty list": () => `${EXPECTS.labels} a list of values, found empty list`,
  repeated: ({ of }) =>
    `${of === "labels" ? "multi label selection questions expect" : EXPECTS.ranking} a list of unique values, but duplicates were found`,
  "incomplete ranking": ({ options, found }) =>
    `ranking question expects a list containing ${options} values, found a list of ${found} values`,
  "unknown ranks": ({ ranks, most }) =>
    `${pythonRepr(ranks)} are not valid ranks for ranking question.\nValid ranks are: ${pythonRepr(Array.from({ length: most }, (_, index) => index + 1))}`,
  "no text for spans": ({ field }) => `span question requires record to have field \`${field}\``,
  "span beyond text": ({ bound, field, length }) =>
    spanBeyond(bound, bound === "end" ? "lower or equal" : "lower", field, length),
  "overlapping spans": ({ first, second }) =>
    `overlapping values found between spans at index idx=${first} and idx=${second}`,
  "several scores": () => "a list of score values is not allowed for a suggestion with a single value",
  "one score": () => "a single score value is not allowed for a suggestion with a multiple items value",
  "other number of scores": () => "number of items on value and score attributes doesn't match",
  "no answer": () => "missing response values for submitted response",
  unanswered: ({ question }) => `missing response value for required question with name=${pythonRepr(question)}`,
  "unknown question": ({ question }) =>
    `found response value for non configured question with name=${pythonRepr(question)}`,
};

export const reasonText = (reason: Reason): string => inWords(TEXTS, reason);
