import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { PAGE_BYTES, sizesOfRecords } from "../../storage/task-record-sizes.ts";

/** Refuses a page of several records that are too large to be answered together; one by itself always is (contract api-v0 6.2). */
export async function refuseLargePage({ db }: Context, datasetKey: number, seqs: readonly number[]): Promise<void> {
  if (seqs.length < 2) return;
  const sizes = await sizesOfRecords(db, datasetKey, seqs);
  const bytes = [...sizes.values()].reduce((sum, own) => sum + own, 0);
  if (bytes <= PAGE_BYTES) return;
  const says = `The ${seqs.length} records of this page have ${bytes} bytes, at most ${PAGE_BYTES} are answered at once; ask for fewer with limit.`;
  throw new Refusal("bad_request", says);
}
