import { compareSnapshots } from "../export/compare-snapshots.ts";
import { sizeUpExport } from "../export/export-dataset.ts";
import { sizeUpSnapshot } from "../export/export-snapshot.ts";
import { sizeUpTaskExport } from "../export/export-task-dataset.ts";
import {
  beginJob,
  endJob,
  failJob,
  getJobOutcome,
  listOpenJobs,
  noteJob,
  retryFailedJobs,
  takeJobStep,
} from "../jobs/steps.ts";
import type { Operations } from "../storage/store.ts";
import { apiKeyCalls } from "./accounts/api-keys.ts";
import { findCaller } from "./accounts/find-caller.ts";
import { invitationCalls } from "./accounts/invitations.ts";
import { overviewCalls } from "./accounts/overviews.ts";
import { peopleCalls } from "./accounts/people.ts";
import { sessionCalls } from "./accounts/sessions.ts";
import { signInCalls } from "./accounts/sign-in.ts";
import { updateUserCalls } from "./accounts/update-user.ts";
import { userCalls } from "./accounts/users.ts";
import { workspaceCalls } from "./accounts/workspaces.ts";
import { auditCalls } from "./audit.ts";
import { binCalls } from "./bin.ts";
import { checkAccess } from "./check-access.ts";
import { deletionCalls } from "./deletions.ts";
import { addRecordCalls } from "./feedback/add-records.ts";
import { bringRecordCalls } from "./feedback/bring.ts";
import { bringDatasetCalls } from "./feedback/bring-dataset.ts";
import { changeRecordCalls } from "./feedback/change-records.ts";
import { datasetCalls, usersProgressCalls } from "./feedback/datasets.ts";
import { fieldAndQuestionCalls } from "./feedback/fields-and-questions.ts";
import { findRecordCalls } from "./feedback/find-records.ts";
import { mergeRecordCalls } from "./feedback/merge-records.ts";
import { propertyAndVectorCalls } from "./feedback/properties-and-vectors.ts";
import { responseCalls } from "./feedback/responses.ts";
import { suggestionCalls } from "./feedback/suggestions.ts";
import { historyCalls } from "./history.ts";
import { importCalls } from "./imports.ts";
import { jobCalls } from "./jobs.ts";
import { ownCalls } from "./own.ts";
import { sharedStateCalls } from "./shared-state.ts";
import { snapshotCalls } from "./snapshots.ts";
import { bringTaskCalls } from "./tasks/bring.ts";
import { changeTaskRecordCalls } from "./tasks/change-records.ts";
import { taskDatasetCalls } from "./tasks/datasets.ts";
import { findTaskRecordCalls } from "./tasks/find-records.ts";
import { logTaskRecordCalls } from "./tasks/log-records.ts";
import { mergeTaskRecordCalls } from "./tasks/merge-records.ts";
import { taskMetricCalls } from "./tasks/metrics.ts";
import { scanTaskRecords } from "./tasks/scan-records.ts";
import { settingsAndRulesCalls } from "./tasks/settings-and-rules.ts";
import { upkeepCalls } from "./upkeep.ts";
import { deliveryCalls } from "./webhook-deliveries.ts";
import { webhookCalls } from "./webhooks.ts";
import { writeHeld } from "./write-held.ts";

/**
 * Everything that the server can do, by name. Each entry is one transaction, and runs in the thread with the data. The type
 * of this table is the type of the store.
 */
export const reads = {
  checkAccess,
  findCaller,
  ...sessionCalls.reads,
  ...signInCalls.reads,
  ...ownCalls.reads,
  ...apiKeyCalls.reads,
  ...invitationCalls.reads,
  ...peopleCalls.reads,
  ...userCalls.reads,
  ...workspaceCalls.reads,
  ...overviewCalls.reads,
  ...auditCalls.reads,
  ...jobCalls.reads,
  ...binCalls.reads,
  ...deletionCalls.reads,
  ...historyCalls.reads,
  ...snapshotCalls.reads,
  ...importCalls.reads,
  ...datasetCalls.reads,
  ...usersProgressCalls.reads,
  ...fieldAndQuestionCalls.reads,
  ...propertyAndVectorCalls.reads,
  ...findRecordCalls.reads,
  ...mergeRecordCalls.reads,
  ...suggestionCalls.reads,
  ...taskDatasetCalls.reads,
  ...settingsAndRulesCalls.reads,
  ...findTaskRecordCalls.reads,
  ...changeTaskRecordCalls.reads,
  ...taskMetricCalls.reads,
  ...webhookCalls.reads,
  ...deliveryCalls.reads,
  ...mergeTaskRecordCalls.reads,
  scanTaskRecords,
  listOpenJobs,
  getJobOutcome,
  sizeUpExport,
  sizeUpTaskExport,
  sizeUpSnapshot,
  compareSnapshots,
  ...sharedStateCalls.reads,
  ...upkeepCalls.reads,
} as const satisfies Operations;

export const writes = {
  ...sessionCalls.writes,
  ...signInCalls.writes,
  ...ownCalls.writes,
  ...apiKeyCalls.writes,
  ...invitationCalls.writes,
  ...peopleCalls.writes,
  ...userCalls.writes,
  ...updateUserCalls.writes,
  ...workspaceCalls.writes,
  ...auditCalls.writes,
  ...jobCalls.writes,
  ...binCalls.writes,
  ...deletionCalls.writes,
  ...importCalls.writes,
  ...snapshotCalls.writes,
  ...datasetCalls.writes,
  ...fieldAndQuestionCalls.writes,
  ...propertyAndVectorCalls.writes,
  ...addRecordCalls.writes,
  ...mergeRecordCalls.writes,
  ...changeRecordCalls.writes,
  ...responseCalls.writes,
  ...suggestionCalls.writes,
  ...taskDatasetCalls.writes,
  ...settingsAndRulesCalls.writes,
  ...logTaskRecordCalls.writes,
  ...mergeTaskRecordCalls.writes,
  ...changeTaskRecordCalls.writes,
  ...bringDatasetCalls.writes,
  ...bringRecordCalls.writes,
  ...bringTaskCalls.writes,
  ...webhookCalls.writes,
  ...deliveryCalls.writes,
  writeHeld,
  beginJob,
  takeJobStep,
  noteJob,
  endJob,
  failJob,
  retryFailedJobs,
  ...sharedStateCalls.writes,
  ...upkeepCalls.writes,
} as const satisfies Operations;

export type Reads = typeof reads;
export type Writes = typeof writes;
