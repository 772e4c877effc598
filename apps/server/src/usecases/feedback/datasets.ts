import type { InDataset } from "@postil/domain/accounts/audit";
import { historySeen, isOwner } from "@postil/domain/accounts/policies";
import { wholeFault } from "@postil/domain/bounds";
import type { KeepDays } from "@postil/domain/datasets/bin";
import {
  type Dataset,
  type DatasetMetadata,
  type DatasetStatus,
  FEEDBACK_TASK,
  LONGEST_DATASET_METADATA,
} from "@postil/domain/datasets/dataset";
import { publishFaults, publishRefusal } from "@postil/domain/datasets/publish";
import { countBits, emptyBits, removeAll } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE } from "@postil/domain/queue/places";
import type { OwnMetrics, ResponseCounts, TeamProgress, UserProgress } from "@postil/domain/queue/progress";
import type { Origin } from "@postil/domain/records/record";
import { Refusal } from "@postil/domain/refusal";
import { newId } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import { compiled } from "../../storage/compiled.ts";
import { datasetFromRow, loadFields, questionFromRow } from "../../storage/dataset-rows.ts";
import { takeDatasetKey } from "../../storage/keys.ts";
import { inChunks } from "../../storage/parts.ts";
import { type MatchingBlocks, matchingBlocks } from "../../storage/queue-pages.ts";
import { rowsOf, updateRows } from "../../storage/statements.ts";
import type { Context, HasDb } from "../../storage/store.ts";
import { together } from "../../storage/together.ts";
import { moveToBin } from "../deletions.ts";
import { isSeen, refuseTaken, requireCaller, requireManager, requireMember } from "../refuse.ts";
import { loadDataset, loadDatasetForManager, loadDatasetForMember, type OfDataset } from "./load.ts";
import { tellDataset } from "./tell.ts";

type WholeDataset = Dataset & DatasetMetadata;

/** A dataset name is unique in its workspace (contract api-v1 10.2). A deleted dataset has no name there. */
export async function refuseTakenName(context: Context, workspaceId: string, name: string): Promise<void> {
  const { db } = context;
  await refuseTaken(
    context,
    ["dataset", workspaceId, name],
    db.selectFrom("dataset").select("key").where("workspace_id", "=", workspaceId).where("name", "=", name),
    () =>
      new Refusal("conflict", `Dataset with name \`${name}\` already exists for workspace with id \`${workspaceId}\``),
  );
}

const namesByKey = compiled((db, key: number) =>
  db
    .selectFrom("dataset")
    .innerJoin("workspace", "workspace.id", "dataset.workspace_id")
    .select(["dataset.name as dataset", "workspace.name as workspace"])
    .where("dataset.key", "=", key),
);

/** For the audit trail, which stores names because the dataset may be deleted later. */
export async function namesOfDataset({ db }: HasDb, key: number): Promise<InDataset> {
  const [names] = await namesByKey(db, key);
  if (!names) throw new Error(`There is no dataset ${key}.`);
  return names;
}

/** Null means any. */
type ListOwnDatasets = {
  readonly workspaceId: string | null;
  readonly name: string | null;
  readonly status: DatasetStatus | null;
};

/**
 * The datasets of one workspace or of all the caller's workspaces, drafts too, oldest first. An owner sees all (contract
 * api-v1 row 1, DSL-05).
 */
async function listOwnDatasets(
  context: Context,
  { workspaceId, name, status }: ListOwnDatasets,
): Promise<WholeDataset[]> {
  const caller = requireCaller(context);
  if (workspaceId !== null) requireMember(context, workspaceId);
  const rows = await context.db
    .selectFrom("dataset")
    .leftJoin("dataset_activity as active", "active.dataset_key", "dataset.key")
    .selectAll("dataset")
    .select("active.at as active_at")
    .$if(workspaceId !== null, (query) => query.where("workspace_id", "=", workspaceId))
    .$if(workspaceId === null && !isOwner(caller), (query) => query.where("workspace_id", "in", caller.workspaceIds))
    .$if(name !== null, (query) => query.where("name", "=", name))
    .orderBy("inserted_at")
    .execute();
  const seen = rows.filter((row) => isSeen(context, row)).map(datasetFromRow);
  return status === null ? seen : seen.filter((dataset) => dataset.status === status);
}

/** One dataset (contract api-v1 row 3, FEN-04). */
async function getDataset(context: Context, { datasetId }: OfDataset): Promise<WholeDataset> {
  return datasetFromRow(await loadDatasetForMember(context, datasetId));
}

type CreateDataset = DatasetMetadata & {
  readonly name: string;
  readonly guidelines: string | null;
  readonly allowExtraMetadata: boolean;
  readonly workspaceId: string;
  readonly origin?: Origin;
};

/** The JSON of metadata, within its limit (API-66). */
function metadataText(metadata: DatasetMetadata["metadata"]): string | null {
  if (metadata === null) return null;
  const text = JSON.stringify(metadata);
  const fault = wholeFault("The metadata of a dataset", text, LONGEST_DATASET_METADATA);
  if (fault) throw new Refusal("unprocessable", fault);
  return text;
}

/** Creates a dataset as a draft; 403 before the lookup of the workspace (contract api-v1 row 2). */
export async function createDataset(context: Context, input: CreateDataset): Promise<WholeDataset> {
  const { name, guidelines, allowExtraMetadata, metadata, workspaceId } = input;
  requireManager(context, workspaceId);
  const { db, now } = context;
  const workspace = await db.selectFrom("workspace").select("id").where("id", "=", workspaceId).executeTakeFirst();
  if (!workspace) throw new Refusal("unprocessable", `Workspace with id \`${workspaceId}\` not found`);
  await refuseTakenName(context, workspaceId, name);
  const text = metadataText(metadata);
  const at = now();
  const row = await db
    .insertInto("dataset")
    .values({
      key: await takeDatasetKey(db),
      id: input.origin?.id ?? newId(),
      workspace_id: workspaceId,
      name,
      guidelines,
      allow_extra_metadata: allowExtraMetadata ? 1 : 0,
      metadata: text,
      status: "draft",
      next_seq: 0,
      // From its first moment on, what an import creates is removed if the import does not end.
      import_id: context.caller?.fills ?? null,
      last_activity_at: at,
      inserted_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tellDataset(context, row, "dataset.created");
  return datasetFromRow({ ...row, active_at: null });
}

/** Undefined members stay unchanged; null removes the guidelines or the metadata. Metadata is replaced as a whole. */
type UpdateDataset = {
  readonly metadata: DatasetMetadata["metadata"] | undefined;
  readonly datasetId: string;
  readonly name: string | undefined;
  readonly guidelines: string | null | undefined;
  readonly allowExtraMetadata: boolean | undefined;
};

/** Changes a dataset (contract api-v1 row 4, FSE-22). A change without effect does not change the times (10.4). */
async function updateDataset(context: Context, input: UpdateDataset): Promise<WholeDataset> {
  const row = await loadDatasetForManager(context, input.datasetId);
  const before = datasetFromRow(row);
  const { name = before.name, guidelines = before.guidelines, allowExtraMetadata = before.allowExtraMetadata } = input;
  if (name !== before.name) await refuseTakenName(context, before.workspaceId, name);
  const { metadata = before.metadata } = input;
  const text = input.metadata === undefined ? row.metadata : metadataText(metadata);
  const same =
    name === before.name &&
    guidelines === before.guidelines &&
    allowExtraMetadata === before.allowExtraMetadata &&
    text === row.metadata;
  if (same) return before;
  const at = context.now();
  const change = { name, guidelines, metadata: text, allow_extra_metadata: allowExtraMetadata ? 1 : 0 } as const;
  await updateRows(context.db, "dataset", { key: row.key }, { ...change, last_activity_at: at, updated_at: at });
  await tellDataset(context, row, "dataset.updated");
  return { ...before, name, guidelines, allowExtraMetadata, metadata, lastActivityAt: at, updatedAt: at };
}

/** Publishes a draft that has a required field and a required question (contract api-v1 row 5, 10.1). */
export async function publishDataset(context: Context, { datasetId }: OfDataset): Promise<WholeDataset> {
  const row = await loadDatasetForManager(context, datasetId);
  const refused = (detail: string) => new Refusal("unprocessable", detail);
  if (row.status === "ready") throw refused("Dataset is already published");
  const fields = await loadFields(context.db, datasetId);
  const questions = await context.db.selectFrom("question").selectAll().where("dataset_id", "=", datasetId).execute();
  const [fault] = publishFaults(fields, questions.map(questionFromRow));
  if (fault) throw refused(publishRefusal(fault));
  const at = context.now();
  await updateRows(context.db, "dataset", { key: row.key }, { status: "ready", last_activity_at: at, updated_at: at });
  await context.db.text.create(row.key, fields.length);
  await tellDataset(context, row, "dataset.published");
  return { ...datasetFromRow(row), status: "ready", lastActivityAt: at, updatedAt: at };
}

/**
 * Deletes a dataset with everything in it, whatever its status (contract api-v1 row 6, FSE-27). It cannot be reached any
 * more, and its name is free. It can be restored for `keepDays` days; then a job removes the rows of its records, perhaps
 * millions. What an import has not filled to its end is not kept: nobody has worked in it.
 */
export async function deleteDataset(
  context: Context,
  { datasetId, keepDays }: OfDataset & KeepDays,
): Promise<WholeDataset> {
  const row = await loadDataset(context, datasetId);
  // Allowed during an import too: a manager may stop the import this way.
  requireManager(context, row.workspace_id);
  const counts = await responseCounts(context, row.key);
  const answers = counts.reduce((sum, { submitted, discarded, draft }) => sum + submitted + discarded + draft, 0);
  const told = { ...(await namesOfDataset(context, row.key)), records: row.record_count, answers };
  await noteAudit(context, { kind: "dataset_deleted", told });
  await tellDataset(context, row, "dataset.deleted");
  const deleted = { key: row.key, dataset_id: row.id, task: FEEDBACK_TASK, workspace: told.workspace, answers };
  await moveToBin(context, "dataset", { ...deleted, keepDays: row.import_id === null ? keepDays : 0 });
  return datasetFromRow(row);
}

/** The hosts whose pictures load automatically in the dataset's markdown. */
const listPictureHosts = async (context: Context, { datasetId }: OfDataset): Promise<readonly string[]> =>
  JSON.parse((await loadDatasetForMember(context, datasetId)).picture_hosts);

type SetPictureHosts = OfDataset & { readonly hosts: readonly string[] };

/** Does not change the times of the dataset: clients of the Argilla API do not see this setting. */
async function setPictureHosts(context: Context, { datasetId, hosts }: SetPictureHosts): Promise<readonly string[]> {
  const { key } = await loadDatasetForManager(context, datasetId);
  const kept = [...new Set(hosts)].sort();
  await updateRows(context.db, "dataset", { key }, { picture_hosts: JSON.stringify(kept) });
  return kept;
}

/** The responses of each user by status. Reads one row per user. */
const responseCounts = ({ db }: Context, datasetKey: number) =>
  rowsOf(db, "user_counts", { dataset_key: datasetKey }).select(["submitted", "discarded", "draft"]).execute();

const ownCounts = compiled((db, datasetKey: number, userKey: number) =>
  rowsOf(db, "user_counts", { dataset_key: datasetKey, user_key: userKey }).select(["draft", "submitted", "discarded"]),
);

/** The number of records, and the caller's responses by status: reads two rows (FPR-01, FPR-08). */
export async function getOwnMetrics(context: Context, { datasetId }: OfDataset): Promise<OwnMetrics> {
  const caller = requireCaller(context);
  const dataset = await loadDatasetForMember(context, datasetId);
  const [counts] = await ownCounts(context.db, dataset.key, caller.key);
  const { draft, submitted, discarded } = counts ?? { draft: 0, submitted: 0, discarded: 0 };
  return { records: dataset.record_count, responses: draft + submitted + discarded, submitted, discarded, draft };
}

/** Progress of the team: each record is in one group, by all responses (contract api-v1 10.5). Reads a row per user. */
export async function getTeamProgress(context: Context, { datasetId }: OfDataset): Promise<TeamProgress> {
  const dataset = await loadDatasetForMember(context, datasetId);
  const sums = await rowsOf(context.db, "user_counts", { dataset_key: dataset.key })
    .select(({ fn }) => [
      fn.sum<number | null>("team_submitted").as("submitted"),
      fn.sum<number | null>("team_discarded").as("discarded"),
      fn.sum<number | null>("team_conflicting").as("conflicting"),
    ])
    .executeTakeFirst();
  const total = dataset.record_count;
  const submitted = sums?.submitted ?? 0;
  const discarded = sums?.discarded ?? 0;
  const conflicting = sums?.conflicting ?? 0;
  return { total, submitted, discarded, conflicting, pending: total - submitted - discarded - conflicting };
}

/** All users' responses by status, shown before their deletion. */
async function countResponses(context: Context, { datasetId }: OfDataset): Promise<ResponseCounts> {
  const dataset = await loadDatasetForManager(context, datasetId);
  const counts = await responseCounts(context, dataset.key);
  const given = counts.filter(({ submitted, discarded, draft }) => submitted + discarded + draft > 0);
  const sum = (status: "submitted" | "discarded" | "draft") => given.reduce((total, row) => total + row[status], 0);
  return { people: given.length, submitted: sum("submitted"), discarded: sum("discarded"), draft: sum("draft") };
}

export const datasetCalls = {
  reads: {
    listOwnDatasets,
    getDataset,
    listPictureHosts,
    getOwnMetrics,
    getTeamProgress,
    countResponses,
  },
  writes: { createDataset, updateDataset, publishDataset, deleteDataset, setPictureHosts },
} as const;

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
  await inChunks(counts, async (some) => {
    const blocks = some.map(({ block }) => block);
    const [own, theirs] = await together([bits(blocks), others(blocks)]);
    for (const { block, count } of some) {
      const left = emptyBits(BLOCK_SIZE);
      left.set(own.get(block) ?? left);
      removeAll(left, theirs.get(block) ?? emptyBits(BLOCK_SIZE));
      common += count - countBits(left);
    }
  });
  return common;
}

export const usersProgressCalls = { reads: { listUsersProgress } };
