import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { EVERY_TASK_RECORD } from "@postil/domain/search/task-query";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { headLine } from "../src/export/kept-file.ts";
import type { Context, Lane } from "../src/storage/store.ts";
import { laneOf } from "../src/usecases/lanes.ts";
import { type Reads, reads, type Writes, writes } from "../src/usecases/registry.ts";
import { type MemoryStore, openMemoryStore, type Plan } from "./support/memory-store.ts";
import { addSearchable } from "./support/search-dataset.ts";

/** SQLite explains the statements that the use cases really run: which of them grow with the dataset. */

let store: MemoryStore;
let inputs: Inputs;
const snapshots = mkdtempSync(join(tmpdir(), "postil-plans-"));
beforeAll(async () => {
  store = await openMemoryStore();
  inputs = await inputsFor(store);
});
afterAll(() => {
  store.close();
  rmSync(snapshots, { recursive: true });
});

type Operations = Reads & Writes;
type Input<O extends keyof Operations> = Parameters<Operations[O]>[1];
/** Inputs of every read: a new read without an input here does not compile. */
type Inputs = { readonly [K in keyof Reads]: Input<K> };

const QUERY: Input<"listRecords">["query"] = {
  include: { responses: true, suggestions: true, vectors: "all" },
  statuses: ["pending", "submitted"],
  metadata: [],
  sort: [],
  offset: 0,
  limit: 10,
};
const FILE = {
  shape: "full",
  gzip: false,
  disagreement: "leave_out",
  guard: true,
  question: null,
  pseudonyms: null,
} as const;
const PARTS = { responses: true, suggestions: true, metadata: true, vectors: true };
const FOUND = { ...EVERY_TASK_RECORD, text: "words", status: ["Default"] };
const METRIC_OPTIONS = { size: null, interval: null, ruleQuery: null, labels: [], queries: [] };
const ASKS_NOTHING = { text: null, vector: null, filters: [], sort: [] };

const LIFETIMES = { token: 60, renewed: 60 };

async function inputsFor({ db, as, owner }: MemoryStore): Promise<Inputs> {
  const context = as(owner);
  const { datasetId, questionIds } = await addSearchable(store, "records");
  const questionId = questionIds.label ?? "";
  const { id: workspaceId } = await db.selectFrom("workspace").select("id").executeTakeFirstOrThrow();
  const { items } = await writes.bulkUpsertRecords(context, { datasetId, records: [recordWith(questionId, owner.id)] });
  const recordId = items[0]?.id ?? "";
  const property = await db.selectFrom("metadata_property").select("id").where("name", "=", "lang").executeTakeFirst();
  const task = { name: "task", workspace: "first", task: "Text2Text", tags: {}, metadata: {} } as const;
  await writes.createTaskDataset(context, task);
  const texts = { name: "texts", workspace: "first", task: "TextClassification" } as const;
  await writes.createTaskDataset(context, { ...texts, tags: {}, metadata: {} });
  await writes.saveTaskSettings(context, { ...texts, change: { vectors: { v: 3 } } });
  const logged = { id: "1", status: "Default", clear: [], inputs: { text: "words" }, multi_label: false } as const;
  await writes.logTaskRecords(context, { ...texts, tags: {}, metadata: {}, records: [logged] });
  const rule = { query: "words", labels: ["good"], label: null, description: null };
  await writes.createLabelingRule(context, { ...texts, rule });
  const gone = { ...task, name: "gone" };
  await writes.createTaskDataset(context, gone);
  await writes.deleteTaskDataset(context, { ...gone, keepDays: 30 });
  const hook = { url: "https://hooks.invalid/", events: ["dataset.created"], description: null } as const;
  const { id: webhookId } = await writes.createWebhook(context, hook);
  await writes.pingWebhook(context, { webhookId, version: "1" });
  const { id: deletedId } = await db.selectFrom("deleted_dataset").select("id").executeTakeFirstOrThrow();
  const { id: snapshotId } = await writes.takeSnapshot(context, {
    ...{ datasetId, name: "one", room: { most: 9, bytes: 9 } },
  });
  const { key } = await db.selectFrom("snapshot").select("key").executeTakeFirstOrThrow();
  const taken = { records: 0, answers: 0, position: 0, hash: "", taken_at: 1, bytes: 1 };
  const facts = { people: 0, suggestions: 0, agents: 0, properties: 0, vectors: [] };
  await writes.finishSnapshot(context, { key, taken, digests: "{}", facts: JSON.stringify(facts) });
  const definition = { questions: [], fields: [], properties: [], vectors: [], text: "{}" };
  const head = headLine({ version: 1, family: "dataset", definition });
  writeFileSync(join(snapshots, `${snapshotId}.gz`), gzipSync(head));
  const searched = { datasetId, query: QUERY, search: ASKS_NOTHING };
  const like: Input<"searchRecords">["search"]["vector"] = { name: "v", order: "most_similar", like: { recordId } };
  const similar = { datasetId, query: QUERY, search: { ...ASKS_NOTHING, vector: like } };
  const from = { address: "192.0.2.7", userAgent: "", session: null };
  const begun = {
    user: owner,
    passwordHash: null,
    renews: true,
    lifetimes: LIFETIMES,
    told: { how: "link" },
    from,
    network: "192.0.2.0/24",
    through: null,
  } as const;
  const { id: session, number } = await writes.beginSession(context, begun);
  return {
    reshowSession: { userId: owner.id, session, number, lifetimes: LIFETIMES, from },
    checkAccess: {
      manages: true,
      named: { dataset_id: datasetId, record_id: recordId, question_id: questionId },
      taskDataset: texts,
    },
    findCaller: { apiKey: "key" },
    findCredentials: { username: "owner" },
    countOtherSessions: undefined,
    listPersonSessions: { userId: owner.id },
    listAudit: { people: [], groups: [], since: null, search: "", before: null, limit: 50 },
    countAudit: { people: [], groups: [], since: null, search: "" },
    findOwner: { username: "owner" },
    findTakenUsernames: { usernames: ["owner"] },
    readInvitation: { code: "some code" },
    listUsers: undefined,
    getUser: { userId: owner.id },
    listUserWorkspaces: { userId: owner.id },
    listPeople: undefined,
    countPeopleAnswers: undefined,
    countPersonWork: { userId: owner.id },
    listPersonKeys: { userId: owner.id },
    getWorkspace: { workspaceId },
    listWorkspaceUsers: { workspaceId },
    listWorkspaces: undefined,
    countAnswersOfWorkspaces: undefined,
    countAnswersInWorkspace: { workspaceId },
    getWorkspaceOverview: { workspaceId },
    listOwnDatasets: { workspaceId: null, name: null, status: null },
    getDataset: { datasetId },
    checkNewDataset: { workspaceId, name: "new", family: "feedback" },
    listImports: undefined,
    listTaskDatasets: { workspace: null },
    getTaskDataset: { name: "task", workspace: "first" },
    getTaskRecord: { ...texts, id: "1" },
    searchTaskRecords: { ...texts, query: FOUND, sort: [], from: 0, limit: 10, metrics: false },
    scanTaskRecords: {
      ...texts,
      query: EVERY_TASK_RECORD,
      sort: [],
      nextId: "0",
      place: null,
      fields: ["id"],
      limit: 10,
    },
    findRecordsToEnd: { ...texts, query: FOUND, discard: false },
    getTaskRecordHistory: { ...texts, id: "1", before: null, limit: 20 },
    getTaskSettings: texts,
    listLabelingRules: texts,
    getLabelingRule: { ...texts, query: "words" },
    getRuleMetrics: { ...texts, query: "words", labels: [] },
    getRulesMetrics: texts,
    listTaskMetrics: texts,
    summarizeTaskMetric: { ...texts, metric: "F1", query: EVERY_TASK_RECORD, options: METRIC_OPTIONS },
    sizeUpExport: {
      datasetId,
      ...FILE,
      format: "jsonl",
      parts: { responses: true, suggestions: true, metadata: true, vectors: true },
      records: null,
    },
    sizeUpTaskExport: {
      ...texts,
      ...FILE,
      format: "csv",
      parts: { responses: true, suggestions: true, metadata: true, vectors: true },
      query: null,
    },
    listFields: { datasetId },
    listQuestions: { datasetId },
    getQuestionUsage: { questionId },
    listOwnMetadataProperties: { datasetId },
    getMetadataPropertyMetrics: { propertyId: property?.id ?? "" },
    listVectorSettings: { datasetId },
    listVectorsOfRecords: { datasetId, recordIds: [recordId] },
    listRecords: { datasetId, query: QUERY },
    listOwnRecords: { datasetId, query: QUERY },
    searchRecords: searched,
    searchOwnRecords: searched,
    searchSimilarRecords: similar,
    searchOwnSimilarRecords: similar,
    tryMergeRecords: {
      datasetId,
      records: [{ ...recordWith(questionId, owner.id), fields: { q: "other words" }, metadata: null, responses: [] }],
      existing: "update",
      samples: 1,
    },
    getAddTarget: { datasetId },
    tryMergeTaskRecords: {
      ...{ ...texts, task: "TextClassification", existing: "update", overwrite: false, samples: 1 },
      records: [{ id: "1", status: "Default", clear: [], inputs: { text: "other" }, multi_label: false }],
    },
    getTaskAddTarget: texts,
    getRecord: { recordId, withOwnResponse: true },
    listSuggestions: { recordId },
    listSuggestionAgents: { datasetId },
    getRecordHistory: { recordId, before: null, limit: 10 },
    listOwnFlags: { datasetId, offset: 0, limit: 10 },
    listOwnViews: { datasetId },
    listOwnTaskFlags: { ...texts, offset: 0, limit: 10 },
    listOwnTaskViews: texts,
    getOwnPreferences: undefined,
    listOwnApiKeys: undefined,
    getOwnPassword: undefined,
    listPictureHosts: { datasetId },
    listJobs: { datasetId },
    listSnapshots: { datasetId },
    roomForSnapshot: { bytes: 1 },
    listSnapshotFiles: undefined,
    compareSnapshots: { snapshotId, withId: null, folder: snapshots, server: null },
    sizeUpSnapshot: { ...FILE, format: "jsonl", snapshotId, folder: snapshots, server: null, parts: PARTS },
    listDeleted: { keepDays: 30 },
    getDeleted: { deletedId, keepDays: 30 },
    hasExpired: { keepDays: 30 },
    listWebhooks: undefined,
    listWebhookStates: undefined,
    listWebhookDeliveries: { webhookId },
    findDueLanes: { sending: [] },
    readWaitingEvents: { webhookKey: 1, lane: 0 },
    hasLeftDeliveries: undefined,
    listOpenJobs: { known: [1] },
    getJobOutcome: { key: 1 },
    getOwnMetrics: { datasetId },
    getTeamProgress: { datasetId },
    listUsersProgress: { datasetId },
    countResponses: { datasetId },
    readFailures: { rows: [{ kind: "network", key: "192.0.2.7" }] },
    hasSignInLink: { code: "some code" },
    checkDerived: undefined,
    listBeyondBounds: undefined,
    measureStore: undefined,
    readFileRoom: undefined,
    readMovedRows: { table: "response", after: [1, 0, 1] },
    lastMovedRow: { table: "response" },
    lastNumberOf: { table: "job" },
    sumOfTable: { table: "response" },
  };
}

const recordWith = (questionId: string, userId: string): Input<"bulkUpsertRecords">["records"][number] => ({
  id: null,
  externalId: "one",
  fields: { q: "words" },
  metadata: { lang: "en", n: 1 },
  suggestions: [{ questionId, value: "good", score: 0.5, agent: "m", type: "model" }],
  responses: [{ userId, status: "submitted", values: { label: { value: "good" } } }],
  vectors: { v: [1, 2, 3] },
});

/** Tables with a row or more for each record. */
const OF_RECORDS = new Set(["record", "response", "suggestion", "vector", "filter_value", "activity"]);
const isOfRecords = (table: string) => OF_RECORDS.has(table) || table.startsWith("text_");

/** Returns the steps that scan all records of one dataset or of all datasets. */
function wholeSteps({ sql, steps }: Plan): string[] {
  const tables = new Map(
    [...sql.matchAll(/"?(\w+)"? as "?(\w+)"?/gi)].map(([, table = "", alias = ""]) => [alias, table]),
  );
  return steps.filter((step) => {
    const [, how, name = "", rest = ""] = /^(SCAN|SEARCH) (\w+)(.*)$/.exec(step) ?? [];
    if (!isOfRecords(tables.get(name) ?? name)) return false;
    // A full-text table looks up row ids and does not scan.
    return (how === "SCAN" && !rest.includes("VIRTUAL TABLE INDEX 0:=")) || / \(dataset_key=\?\)/.test(rest);
  });
}

async function wholeStepsOf(run: (context: Context) => Promise<unknown>): Promise<string[]> {
  const { context, plans } = store.explaining(store.owner);
  await run(context);
  expect(plans.length).toBeGreaterThan(0);
  return plans.flatMap(wholeSteps);
}

const NAMES = Object.keys(reads) as (keyof Reads)[]; // its own keys
/** The input belongs to the read of the same name. The types of a loop cannot express this. */
const runRead = (name: keyof Reads) => wholeStepsOf((context) => reads[name](context, inputs[name] as never));
/** A long page reads the same as a short one, only more of it. */
const BY_KEYS: ReadonlySet<Lane> = new Set(["short", "long"]);
const laneWith = (name: keyof Reads) => laneOf(name, inputs[name] as never);

test.each(NAMES)(
  "FQU-03 %s, if it waits with the short reads or the long pages, runs nothing that goes through a dataset",
  async (name) => {
    const whole = await runRead(name);
    if (BY_KEYS.has(laneWith(name))) expect(whole).toEqual([]);
    else expect([...WHOLE, ...SIMILAR]).toContain(name);
  },
);

const WHOLE: readonly string[] = [
  // Work of a week, and work of one person.
  "countPeopleAnswers",
  "countPersonWork",
  // Audit entries, by actor and by kind.
  "listAudit",
  "countAudit",
  // Events of all datasets.
  "hasLeftDeliveries",
  // Work of a week, by workspace and in one workspace.
  "countAnswersOfWorkspaces",
  "countAnswersInWorkspace",
  "getMetadataPropertyMetrics",
  "getQuestionUsage",
  "checkDerived",
  // All rows of a table, for its move to another engine.
  "readMovedRows",
  "lastMovedRow",
  "sumOfTable",
  "sizeUpExport",
  "sizeUpTaskExport",
  // Reads a file.
  "sizeUpSnapshot",
  "compareSnapshots",
  // By words and filters.
  "searchTaskRecords",
  "findRecordsToEnd",
  "getRuleMetrics",
  "getRulesMetrics",
  "summarizeTaskMetric",
] satisfies (keyof Reads)[];
const SIMILAR: readonly string[] = ["searchSimilarRecords", "searchOwnSimilarRecords"] satisfies (keyof Reads)[];

test("FQU-03 FSE-30 counting what uses the options of a question goes through every response, in the lane for that", async () => {
  expect(await runRead("getQuestionUsage")).toEqual([expect.stringContaining("response")]);
  expect(laneWith("getQuestionUsage")).toBe("scan");
});

test("FFI-12 a search by what was answered goes through every response, in the lane for that", async () => {
  const scope = { entity: "response", question: "label", property: null } as const;
  const search = { ...ASKS_NOTHING, filters: [{ type: "terms", scope, values: ["good"] }] } as const;
  const input = { ...inputs.searchOwnRecords, search };
  expect(await wholeStepsOf((context) => reads.searchOwnRecords(context, input))).not.toEqual([]);
  expect(laneOf("searchOwnRecords", input)).toBe("scan");
});

test("AUT-14 a sign-in looks at nobody else's hash, however many people brought one", async () => {
  const { context, plans } = store.explaining(store.owner);
  await reads.findCredentials(context, inputs.findCredentials);
  const ofUsers = plans.flatMap(({ steps }) => steps).filter((step) => / user\b/.test(step));
  expect(ofUsers).toHaveLength(3);
  for (const step of ofUsers) expect(step).toMatch(/^SEARCH user USING INDEX user_(username|brought_cost)\b/);
});

test("AUT-14 a sign-in that fails is found again by one look, however long the trail is", async () => {
  const { context, plans } = store.explaining(store.owner);
  const from = { address: "192.0.2.7", userAgent: "", session: null };
  await writes.noteFailedSignIn(context, { username: "ann", told: { how: "password" }, from });
  const [found] = plans;
  expect(found?.sql).toMatch(/^select "key" from "audit"/);
  expect(found?.steps).toEqual(["SEARCH audit USING INDEX audit_repeat (kind=? AND address=? AND at>?)"]);
});

test("AUT-14 what stands under a name is found along an index in its order, however long the trail is", async () => {
  const { context, plans } = store.explaining(store.owner);
  const filter = { people: ["nora"], groups: [], since: null, search: "" };
  await reads.listAudit(context, { ...filter, before: 1000, limit: 50 });
  const steps = plans.flatMap((plan) => plan.steps);
  expect(steps.filter((step) => / audit/.test(step))).toEqual(["SEARCH audit USING INDEX audit_who (who=? AND key<?)"]);
  expect(steps.join()).not.toContain("TEMP B-TREE");
});

test("AUT-14 the names of the trail are counted from an index that holds what is counted", async () => {
  const { context, plans } = store.explaining(store.owner);
  await reads.countAudit(context, { people: [], groups: [], since: 1, search: "" });
  const ofNames = plans.filter((plan) => /group by "audit"."who"/.test(plan.sql)).flatMap(({ steps }) => steps);
  expect(ofNames).toContainEqual(expect.stringMatching(/^SEARCH audit USING (COVERING )?INDEX audit_who \(who>\?\)/));
  const [index] = await sql<{ columns: string }>`
    select group_concat(name) as columns from pragma_index_info('audit_who')
  `
    .execute(context.db)
    .then(({ rows }) => rows);
  expect(index?.columns).toBe("who,key,at,kind,actor,actor_id");
});

test("HOK-04 an answer that no webhook wants costs one look at the webhooks, by its workspace", async () => {
  const { context, plans } = store.explaining(store.owner);
  const items = [{ recordId: inputs.getRecord.recordId, status: "submitted", values: answers }] as const;
  await writes.saveOwnResponses(context, { items, shownMs: null });
  const looks = plans.filter(({ sql: text }) => text.includes("webhook"));
  expect(looks).toHaveLength(1);
  expect(looks[0]?.sql).toMatch(/^select "key", "events"/);
  expect(looks[0]?.steps.join()).toMatch(/webhook_workspace/);
});

/** Writes that people wait for while they label or fill a dataset. Each takes equally long in a large and a small dataset. */
type Write = readonly [name: string, run: (context: Context) => Promise<unknown>];
const NOTHING_MORE = { metadata: { lang: "de" }, suggestions: [], responses: [], vectors: {} };
const answers = { label: { value: "bad" } };
const WRITES: readonly Write[] = [
  [
    "records found by external id",
    (context) =>
      writes.bulkUpsertRecords(context, { ...inputs.getDataset, records: [recordWith(questionId(), store.owner.id)] }),
  ],
  [
    "records found by id",
    (context) =>
      writes.bulkUpsertRecords(context, {
        ...inputs.getDataset,
        records: [{ id: inputs.getRecord.recordId, externalId: null, fields: null, ...NOTHING_MORE }],
      }),
  ],
  [
    "an answer",
    (context) =>
      writes.saveOwnResponses(context, {
        items: [{ recordId: inputs.getRecord.recordId, status: "draft", values: answers }],
        shownMs: null,
      }),
  ],
  [
    "records deleted",
    (context) =>
      writes.deleteRecords(context, { ...inputs.getDataset, ids: [inputs.getRecord.recordId], keepDays: 30 }),
  ],
];
const questionId = () => inputs.getQuestionUsage.questionId;

// The order matters: the last write deletes the record.
test.each(WRITES)("%s: looked up by an index, whatever the size of the dataset", async (_, run) => {
  expect(await wholeStepsOf(run)).toEqual([]);
});
