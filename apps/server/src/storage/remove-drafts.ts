import { pickBits } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE, seqAt } from "@postil/domain/queue/places";
import { bitsOf } from "./blocks.ts";
import { inChunks } from "./in-chunks.ts";
import { responsesTo, writeResponses } from "./response-writes.ts";
import type { Context } from "./store.ts";

/** Removes what somebody has begun and not submitted, in every dataset, with what is derived from it. */
export async function removeDrafts(
  context: Pick<Context, "db" | "now">,
  userKey: number,
  actorKey: number,
): Promise<void> {
  const rows = await context.db
    .selectFrom("user_counts")
    .innerJoin("dataset", "dataset.key", "user_counts.dataset_key")
    .select("dataset_key")
    .where("user_key", "=", userKey)
    .where("draft", ">", 0)
    .execute();
  for (const { dataset_key: datasetKey } of rows) {
    const by = { datasetKey, actorKey, shownMs: null };
    await inChunks(await draftsOf(context, datasetKey, userKey), async (seqs) => {
      const standing = await responsesTo(context.db, datasetKey, seqs);
      const writes = [{ userKey, after: null }];
      await writeResponses(
        context,
        by,
        seqs.map((seq) => ({ seq, standing: standing.get(seq) ?? [], writes })),
      );
    });
  }
}

/** The numbers of the records that they have a draft of. */
async function draftsOf({ db }: Pick<Context, "db">, datasetKey: number, userKey: number): Promise<number[]> {
  const rows = await db
    .selectFrom("answered_block")
    .select(["block", "count", "bits"])
    .where("dataset_key", "=", datasetKey)
    .where("user_key", "=", userKey)
    .where("status", "=", "draft")
    .execute();
  return rows.flatMap(({ block, count, bits }) =>
    pickBits(bitsOf(bits), 0, BLOCK_SIZE, 0, count).map((spot) => seqAt({ block, spot })),
  );
}
