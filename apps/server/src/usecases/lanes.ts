import type { FilteredScope, RecordsQuery, SearchQuery } from "@postil/domain/search/record-criteria";
import { asksNothing, type TaskQuery } from "@postil/domain/search/task-query";
import { isById, readScanPlace } from "@postil/domain/search/task-sort";
import type { Lane, Operations } from "../storage/store.ts";
import type { Reads, Writes } from "./registry.ts";

/** The lane of each read, or a function of the input. There is no default: a read without a lane does not compile. */
export type Lanes<R extends Operations> = {
  readonly [K in keyof R]: Lane | ((input: Parameters<R[K]>[1]) => Lane);
};

/**
 * The lanes say which reads wait for each other. Bitmaps, counters and rows by key answer most reads. A search uses an index
 * of values or words, and takes the time to go through all matches. Some reads go through every response or every value of a
 * dataset.
 */
const LANES: Lanes<Reads> = {
  checkAccess: "short",
  findCaller: "short",
  reshowSession: "short",
  findCredentials: "short",
  listAudit: "search",
  countAudit: "scan",
  countOtherSessions: "short",
  listPersonSessions: "short",
  findOwner: "short",
  readInvitation: "short",
  findTakenUsernames: "short",
  listUsers: "short",
  getUser: "short",
  listUserWorkspaces: "short",
  listPeople: "short",
  countPeopleAnswers: "scan",
  countPersonWork: "search",
  listPersonKeys: "short",
  getWorkspace: "short",
  listWorkspaceUsers: "short",
  listWorkspaces: "short",
  countAnswersOfWorkspaces: "scan",
  countAnswersInWorkspace: "scan",
  getWorkspaceOverview: "long",
  listOwnDatasets: "short",
  getDataset: "short",
  checkNewDataset: "short",
  listImports: "short",
  listTaskDatasets: "short",
  getTaskDataset: "short",
  getTaskSettings: "short",
  listLabelingRules: "short",
  getLabelingRule: "short",
  getRuleMetrics: "search",
  getRulesMetrics: "search",
  listTaskMetrics: "short",
  summarizeTaskMetric: ({ query }) => laneOfTaskQuery(query),
  listFields: "short",
  listQuestions: "short",
  getQuestionUsage: "scan",
  listOwnMetadataProperties: "short",
  getMetadataPropertyMetrics: "scan",
  listVectorSettings: "short",
  listVectorsOfRecords: "short",
  listRecords: ({ query }) => laneOfList(query),
  listOwnRecords: ({ query }) => laneOfList(query),
  searchRecords: ({ query, search }) => laneOfSearch(query, search),
  searchOwnRecords: ({ query, search }) => laneOfSearch(query, search),
  searchSimilarRecords: "vectors",
  searchOwnSimilarRecords: "vectors",
  tryMergeRecords: "long",
  getAddTarget: "short",
  getTaskAddTarget: "short",
  getRecord: "short",
  listSuggestions: "short",
  listSuggestionAgents: "short",
  getRecordHistory: "short",
  getTaskRecord: "short",
  tryMergeTaskRecords: "long",
  searchTaskRecords: ({ query }) => laneOfTaskQuery(query),
  scanTaskRecords: ({ query, sort, place }) => {
    const by = (place === null ? null : readScanPlace(place)?.sort) ?? sort;
    return asksNothing(query) && (by.length === 0 || isById(by)) ? "long" : laneOfTaskQuery(query);
  },
  findRecordsToEnd: ({ query }) => laneOfTaskQuery(query),
  getTaskRecordHistory: "short",
  listOwnFlags: "short",
  listOwnTaskFlags: "short",
  listOwnViews: "short",
  listOwnTaskViews: "short",
  getOwnPreferences: "short",
  listOwnApiKeys: "short",
  getOwnPassword: "short",
  listPictureHosts: "short",
  listJobs: "short",
  listDeleted: "long",
  getDeleted: "short",
  hasExpired: "short",
  listWebhooks: "short",
  listWebhookStates: "short",
  listWebhookDeliveries: "short",
  findDueLanes: "short",
  readWaitingEvents: "short",
  hasLeftDeliveries: "short",
  listOpenJobs: "short",
  getJobOutcome: "short",
  getOwnMetrics: "short",
  getTeamProgress: "short",
  listUsersProgress: "long",
  countResponses: "short",
  sizeUpExport: "scan",
  sizeUpTaskExport: "scan",
  sizeUpSnapshot: "scan",
  compareSnapshots: "scan",
  listSnapshots: "short",
  roomForSnapshot: "short",
  listSnapshotFiles: "short",
  readFailures: "short",
  hasSignInLink: "short",
  checkDerived: "scan",
  listBeyondBounds: "short",
  measureStore: "short",
  readFileRoom: "short",
  readMovedRows: "scan",
  lastMovedRow: "scan",
  lastNumberOf: "short",
  sumOfTable: "scan",
};

/** Maximum number of records on a short page. Larger pages, or pages with vectors, take longer to read and to write. */
const SHORT_PAGE = 100;

function laneOfList({ metadata, sort, limit, include }: RecordsQuery): Lane {
  if (metadata.length > 0 || sort.length > 0) return "search";
  return limit > SHORT_PAGE || include.vectors !== "none" ? "long" : "short";
}

function laneOfSearch(query: RecordsQuery, { text, filters, sort }: SearchQuery): Lane {
  if ([...filters, ...sort].some(({ scope }) => isUnindexed(scope))) return "scan";
  return text || filters.length > 0 || sort.length > 0 ? "search" : laneOfList(query);
}

/** These fields may be read from the documents: agents' values, word metrics, and tests for existence. */
const IN_DOCUMENTS = /\b(?:predictions|annotations|metrics(?!\.text_length\b)|tokens|_exists_)\b|:\*/;

const laneOfTaskQuery = ({ text, uncoveredByRules, vector }: TaskQuery): Lane => {
  if (vector) return "vectors";
  return [text, ...uncoveredByRules].some((one) => IN_DOCUMENTS.test(one)) ? "scan" : "search";
};

/** Answers and the types of suggestions have no index by value. */
const isUnindexed = (scope: FilteredScope): boolean =>
  (scope.entity === "response" && scope.question !== null) ||
  (scope.entity === "suggestion" && scope.property === "type");

export function laneOf<K extends keyof Reads>(name: K, input: Parameters<Reads[K]>[1]): Lane {
  const lane = LANES[name];
  return typeof lane === "function" ? lane(input) : lane;
}

/** Writes that are allowed while the disk is full: without them nobody could sign in, read or export anything (API-51). */
export const WRITTEN_WHEN_FULL: ReadonlySet<string> = new Set([
  "beginSession",
  // For a known account it writes only what the claims have changed.
  "signInThroughProvider",
  "renewSession",
  "endOwnSession",
  "endOtherSessions",
  "noteFailedSignIn",
  "noteExport",
  "noteKeyUses",
  "noteReads",
  // An import that fails because the disk is full leaves nothing.
  "takeBackImport",
  // Writes of the server start, before anybody signs in.
  "createFirstOwner",
  "addMissingWorkspaces",
  "takeBackImports",
] satisfies (keyof Writes)[]);
