import type { OwnMetrics } from "@postil/domain/entities";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";

/** How many records there are, and the caller's responses by status: two rows are read (FPR-01, FPR-08). */
export async function getOwnMetrics(context: Context, { datasetId }: { datasetId: string }): Promise<OwnMetrics> {
  const caller = requireCaller(context);
  const dataset = await loadDatasetForMember(context, datasetId);
  const counts = await context.db
    .selectFrom("user_counts")
    .select(["draft", "submitted", "discarded"])
    .where("dataset_key", "=", dataset.key)
    .where("user_key", "=", caller.key)
    .executeTakeFirst();
  const { draft, submitted, discarded } = counts ?? { draft: 0, submitted: 0, discarded: 0 };
  return { records: dataset.record_count, responses: draft + submitted + discarded, submitted, discarded, draft };
}
