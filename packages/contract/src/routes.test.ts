import { expect, test } from "vitest";
import { type RouteName, routes } from "./routes.ts";

/** Clients know calls by method and path: every call that the requirements name, letter by letter. */

const TASK = "(TextClassification|TokenClassification|Text2Text)";
const LABELED = "(TextClassification|TokenClassification)";
const RULES = "/api/datasets/:name/TextClassification/labeling/rules";

const CALLS: readonly (readonly [id: string, name: RouteName, call: string])[] = [
  ["AUT-01", "createTokenV0", "POST /api/security/token"],
  ["AUT-05", "getMeV0", "GET /api/me"],
  ["AUT-15", "listOauthProviders", "GET /api/v1/oauth2/providers"],
  ["AUT-20", "startOauth", "GET /api/v1/oauth2/providers/:provider/authentication"],
  ["AUT-21", "finishOauth", "GET /api/v1/oauth2/providers/:provider/access-token"],
  ["DSL-02", "listTaskDatasetsV0", "GET /api/datasets"],
  ["DSL-05", "listMyDatasets", "GET /api/v1/me/datasets"],
  ["DSL-06", "listWorkspacesV0", "GET /api/workspaces"],
  ["FEN-04", "getDataset", "GET /api/v1/datasets/:dataset_id"],
  ["FEN-05", "getWorkspace", "GET /api/v1/workspaces/:workspace_id"],
  ["FEN-11", "listQuestions", "GET /api/v1/datasets/:dataset_id/questions"],
  ["FEN-13", "listFields", "GET /api/v1/datasets/:dataset_id/fields"],
  ["FEN-15", "listVectorSettings", "GET /api/v1/datasets/:dataset_id/vectors-settings"],
  ["FEN-18", "listMyMetadataProperties", "GET /api/v1/me/datasets/:dataset_id/metadata-properties"],
  ["FEN-19", "getMetadataPropertyMetrics", "GET /api/v1/metadata-properties/:metadata_property_id/metrics"],
  ["FEN-32", "getRecord", "GET /api/v1/records/:record_id"],
  ["FQU-03", "listMyRecords", "GET /api/v1/me/datasets/:dataset_id/records"],
  ["FQU-04", "searchMyRecords", "POST /api/v1/me/datasets/:dataset_id/records/search"],
  ["FRS-03", "createResponse", "POST /api/v1/records/:record_id/responses"],
  ["FRS-04", "updateResponse", "PUT /api/v1/responses/:response_id"],
  ["FRS-09", "deleteResponse", "DELETE /api/v1/responses/:response_id"],
  ["FFI-15", "listSuggestionOptions", "GET /api/v1/datasets/:dataset_id/records/search/suggestions/options"],
  ["FBU-04", "bulkSaveResponses", "POST /api/v1/me/responses/bulk"],
  ["FPR-01", "getMyDatasetMetrics", "GET /api/v1/me/datasets/:dataset_id/metrics"],
  ["FSE-22", "updateDataset", "PATCH /api/v1/datasets/:dataset_id"],
  ["FSE-23", "updateField", "PATCH /api/v1/fields/:field_id"],
  ["FSE-24", "updateQuestion", "PATCH /api/v1/questions/:question_id"],
  ["FSE-25", "updateVectorSettings", "PATCH /api/v1/vectors-settings/:vector_settings_id"],
  ["FSE-26", "updateMetadataProperty", "PATCH /api/v1/metadata-properties/:metadata_property_id"],
  ["FSE-27", "deleteDataset", "DELETE /api/v1/datasets/:dataset_id"],
  ["TEN-12", "getTaskDatasetV0", "GET /api/datasets/:name"],
  ["TEN-14", "updateTaskDatasetV0", "PATCH /api/datasets/:name"],
  ["TSE-01", "searchTaskRecordsV0", `POST /api/datasets/:name/:task${TASK}::search`],
  ["TST-14", "logTextRecordsV0", "POST /api/datasets/:name/TextClassification::bulk"],
  ["TST-14", "logTokenRecordsV0", "POST /api/datasets/:name/TokenClassification::bulk"],
  ["TST-14", "logText2TextRecordsV0", "POST /api/datasets/:name/Text2Text::bulk"],
  ["LAB-08", "getTaskSettingsV0", `GET /api/datasets/:name/:task${LABELED}/settings`],
  ["LAB-13", "updateTaskSettingsV0", `PATCH /api/datasets/:name/:task${LABELED}/settings`],
  ["RUL-03", "getLabelingRuleV0", `GET ${RULES}/:query`],
  ["RUL-04", "deleteLabelingRuleV0", `DELETE ${RULES}/:query`],
  ["RUL-05", "listLabelingRulesV0", `GET ${RULES}`],
  ["RUL-06", "getLabelingRulesMetricsV0", `GET ${RULES}/metrics`],
  ["RUL-08", "createLabelingRuleV0", `POST ${RULES}`],
  ["RUL-09", "updateLabelingRuleV0", `PATCH ${RULES}/:query`],
  ["RUL-10", "getLabelingRuleMetricsV0", `GET ${RULES}/:query/metrics`],
  ["RUL-12", "summarizeTaskMetricV0", `POST /api/datasets/:name/:task${TASK}/metrics/:metric::summary`],
  ["TSG-02", "deleteTaskDatasetV0", "DELETE /api/datasets/:name"],
];

test.each(CALLS)("%s %s is %s", (_, name, call) => {
  const { method, path } = routes[name];
  expect(`${method} ${path}`).toBe(call);
});
