import type { RouteName } from "@postil/contract/routes";

/**
 * The calls that may be quiet, grouped by reason. A quiet call runs no progress line (API-08), shows no toast and leaves
 * earlier toasts (API-15). The client accepts `quiet` only for these.
 */
export const QUIET_CALLS = {
  "a save of the labeling loop: the record and the header say what became of it (API-07, FRS-14)": [
    ...["createResponse", "updateResponse", "deleteResponse", "bulkSaveResponses"],
    ...["answerTaskRecords", "logTextRecordsV0"],
  ],
  "records, many of them read ahead: a failure stands where the record would (API-07)": [
    ...["listMyRecords", "searchMyRecords", "getRecord", "getRecordHistory", "listVectorsOfRecords"],
    ...["searchTaskRecordsV0", "scanTaskRecordsV0", "getTaskRecordV0", "getTaskRecordHistory"],
  ],
  "a part of a page: its skeleton and its failure, with Retry, stand where it will (DSL-12, DSL-14, LAB-10)": [
    ...["listMyDatasets", "listTaskDatasetsV0", "listWorkspacesV0", "getMyDatasetMetrics", "getDatasetProgress"],
    ...["getDataset", "getTaskDatasetV0", "getTaskSettingsV0", "summarizeTaskMetricV0"],
    ...["getMetadataPropertyMetrics", "listSuggestionOptions", "listMyViews", "listMyTaskViews"],
    ...["listLabelingRulesV0", "getLabelingRuleMetricsV0", "getLabelingRulesMetricsV0"],
    ...["getQuestionUsage", "countDatasetResponses", "listMyApiKeys", "listAudit"],
    ...["listPeople", "countPeopleAnswers", "countPersonWork", "listPersonKeys", "listPersonSessions"],
    ...["listWorkspaces", "getWorkspaceOverview", "countAnswersOfWorkspaces", "countAnswersInWorkspace"],
    ...["sizeUpExport", "sizeUpTaskExport", "sizeUpSnapshot", "exportDataset", "exportTaskDataset", "exportSnapshot"],
    ...["exportAudit", "getExport", "exportMyData", "exportPersonData"],
    ...[
      "listUploads",
      "getUpload",
      "understandUpload",
      "getAddTarget",
      "getTaskAddTarget",
      "listSnapshots",
      "compareSnapshots",
    ],
    ...["listWorkspaceUsers", "listDeleted", "getDeleted", "listWebhookStates", "listWebhookDeliveries"],
  ],
  "sent by a button or a form: it is busy meanwhile, and says itself what became of it": [
    ...["createView", "createTaskView", "updateView", "deleteView"],
    ...["createLabelingRuleV0", "updateLabelingRuleV0", "deleteLabelingRuleV0", "updateTaskSettingsV0"],
    ...["deleteDataset", "deleteTaskDatasetV0", "restoreDeleted", "removeDeleted", "changeMyPassword"],
    ...["createDataset", "publishDataset", "createField", "createQuestion"],
    ...["createMetadataProperty", "createVectorSettings"],
    ...["createPerson", "changePerson", "deletePerson", "signPersonOut", "endPersonSession"],
    ...["resetPassword", "replacePersonKey", "revokePersonKey"],
    ...["createInvitations", "findTakenUsernames"],
    ...["createInvitation", "inviteUser", "readInvitation", "acceptInvitation"],
    ...["takeSnapshot", "deleteSnapshot"],
    ...["uploadFile", "importUpload", "addUpload", "deleteUpload", "getRefusedRows"],
    ...["createWebhook", "createWorkspaceWebhook", "updateWebhook", "deleteWebhook"],
    ...["createWorkspace", "renameWorkspace", "deleteWorkspace", "addWorkspaceUser", "removeWorkspaceUser"],
  ],
  "done by one press: a notice of its own says when it was not": [
    ...["flagRecord", "unflagRecord", "flagTaskRecord", "unflagTaskRecord"],
    ...[
      "deactivatePerson",
      "reactivatePerson",
      "withdrawInvitation",
      "pingWebhook",
      "sendWebhookDelivery",
      "makeBackup",
    ],
  ],
  "signing in and out: the form says what became of it, once (AUT-10, AUT-17, AUT-23)": [
    ...[
      "createTokenV0",
      "exchangeSignInLink",
      "listOauthProviders",
      "finishOauth",
      "getMeV0",
      "getMyPassword",
      "signOut",
    ],
  ],
  "asked for by the page itself, which does without an answer": [
    ...["getMyPreferences", "changeMyPreferences", "getServerVersion", "getHome", "listPictureHosts"],
    ...["getServerState", "getStoreFile"],
    ...["listMyFlags", "listMyTaskFlags"],
  ],
} as const satisfies { readonly [why: string]: readonly RouteName[] };

export type QuietCall = (typeof QUIET_CALLS)[keyof typeof QUIET_CALLS][number];
