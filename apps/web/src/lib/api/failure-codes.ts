import type { RouteName } from "@postil/contract/routes";

/** The stable code of a failed call, which its callers catch (API-28; requirements 26.2). */
const FAILURE_CODES = {
  listOauthProviders: "ERROR_FETCHING_OAUTH_PROVIDERS",
  finishOauth: "ERROR_FETCHING_OAUTH_ACCESS_TOKEN",
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

export type FailureCode = (typeof FAILURE_CODES)[keyof typeof FAILURE_CODES];

export function failureCodeOf(name: RouteName): FailureCode | undefined {
  const codes: { readonly [Name in RouteName]?: FailureCode } = FAILURE_CODES;
  return codes[name];
}
