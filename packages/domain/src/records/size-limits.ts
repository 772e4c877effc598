import { MEGABYTE } from "../bounds.ts";
import type { VectorSettings } from "../datasets/vector-settings.ts";
import { byteLength } from "../text/byte-length.ts";
import type { SuggestionInput, VectorValues } from "./record-input.ts";

/** Limits for all suggestions and all vectors of one record together (API-39). */
const SUGGESTION_BYTES = 16 * MEGABYTE;
const VECTOR_NUMBERS = 1_000_000;

/** The stored sizes of a record: bytes of its suggestions by question, and the names of its vectors. */
export type StoredSizes = { readonly suggestions: ReadonlyMap<string, number>; readonly vectors: ReadonlySet<string> };

const NONE: ReadonlySet<string> = new Set();
const NOTHING: StoredSizes = { suggestions: new Map(), vectors: NONE };

/**
 * The fault if the suggestions of a record are too large together, or null. If single suggestions are added, a record
 * that is over the limit already may only shrink. Suggestions that replace all others must be within the limit.
 */
export function suggestionsWholeFault(
  suggestions: readonly SuggestionInput[],
  { suggestions: there }: StoredSizes = NOTHING,
): string | null {
  const found = sum(
    afterUpsert({ suggestions: there, vectors: NONE }, { suggestions, vectors: {} }).suggestions.values(),
  );
  if (found <= SUGGESTION_BYTES || found <= sum(there.values())) return null;
  return `the suggestions of a record may have ${SUGGESTION_BYTES} bytes together, there would be ${found}`;
}

/** The same for the numbers of its vectors. */
export function vectorsWholeFault(
  settings: readonly Pick<VectorSettings, "name" | "dimensions">[],
  names: readonly string[],
  { vectors: there }: StoredSizes = NOTHING,
): string | null {
  const numbersOf = (named: ReadonlySet<string>) =>
    sum(settings.map(({ name, dimensions }) => (named.has(name) ? dimensions : 0)));
  const found = numbersOf(new Set([...there, ...names]));
  if (found <= VECTOR_NUMBERS || found <= numbersOf(there)) return null;
  return `the vectors of a record may have ${VECTOR_NUMBERS} numbers together, there would be ${found}`;
}

/** The sizes after these suggestions and vectors are written. */
export const afterUpsert = (
  { suggestions, vectors }: StoredSizes,
  laid: { readonly suggestions: readonly SuggestionInput[]; readonly vectors: VectorValues },
): StoredSizes => ({
  suggestions: new Map([...suggestions, ...laid.suggestions.map((one) => [one.questionId, bytesOf(one)] as const)]),
  vectors: new Set([...vectors, ...Object.keys(laid.vectors)]),
});

const bytesOf = ({ value, score, agent, type }: SuggestionInput): number =>
  sum([JSON.stringify(value), score === null ? "" : JSON.stringify(score), agent ?? "", type ?? ""].map(byteLength));

const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};
