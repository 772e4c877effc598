import { historySeen } from "@postil/domain/accounts/policies";
import { countBits, emptyBits, removeAll } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE } from "@postil/domain/queue/places";
import type { UserProgress } from "@postil/domain/queue/progress";
import { type MatchingBlocks, matchingBlocks } from "../../storage/queue-pages.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../refuse.ts";
import { loadDatasetForMember } from "./load.ts";

/**
 * The responses of each user who has any, by the state of their records (API-63). As in the history, managers see everybody
 * and others themselves. Cost: every bitmap of answers in the dataset, one kilobyte per user, status and block, to know what
 * is completed; then those of drafts and of discarded answers again, one at a time.
 */
async function listUsersProgress(
  context: Context,
  { datasetId }: { readonly datasetId: string },
): Promise<readonly UserProgress[]> {
  const { db } = context;
  const caller = requireCaller(context);
  const dataset = await loadDatasetForMember(context, datasetId);
  const isSeenWhole = historySeen(caller, dataset.workspace_id) === "everybody";
  const users = await db
    .selectFrom("user_counts")
    .innerJoin("user", "user.key", "user_counts.user_key")
    .select(["user.key", "user.username", "draft", "submitted", "discarded"])
    .where("dataset_key", "=", dataset.key)
    .where((where) => where.or([where("draft", ">", 0), where("submitted", ">", 0), where("discarded", ">", 0)]))
    .where("user.deleted_at", "is", null)
    .$if(!isSeenWhole, (query) => query.where("user.key", "=", caller.key))
    .orderBy("user.key")
    .execute();
  const completedBits = (await matchingBlocks(db, ofDataset(dataset.key, null, "submitted"))).bits;
  const found: UserProgress[] = [];
  for (const { key, username, submitted, ...counts } of users) {
    const ofCompleted = async (status: "draft" | "discarded") =>
      countCommon(await matchingBlocks(db, ofDataset(dataset.key, key, status)), completedBits);
    const [draft, discarded] = [await ofCompleted("draft"), await ofCompleted("discarded")];
    found.push({
      username,
      completed: { submitted, draft, discarded },
      pending: { submitted: 0, draft: counts.draft - draft, discarded: counts.discarded - discarded },
    });
  }
  return found;
}

const ofDataset = (datasetKey: number, userKey: number | null, status: "draft" | "submitted" | "discarded") => ({
  datasetKey,
  userKey,
  statuses: [status],
});

type BitsOf = MatchingBlocks["bits"];

/** The number of records that are in both. */
async function countCommon({ counts, bits }: MatchingBlocks, others: BitsOf): Promise<number> {
  let common = 0;
  for (const { block, count } of counts) {
    const left = emptyBits(BLOCK_SIZE);
    left.set(await bits(block));
    removeAll(left, await others(block));
    common += count - countBits(left);
  }
  return common;
}

export const usersProgressCalls = { reads: { listUsersProgress } };
