import type { TeamProgress } from "@postil/domain/queue/counts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";

/** How far the team is: each record in one bucket, by everybody's responses (contract api-v1 10.5). A row per user is read. */
export async function getTeamProgress(context: Context, { datasetId }: { datasetId: string }): Promise<TeamProgress> {
  const dataset = await loadDatasetForMember(context, datasetId);
  const sums = await context.db
    .selectFrom("user_counts")
    .select(({ fn }) => [
      fn.sum<number | null>("team_submitted").as("submitted"),
      fn.sum<number | null>("team_discarded").as("discarded"),
      fn.sum<number | null>("team_conflicting").as("conflicting"),
    ])
    .where("dataset_key", "=", dataset.key)
    .executeTakeFirst();
  const total = dataset.record_count;
  const submitted = sums?.submitted ?? 0;
  const discarded = sums?.discarded ?? 0;
  const conflicting = sums?.conflicting ?? 0;
  return { total, submitted, discarded, conflicting, pending: total - submitted - discarded - conflicting };
}
