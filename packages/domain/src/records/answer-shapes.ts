import { asObject, isNumber, isString } from "../json-object.ts";
import type { Span } from "../spans/span.ts";
import type { RankedOption } from "./record.ts";

/** What the parts of an answer look like, however it arrived. */

export function isRankedOption(item: unknown): item is RankedOption {
  const { value, rank } = asObject(item) ?? {};
  return isString(value) && (rank === null || isNumber(rank));
}

export function isSpan(item: unknown): item is Span {
  const { start, end, label } = asObject(item) ?? {};
  return isNumber(start) && isNumber(end) && isString(label);
}

/** True if every option of a ranking has a rank; ties are fine (FAN-09). */
export const ranksAll = (options: readonly unknown[], ranked: readonly unknown[]): boolean =>
  ranked.length === options.length;
