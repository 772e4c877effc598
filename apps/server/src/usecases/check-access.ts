import type { Context } from "../storage/store.ts";
import { loadQuestionForManager } from "./feedback/fields-and-questions.ts";
import {
  loadDatasetForManager,
  loadDatasetForMember,
  loadRecordForManager,
  loadRecordForMember,
} from "./feedback/load.ts";
import { loadResponse } from "./feedback/responses.ts";
import { loadSnapshotForManager } from "./snapshots.ts";
import { loadTaskDatasetForManager, loadTaskDatasetForMember, type TaskDatasetAt } from "./tasks/datasets.ts";

export type CheckAccess = {
  readonly manages: boolean;
  readonly named: {
    readonly dataset_id?: string | undefined;
    readonly record_id?: string | undefined;
    readonly question_id?: string | undefined;
    readonly response_id?: string | undefined;
    readonly snapshot_id?: string | undefined;
  };
  /** The task dataset that the call names, by its path and its workspace. */
  readonly taskDataset: TaskDatasetAt | null;
};

/** The refusals of the call itself after reading its body: 404 before 403. Runs before a large body is read. */
export async function checkAccess(context: Context, { manages, named, taskDataset }: CheckAccess): Promise<void> {
  const { dataset_id, record_id, question_id, response_id, snapshot_id } = named;
  if (dataset_id) await (manages ? loadDatasetForManager : loadDatasetForMember)(context, dataset_id);
  if (record_id) await (manages ? loadRecordForManager : loadRecordForMember)(context, record_id);
  if (question_id) await loadQuestionForManager(context, question_id);
  if (response_id) await loadResponse(context, response_id);
  if (snapshot_id) await loadSnapshotForManager(context, snapshot_id);
  if (taskDataset) await (manages ? loadTaskDatasetForManager : loadTaskDatasetForMember)(context, taskDataset);
}
