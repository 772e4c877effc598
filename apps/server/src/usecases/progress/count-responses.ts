import type { ResponseCounts } from "@postil/domain/queue/counts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";

/** Everybody's responses by status, for who is about to delete them. A row per user is read. */
export async function countResponses(context: Context, { datasetId }: { datasetId: string }): Promise<ResponseCounts> {
  const dataset = await loadDatasetForManager(context, datasetId);
  const counts = await context.db
    .selectFrom("user_counts")
    .select(["submitted", "discarded", "draft"])
    .where("dataset_key", "=", dataset.key)
    .execute();
  const given = counts.filter(({ submitted, discarded, draft }) => submitted + discarded + draft > 0);
  const sum = (status: "submitted" | "discarded" | "draft") => given.reduce((total, row) => total + row[status], 0);
  return { people: given.length, submitted: sum("submitted"), discarded: sum("discarded"), draft: sum("draft") };
}
