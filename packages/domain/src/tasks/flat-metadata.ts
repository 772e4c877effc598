import { isRawNumber } from "../text/json-numbers.ts";
import type { FlatMetadata } from "./task-record.ts";

/** Of a longer text the end is kept. */
const LONGEST_TEXT = 128;

type Flattening = {
  /** Nulls stand for keys to be removed. */
  readonly keepNulls: boolean;
};

/**
 * Metadata under dotted keys: nulls, empty lists and empty objects are dropped, of long texts the end is kept, and what begins
 * with `_` stays as it is (contract api-v0 5.5). Nesting is bounded where it is read.
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

/** The flattened keys whose texts are too long to be kept whole, one for each of these texts. */
export function cutKeys(metadata: { readonly [key: string]: unknown }): string[] {
  const keysIn = (key: string, value: unknown): string[] => {
    if (typeof value === "string") return lastCharacters(value) === value ? [] : [key];
    if (Array.isArray(value)) return value.flatMap((one) => (typeof one === "string" ? keysIn(key, one) : []));
    return isMap(value) ? Object.entries(value).flatMap(([name, inner]) => keysIn(`${key}.${name}`, inner)) : [];
  };
  return Object.entries(metadata).flatMap(([key, value]) => (isProtected(key) ? [] : keysIn(key, value)));
}

/** How many units of 16 bits the keys would have: a thousand values under a long name repeat it a thousand times. */
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

/** Kept as it was logged, and never searched. */
export const isProtected = (key: string): boolean => key.startsWith("_");

const isMap = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isRawNumber(value);

function cut(value: unknown): unknown {
  if (typeof value === "string") return lastCharacters(value);
  return Array.isArray(value) ? value.map(cut) : value;
}

function lastCharacters(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  // Of the last 256 units of 16 bits the last 128 characters are there in any case.
  const end = text.slice(-2 * LONGEST_TEXT);
  const characters = Array.from(end);
  return characters.slice(-LONGEST_TEXT).join("");
}
