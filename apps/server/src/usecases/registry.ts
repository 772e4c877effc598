import { sizeUpExport } from "../export/export-dataset.ts";
import { sizeUpTaskExport } from "../export/export-task-dataset.ts";
import {
  beginJob,
  endJob,
  failJob,
  findNextJob,
  getJobOutcome,
  noteJob,
  retryFailedJobs,
  takeJobStep,
} from "../jobs/steps.ts";
import type { Operations } from "../storage/store.ts";
import { apiKeyCalls } from "./accounts/api-keys.ts";
import { findCaller } from "./accounts/find-caller.ts";
import { invitationCalls } from "./accounts/invitations.ts";
import { ownPasswordCalls } from "./accounts/own-password.ts";
import { peopleCalls } from "./accounts/people.ts";
import { sessionCalls } from "./accounts/sessions.ts";
import { signInCalls } from "./accounts/sign-in.ts";
import { userCalls } from "./accounts/users.ts";
import { workOfPeopleCalls } from "./accounts/work-of-people.ts";
import { workspaceOverviewCalls } from "./accounts/workspace-overviews.ts";
import { workspaceCalls } from "./accounts/workspaces.ts";
import { auditCalls } from "./audit.ts";
import { checkAccess } from "./check-access.ts";
import { addRecordCalls } from "./feedback/add-records.ts";
import { changeRecordCalls } from "./feedback/change-records.ts";
import { datasetCalls } from "./feedback/datasets.ts";
import { fieldCalls } from "./feedback/fields.ts";
import { findRecordCalls, searchOwnRecords, searchRecords } from "./feedback/find-records.ts";
import { metadataPropertyCalls } from "./feedback/metadata-properties.ts";
import { pictureHostCalls } from "./feedback/picture-hosts.ts";
import { progressCalls } from "./feedback/progress.ts";
import { questionCalls } from "./feedback/questions.ts";
import { responseCalls } from "./feedback/responses.ts";
import { suggestionCalls } from "./feedback/suggestions.ts";
import { vectorSettingsCalls } from "./feedback/vector-settings.ts";
import { historyCalls } from "./history.ts";
import { importCalls } from "./imports.ts";
import { jobCalls } from "./jobs.ts";
import { flagCalls } from "./own/flags.ts";
import { preferenceCalls } from "./own/preferences.ts";
import { viewCalls } from "./own/views.ts";
import { answerTaskRecordCalls } from "./tasks/answer-records.ts";
import { changeTaskRecordCalls } from "./tasks/change-records.ts";
import { taskDatasetCalls } from "./tasks/datasets.ts";
import { findTaskRecordCalls } from "./tasks/find-records.ts";
import { labelingRuleCalls } from "./tasks/labeling-rules.ts";
import { logTaskRecordCalls } from "./tasks/log-records.ts";
import { taskMetricCalls } from "./tasks/metrics.ts";
import { scanTaskRecords } from "./tasks/scan-records.ts";
import { taskSettingsCalls } from "./tasks/settings.ts";
import { checkDerived, listBeyondBounds, rebuildDerived } from "./upkeep.ts";
import { writeHeld } from "./write-held.ts";

/**
 * Everything that the server can do, by name. Each entry is one transaction, and runs in the thread with the data. The type
 * of this table is the type of the store.
 */
export const reads = {
  ...sessionCalls.reads,
  ...signInCalls.reads,
  ...ownPasswordCalls.reads,
  ...flagCalls.reads,
  ...preferenceCalls.reads,
  ...viewCalls.reads,
  ...progressCalls.reads,
  ...apiKeyCalls.reads,
  ...invitationCalls.reads,
  ...peopleCalls.reads,
  ...userCalls.reads,
  ...workOfPeopleCalls.reads,
  ...workspaceCalls.reads,
  ...workspaceOverviewCalls.reads,
  ...labelingRuleCalls.reads,
  ...suggestionCalls.reads,
  ...jobCalls.reads,
  ...historyCalls.reads,
  ...taskSettingsCalls.reads,
  ...taskDatasetCalls.reads,
  ...pictureHostCalls.reads,
  ...datasetCalls.reads,
  ...auditCalls.reads,
  ...findRecordCalls.reads,
  ...findTaskRecordCalls.reads,
  ...changeTaskRecordCalls.reads,
  ...taskMetricCalls.reads,
  checkAccess,
  findCaller,
  ...fieldCalls.reads,
  ...questionCalls.reads,
  ...metadataPropertyCalls.reads,
  ...vectorSettingsCalls.reads,
  searchRecords,
  searchOwnRecords,
  // The same functions under another name: a search for similar records keeps vectors in memory and runs in its own thread.
  searchSimilarRecords: searchRecords,
  searchOwnSimilarRecords: searchOwnRecords,
  scanTaskRecords,
  findNextJob,
  getJobOutcome,
  sizeUpExport,
  sizeUpTaskExport,
  checkDerived,
  listBeyondBounds,
} as const satisfies Operations;

export const writes = {
  ...sessionCalls.writes,
  ...signInCalls.writes,
  ...ownPasswordCalls.writes,
  ...flagCalls.writes,
  ...preferenceCalls.writes,
  ...viewCalls.writes,
  ...apiKeyCalls.writes,
  ...invitationCalls.writes,
  ...peopleCalls.writes,
  ...userCalls.writes,
  ...workspaceCalls.writes,
  ...labelingRuleCalls.writes,
  ...suggestionCalls.writes,
  ...importCalls.writes,
  ...jobCalls.writes,
  ...taskSettingsCalls.writes,
  ...taskDatasetCalls.writes,
  ...pictureHostCalls.writes,
  ...datasetCalls.writes,
  ...responseCalls.writes,
  ...auditCalls.writes,
  ...addRecordCalls.writes,
  ...changeRecordCalls.writes,
  ...answerTaskRecordCalls.writes,
  ...logTaskRecordCalls.writes,
  ...changeTaskRecordCalls.writes,
  writeHeld,
  ...fieldCalls.writes,
  ...questionCalls.writes,
  ...metadataPropertyCalls.writes,
  ...vectorSettingsCalls.writes,
  beginJob,
  takeJobStep,
  noteJob,
  endJob,
  failJob,
  retryFailedJobs,
  rebuildDerived,
} as const satisfies Operations;

export type Reads = typeof reads;
export type Writes = typeof writes;
