import type { Span } from "../spans/span.ts";
import type { RankedOption } from "./record.ts";

/** What the parts of an answer look like, however it arrived. */

export const isString = (item: unknown): item is string => typeof item === "string";
const isNumber = (item: unknown): item is number => typeof item === "number";
const isObject = (item: unknown): item is { readonly [name: string]: unknown } =>
  typeof item === "object" && item !== null;

/** An empty list passes for every item type. */
export function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}

export const isRankedOption = (item: unknown): item is RankedOption =>
  isObject(item) && isString(item.value) && (item.rank === null || isNumber(item.rank));

export const isSpan = (item: unknown): item is Span =>
  isObject(item) && isNumber(item.start) && isNumber(item.end) && isString(item.label);

/** True if every option of a ranking has a rank; ties are fine (FAN-09). */
export const ranksAll = (options: readonly unknown[], ranked: readonly unknown[]): boolean =>
  ranked.length === options.length;
