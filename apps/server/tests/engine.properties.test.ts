import { teamBucket } from "@postil/domain/queue/progress";
import { RESPONSE_STATUSES, type RecordStatus, type ResponseStatus } from "@postil/domain/records/labeled-record";
import type { RecordsQuery } from "@postil/domain/search/record-criteria";
import fc from "fast-check";
import { expect, test } from "vitest";
import { recount } from "../src/storage/derived.ts";
import type { Caller } from "../src/storage/store.ts";
import { bulkCreateRecords, bulkUpsertRecords } from "../src/usecases/feedback/add-records.ts";
import { deleteRecord, deleteRecords } from "../src/usecases/feedback/change-records.ts";
import { getOwnMetrics, getTeamProgress } from "../src/usecases/feedback/datasets.ts";
import { listOwnRecords, listRecords } from "../src/usecases/feedback/find-records.ts";
import { deleteResponse, saveOwnResponses } from "../src/usecases/feedback/responses.ts";
import { rebuildDerived } from "../src/usecases/upkeep.ts";
import { type MemoryStore, openMemoryStore } from "./support/memory-store.ts";

const USERS = 3;
const STATUSES: readonly RecordStatus[] = ["pending", ...RESPONSE_STATUSES];

/** The expected content of the store: records in insertion order, with each user's response. */
type Model = { id: string; answers: Map<number, { status: ResponseStatus; id: string }> }[];

type Steps = {
  create: { count: number };
  deleteOne: { at: number };
  deleteMany: { at: readonly number[] };
  save: { user: number; at: readonly number[]; status: ResponseStatus };
  clear: { user: number; at: number };
  upsert: { at: number; user: number; status: ResponseStatus };
};
type Step = { [D in keyof Steps]: { do: D } & Steps[D] }[keyof Steps];

const at = fc.nat(30);
const user = fc.nat(USERS - 1);
const status = fc.constantFrom(...RESPONSE_STATUSES);
const doing = <D extends keyof Steps>(name: D, members: { [K in keyof Steps[D]]: fc.Arbitrary<Steps[D][K]> }) =>
  fc.record(members).map((step) => ({ do: name, ...step }) as unknown as Step); // the members belong to this name
const step = fc.oneof(
  { weight: 2, arbitrary: doing("create", { count: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: doing("deleteOne", { at }) },
  { weight: 1, arbitrary: doing("deleteMany", { at: fc.array(at, { minLength: 1, maxLength: 4 }) }) },
  { weight: 5, arbitrary: doing("save", { user, at: fc.array(at, { minLength: 1, maxLength: 4 }), status }) },
  { weight: 2, arbitrary: doing("clear", { user, at }) },
  { weight: 2, arbitrary: doing("upsert", { at, user, status }) },
);

const values = { mood: { value: "good" } };
const NEW = { fields: { text: "x" }, metadata: null, externalId: null, responses: [], suggestions: [], vectors: {} };

type Setup = {
  readonly store: MemoryStore;
  readonly users: readonly Caller[];
  readonly datasetId: string;
  readonly model: Model;
};

/** Does each step in the store and in the model. A step that points past the end of the list does nothing. */
const DO: { readonly [D in keyof Steps]: (setup: Setup, step: Steps[D]) => Promise<void> } = {
  create: async ({ store, datasetId, model }, { count }) => {
    const records = Array.from({ length: count }, () => NEW);
    const made = await bulkCreateRecords(store.as(store.owner), { datasetId, records });
    for (const { id } of made) model.push({ id, answers: new Map() });
  },
  deleteOne: async ({ store, model }, step) => {
    const [record] = model.splice(step.at, 1);
    if (record) await deleteRecord(store.as(store.owner), { recordId: record.id, keepDays: 30 });
  },
  deleteMany: async ({ store, datasetId, model }, step) => {
    const ids = step.at.flatMap((index) => model[index]?.id ?? []);
    if (ids.length > 0) await deleteRecords(store.as(store.owner), { datasetId, ids, keepDays: 30 });
    for (const id of new Set(ids)) {
      const index = model.findIndex((record) => record.id === id);
      model.splice(index, 1);
    }
  },
  save: async ({ store, users, model }, step) => {
    const records = step.at.flatMap((index) => model[index] ?? []);
    const items = records.map(({ id }) => ({ recordId: id, status: step.status, values }));
    const saved = await saveOwnResponses(store.as(users[step.user] ?? store.owner), { items, shownMs: null });
    for (const [index, record] of records.entries()) {
      const outcome = saved[index];
      if (!outcome || !("response" in outcome) || outcome.response === null) throw new Error("refused");
      record.answers.set(step.user, { status: step.status, id: outcome.response.id });
    }
  },
  clear: async ({ store, model }, step) => {
    const answers = model[step.at]?.answers;
    const answer = answers?.get(step.user);
    if (answer) await deleteResponse(store.as(store.owner), { responseId: answer.id, shownMs: null });
    answers?.delete(step.user);
  },
  upsert: async ({ store, users, datasetId, model }, step) => {
    const record = model[step.at];
    const userId = users[step.user]?.id;
    if (!record || !userId) return;
    const responses = [{ userId, status: step.status, values }];
    const change = { id: record.id, externalId: null, fields: null, responses, suggestions: [], vectors: {} };
    const { items } = await bulkUpsertRecords(store.as(store.owner), { datasetId, records: [change] });
    const id = items[0]?.responses?.find((response) => response.userId === userId)?.id ?? "";
    record.answers.set(step.user, { status: step.status, id });
  },
};

async function apply(setup: Setup, step: Step): Promise<void> {
  const run = DO[step.do] as (setup: Setup, step: Step) => Promise<void>; // the name decides the members
  await run(setup, step);
}

const query = (changes: Partial<RecordsQuery>): RecordsQuery => ({
  include: { responses: false, suggestions: false, vectors: "none" },
  statuses: [],
  metadata: [],
  sort: [],
  offset: 0,
  limit: 7,
  ...changes,
});

/** Reads all pages and joins them. */
async function allPages(list: (offset: number) => Promise<{ items: readonly { id: string }[]; total: number }>) {
  const ids: string[] = [];
  for (;;) {
    const { items, total } = await list(ids.length);
    if (items.length === 0) return { ids, total };
    ids.push(...items.map(({ id }) => id));
  }
}

async function compare({ store, users, datasetId, model }: Setup, statuses: readonly RecordStatus[]) {
  expect(await recount(store.db)).toEqual([]);
  const wanted = (of: readonly RecordStatus[]) => statuses.length === 0 || of.some((one) => statuses.includes(one));

  const anybodys = model.filter(({ answers }) =>
    wanted(answers.size === 0 ? ["pending"] : [...answers.values()].map((a) => a.status)),
  );
  const listed = await allPages((offset) =>
    listRecords(store.as(store.owner), { datasetId, query: query({ statuses, offset }) }),
  );
  expect(listed).toEqual({ ids: anybodys.map(({ id }) => id), total: anybodys.length });

  for (const [index, caller] of users.entries()) {
    const context = store.as(caller);
    const whole = await allPages((offset) => listOwnRecords(context, { datasetId, query: query({ offset }) }));
    expect([...whole.ids].sort()).toEqual(model.map(({ id }) => id).sort());
    const own = await allPages((offset) =>
      listOwnRecords(context, { datasetId, query: query({ statuses, offset, limit: 3 }) }),
    );
    const mine = new Set(
      model.filter(({ answers }) => wanted([answers.get(index)?.status ?? "pending"])).map(({ id }) => id),
    );
    // The queue of some statuses is the whole round without the other statuses: answers move no record.
    expect(own).toEqual({ ids: whole.ids.filter((id) => mine.has(id)), total: mine.size });
    const sort = [{ scope: { entity: "record", property: "inserted_at" }, order: "asc" }] as const;
    const sorted = await allPages((offset) =>
      listOwnRecords(context, { datasetId, query: query({ statuses, offset, sort }) }),
    );
    expect(sorted).toEqual({ ids: model.flatMap(({ id }) => (mine.has(id) ? id : [])), total: mine.size });
    const counts = RESPONSE_STATUSES.map(
      (one) => model.filter(({ answers }) => answers.get(index)?.status === one).length,
    );
    const metrics = await getOwnMetrics(context, { datasetId });
    expect([metrics.records, metrics.submitted, metrics.draft, metrics.discarded]).toEqual([model.length, ...counts]);
  }

  const buckets = model.map(({ answers }) => teamBucket([...answers.values()].map((answer) => answer.status)));
  const of = (bucket: string) => buckets.filter((one) => one === bucket).length;
  expect(await getTeamProgress(store.as(store.owner), { datasetId })).toEqual({
    total: model.length,
    submitted: of("submitted"),
    discarded: of("discarded"),
    conflicting: of("conflicting"),
    pending: of("pending"),
  });
}

test("FQU-06 FQU-07 FPR-01 FPR-08 FRS-09 queues, counts and progress are those of a plain list, whatever was done", async () => {
  const store = await openMemoryStore();
  const users = [store.owner, await store.addOwner("second"), await store.addOwner("third")];
  let datasets = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.uniqueArray(fc.constantFrom(...STATUSES), { maxLength: 4 }),
      async (steps, statuses) => {
        const { id } = await store.addDataset(`d${datasets++}`);
        const setup: Setup = { store, users, datasetId: id, model: [] };
        await apply(setup, { do: "create", count: 12 });
        for (const one of steps) await apply(setup, one);
        await compare(setup, statuses);
      },
    ),
    { numRuns: 40 },
  );
  await store.db.updateTable("dataset").set({ record_count: 0 }).execute();
  await store.db.deleteFrom("user_counts").execute();
  await store.db.deleteFrom("answered_block").execute();
  expect((await recount(store.db)).length).toBeGreaterThan(0);
  await rebuildDerived(store.as(store.owner));
  expect(await recount(store.db)).toEqual([]);
  store.close();
});
