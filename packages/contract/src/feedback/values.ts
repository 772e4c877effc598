import { PART_NAME } from "@postil/domain/datasets/names";
import { MOST_METADATA, MOST_VALUES, metadataBound, tooLongFor } from "@postil/domain/records/metadata-rules";
import type {
  AnswerValue,
  AnswerValues,
  FieldValues,
  MetadataText,
  MetadataValues,
  VectorValues,
} from "@postil/domain/records/record";
import { parseKeepingForm, parseWithNames } from "@postil/domain/text/json-text";
import { z } from "zod";
import {
  absentOr,
  type Context,
  hasFailed,
  integer,
  type LeafRefusal,
  NO_LIST,
  NO_NUMBER,
  NO_TEXT,
  NONE,
  refuse,
  text,
  textRefusal,
} from "../wire/leaf.ts";
import { textInPlace } from "../wire/metadata-text.ts";
import { asObject, inside, list, rule } from "../wire/shape.ts";

/**
 * The maps of a record. Each is read in one pass: a bulk call has tens of thousands of numbers and texts, and a schema
 * per element would take longer than storing it.
 */

/** Field name to text or null; numbers are not accepted as text (contract api-v1 7.4). */
export const fieldValues = z
  .unknown()
  .transform((value, ctx): FieldValues => {
    const given = asObject(value, ctx) ?? {};
    for (const name in given) {
      if (hasFailed(ctx)) break;
      const text = given[name];
      if (text === null) continue;
      if (typeof text !== "string") refuse(ctx, NO_TEXT, [name]);
      else {
        const refused = textRefusal(text);
        if (refused) refuse(ctx, refused, [name]);
      }
    }
    return given as FieldValues; // other values than text or null were refused above
  })
  .meta({ type: "object", additionalProperties: { type: ["string", "null"] } });

/** Deepest nesting of values: deeper ones would overflow the stack of later code. */
const METADATA_DEPTH = 100;

/** The number of values that the metadata may still have, and the longest possible JSON of the values read so far. */
type Left = { values: number; most: number };
/** Most characters of JSON: for one character of a text (`\u0000`), around a value, and for the longest number. */
const LONGEST = { character: 6, around: 8, number: 25 };

/** The fault of a metadata value, at any depth, or null. NaN and similar values arrive as infinite numbers. */
function metadataFault(value: unknown, key: string, left: Left, depth = 0): LeafRefusal | null {
  if (left.values-- <= 0) return refusal(`${metadataBound(MOST_VALUES, "values")}, found more up to key '${key}'`);
  left.most += LONGEST.around + (typeof value === "string" ? LONGEST.character * value.length : LONGEST.number);
  if (typeof value === "number") {
    if (Number.isFinite(value)) return null;
    return { ...refusal(`NaN is not allowed as metadata value, found NaN for key '${key}'`), kind: "not finite" };
  }
  if (typeof value === "string") return textRefusal(value);
  if (typeof value !== "object" || value === null) return null;
  if (depth === METADATA_DEPTH)
    return refusal(`metadata may be nested ${METADATA_DEPTH} deep, found more for key '${key}'`);
  for (const name in value) {
    const inner = (value as { readonly [name: string]: unknown })[name]; // it has the name
    left.most += LONGEST.character * name.length;
    const fault = textRefusal(name) ?? metadataFault(inner, key, left, depth + 1);
    if (fault) return fault;
  }
  return null;
}

const texts = new WeakMap<MetadataValues, MetadataText>();
const counts = new WeakMap<MetadataValues, number>();

/**
 * Most values of all records of a call together. While they are stored, no other answer can be stored, and their number
 * is the number of records times the values of each.
 */
export const MOST_IN_CALL = 100_000;

/** The fault of the metadata of all records of a call together, or null. */
export function metadataInCallFault(
  records: readonly { readonly metadata?: MetadataValues | null | undefined }[],
): string | null {
  const found = records.reduce((sum, { metadata }) => sum + ((metadata && counts.get(metadata)) ?? 0), 0);
  if (found <= MOST_IN_CALL) return null;
  const [most, are] = [MOST_IN_CALL, found].map((count) => count.toLocaleString("en"));
  return `metadata of the records of one call may have at most ${most} values together, found ${are}: send fewer records at once`;
}

/** The JSON text of metadata that was read below. It is kept beside the values, because callers send only those on. */
export const metadataTextOf = (values: MetadataValues): MetadataText | undefined => texts.get(values);

function readMetadata(value: unknown, ctx: Context): MetadataValues {
  const given = asObject(value, ctx) ?? {};
  const text = textInPlace(given);
  if (text !== null && text.length > MOST_METADATA) return refuse(ctx, refusal(tooLongFor(text.length)));
  const parsed = text === null ? null : objectIn(text);
  const values = parsed ?? given;
  const left: Left = { values: MOST_VALUES, most: 0 };
  let sound = true;
  for (const name in values) {
    left.most += LONGEST.character * name.length;
    const refused = textRefusal(name) ?? metadataFault(values[name], name, left);
    if (!refused) continue;
    sound = false;
    refuse(ctx, refused);
    if (left.values < 0 || hasFailed(ctx)) break;
  }
  counts.set(values, MOST_VALUES - left.values);
  if (!sound || (!parsed && left.most <= MOST_METADATA)) return values;
  // Only for valid values: their nesting is within the limit.
  const stored = JSON.stringify(parsed && text !== null ? parseKeepingForm(text) : values);
  if (stored.length > MOST_METADATA) refuse(ctx, refusal(tooLongFor(stored.length)));
  else if (parsed) texts.set(values, stored);
  return values;
}

const refusal = (msg: string): LeafRefusal => ({ type: "value_error", msg });

/** The object in a text, or null. A client then made the text up: it is refused like any name with a NUL. */
function objectIn(text: string): MetadataValues | null {
  try {
    const value = parseWithNames(text);
    return typeof value === "object" && !Array.isArray(value) ? (value as MetadataValues | null) : null; // it is an object
  } catch {
    return null;
  }
}

/** Any JSON with any names; the rules check which of them are declared properties (contract api-v1 7.3). */
export const metadataValues = z.unknown().transform(readMetadata).meta({ type: "object" });

function readNumber(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}

/** A loop, because a callback would create an object for each number. */
function areNumbers(list: readonly unknown[]): boolean {
  for (let at = 0; at < list.length; at++) if (!Number.isFinite(list[at])) return false;
  return true;
}

function readVector(value: unknown, ctx: Context, name: string): readonly number[] {
  if (hasFailed(ctx)) return [];
  if (!Array.isArray(value)) {
    refuse(ctx, value === null ? NONE : NO_LIST, [name]);
    return [];
  }
  if (areNumbers(value)) return value;
  const numbers: number[] = [];
  for (const [index, item] of value.entries()) {
    if (hasFailed(ctx)) break;
    const number = readNumber(item);
    if (!Number.isFinite(number)) refuse(ctx, item === null ? NONE : NO_NUMBER, [name, index]);
    numbers.push(number);
  }
  return numbers;
}

/** Name of vector settings to finite numbers; numeric text is read too. */
export const vectorValues = z
  .unknown()
  .transform((value, ctx): VectorValues => {
    const given = asObject(value, ctx) ?? {};
    return Object.fromEntries(Object.entries(given).map(([name, vector]) => [name, readVector(vector, ctx, name)]));
  })
  .meta({ type: "object", additionalProperties: { type: "array", items: { type: "number" } } });

/** Answers in requests. Only their form is checked here; rules check questions and options (contract api-v1 7.1). */

const MOST_SPANS = 10_000;

const span = rule(z.object({ label: text(), start: integer({ ge: 0 }), end: integer({ ge: 1 }) }), ({ start, end }) =>
  end > start ? null : "span question response value 'end' must have a value greater than 'start'",
);
const spans = list(span, { max: MOST_SPANS });
const ranked = list(z.object({ value: text(), rank: integer().nullable().default(null) }));
const labels = list(text());

/** Reads a list: spans and ranks lose extra members, a missing rank is null, numbers among labels become text. */
function readList(value: readonly unknown[], ctx: Context, path: readonly PropertyKey[]): AnswerValue {
  const [first] = value;
  if (typeof first !== "object" || first === null) return inside(labels, value, ctx, path);
  return "label" in first || "start" in first || !("value" in first)
    ? inside(spans, value, ctx, path)
    : inside(ranked, value, ctx, path);
}

function readAnswer(value: unknown, ctx: Context, path: readonly PropertyKey[]): AnswerValue {
  if (typeof value === "string") {
    const refused = textRefusal(value);
    return refused ? refuse(ctx, refused, path) : value;
  }
  if (Number.isSafeInteger(value)) return value as number; // only numbers are safe integers
  if (Array.isArray(value)) return readList(value, ctx, path);
  return refuse(ctx, absentOr(value, NO_TEXT), path);
}

/** Text, a whole number, or a list of labels, of ranked options or of spans. */
export const answerValue = z
  .unknown()
  .transform((value, ctx): AnswerValue => readAnswer(value, ctx, []))
  .meta({ anyOf: [{ type: "string" }, { type: "integer" }, { type: "array" }] });

/** Question name to `{value}`. A bad name is refused at `__key__`. */
export const answerValues = z
  .unknown()
  .transform((value, ctx): AnswerValues => {
    const given = asObject(value, ctx);
    const read: [question: string, answer: { readonly value: AnswerValue }][] = [];
    for (const [question, answer] of Object.entries(given ?? {})) {
      const refused = textRefusal(question, PART_NAME);
      if (refused) refuse(ctx, refused, ["__key__"]);
      const inner = asObject(answer, ctx, [question]);
      if (inner) read.push([question, { value: readAnswer(inner.value, ctx, [question, "value"]) }]);
      if (hasFailed(ctx)) break;
    }
    return Object.fromEntries(read); // an assignment would drop a question named `__proto__`
  })
  .meta({ type: "object", additionalProperties: { type: "object", required: ["value"] } });
