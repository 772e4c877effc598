import type { OwnMetrics } from "@postil/domain/queue/counts";
import { compiled } from "../../storage/compiled.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";

const ownCounts = compiled((db, datasetKey: number, userKey: number) =>
  db
    .selectFrom("user_counts")
    .select(["draft", "submitted", "discarded"])
    .where("dataset_key", "=", datasetKey)
    .where("user_key", "=", userKey),
);

/** How many records there are, and the caller's responses by status: two rows are read (FPR-01, FPR-08). */
export async function getOwnMetrics(context: Context, { datasetId }: { datasetId: string }): Promise<OwnMetrics> {
  const caller = requireCaller(context);
  const dataset = await loadDatasetForMember(context, datasetId);
  const [counts] = await ownCounts(context.db, dataset.key, caller.key);
  const { draft, submitted, discarded } = counts ?? { draft: 0, submitted: 0, discarded: 0 };
  return { records: dataset.record_count, responses: draft + submitted + discarded, submitted, discarded, draft };
}
