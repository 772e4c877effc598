import type { RouteName } from "@postil/contract/routes";

/** The failure codes of the calls that need a signed-in user (API-28; requirements 26.2). */
export const MEMBER_FAILURE_CODES = {
  listMyDatasets: "ERROR_FETCHING_FEEDBACK_DATASETS",
  listWorkspacesV0: "ERROR_FETCHING_WORKSPACES",
  getDataset: "ERROR_FETCHING_DATASET_INFO",
  getWorkspace: "ERROR_FETCHING_WORKSPACE_INFO",
  listQuestions: "ERROR_FETCHING_QUESTIONS",
  listFields: "ERROR_FETCHING_FIELDS",
  listVectorSettings: "ERROR_FETCHING_VECTORS",
  listMyMetadataProperties: "ERROR_FETCHING_METADATA",
  getMetadataPropertyMetrics: "ERROR_FETCHING_METADATA_METRIC",
  listSuggestionOptions: "GET_AGENTS",
  getRecord: "ERROR_FETCHING_RECORD_BY_ID",
  listMyRecords: "ERROR_FETCHING_RECORDS",
  searchMyRecords: "ERROR_FETCHING_RECORDS",
  createResponse: "ERROR_CREATING_RECORD_RESPONSE",
  updateResponse: "ERROR_UPDATING_RECORD_RESPONSE",
  deleteResponse: "ERROR_DELETING_RECORD_RESPONSE",
  bulkSaveResponses: "ERROR_CREATING_RECORD_RESPONSE_BULK",
  updateDataset: "ERROR_PATCHING_DATASET_GUIDELINES",
  updateField: "ERROR_PATCHING_FIELDS",
  updateQuestion: "ERROR_PATCHING_QUESTIONS",
  updateVectorSettings: "ERROR_PATCHING_VECTORS",
  updateMetadataProperty: "ERROR_UPDATING_METADATA",
  deleteDataset: "ERROR_DELETING_DATASET",
} as const satisfies { readonly [Name in RouteName]?: string };

export type MemberFailureCode = (typeof MEMBER_FAILURE_CODES)[keyof typeof MEMBER_FAILURE_CODES];
