import { isRawNumber } from "../text/json-numbers.ts";
import type { FlatMetadata } from "./task-record.ts";

/** Longest text, characters; only the end of a longer one is kept. */
const LONGEST_TEXT = 128;

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
