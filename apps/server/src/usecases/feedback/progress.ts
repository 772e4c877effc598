import type { OwnMetrics, ResponseCounts, TeamProgress } from "@postil/domain/queue/counts";
import { compiled } from "../../storage/compiled.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";
import { loadDatasetForManager, loadDatasetForMember } from "./load-dataset.ts";
import type { OfDataset } from "./parts.ts";

const ownCounts = compiled((db, datasetKey: number, userKey: number) =>
  db
    .selectFrom("user_counts")
    .select(["draft", "submitted", "discarded"])
    .where("dataset_key", "=", datasetKey)
    .where("user_key", "=", userKey),
);

/** The number of records, and the caller's responses by status: reads two rows (FPR-01, FPR-08). */
export async function getOwnMetrics(context: Context, { datasetId }: OfDataset): Promise<OwnMetrics> {
  const caller = requireCaller(context);
  const dataset = await loadDatasetForMember(context, datasetId);
  const [counts] = await ownCounts(context.db, dataset.key, caller.key);
  const { draft, submitted, discarded } = counts ?? { draft: 0, submitted: 0, discarded: 0 };
  return { records: dataset.record_count, responses: draft + submitted + discarded, submitted, discarded, draft };
}

/**
 * Progress of the team: each record counts in one group, by all users' responses (contract api-v1 10.5). Reads one row per
 * user.
 */
export async function getTeamProgress(context: Context, { datasetId }: OfDataset): Promise<TeamProgress> {
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

/** All users' responses by status, shown before their deletion. Reads one row per user. */
async function countResponses(context: Context, { datasetId }: OfDataset): Promise<ResponseCounts> {
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

export const progressCalls = {
  reads: { getOwnMetrics, getTeamProgress, countResponses },
  writes: {},
};
