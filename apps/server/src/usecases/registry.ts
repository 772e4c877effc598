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

type Area = { readonly reads?: Operations; readonly writes?: Operations };

/** Everything that the server can do, by name. Each call is one transaction, and runs in the thread with the data. */
const AREAS = [
  apiKeyCalls,
  invitationCalls,
  overviewCalls,
  peopleCalls,
  sessionCalls,
  signInCalls,
  updateUserCalls,
  userCalls,
  workspaceCalls,
  auditCalls,
  binCalls,
  deletionCalls,
  addRecordCalls,
  bringRecordCalls,
  bringDatasetCalls,
  changeRecordCalls,
  datasetCalls,
  usersProgressCalls,
  fieldAndQuestionCalls,
  findRecordCalls,
  mergeRecordCalls,
  propertyAndVectorCalls,
  responseCalls,
  suggestionCalls,
  historyCalls,
  importCalls,
  jobCalls,
  ownCalls,
  sharedStateCalls,
  snapshotCalls,
  bringTaskCalls,
  changeTaskRecordCalls,
  taskDatasetCalls,
  findTaskRecordCalls,
  logTaskRecordCalls,
  mergeTaskRecordCalls,
  taskMetricCalls,
  settingsAndRulesCalls,
  upkeepCalls,
  deliveryCalls,
  webhookCalls,
  {
    reads: {
      checkAccess,
      findCaller,
      scanTaskRecords,
      listOpenJobs,
      getJobOutcome,
      sizeUpExport,
      sizeUpTaskExport,
      sizeUpSnapshot,
      compareSnapshots,
    },
    writes: { writeHeld, beginJob, takeJobStep, noteJob, endJob, failJob, retryFailedJobs },
  },
] as const satisfies readonly Area[];

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllOf<Kind extends keyof Area> = Together<Extract<(typeof AREAS)[number], Required<Pick<Area, Kind>>>[Kind]>;

const allOf = <Kind extends keyof Area>(kind: Kind) =>
  Object.assign({}, ...AREAS.map((area: Area) => area[kind])) as { [Name in keyof AllOf<Kind>]: AllOf<Kind>[Name] }; // of all areas

export const reads = allOf("reads");
export const writes = allOf("writes");

/** The type of the store. */
export type Reads = typeof reads;
export type Writes = typeof writes;
