import { asWhole, mayLoseForm, parseKeepingForm, parseWithNames } from "@postil/domain/text/json-text";
import type { SchemaElement, SchemaTree } from "hyparquet";
import { StartFailure } from "../../start-failure.ts";
import { BadValue } from "../row.ts";

/**
 * How values of a row are read. `exact`: numbers keep all of their digits. `changed` becomes true if a value is another one
 * when it is read exactly.
 */
export type Form = { readonly exact: boolean; changed: boolean; readonly column: string };

/** From a value as it is stored to a value of JSON. */
export type Convert = (value: unknown, form: Form) => unknown;

/** Bytes of a text column that are no UTF-8. */
export class NoText {}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function textOf(bytes: Uint8Array): string | NoText {
  try {
    return utf8.decode(bytes);
  } catch {
    return new NoText();
  }
}

/** Keys of maps are kept with this sign before them, so that none is `__proto__` or looks like an index. */
export const KEY = "=";

const KINDS_REFUSED: ReadonlySet<string | undefined> = new Set([
  "VARIANT",
  "GEOMETRY",
  "GEOGRAPHY",
  "BSON",
  "INTERVAL",
  "FILE",
]);

/** How the values of a column are read. Fails for a kind of values that has no place in a record. */
export function converterOf(tree: SchemaTree): Convert {
  const { element, children } = tree;
  const kind = element.logical_type?.type ?? element.converted_type;
  if (KINDS_REFUSED.has(kind)) throw refused(tree, `holds values of the type ${kind}`);
  if (children.length === 0) return ofRepeated(element, leafOf(tree, element));
  if (kind === "LIST" || kind === "MAP" || kind === "MAP_KEY_VALUE") {
    const [inner] = children;
    if (!inner || children.length > 1) throw refused(tree, `is no ${kind} of a form that is known`);
    return kind === "LIST" ? listOf(inner) : mapOf(tree, inner);
  }
  return ofRepeated(element, structOf(tree));
}

/** Leaves a column out: `--ignore` names one whose values are not even read. */
const refused = ({ path }: Pick<SchemaTree, "path">, what: string): StartFailure =>
  new StartFailure(
    `Column "${path.join(".")}" of the Parquet file ${what}, which no record can hold. Leave it out with --ignore ${path[0]}.`,
  );

const manyOf =
  (one: Convert): Convert =>
  (value, form) =>
    Array.isArray(value) ? value.map((element) => one(element, form)) : null;

const ofRepeated = ({ repetition_type }: SchemaElement, one: Convert): Convert =>
  repetition_type === "REPEATED" ? manyOf(one) : one;

/** A list has its elements in a group of its own, or, as old writers have it, directly. */
function listOf(inner: SchemaTree): Convert {
  const [only, ...others] = inner.children;
  if (only && others.length === 0) return manyOf(converterOf(only));
  return manyOf(inner.children.length === 0 ? leafOf(inner, inner.element) : structOf(inner));
}

function mapOf(tree: SchemaTree, inner: SchemaTree): Convert {
  const [key, value] = inner.children;
  const isText = key?.element.type === "BYTE_ARRAY" && !isDecimal(key.element);
  if (!key || !value || !isText) throw refused(tree, "is a map whose keys are no texts");
  const convert = converterOf(value);
  return (given, form) => {
    if (typeof given !== "object" || given === null) return null;
    const members = Object.entries(given);
    if (members.some(([name]) => !name.startsWith(KEY)))
      throw new BadValue(form.column, null, "is a key that is not UTF-8");
    return Object.fromEntries(members.map(([name, one]) => [name.slice(KEY.length), convert(one, form)]));
  };
}

function structOf(tree: SchemaTree): Convert {
  const members = tree.children.map((child) => ({ name: child.element.name, convert: converterOf(child) }));
  if (members.some(({ name }) => name === "__proto__")) throw refused(tree, 'has a member "__proto__"');
  return (value, form) =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(
          members.map(({ name, convert }) => [
            name,
            convert((value as { readonly [name: string]: unknown })[name], form),
          ]), // an object
        )
      : null;
}

/** Values that are no list and no object. Null is no value; undefined is none that a sound file has. */
function leafOf(tree: SchemaTree, element: SchemaElement): Convert {
  const convert = scalarOf(tree, element);
  return (value, form) => {
    if (value === null) return null;
    if (value === undefined) throw new Error("a value is not in the dictionary of its column");
    return convert(value, form);
  };
}

type Scalar = (value: NonNullable<unknown>, form: Form) => unknown;

function scalarOf(tree: SchemaTree, element: SchemaElement): Scalar {
  const { type, converted_type: old, logical_type: logical } = element;
  const kind = logical?.type ?? old;
  if (isDecimal(element)) return decimalOf(element);
  const time = timeOf(element);
  if (time) return time;
  if (type === "BOOLEAN") return (value) => value === true;
  if (type === "INT32" || type === "INT64") return wholeOf(isUnsigned(element) ? (type === "INT32" ? 32 : 64) : null);
  if (type === "FLOAT" || type === "DOUBLE") return fractionOf;
  if (kind === "UUID") return (bytes) => uuidOf(bytes as Uint8Array); // the type of fixed bytes
  if (kind === "FLOAT16") return (bytes, form) => fractionOf(halfOf(bytes as Uint8Array), form); // the same
  return kind === "JSON" ? jsonOf(tree) : textValueOf(tree, TEXTS.has(kind));
}

const TEXTS: ReadonlySet<string | undefined> = new Set(["STRING", "UTF8", "ENUM"]);

/** Dates and times; null for values of another kind. */
function timeOf(element: SchemaElement): Scalar | null {
  const { type, converted_type: old, logical_type: logical } = element;
  const unit = unitOf(element);
  // Timestamps of the older kind are always UTC; those of 96 bits say nothing about it.
  if (type === "INT96") return timestampOf(NANOS, false);
  switch (logical?.type ?? old) {
    case "DATE":
      return (days, { column }) => timeText(BigInt(Number(days)) * DAY, 1n, { part: "date", zone: "", column });
    case "TIMESTAMP":
      return timestampOf(unit, logical?.type === "TIMESTAMP" && logical.isAdjustedToUTC);
    case "TIMESTAMP_MILLIS":
    case "TIMESTAMP_MICROS":
      return timestampOf(unit, true);
    case "TIME":
    case "TIME_MILLIS":
    case "TIME_MICROS":
      return (time, { column }) => timeText(bigOf(time), unit, { part: "time", zone: "", column });
    default:
      return null;
  }
}

const isUnsigned = ({ converted_type: old, logical_type: logical }: SchemaElement): boolean =>
  old?.startsWith("UINT_") === true || (logical?.type === "INTEGER" && !logical.isSigned);

function wholeOf(unsigned: 32 | 64 | null): Scalar {
  return (value, form) => {
    if (typeof value === "number") return unsigned === 32 ? value >>> 0 : value;
    const whole = unsigned === 64 ? BigInt.asUintN(64, value as bigint) : (value as bigint); // the type of INT64
    const number = Number(whole);
    if (Number.isSafeInteger(number)) return number;
    form.changed = true;
    return form.exact ? asWhole(String(whole)) : number;
  };
}

/** NaN is how programs write that there is no number; the reader counts it where a row has nothing else in its place. */
const fractionOf: Scalar = (value, { column }) => {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new BadValue(column, String(value), "is no number that a record can hold");
};

function halfOf(bytes: Uint8Array): number {
  const bits = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8);
  const sign = bits >> 15 === 0 ? 1 : -1;
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * 2 ** -14 * (fraction / 1024) : sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}

export const isDecimal = ({ converted_type, logical_type }: SchemaElement): boolean =>
  converted_type === "DECIMAL" || logical_type?.type === "DECIMAL";

/** A decimal keeps its digits as a text: `1.10` of two places is not the number 1.1. */
function decimalOf({ scale = 0 }: SchemaElement): Scalar {
  return (value) => {
    const whole = value instanceof Uint8Array ? signedOf(value) : bigOf(value);
    const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, "0");
    const sign = whole < 0n ? "-" : "";
    return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  };
}

function signedOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${Buffer.from(bytes).toString("hex")}`));
}

function uuidOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function jsonOf({ path }: SchemaTree): Scalar {
  return (text, form) => {
    if (typeof text !== "string") throw new BadValue(path.join("."), "", "is not UTF-8");
    try {
      form.changed ||= mayLoseForm(text);
      return form.exact ? parseKeepingForm(text) : parseWithNames(text);
    } catch {
      throw new BadValue(path.join("."), text, "is no JSON");
    }
  };
}

/** Columns of bytes often hold texts. Those that do not are pictures or sound. */
function textValueOf(tree: SchemaTree, isText: boolean): Scalar {
  return (value) => {
    const text = value instanceof Uint8Array ? textOf(value) : value;
    if (!(text instanceof NoText)) return text;
    if (isText) throw new BadValue(tree.path.join("."), "", "is in place of bytes that are not UTF-8");
    throw refused(tree, "holds bytes that are no text, such as pictures");
  };
}

/** Times, in the units of the file. */

const [MILLIS, MICROS, NANOS] = [1_000n, 1_000_000n, 1_000_000_000n];
const DAY = 86_400n;

function unitOf({ converted_type: old, logical_type: logical }: SchemaElement): bigint {
  if (logical?.type === "TIMESTAMP" || logical?.type === "TIME") return { MILLIS, MICROS, NANOS }[logical.unit];
  return old === "TIMESTAMP_MICROS" || old === "TIME_MICROS" ? MICROS : MILLIS;
}

const timestampOf =
  (unit: bigint, isUtc: boolean): Scalar =>
  (value, { column }) =>
    timeText(bigOf(value), unit, { part: "both", zone: isUtc ? "Z" : "", column });

/** INT32 is read as a number, INT64 and INT96 as a large integer. */
const bigOf = (value: unknown): bigint => BigInt(value as number | bigint); // no other values have these types

type TimeForm = { readonly part: "date" | "time" | "both"; readonly zone: string; readonly column: string };

/** ISO 8601, with as many digits after the seconds as the value has, in threes. `count` is in parts of a second. */
function timeText(count: bigint, unit: bigint, { part, zone, column }: TimeForm): string {
  const rest = ((count % unit) + unit) % unit;
  const seconds = (count - rest) / unit;
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) throw new BadValue(column, String(count), "is no time that a calendar has");
  const iso = date.toISOString().slice(0, -".000Z".length);
  const day = iso.slice(0, iso.indexOf("T"));
  if (part === "date") return day;
  const places = String(unit).length - 1;
  const digits =
    rest === 0n
      ? ""
      : `.${String(rest)
          .padStart(places, "0")
          .replace(/(?:000)+$/, "")}`;
  const time = iso.slice(iso.indexOf("T") + 1) + digits;
  return part === "time" ? time : `${day}T${time}${zone}`;
}
