import type { RouteName } from "@postil/contract/routes";
import type { Speaker } from "./people.ts";
import * as seeds from "./role-seeds.ts";

/**
 * Who may make which call: ONE LINE FOR EVERY ROUTE of the table, in the words of the contract's "Who" columns (docs/contract:
 * api-v1 section 2, api-v0 1.2, own.md). A new route needs three lines, two of them in tests:
 *
 *   docs/contract/own.md             | `GET /things/{id}` | manager of the dataset | ... |
 *   tests/support/fuzz-seeds.ts      getThing: inMain,                       how to make a valid call
 *   here                             getThing: may("manager", "ROL-10"),     who may make it, by which requirement
 *
 * fuzz-seeds makes the call. If its call works only once or only for the owner, a third argument makes it (role-seeds.ts).
 * First the callers without the right make the call, then those with it. CASES has what depends on more than the route.
 */

/** The words of the contract and the callers they allow. `own` and `who began it` mean one user: even an owner is refused. */
export const WHO = {
  public: ["owner", "admin", "annotator", "admin elsewhere", "annotator elsewhere", "nobody"],
  any: ["owner", "admin", "annotator", "admin elsewhere", "annotator elsewhere"],
  privileged: ["owner", "admin", "admin elsewhere"],
  owner: ["owner"],
  member: ["owner", "admin", "annotator"],
  manager: ["owner", "admin"],
  // The annotator of the workspace wrote the response.
  "author-or-manager": ["owner", "admin", "annotator"],
  // Another member has no right to this response.
  "author who left": ["owner", "admin", "annotator elsewhere"],
  own: ["annotator"],
  "who began it": ["admin"],
  "who sent it": ["admin"],
} as const satisfies { readonly [word: string]: readonly Speaker[] };
export type Who = keyof typeof WHO;

export type Line = {
  readonly who: Who;
  readonly ids: string;
  readonly seed?: seeds.SeedFor;
  /** The statuses that allowed callers get if the call cannot succeed, because the named object does not exist. */
  readonly answers?: readonly number[];
  /** Other callers must not learn that the object exists: all of them, or these. */
  readonly hidden?: true | readonly Speaker[];
};
const may = (who: Who, ids: string, seed?: seeds.SeedFor): Line => ({ who, ids, ...(seed ? { seed } : {}) });
/** A file is seen by its sender alone. Who may send none is told that, whatever they name. */
const sentBy = (ids: string, seed: seeds.SeedFor): Line => ({
  ...may("who sent it", ids, seed),
  hidden: ["owner", "admin elsewhere"],
});

export const MATRIX: { readonly [N in RouteName]: Line } = {
  createToken: may("public", "AUT-01", seeds.signIn),
  createTokenV0: may("public", "AUT-01", seeds.signIn),
  exchangeSignInLink: may("public", "API-05", seeds.signInByLink),
  listOauthProviders: may("public", "AUT-15"),
  startOauth: { ...may("public", "AUT-20"), answers: [404] },
  finishOauth: { ...may("public", "AUT-22"), answers: [404] },
  getVersion: may("public", "API-05"),
  getServerVersion: may("public", "API-05"),
  getStatus: may("public", "API-05"),
  getHome: may("owner", "API-52"),
  getSettings: may("public", "API-05"),
  getInfoV0: may("public", "API-05"),
  getStatusV0: may("public", "API-05"),

  getMe: may("any", "AUT-05"),
  getMeV0: may("any", "AUT-05 AUT-06"),
  renewToken: { ...may("public", "AUT-14"), answers: [401] },
  signOut: may("any", "AUT-12"),
  getOtherSessions: may("any", "AUT-14"),
  endOtherSessions: may("any", "AUT-14"),
  listMyWorkspaces: may("any", "DSL-06"),
  listWorkspacesV0: may("any", "DSL-06"),
  listJobs: may("any", "ROL-09"),
  beginImport: may("manager", "API-49 IMP-07"),
  endImport: may("manager", "API-49 IMP-07"),
  takeBackImport: may("manager", "API-49 IMP-07"),
  bringDataset: may("owner", "MIG-02"),
  bringRecords: may("owner", "MIG-02"),
  bringTaskDataset: may("owner", "MIG-02"),
  bringTaskRecords: may("owner", "MIG-02"),
  getMyPreferences: may("any", "AUT-29"),
  listMyApiKeys: may("any", "AUT-32 ROL-12"),
  createMyApiKey: may("any", "AUT-32 ROL-12"),
  deleteMyApiKey: { ...may("own", "AUT-32 ROL-12", seeds.keyOfAnnotator), hidden: true },
  replaceMyApiKey: { ...may("any", "AUT-32 ROL-12"), answers: [409] },
  getMyPassword: may("any", "AUT-32"),
  changeMyPassword: { ...may("any", "AUT-32"), answers: [422] },
  exportMyData: may("any", "OPD-01"),
  changeMyPreferences: may("any", "AUT-29 AUT-32"),

  listAudit: may("owner", "ROL-12"),
  exportAudit: may("owner", "ROL-12"),
  getServerState: may("owner", "BAK-08 WAT-07"),
  // This server has no folder for them.
  makeBackup: { ...may("owner", "BAK-08"), answers: [422] },
  listUsers: may("owner", "ROL-12"),
  listUsersV0: may("owner", "ROL-12"),
  getUser: may("owner", "ROL-12"),
  listUserWorkspaces: may("owner", "ROL-12"),
  createUser: may("owner", "ROL-12"),
  updateUser: may("owner", "API-61 ROL-12"),
  createUserV0: may("owner", "ROL-12"),
  deleteUser: may("owner", "ROL-12"),
  deleteUserV0: may("owner", "ROL-12"),

  listPeople: may("privileged", "ROL-12"),
  countPeopleAnswers: may("privileged", "ROL-12"),
  createPerson: may("owner", "ROL-12"),
  changePerson: may("owner", "ROL-12"),
  resetPassword: may("owner", "ROL-12"),
  replacePersonKey: may("owner", "ROL-12"),
  listPersonKeys: may("owner", "ROL-12 AUT-32"),
  revokePersonKey: may("owner", "ROL-12 AUT-32"),
  signPersonOut: may("owner", "ROL-12"),
  deactivatePerson: may("owner", "ROL-12"),
  reactivatePerson: may("owner", "ROL-12"),
  countPersonWork: may("owner", "ROL-12"),
  exportPersonData: may("owner", "OPD-02"),
  deletePerson: may("owner", "ROL-12"),

  createInvitation: may("manager", "ROL-16"),
  createInvitations: may("privileged", "ROL-15 ROL-16"),
  findTakenUsernames: may("privileged", "ROL-15"),
  inviteUser: may("manager", "ROL-12 ROL-16", seeds.invited),
  withdrawInvitation: may("manager", "ROL-12 ROL-16", seeds.invited),
  readInvitation: may("public", "API-05", seeds.invitation),
  acceptInvitation: may("public", "API-05", seeds.invitation),

  getWorkspace: may("member", "ROL-09 FEN-05"),
  createWorkspace: may("owner", "ROL-12"),
  createWorkspaceV0: may("owner", "ROL-12"),
  deleteWorkspace: may("owner", "ROL-12"),
  listWorkspaces: may("privileged", "ROL-12"),
  countAnswersOfWorkspaces: may("privileged", "ROL-12"),
  countAnswersInWorkspace: may("manager", "ROL-12"),
  getWorkspaceOverview: may("manager", "ROL-12"),
  renameWorkspace: may("owner", "ROL-12"),
  listWorkspaceUsers: may("manager", "ROL-12"),
  listWorkspaceUsersV0: may("manager", "ROL-12"),
  addWorkspaceUser: may("owner", "ROL-12", seeds.newcomer),
  addWorkspaceUserV0: may("owner", "ROL-12", seeds.newcomerInPath),
  removeWorkspaceUser: may("manager", "ROL-12"),
  removeWorkspaceUserV0: may("manager", "ROL-12", seeds.newMember),

  listMyDatasets: may("member", "ROL-09 DSL-05"),
  createDataset: may("manager", "ROL-10"),
  getDataset: may("member", "ROL-09 FEN-04"),
  updateDataset: may("manager", "ROL-10 FSE-22"),
  publishDataset: may("manager", "ROL-10"),
  deleteDataset: may("manager", "ROL-10 ROL-06 FSE-27"),
  getMyDatasetMetrics: may("member", "ROL-09"),
  getDatasetProgress: may("member", "ROL-09 DSL-14"),
  listUsersProgress: may("member", "API-63 ROL-09"),
  countDatasetResponses: may("manager", "ROL-10 FSE-29"),

  listFields: may("member", "ROL-09 FEN-13"),
  createField: may("manager", "ROL-10"),
  updateField: may("manager", "ROL-10 FSE-23"),
  replaceField: may("manager", "DSB-04 ROL-10"),
  deleteField: may("manager", "ROL-10"),
  listQuestions: may("member", "ROL-09 FEN-11"),
  createQuestion: may("manager", "ROL-10"),
  updateQuestion: may("manager", "ROL-10 FSE-24"),
  replaceQuestion: may("manager", "DSB-04 ROL-10"),
  orderParts: may("manager", "DSB-05 ROL-10"),
  deleteQuestion: may("manager", "ROL-10", seeds.ofOwnDraft("questionId", "question_id")),
  getQuestionUsage: may("manager", "ROL-10 FSE-24"),
  listMyMetadataProperties: may("member", "ROL-09 FEN-18"),
  createMetadataProperty: may("manager", "ROL-10"),
  updateMetadataProperty: may("manager", "ROL-10 FSE-26"),
  deleteMetadataProperty: may("manager", "ROL-10", seeds.ofOwnDraft("propertyId", "metadata_property_id")),
  // The property is hidden from annotators.
  getMetadataPropertyMetrics: may("manager", "ROL-04 FEN-19"),
  listVectorSettings: may("member", "ROL-09 FEN-15"),
  createVectorSettings: may("manager", "ROL-10"),
  updateVectorSettings: may("manager", "ROL-10 FSE-25"),
  deleteVectorSettings: may("manager", "ROL-10", seeds.ofOwnDraft("vectorSettingsId", "vector_settings_id")),
  listVectorsOfRecords: may("member", "ROL-09"),
  listPictureHosts: may("member", "ROL-09"),
  setPictureHosts: may("manager", "ROL-10"),

  listRecords: may("manager", "ROL-09"),
  listMyRecords: may("member", "ROL-09"),
  createRecords: may("manager", "ROL-10"),
  bulkCreateRecords: may("manager", "ROL-10"),
  bulkUpsertRecords: may("manager", "ROL-10"),
  getAddTarget: may("manager", "IMP-30 ROL-10"),
  getTaskAddTarget: may("manager", "IMP-70 ROL-10"),
  mergeRecords: may("manager", "IMP-30 ROL-10"),
  updateRecords: may("manager", "ROL-10"),
  deleteRecords: may("manager", "ROL-10"),
  getRecord: may("member", "ROL-09"),
  updateRecord: may("manager", "ROL-10"),
  deleteRecord: may("manager", "ROL-10"),
  getRecordHistory: may("member", "ROL-09"),
  searchMyRecords: may("member", "ROL-09"),
  searchRecords: may("manager", "ROL-09"),
  listSuggestionOptions: may("member", "ROL-09"),
  createResponse: may("member", "ROL-11", seeds.unanswered),
  updateResponse: may("author-or-manager", "FRS-11 ROL-11", seeds.responseOfAnnotator),
  deleteResponse: may("author-or-manager", "FRS-11 ROL-11", seeds.responseOfAnnotator),
  // Each item is checked as createResponse is: permissions.test.ts.
  bulkSaveResponses: may("any", "ROL-11"),
  listSuggestions: may("member", "ROL-09"),
  upsertSuggestion: may("manager", "ROL-10"),
  deleteSuggestions: may("manager", "ROL-10", seeds.ownSuggestions),
  deleteSuggestion: may("manager", "ROL-10", seeds.ownSuggestion),

  listMyFlags: may("member", "ROL-11"),
  flagRecord: may("member", "ROL-11"),
  unflagRecord: may("member", "ROL-11"),
  listMyTaskFlags: may("member", "ROL-11"),
  flagTaskRecord: may("member", "ROL-11"),
  unflagTaskRecord: may("member", "ROL-11"),
  listMyViews: may("member", "ROL-11"),
  createView: may("member", "ROL-11"),
  listMyTaskViews: may("member", "ROL-11"),
  createTaskView: may("member", "ROL-11"),
  updateView: { ...may("own", "ROL-11", seeds.viewOfAnnotator), hidden: true },
  deleteView: { ...may("own", "ROL-11", seeds.viewOfAnnotator), hidden: true },

  exportDataset: may("manager", "ROL-10 EXP-01"),
  sizeUpExport: may("manager", "ROL-10 EXP-04"),
  exportTaskDataset: may("manager", "ROL-10 EXP-01"),
  sizeUpTaskExport: may("manager", "ROL-10 EXP-04"),
  listSnapshots: may("manager", "SNP-04"),
  takeSnapshot: may("manager", "SNP-04"),
  exportSnapshot: may("manager", "SNP-04"),
  sizeUpSnapshot: may("manager", "SNP-04"),
  compareSnapshots: may("manager", "SNP-04 SNP-09"),
  deleteSnapshot: may("manager", "SNP-04"),
  getExport: { ...may("who began it", "EXP-04", seeds.exportOfAdmin), hidden: true },
  uploadFile: may("privileged", "IMP-01"),
  listUploads: may("privileged", "IMP-01"),
  getUpload: sentBy("IMP-01", seeds.fileOfAdmin),
  understandUpload: sentBy("IMP-03", seeds.understoodOfAdmin),
  importUpload: sentBy("IMP-05", seeds.importedOfAdmin),
  addUpload: sentBy("IMP-30 IMP-32", seeds.addedOfAdmin),
  getRefusedRows: sentBy("IMP-06", seeds.refusedOfAdmin),
  deleteUpload: sentBy("IMP-05", seeds.fileOfAdmin),
  // The job may be done by then.
  changeJob: { ...may("manager", "ROL-10"), answers: [200, 409] },
  listWebhooks: may("owner", "HOK-01"),
  createWebhook: may("owner", "HOK-01"),
  updateWebhook: may("manager", "HOK-02"),
  deleteWebhook: may("manager", "HOK-02"),
  pingWebhook: may("manager", "HOK-02"),
  listWebhookStates: may("privileged", "HOK-02"),
  createWorkspaceWebhook: may("manager", "HOK-02"),
  listWebhookDeliveries: may("manager", "HOK-10"),
  sendWebhookDelivery: may("manager", "HOK-10"),

  listDeleted: may("privileged", "BIN-03"),
  getDeleted: may("manager", "BIN-03"),
  restoreDeleted: may("manager", "BIN-03"),
  removeDeleted: may("manager", "BIN-03"),

  listTaskDatasetsV0: { ...may("member", "ROL-09 DSL-02"), hidden: true },
  createTaskDatasetV0: may("manager", "ROL-10"),
  getTaskDatasetV0: may("member", "ROL-09"),
  updateTaskDatasetV0: may("member", "ROL-11 TEN-14"),
  deleteTaskDatasetV0: may("manager", "ROL-10 ROL-06"),
  copyTaskDatasetV0: may("manager", "ROL-10"),
  closeTaskDatasetV0: may("manager", "ROL-10"),
  openTaskDatasetV0: may("manager", "ROL-10"),
  getTaskSettingsV0: may("member", "ROL-09", seeds.savedTaskSettings),
  updateTaskSettingsV0: may("manager", "ROL-10"),
  putTaskSettingsV0: may("manager", "ROL-10"),
  deleteTaskSettingsV0: may("manager", "ROL-10"),
  listLabelingRulesV0: may("member", "ROL-09"),
  createLabelingRuleV0: may("member", "ROL-11"),
  getLabelingRuleV0: may("member", "ROL-09"),
  updateLabelingRuleV0: may("member", "ROL-11"),
  deleteLabelingRuleV0: may("member", "ROL-11"),
  getLabelingRulesMetricsV0: may("member", "ROL-09", seeds.readableRule),
  getLabelingRuleMetricsV0: may("member", "ROL-09", seeds.readableRule),
  listTaskMetricsV0: may("member", "ROL-09"),
  summarizeTaskMetricV0: may("member", "ROL-09"),
  logTextRecordsV0: may("member", "ROL-11"),
  answerTaskRecords: may("member", "ROL-11"),
  mergeTaskRecords: may("manager", "IMP-44 ROL-10"),
  logTokenRecordsV0: may("member", "ROL-11"),
  logText2TextRecordsV0: may("member", "ROL-11"),
  getTaskRecordV0: may("member", "ROL-09"),
  updateTaskRecordV0: may("member", "ROL-11"),
  getTaskRecordHistory: may("member", "ROL-09"),
  searchTaskRecordsV0: may("member", "ROL-09"),
  scanTaskRecordsV0: may("member", "ROL-09"),
  deleteTaskRecordsV0: may("member", "ROL-11"),
};

/** Cases that depend on more than the route. */
export const CASES: readonly (Line & { readonly name: RouteName; readonly when: string })[] = [
  { name: "listMyDatasets", when: "without a workspace", ...may("any", "ROL-09 DSL-05", () => ({})) },
  { name: "listTaskDatasetsV0", when: "without a workspace", ...may("any", "ROL-09 DSL-02", () => ({})) },
  {
    name: "getMetadataPropertyMetrics",
    when: "that annotators may see",
    ...may("member", "ROL-04 FEN-19", seeds.visibleProperty),
  },
  {
    name: "updateResponse",
    when: "of one who has left the workspace",
    ...may("author who left", "FRS-11", seeds.responseOfFormerMember),
  },
  {
    name: "deleteResponse",
    when: "of one who has left the workspace",
    ...may("author who left", "FRS-11", seeds.responseOfFormerMember),
  },
  {
    name: "deleteTaskRecordsV0",
    when: "for good, not to the discarded ones",
    ...may("manager", "ROL-10", seeds.deletionOfRecords),
  },
  { name: "copyTaskDatasetV0", when: "to another workspace", ...may("owner", "ROL-10", seeds.copyElsewhere) },
];
