import { sizeUpExport } from "../export/size-up-export.ts";
import { sizeUpTaskExport } from "../export/tasks/size-up-task-export.ts";
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
import { countAudit } from "./audit/count-audit.ts";
import { listAudit } from "./audit/list-audit.ts";
import { noteExport } from "./audit/note-export.ts";
import { noteReads } from "./audit/note-reads.ts";
import { checkAccess } from "./check-access.ts";
import { createDataset } from "./datasets/create-dataset.ts";
import { deleteDataset } from "./datasets/delete-dataset.ts";
import { getDataset } from "./datasets/get-dataset.ts";
import { listOwnDatasets } from "./datasets/list-own-datasets.ts";
import { listPictureHosts } from "./datasets/list-picture-hosts.ts";
import { publishDataset } from "./datasets/publish-dataset.ts";
import { setPictureHosts } from "./datasets/set-picture-hosts.ts";
import { updateDataset } from "./datasets/update-dataset.ts";
import { fieldCalls } from "./feedback/fields.ts";
import { metadataPropertyCalls } from "./feedback/metadata-properties.ts";
import { progressCalls } from "./feedback/progress.ts";
import { questionCalls } from "./feedback/questions.ts";
import { vectorSettingsCalls } from "./feedback/vector-settings.ts";
import { getRecordHistory } from "./history/get-record-history.ts";
import { getTaskRecordHistory } from "./history/get-task-record-history.ts";
import { beginImport } from "./imports/begin-import.ts";
import { endImport } from "./imports/end-import.ts";
import { takeBackImport, takeBackImports } from "./imports/take-back-import.ts";
import { changeJob } from "./jobs/change-job.ts";
import { listJobs } from "./jobs/list-jobs.ts";
import { createLabelingRule } from "./labeling-rules/create-labeling-rule.ts";
import { deleteLabelingRule } from "./labeling-rules/delete-labeling-rule.ts";
import { getLabelingRule } from "./labeling-rules/get-labeling-rule.ts";
import { getRuleMetrics, getRulesMetrics } from "./labeling-rules/get-rule-metrics.ts";
import { listLabelingRules } from "./labeling-rules/list-labeling-rules.ts";
import { updateLabelingRule } from "./labeling-rules/update-labeling-rule.ts";
import { flagCalls } from "./own/flags.ts";
import { preferenceCalls } from "./own/preferences.ts";
import { viewCalls } from "./own/views.ts";
import { bulkCreateRecords } from "./records/bulk-create-records.ts";
import { bulkUpsertRecords } from "./records/bulk-upsert-records.ts";
import { changeRecord } from "./records/change-record.ts";
import { changeRecords } from "./records/change-records.ts";
import { createRecords } from "./records/create-records.ts";
import { deleteRecord } from "./records/delete-record.ts";
import { deleteRecords } from "./records/delete-records.ts";
import { getRecord } from "./records/get-record.ts";
import { listOwnRecords } from "./records/list-own-records.ts";
import { listRecords } from "./records/list-records.ts";
import { searchOwnRecords, searchRecords } from "./records/search-records.ts";
import { createResponse } from "./responses/create-response.ts";
import { deleteResponse } from "./responses/delete-response.ts";
import { saveOwnResponses } from "./responses/save-own-responses.ts";
import { updateResponse } from "./responses/update-response.ts";
import { deleteSuggestion } from "./suggestions/delete-suggestion.ts";
import { deleteSuggestions } from "./suggestions/delete-suggestions.ts";
import { listSuggestionAgents } from "./suggestions/list-suggestion-agents.ts";
import { listSuggestions } from "./suggestions/list-suggestions.ts";
import { upsertSuggestion } from "./suggestions/upsert-suggestion.ts";
import { closeTaskDataset } from "./task-datasets/close-task-dataset.ts";
import { copyTaskDataset } from "./task-datasets/copy-task-dataset.ts";
import { createTaskDataset } from "./task-datasets/create-task-dataset.ts";
import { deleteTaskDataset } from "./task-datasets/delete-task-dataset.ts";
import { getTaskDataset } from "./task-datasets/get-task-dataset.ts";
import { listTaskDatasets } from "./task-datasets/list-task-datasets.ts";
import { updateTaskDataset } from "./task-datasets/update-task-dataset.ts";
import { listTaskMetrics } from "./task-metrics/list-task-metrics.ts";
import { summarizeTaskMetric } from "./task-metrics/summarize-task-metric.ts";
import { changeTaskRecord } from "./task-records/change-task-record.ts";
import { deleteTaskRecords } from "./task-records/delete-task-records.ts";
import { findRecordsToEnd } from "./task-records/find-records-to-end.ts";
import { getTaskRecord } from "./task-records/get-task-record.ts";
import { logTaskRecords } from "./task-records/log-task-records.ts";
import { scanTaskRecords } from "./task-records/scan-task-records.ts";
import { searchTaskRecords } from "./task-records/search-task-records.ts";
import { deleteTaskSettings } from "./task-settings/delete-task-settings.ts";
import { getTaskSettings } from "./task-settings/get-task-settings.ts";
import { saveTaskSettings } from "./task-settings/save-task-settings.ts";
import { checkDerived } from "./upkeep/check-derived.ts";
import { listBeyondBounds } from "./upkeep/list-beyond-bounds.ts";
import { rebuildDerived } from "./upkeep/rebuild-derived.ts";
import { writeHeld } from "./upkeep/write-held.ts";

/**
 * Everything the server can do, by name. Each entry is one transaction and runs where the data is; the type of this
 * table is the type of the store.
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
  checkAccess,
  findCaller,
  listAudit,
  countAudit,
  listOwnDatasets,
  getDataset,
  listTaskDatasets,
  getTaskDataset,
  getTaskSettings,
  listLabelingRules,
  getLabelingRule,
  getRuleMetrics,
  getRulesMetrics,
  listTaskMetrics,
  summarizeTaskMetric,
  ...fieldCalls.reads,
  ...questionCalls.reads,
  ...metadataPropertyCalls.reads,
  ...vectorSettingsCalls.reads,
  listRecords,
  listOwnRecords,
  searchRecords,
  searchOwnRecords,
  // The same by another name: what looks for similar records keeps vectors in memory and runs in a thread of its own.
  searchSimilarRecords: searchRecords,
  searchOwnSimilarRecords: searchOwnRecords,
  getRecord,
  listSuggestions,
  listSuggestionAgents,
  getRecordHistory,
  getTaskRecord,
  searchTaskRecords,
  findRecordsToEnd,
  scanTaskRecords,
  getTaskRecordHistory,
  listPictureHosts,
  listJobs,
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
  writeHeld,
  noteExport,
  beginImport,
  endImport,
  takeBackImport,
  takeBackImports,
  createDataset,
  updateDataset,
  publishDataset,
  deleteDataset,
  createTaskDataset,
  updateTaskDataset,
  deleteTaskDataset,
  closeTaskDataset,
  copyTaskDataset,
  saveTaskSettings,
  deleteTaskSettings,
  createLabelingRule,
  updateLabelingRule,
  deleteLabelingRule,
  logTaskRecords,
  changeTaskRecord,
  deleteTaskRecords,
  ...fieldCalls.writes,
  ...questionCalls.writes,
  ...metadataPropertyCalls.writes,
  ...vectorSettingsCalls.writes,
  createRecords,
  bulkCreateRecords,
  bulkUpsertRecords,
  changeRecord,
  changeRecords,
  deleteRecord,
  deleteRecords,
  createResponse,
  updateResponse,
  deleteResponse,
  saveOwnResponses,
  upsertSuggestion,
  deleteSuggestion,
  deleteSuggestions,
  noteReads,
  setPictureHosts,
  changeJob,
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
