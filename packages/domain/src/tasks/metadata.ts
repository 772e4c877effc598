import { exactlyIn, isRawNumber, numberIn } from "../text/json-text.ts";
import { type Digits, inSinglePrecision } from "../text/whole-numbers.ts";
import type { FlatMetadata } from "./task-record.ts";

/** Longest text, characters; only the end of a longer one is kept. */
export const LONGEST_TEXT = 128;

type Flattening = {
  /** True to keep nulls: they mark keys to remove. */
  readonly keepNulls: boolean;
};

/**
 * Flattens metadata to dotted keys. Nulls, empty lists and empty objects are dropped; of long texts only the end is
 * kept; keys that begin with `_` stay unchanged (contract api-v0 5.5). The reader of a request limits the nesting.
 */
export function flatMetadata(metadata: { readonly [key: string]: unknown }, { keepNulls }: Flattening): FlatMetadata {
  const flat: [key: string, value: unknown][] = [];
  const add = (key: string, value: unknown) => {
    if (value === null) {
      if (keepNulls) flat.push([key, null]);
    } else if (isMap(value)) {
      for (const [name, inner] of Object.entries(value)) add(`${key}.${name}`, inner);
    } else if (!Array.isArray(value) || value.length > 0) flat.push([key, cut(value)]);
  };
  for (const [key, value] of Object.entries(metadata)) {
    if (!isProtected(key)) add(key, value);
    else if (value !== null || keepNulls) flat.push([key, value]);
  }
  return Object.fromEntries(flat);
}

/** The flattened keys of texts that are too long to be kept whole, one key for each such text. */
export function cutKeys(metadata: { readonly [key: string]: unknown }): string[] {
  const keysIn = (key: string, value: unknown): string[] => {
    if (typeof value === "string") return lastCharacters(value) === value ? [] : [key];
    if (Array.isArray(value)) return value.flatMap((one) => (typeof one === "string" ? keysIn(key, one) : []));
    return isMap(value) ? Object.entries(value).flatMap(([name, inner]) => keysIn(`${key}.${name}`, inner)) : [];
  };
  return Object.entries(metadata).flatMap(([key, value]) => (isProtected(key) ? [] : keysIn(key, value)));
}

/**
 * Length of all flattened keys in UTF-16 units: a thousand values under a long name repeat the name a thousand times.
 */
export function flatKeyLength(metadata: { readonly [key: string]: unknown }): number {
  const under = (length: number, value: unknown): number =>
    isMap(value)
      ? Object.entries(value).reduce((sum, [name, inner]) => sum + under(length + 1 + name.length, inner), 0)
      : length;
  return Object.entries(metadata).reduce(
    (sum, [key, value]) => sum + (isProtected(key) ? 0 : under(key.length, value)),
    0,
  );
}

/** True for a key that is kept as it was logged and never searched. */
export const isProtected = (key: string): boolean => key.startsWith("_");

const isMap = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isRawNumber(value);

function cut(value: unknown): unknown {
  if (typeof value === "string") return lastCharacters(value);
  return Array.isArray(value) ? value.map(cut) : value;
}

function lastCharacters(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  // The last 256 units of 16 bits always contain the last 128 characters.
  const end = text.slice(-2 * LONGEST_TEXT);
  const characters = Array.from(end);
  return characters.slice(-LONGEST_TEXT).join("");
}

/** The kind of a metadata key's values: set by the first value that is logged in a dataset (contract api-v0 5.5). */
export const METADATA_KINDS = ["integer", "float", "boolean", "date", "text"] as const;
export type MetadataKind = (typeof METADATA_KINDS)[number];

/** As it is compared: numbers, dates as epoch milliseconds, `true` and `false`, texts. */
type MetadataValue = string | number;

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

/** The elements of a list, each once, without objects. Undefined if one cannot be read as the kind. */
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

/** Epoch milliseconds, microseconds as fraction. NaN for any other text, also for a bare year. */
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

export const searchable = (metadata: FlatMetadata): [key: string, value: unknown][] =>
  Object.entries(metadata).filter(([key]) => !isProtected(key));
