import type { MetadataText, MetadataValues } from "@postil/domain/records/record";
import type { FieldValues, VectorValues } from "@postil/domain/records/record-input";
import { parseWithNames } from "@postil/domain/text/json-names";
import { parseKeepingForm } from "@postil/domain/text/json-numbers";
import { z } from "zod";
import { type Context, hasFailed, NONE, refuse, textRefusal } from "../wire/leaf.ts";
import { textInPlace } from "../wire/metadata-text.ts";
import { asObject } from "../wire/shape.ts";

/**
 * The maps of a record. Each is read in one pass: a bulk call brings tens of thousands of numbers and texts, and a
 * schema per element costs more than storing it.
 */

/** Field name to text or null; no numbers in place of text (contract api-v1 7.4). */
export const fieldValues = z
  .unknown()
  .transform((value, ctx): FieldValues => {
    const given = asObject(value, ctx) ?? {};
    for (const name in given) {
      if (hasFailed(ctx)) break;
      const text = given[name];
      if (text === null) continue;
      if (typeof text !== "string") refuse(ctx, { type: "type_error.str", msg: "str type expected" }, [name]);
      else {
        const refused = textRefusal(text);
        if (refused) refuse(ctx, refused, [name]);
      }
    }
    return given as FieldValues; // what is not text or null was refused above
  })
  .meta({ type: "object", additionalProperties: { type: ["string", "null"] } });

/** Deeper values than this would exhaust the stack of whatever reads them next. */
const METADATA_DEPTH = 100;

/** Characters of JSON, and values however deep in it: to keep the form of each number takes longer than to store it. */
const MOST_METADATA = 1_048_576;
const MOST_VALUES = 10_000;
const tooLarge = (limit: number, what: string) =>
  `metadata of one record may have at most ${limit.toLocaleString("en")} ${what}`;
const tooLongFor = (length: number) =>
  `${tooLarge(MOST_METADATA, "characters of JSON")}, found ${length.toLocaleString("en")}`;

/** How many values may still come in the metadata that is being read, and how long its JSON can be by what has come. */
type Left = { values: number; most: number };
/** Characters of JSON: of one of a text (`\u0000`), of a value beside its own text, of the longest number. */
const LONGEST = { character: 6, around: 8, number: 25 };

/** What is wrong with a value of metadata, however deep. Numbers that are none arrive as infinite ones. */
function metadataFault(value: unknown, key: string, left: Left, depth = 0): string | null {
  if (left.values-- <= 0) return `${tooLarge(MOST_VALUES, "values")}, found more up to key '${key}'`;
  left.most += LONGEST.around + (typeof value === "string" ? LONGEST.character * value.length : LONGEST.number);
  if (typeof value === "number") {
    return Number.isFinite(value) ? null : `NaN is not allowed as metadata value, found NaN for key '${key}'`;
  }
  if (typeof value === "string") return textRefusal(value)?.msg ?? null;
  if (typeof value !== "object" || value === null) return null;
  if (depth === METADATA_DEPTH) return `metadata may be nested ${METADATA_DEPTH} deep, found more for key '${key}'`;
  for (const name in value) {
    const inner = (value as { readonly [name: string]: unknown })[name]; // it has the name
    left.most += LONGEST.character * name.length;
    const fault = textRefusal(name)?.msg ?? metadataFault(inner, key, left, depth + 1);
    if (fault) return fault;
  }
  return null;
}

const texts = new WeakMap<MetadataValues, MetadataText>();
const counts = new WeakMap<MetadataValues, number>();

/**
 * Values of all records of a call together. Nobody else's answer is stored while those of a call are, and there are as many of them
 * as records times the values of each.
 */
export const MOST_IN_CALL = 100_000;

/** How many values there are in metadata, however deep. */
export function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1);
}

/** What is wrong with the metadata of a call's records together, or null. */
export function metadataInCallFault(
  records: readonly { readonly metadata?: MetadataValues | null | undefined }[],
): string | null {
  const found = records.reduce((sum, { metadata }) => sum + ((metadata && counts.get(metadata)) ?? 0), 0);
  if (found <= MOST_IN_CALL) return null;
  const [most, are] = [MOST_IN_CALL, found].map((count) => count.toLocaleString("en"));
  return `metadata of the records of one call may have at most ${most} values together, found ${are}: send fewer records at once`;
}

/** The text of metadata that was read below, beside its values: they alone are what a caller sends. */
export const metadataTextOf = (values: MetadataValues): MetadataText | undefined => texts.get(values);

function readMetadata(value: unknown, ctx: Context): MetadataValues {
  const given = asObject(value, ctx) ?? {};
  const text = textInPlace(given);
  if (text !== null && text.length > MOST_METADATA) return refuseMetadata(ctx, tooLongFor(text.length));
  const parsed = text === null ? null : objectIn(text);
  const values = parsed ?? given;
  const left: Left = { values: MOST_VALUES, most: 0 };
  let sound = true;
  for (const name in values) {
    left.most += LONGEST.character * name.length;
    const msg = textRefusal(name)?.msg ?? metadataFault(values[name], name, left);
    if (!msg) continue;
    sound = false;
    refuseMetadata(ctx, msg);
    if (left.values < 0 || hasFailed(ctx)) break;
  }
  counts.set(values, MOST_VALUES - left.values);
  if (!sound || (!parsed && left.most <= MOST_METADATA)) return values;
  // Of sound values alone: they are not nested too deep for it.
  const stored = JSON.stringify(parsed && text !== null ? parseKeepingForm(text) : values);
  if (stored.length > MOST_METADATA) refuseMetadata(ctx, tooLongFor(stored.length));
  else if (parsed) texts.set(values, stored);
  return values;
}

const refuseMetadata = (ctx: Context, msg: string): never => refuse(ctx, { type: "value_error", msg });

/** Null where there is none: somebody made the text up, and its name is refused like any other with a NUL. */
function objectIn(text: string): MetadataValues | null {
  try {
    const value = parseWithNames(text);
    return typeof value === "object" && !Array.isArray(value) ? (value as MetadataValues | null) : null; // an object has members
  } catch {
    return null;
  }
}

/** Any JSON under any names; which of them are declared properties is for the rules (contract api-v1 7.3). */
export const metadataValues = z.unknown().transform(readMetadata).meta({ type: "object" });

function readNumber(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}

/** A loop: a function for each would make an object of each number. */
function areNumbers(list: readonly unknown[]): boolean {
  for (let at = 0; at < list.length; at++) if (!Number.isFinite(list[at])) return false;
  return true;
}

function readVector(value: unknown, ctx: Context, name: string): readonly number[] {
  if (hasFailed(ctx)) return [];
  if (!Array.isArray(value)) {
    refuse(ctx, value === null ? NONE : { type: "type_error.list", msg: "value is not a valid list" }, [name]);
    return [];
  }
  if (areNumbers(value)) return value;
  const numbers: number[] = [];
  for (const [index, item] of value.entries()) {
    if (hasFailed(ctx)) break;
    const number = readNumber(item);
    if (!Number.isFinite(number))
      refuse(ctx, item === null ? NONE : { type: "type_error.float", msg: "value is not a valid float" }, [
        name,
        index,
      ]);
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
