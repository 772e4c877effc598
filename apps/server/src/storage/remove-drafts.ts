import { pickBits } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE, seqAt } from "@postil/domain/queue/places";
import { bitsOf } from "./blocks.ts";
import { responsesTo, writeResponses } from "./response-writes.ts";
import type { Context } from "./store.ts";

type WriteContext = Pick<Context, "db" | "now">;

/** The datasets in which a user has drafts. */
export const datasetsWithDrafts = ({ db }: Pick<Context, "db">, userKey: number) =>
  db
    .selectFrom("user_counts")
    .innerJoin("dataset", "dataset.key", "user_counts.dataset_key")
    .select(["dataset.key", "dataset.id", "dataset.workspace_id", "user_counts.draft as drafts"])
    .where("user_key", "=", userKey)
    .where("draft", ">", 0)
    .execute();

export type DraftsOf = { readonly datasetKey: number; readonly userKey: number };

/**
 * Removes at most `most` drafts of a user, with the data derived from them. Returns their number; 0 if there are none left.
 */
export async function removeDrafts(
  context: WriteContext,
  drafts: DraftsOf,
  actorKey: number,
  most: number,
): Promise<number> {
  const { datasetKey, userKey } = drafts;
  const seqs = await someDrafts(context, drafts, most);
  const standing = await responsesTo(context.db, datasetKey, seqs);
  const writes = [{ userKey, after: null }];
  await writeResponses(
    context,
    { datasetKey, actorKey, shownMs: null },
    seqs.map((seq) => ({ seq, standing: standing.get(seq) ?? [], writes })),
  );
  return seqs.length;
}

/** The numbers of records, in one block, of which the user has a draft. */
async function someDrafts(
  { db }: WriteContext,
  { datasetKey, userKey }: DraftsOf,
  most: number,
): Promise<readonly number[]> {
  const row = await db
    .selectFrom("answered_block")
    .select(["block", "bits"])
    .where("dataset_key", "=", datasetKey)
    .where("user_key", "=", userKey)
    .where("status", "=", "draft")
    .where("count", ">", 0)
    .limit(1)
    .executeTakeFirst();
  if (!row) return [];
  return pickBits(bitsOf(row.bits), 0, BLOCK_SIZE, 0, most).map((spot) => seqAt({ block: row.block, spot }));
}
