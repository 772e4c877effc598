import type { Capitalness } from "./task-record.ts";

const UPPER = /\p{Uppercase}/u;
const NOT_UPPER = /[\p{Lowercase}\p{Lt}]/u;
const LOWER = /\p{Lowercase}/u;
const NOT_LOWER = /[\p{Uppercase}\p{Lt}]/u;
const FIRST_UPPER = /^\p{Uppercase}/u;

/** How a token or a mention is capitalized; null if it has no letter with a case (contract api-v0 5.4). */
export function capitalnessOf(text: string): Capitalness | null {
  const [hasUpper, hasLower] = [UPPER.test(text), LOWER.test(text)];
  if (hasUpper && !NOT_UPPER.test(text)) return "UPPER";
  if (hasLower && !NOT_LOWER.test(text)) return "LOWER";
  if (FIRST_UPPER.test(text)) return "FIRST";
  return hasUpper ? "MIDDLE" : null;
}
