import { Refusal } from "@postil/domain/refusal";
import { byteLength } from "@postil/domain/text/byte-length";

/** The limit for one kind of part in a dataset: the number, and the total size in bytes (API-39). */
export type WholeBound = { readonly what: string; readonly count: number; readonly bytes: number };

type Size = { readonly count: number; readonly bytes: number };

/** Refuses a part that would exceed the limit. The part that it replaces does not count. */
export function refuseBeyond(
  { what, count, bytes }: WholeBound,
  there: Size,
  texts: readonly (string | null)[],
  before: readonly (string | null)[] = [],
): void {
  const isNew = before.length === 0;
  if (isNew && there.count >= count)
    throw new Refusal("unprocessable", `A dataset has at most ${count} ${what}, and this one has as many`);
  const found = there.bytes + sumOf(texts) - sumOf(before);
  if (found <= bytes || (!isNew && found <= there.bytes)) return;
  throw new Refusal("unprocessable", `All ${what} of a dataset have at most ${bytes} bytes, found ${found}`);
}

const sumOf = (texts: readonly (string | null)[]): number =>
  texts.reduce((sum, text) => sum + (text === null ? 0 : byteLength(text)), 0);
