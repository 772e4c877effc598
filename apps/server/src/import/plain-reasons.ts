/**
 * The rules refuse in the words of the wire, which scripts compare with. People read these sentences instead (IMP-25). Each
 * follows the value: `is not a whole number`. What the rule says before the pattern is the value; no pattern goes over it twice.
 */
const SENTENCES: readonly (readonly [wire: RegExp, plain: (found: Found) => string])[] = [
  [/^missing required value for field: /, () => "is empty; it must have a value"],
  [
    /^found fields values for non configured fields: (?<names>.*)$/s,
    ({ names }) => `fills fields that the dataset does not have: ${listed(names)}`,
  ],
  [/' is not an integer\.$/, () => "is not a whole number"],
  [/' is not a float\.$/, () => "is not a number"],
  [
    /' is less than the minimum value of '(?<limit>[^']*)'\.$/,
    ({ limit }) => `is less than ${plainNumber(limit)}, the least that is allowed`,
  ],
  [
    /' is greater than the maximum value of '(?<limit>[^']*)'\.$/,
    ({ limit }) => `is more than ${plainNumber(limit)}, the most that is allowed`,
  ],
  [/' is not an allowed term\.$/, () => "is not one of the values that are allowed"],
  [/metadata property does not exists? for dataset /, () => "is not in the dataset, which takes no other metadata"],
  [
    / is not a valid label for label selection question\.\nValid labels are: (?<names>.*)$/s,
    ({ names }) => `is not one of the labels: ${listed(names)}`,
  ],
  [
    / for span question\.\nValid labels are: (?<names>.*)$/s,
    ({ names }) => `is not one of the labels: ${listed(names)}`,
  ],
  [
    / is not a valid rating for rating question\.\nValid ratings are: (?<names>.*)$/s,
    ({ names }) => `is not one of the ratings: ${listed(names)}`,
  ],
  [
    / are not valid labels for multi label selection question\.\nValid labels are: (?<names>.*)$/s,
    ({ value, names }) => `has ${listed(value)}; the labels are: ${listed(names)}`,
  ],
  [
    / are not valid values for ranking question\.\nValid values are: (?<names>.*)$/s,
    ({ value, names }) => `has ${listed(value)}; the options are: ${listed(names)}`,
  ],
  [
    / are not valid ranks for ranking question\.\nValid ranks are: (?<names>.*)$/s,
    ({ value, names }) => `has the ranks ${listed(value)}; the ranks are: ${listed(names)}`,
  ],
  [/^multi label .*found empty list$/, () => "is an empty list; it must have at least one label"],
  [/^multi label .*expects? a list of unique values/, () => "has a label twice"],
  [/^multi label .*expects? a list of /, () => "is not a list of labels"],
  [/^ranking question expects a list of unique values/, () => "has an option twice"],
  [
    /^ranking question expects a list containing (?<limit>\d+) values, found a list of (?<count>\d+)/,
    ({ limit, count }) => `ranks ${count} of the ${limit} options; it must rank all`,
  ],
  [/^ranking question expects a list of /, () => "is not a list of ranked options"],
  [/^span question expects a list of /, () => "is not a list of spans"],
  [
    /^span question requires record to have field `(?<name>.*)`$/s,
    ({ name }) => `has spans, but the field ${quoted(name)} is empty`,
  ],
  [
    /^span question response value `(?<bound>start|end)` .* record field `(?<name>.*)` length that is `(?<limit>\d+)`$/s,
    ({ bound, name, limit }) =>
      `has a span that ${bound}s after the end of ${quoted(name)}, which has ${limit} characters`,
  ],
  [
    /^overlapping values found between spans at index idx=(?<first>\d+) and idx=(?<second>\d+)$/,
    ({ first, second }) => `has spans that overlap: number ${Number(first) + 1} and number ${Number(second) + 1}`,
  ],
  [/^text question expects a text value, found /, () => "is not a text"],
  [/^a list of score values is not allowed /, () => "has several scores, but is one value"],
  [/^a single score value is not allowed /, () => "has one score, but is a list; each part of it needs one"],
  [/^number of items on value and score attributes doesn't match$/, () => "has more or fewer scores than parts"],
  [/^missing response values for submitted response$/, () => "is submitted, but has no answer"],
  [
    /^missing response value for required question with name=(?<names>.*)$/s,
    ({ names }) => `is submitted, but has no answer to the required question ${listed(names)}`,
  ],
  [
    /^found response value for non configured question with name=(?<names>.*)$/s,
    ({ names }) => `answers the question ${listed(names)}, which the dataset does not have`,
  ],
  [/^'responses' contains several responses for the same user_id=/, () => "are several of one person"],
  // Of the form of a record, before its dataset is looked at.
  [/^field required$/, () => "is missing"],
  [/^none is not an allowed value$/, () => "is empty; it must have a value"],
  [/^str type expected$/, () => "is not a text"],
  [/^value is not a valid integer$/, () => "is not a whole number"],
  [/^value is not a valid float$/, () => "is not a number"],
  [/^value is not a valid list$/, () => "is not a list"],
  [/^value is not a valid dict$/, () => "is not an object"],
  [/^value could not be parsed to a boolean$/, () => "is neither true nor false"],
  [
    /^value is not a valid enumeration member; permitted: (?<names>.*)$/s,
    ({ names }) => `is not one of: ${listed(names)}`,
  ],
  [
    /^No match for discriminator .*\(allowed values: (?<names>.*)\)$/s,
    ({ names }) => `is not one of: ${listed(names?.replaceAll(/<[^:]*: ('[^']*')>/g, "$1"))}`,
  ],
  [/^invalid datetime format$/, () => "is not a date with a time, such as 2024-05-01T12:30:00"],
  [
    /^ensure this value is greater than or equal to (?<limit>\S+)$/,
    ({ limit }) => `is less than ${plainNumber(limit)}, the least that is allowed`,
  ],
  [
    /^ensure this value is less than or equal to (?<limit>\S+)$/,
    ({ limit }) => `is more than ${plainNumber(limit)}, the most that is allowed`,
  ],
  [/^ensure this value is greater than (?<limit>\S+)$/, ({ limit }) => `is not more than ${plainNumber(limit)}`],
  [/^ensure this value has at least 1 characters$/, () => "is empty; it must have a value"],
  [
    /^ensure this value has at least (?<limit>\d+) (?<what>characters|items)/,
    ({ limit, what }) => `has fewer than ${limit} ${what}`,
  ],
  [/^ensure this value has at most (?<limit>\d+) (?<what>\w+)/, ({ limit, what }) => `has more than ${limit} ${what}`],
  [/^string does not match regex /, () => "has characters that are not allowed there"],
  [/^NUL characters are not allowed$/, () => "has a NUL character (U+0000), which no text may have"],
  [/^lone surrogates are not allowed$/, () => "has half a character (a lone surrogate), which no text may have"],
  [/^NaN is not allowed as metadata value/, () => "has a value that is not a number (NaN)"],
  // Of task records.
  [/^Class name must not be empty$/, () => "is empty; a label must have a name"],
  [
    /^Class name '.*' exceeds max length of (?<limit>\d+)$/s,
    ({ limit }) => `is a label with more than ${limit} characters`,
  ],
  [/^Agent must be defined!$/, () => "is missing: the name of the agent"],
  [/^No text or empty text provided$/, () => "is empty; it must have a value"],
  [
    /^All records must be single\/multi labelled$/,
    () => "says one label where others say several: all rows must say the same",
  ],
  [
    /^a single-label record with status 'Validated' needs an annotation$/,
    () => "needs an annotation, and the row has none",
  ],
];

type Found = { readonly value: string; readonly [group: string]: string };

const quoted = (name: string | undefined) => JSON.stringify(name ?? "");
/** `1.0` is the wire's way to write 1. */
const plainNumber = (text: string | undefined) => (text ?? "").replace(/\.0$/, "");

/** A list may have 10,000 options, of which nobody reads more. */
const MOST_LISTED = 20;

/** The values in a list as the wire prints it, `['a', "b's"]`. */
function listed(printed: string | undefined): string {
  const found = (printed ?? "").matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|[^[\],\s]+/gs);
  const values = [...found].map(([all, single, double]) => (single ?? double ?? all).replaceAll(/\\(['"\\])/g, "$1"));
  const more = values.length - MOST_LISTED;
  return `${values.slice(0, MOST_LISTED).join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
}

/** The sentence for a reason in the words of the wire, without its subject; and the value that stands before it there. */
export function plainReason(wire: string): { readonly says: string; readonly value: string } {
  for (const [pattern, plain] of SENTENCES) {
    const match = pattern.exec(wire);
    if (!match) continue;
    const value = wire.slice(0, match.index).replace(/^(?:metadata is not valid: .*? because '|undefined label )/s, "");
    return { says: plain({ ...match.groups, value }), value: value.slice(0, LONGEST_SHOWN) };
  }
  return { says: wire, value: "" };
}
const LONGEST_SHOWN = 60;

/** The kind of a reason: its words without quoted text and numbers. Rows that fail alike have one kind. */
export const kindOf = (reason: string): string =>
  reason.replaceAll(/"(?:[^"\\]|\\.)*"?|'[^']*'|[[{].*/gs, "_").replaceAll(/\d[\d,.]*/g, "0");
