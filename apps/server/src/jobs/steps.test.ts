import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClock } from "../storage/clock.ts";
import { migrate, openDatabase } from "../storage/sqlite/database.ts";
import { engineOver } from "../storage/sqlite/engine.ts";
import type { Context } from "../storage/store.ts";
import { addJob } from "./add-job.ts";
import type { Purged } from "./job-kind.ts";
import { PURGE_STEP } from "./purge.ts";
import { createSteps } from "./steps.fixture.ts";
import { endJob, failJob, retryFailedJobs, takeJobStep } from "./steps.ts";

let database: DatabaseSync;
let context: Context;
beforeEach(async () => {
  database = openDatabase(":memory:", "writer");
  await migrate(database, async () => {});
  context = { db: engineOver(database), caller: null, now: createClock() };
});
afterEach(() => database.close());

const ALL: Purged = { vectorSettingsKey: null, target: null };
const addPurge = (key: number, about: Purged = ALL, steps = 0) => {
  const dataset = { key, id: `dataset ${key}`, workspace_id: "w" };
  return addJob(context, { name: "purge", dataset, about, total: steps * PURGE_STEP });
};

/** Adds vectors of one kind, one per record: enough rows for `steps` steps. */
function addRows(datasetKey: number, kind: number, steps: number): void {
  const rows = steps * PURGE_STEP;
  database.exec(`with recursive seq(n) as (select 0 union all select n + 1 from seq where n < ${rows - 1})
    insert into vector select ${datasetKey}, ${kind}, n, x'00', 1 from seq`);
}

const jobs = () => database.prepare("select key, state, done, error from job order by key").all();
const rowsLeft = () => Number(database.prepare("select count(*) as n from vector").get()?.n);

const runAll = (most?: number) => createSteps(context).takeAll(most);

test("JOB-01 jobs that do not touch the same take turns, also in one dataset; one that touches what earlier ones do waits for them", async () => {
  addRows(1, 7, 3);
  addRows(1, 8, 2);
  addRows(2, 9, 3);
  await addPurge(1, { ...ALL, vectorSettingsKey: 7 }, 3);
  await addPurge(1, { ...ALL, vectorSettingsKey: 8 }, 2);
  await addPurge(2, ALL, 3);
  await addPurge(1);
  // The last step of each job finds no more rows.
  expect(await runAll()).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 3, 4]);
  const done = (steps: number) => ({ state: "done", done: steps * PURGE_STEP, error: null });
  expect(jobs()).toEqual([
    { key: 1, ...done(3) },
    { key: 2, ...done(2) },
    { key: 3, ...done(3) },
    { key: 4, ...done(0) },
  ]);
  expect(rowsLeft()).toBe(0);
});

test("SNP-02 a snapshot holds up no later job of its dataset, and waits for the older ones", async () => {
  addRows(1, 7, 2);
  const snapshot = { name: "snapshot", about: { key: 1, id: "s" } } as const;
  const dataset = { key: 1, id: "dataset 1", workspace_id: "w" };
  await addPurge(1, { ...ALL, vectorSettingsKey: 7 }, 2);
  await addJob(context, { ...snapshot, dataset });
  await addPurge(1);
  await addJob(context, { ...snapshot, dataset });
  const taken = await runAll(6);
  // Nobody does the work of the snapshot here.
  expect(taken).toEqual([1, 1, 1, 2, 3, 2]);
  expect(jobs()).toMatchObject([{ state: "done" }, { state: "running" }, { state: "done" }, { state: "waiting" }]);
  expect(await createSteps(context).next(["snapshot"])).toBeNull();
});

test("JOB-02 people take turns: one who has many jobs holds up no one else's, and has four side by side", async () => {
  const asks = (by: number) => ({ ...context, caller: { key: by } as Context["caller"] }); // only the key is used
  for (let key = 1; key <= 7; key++) {
    addRows(key, 7, 3);
    const dataset = { key, id: `dataset ${key}`, workspace_id: "w" };
    await addJob(asks(key === 7 ? 2 : 1), { name: "purge", dataset, about: ALL, total: 3 * PURGE_STEP });
  }
  expect(await runAll(14)).toEqual([1, 7, 2, 7, 3, 7, 4, 7, 1, 2, 3, 4, 1, 2]);
  const states = jobs().map(({ state }) => state);
  expect(states).toEqual(["running", "running", "running", "running", "waiting", "waiting", "done"]);
  await runAll();
  expect(rowsLeft()).toBe(0);
});

test("a job that was stopped takes no step more, and holds up no other", async () => {
  addRows(1, 7, 3);
  addRows(1, 8, 1);
  await addPurge(1, { ...ALL, vectorSettingsKey: 7 }, 3);
  await addPurge(1, { ...ALL, vectorSettingsKey: 8 }, 1);
  await runAll(1);
  database.exec("update job set state = 'stopped' where key = 1");
  await takeJobStep(context, { key: 1 });
  expect(await runAll()).toEqual([2, 2]);
  expect(jobs()).toMatchObject([
    { key: 1, state: "stopped", done: PURGE_STEP },
    { key: 2, state: "done", done: PURGE_STEP },
  ]);
  expect(rowsLeft()).toBe(2 * PURGE_STEP);
});

test("a job that failed says why, holds up no other, and is tried again by the next process", async () => {
  addRows(1, 7, 1);
  await addPurge(1, ALL, 1);
  await addPurge(1);
  await failJob(context, { key: 1, error: "A mistake." });
  expect(await createSteps(context).next()).toBe(2);
  expect(jobs()).toMatchObject([{ state: "failed", error: "A mistake." }, { state: "waiting" }]);
  await retryFailedJobs(context);
  await runAll();
  expect(jobs()).toMatchObject([
    { state: "done", done: PURGE_STEP, error: null },
    { state: "done", done: 0 },
  ]);
});

test("SNP-02 work whose job has ended already, as of a deleted snapshot, changes no job at its end", async () => {
  for (let key = 1; key <= 130; key++) await addPurge(key);
  database.exec("update job set state = 'done'");
  const before = jobs();
  await endJob(context, { key: 130 });
  await failJob(context, { key: 130, error: "A mistake." });
  expect(jobs()).toEqual(before);
});

test("of jobs that are done the latest hundred are kept", async () => {
  for (let key = 1; key <= 130; key++) await addPurge(key);
  await runAll();
  const kept = jobs().map(({ key }) => key);
  expect(kept).toEqual(Array.from({ length: 100 }, (_, at) => 31 + at));
});
