import { Refusal } from "@postil/domain/refusal";
import type { Kysely } from "kysely";
import { recordSizes, responseSizes, suggestionSizes } from "./sqlite/record-sizes.ts";
import type { Tables } from "./tables.ts";
import { PAGE_BYTES } from "./task-record-sizes.ts";

/** The parts of records to read. */
export type SizedParts = { readonly fields: boolean; readonly responses: boolean; readonly suggestions: boolean };

/** Bytes of each record's parts. */
export async function sizesOfParts(
  db: Kysely<Tables>,
  datasetKey: number,
  seqs: readonly number[],
  { fields, responses, suggestions }: SizedParts,
): Promise<ReadonlyMap<number, number>> {
  const sizes = new Map<number, number>();
  const add = (rows: readonly { readonly seq: number; readonly bytes: number }[]) => {
    for (const { seq, bytes } of rows) sizes.set(seq, (sizes.get(seq) ?? 0) + bytes);
  };
  if (fields) add(await recordSizes(db, datasetKey, seqs));
  if (responses) add(await responseSizes(db, datasetKey, seqs));
  if (suggestions) add(await suggestionSizes(db, datasetKey, seqs));
  return sizes;
}

/** Refuses a page that is too large to hold and to send. A single record is always allowed (API-40). */
export async function refuseLargePage(
  db: Kysely<Tables>,
  datasetKey: number,
  seqs: readonly number[],
  parts: Omit<SizedParts, "fields">,
): Promise<void> {
  if (seqs.length < 2) return;
  const sizes = await sizesOfParts(db, datasetKey, seqs, { ...parts, fields: true });
  const found = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (found <= PAGE_BYTES) return;
  const detail = `These ${seqs.length} records would be ${found} bytes, at most ${PAGE_BYTES} go into one reply; ask for fewer`;
  throw new Refusal("unprocessable", detail);
}
