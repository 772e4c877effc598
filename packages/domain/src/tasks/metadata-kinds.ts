import { inSinglePrecision } from "../search/single-precision.ts";
import { exactlyIn, isRawNumber, numberIn } from "../text/json-numbers.ts";
import type { Digits } from "../text/whole-numbers.ts";
import { isProtected } from "./flat-metadata.ts";
import type { FlatMetadata } from "./task-record.ts";

/** The kind of a metadata key's values: set by the first value that is logged in a dataset (contract api-v0 5.5). */
export const METADATA_KINDS = ["integer", "float", "boolean", "date", "text"] as const;
export type MetadataKind = (typeof METADATA_KINDS)[number];

/**
 * A value in the form in which it is compared and counted: numbers, dates as epoch milliseconds, the words `true` and
 * `false`, texts.
 */
export type MetadataValue = string | number;

/** The kind that the first value gives to its key; null for values with objects, which are not searched. */
export function kindOf(value: unknown): MetadataKind | null {
  const items = Array.isArray(value) ? value.filter((item) => item !== null) : [value];
  const kinds = new Set(items.map(kindOfOne));
  const [first = null] = kinds;
  if (kinds.has(null)) return null;
  return kinds.size === 1 ? first : kinds.size === 0 ? null : "text";
}

function kindOfOne(value: unknown): MetadataKind | null {
  if (typeof value === "string") return Number.isNaN(dateFrom(value)) ? "text" : "date";
  if (typeof value === "boolean") return "boolean";
  const number = numberIn(value);
  if (number) return number.isFloat ? "float" : "integer";
  return null;
}

/**
 * Reads a value, or each element of a list once, as the kind; objects are left out. Undefined if one of them cannot be
 * read that way.
 */
export function readAs(kind: MetadataKind, value: unknown): readonly MetadataValue[] | undefined {
  const items = (Array.isArray(value) ? value : [value]).filter(
    (item) => typeof item !== "object" || isRawNumber(item),
  );
  const read: MetadataValue[] = [];
  for (const item of items) {
    const one = readOne(kind, item);
    if (one === undefined) return undefined;
    read.push(one);
  }
  return [...new Set(read)];
}

function readOne(kind: MetadataKind, value: unknown): MetadataValue | undefined {
  switch (kind) {
    case "text":
      return textOf(value);
    case "boolean":
      return typeof value === "boolean" || value === "true" || value === "false" ? String(value) : undefined;
    case "date":
      return numberOrNone(typeof value === "string" ? dateFrom(value) : (numberIn(value)?.value ?? Number.NaN));
    case "integer":
      return numberOrNone(Math.trunc(numeric(value)));
    case "float":
      return numberOrNone(inSinglePrecision(numeric(value)));
  }
}

/** The values of an integer key that are beyond 2^53, each once, with all of their digits. */
export function wholesBeyond(value: unknown): readonly Digits[] {
  const items = Array.isArray(value) ? value : [value];
  return [...new Set(items.map(exactlyIn).filter((one) => typeof one === "string"))];
}

const numberOrNone = (number: number): number | undefined => (Number.isFinite(number) ? number : undefined);

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (isRawNumber(value)) return value.rawJSON;
  return typeof value === "number" ? String(value) : undefined;
}

const NUMERIC = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

function numeric(value: unknown): number {
  if (typeof value === "string") return NUMERIC.test(value) ? Number(value) : Number.NaN;
  return numberIn(value)?.value ?? Number.NaN;
}

const DATE =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?)?|\/(\d\d)\/(\d\d))$/;

/**
 * Reads a date as epoch milliseconds, with microseconds as their fraction. NaN for any other text, also for a bare
 * year.
 */
export function dateFrom(text: string): number {
  const found = DATE.exec(text);
  if (!found || text.length <= 4) return Number.NaN;
  const [
    ,
    year,
    month,
    day,
    hour = "00",
    minute = "00",
    second = "00",
    fraction = "",
    zone = "Z",
    slashed,
    slashedDay,
  ] = found;
  const [theMonth, theDay] = [month ?? slashed ?? "01", day ?? slashedDay ?? "01"];
  const at = Date.parse(
    `${year}-${theMonth}-${theDay}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, "0")}Z`,
  );
  // Date.parse reads a day that its month does not have as a day of the next month.
  if (Number.isNaN(at) || new Date(at).getUTCDate() !== Number(theDay)) return Number.NaN;
  return at - offsetOf(zone) + Number(fraction.slice(3, 6).padEnd(3, "0")) / 1000;
}

function offsetOf(zone: string): number {
  if (zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(":", "") || 0);
  return (zone.startsWith("-") ? -1 : 1) * minutes * 60_000;
}

/** The keys of metadata that may be searched, with their values. */
export const searchable = (metadata: FlatMetadata): [key: string, value: unknown][] =>
  Object.entries(metadata).filter(([key]) => !isProtected(key));
