import type { DatabaseSync } from "node:sqlite";
import type { JobState } from "@postil/domain/jobs/job";
import { afterEach, beforeEach, expect, test } from "vitest";
import { patiently } from "../../tests/support/patiently.ts";
import { createClock } from "../storage/clock.ts";
import { Interrupted, StorageFailure } from "../storage/failure.ts";
import { migrate, openDatabase } from "../storage/sqlite/database.ts";
import { engineOver } from "../storage/sqlite/engine.ts";
import type { Context } from "../storage/store.ts";
import { purge } from "./purge.ts";
import { type Jobs, runJobs } from "./run-jobs.ts";
import {
  beginJob,
  endJob,
  failJob,
  getJobOutcome,
  type Kinds,
  listOpenJobs,
  noteJob,
  retryFailedJobs,
  takeJobStep,
} from "./steps.ts";
import type { Work } from "./work.ts";

/** `snapshot` is the kind of job whose work the process does; here the test does it. */
const KINDS = { purge, snapshot: "work" } as unknown as Kinds; // the kinds of these tests

let database: DatabaseSync;
let context: Context;
let jobs: Jobs | null = null;
const errors: unknown[] = [];
beforeEach(async () => {
  database = openDatabase(":memory:", "writer");
  await migrate(database, async () => {});
  context = { db: engineOver(database), caller: null, now: createClock() };
  errors.length = 0;
});
afterEach(async () => {
  await jobs?.stop();
  database.close();
});

const operations = {
  listOpenJobs,
  getJobOutcome,
  beginJob,
  takeJobStep: (of: Context, input: { readonly key: number }) => takeJobStep(of, input, KINDS),
  noteJob,
  endJob,
  failJob,
  retryFailedJobs,
};
/** Runs the store's operations on jobs in this thread. */
const ask = async (name: keyof typeof operations, _: null, input: never) => operations[name](context, input);

function run(work: Work): void {
  const store = { read: ask, write: ask } as unknown as Parameters<typeof runJobs>[0]; // the part that jobs use
  jobs = runJobs(store, { snapshot: work }, (error) => errors.push(error));
}

const addJob = (name: string, datasetKey: number) =>
  database
    .prepare(
      `insert into job (id, name, dataset_key, about, state, inserted_at, updated_at)
       values (?, ?, ?, '{"vectorSettingsKey":null,"target":null}', 'waiting', 1, 1)`,
    )
    .run(`${name} ${database.prepare("select count(*) as n from job").get()?.n}`, name, datasetKey);

const states = () =>
  database
    .prepare("select state from job order by key")
    .all()
    .map(({ state }) => state as JobState);
const become = (...wanted: JobState[]) => patiently(() => expect(states()).toEqual(wanted));

test("work that is no transaction runs beside all steps, one at a time, and says how far it is", async () => {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  for (const [name, dataset] of [
    ["snapshot", 1],
    ["purge", 1],
    ["purge", 2],
    ["snapshot", 3],
  ] as const)
    addJob(name, dataset);
  const begun: number[] = [];
  run(async ({ key }, { note }) => {
    begun.push(key);
    await note({ done: 7, total: 10 });
    await gate;
  });
  await become("running", "done", "done", "waiting");
  expect(database.prepare("select done, total from job where key = 1").get()).toEqual({ done: 7, total: 10 });
  expect(begun).toEqual([1]);
  letGo();
  await become("done", "done", "done", "done");
  expect(begun).toEqual([1, 4]);
  expect(errors).toEqual([]);
});

test("work hears at its next note that its job was stopped, and goes on when it is told to", async () => {
  addJob("snapshot", 1);
  let ended = 0;
  run(async (_, { note, signal }) => {
    while (!signal.aborted) {
      await note({ done: 1, total: null });
      await new Promise(setImmediate);
    }
    ended++;
    signal.throwIfAborted();
  });
  await become("running");
  database.exec("update job set state = 'stopped'");
  await patiently(() => expect(ended).toBe(1));
  await become("stopped");
  database.exec("update job set state = 'waiting'");
  jobs?.wake();
  await become("running");
  expect(errors).toEqual([]);
});

test("work that fails says why; what the end of the process cut off is begun again by the next", async () => {
  addJob("snapshot", 1);
  run(async () => {
    throw new Error("The disk is made of cheese.");
  });
  await become("failed");
  expect(database.prepare("select error from job").get()).toEqual({ error: "The disk is made of cheese." });
  await jobs?.stop();

  run(
    (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  await become("running");
  await jobs?.stop();
  expect(states()).toEqual(["running"]);
  run(async () => {});
  await become("done");
});

test("TST-16 whoever waits for a job hears of it when the store does not work, and of its end once it does", async () => {
  let full = true;
  const whileFull = async (name: keyof typeof operations, _: null, input: never) => {
    if (full && name === "takeJobStep") throw new StorageFailure("the disk is full");
    return ask(name, null, input);
  };
  const store = { read: ask, write: whileFull } as unknown as Parameters<typeof runJobs>[0]; // as in `run`
  const { lastInsertRowid } = addJob("purge", 7);
  jobs = runJobs(store, {} as Parameters<typeof runJobs>[1], (error) => errors.push(error)); // no work is begun
  await expect(jobs.finish(Number(lastInsertRowid))).rejects.toThrow("once the store works again");
  expect(states()).toEqual(["waiting"]);
  full = false;
  await jobs.finish(Number(lastInsertRowid));
  expect(states()).toEqual(["done"]);
});

test("a step that was broken off by something else is taken again; a job that ended the server three times has failed, until it is told to go on", async () => {
  let broken = 2;
  const breaking = async (name: keyof typeof operations, _: null, input: never) => {
    if (name === "takeJobStep" && broken-- > 0) throw new Interrupted();
    return ask(name, null, input);
  };
  const start = (store: typeof ask) => {
    const part = { read: ask, write: store } as unknown as Parameters<typeof runJobs>[0]; // as in `run`
    jobs = runJobs(part, {} as Parameters<typeof runJobs>[1], (error) => errors.push(error)); // no work is begun
  };
  addJob("purge", 1);
  start(breaking);
  await become("done");
  expect(errors).toEqual([]);
  await jobs?.stop();

  addJob("purge", 2);
  const tries = () => database.prepare("select tries from job where dataset_key = 2").get()?.tries;
  const dead = new Promise<never>(() => {});
  for (const begun of [1, 2, 3]) {
    start(async (name, _, input) => (name === "takeJobStep" ? dead : ask(name, null, input)));
    await patiently(() => expect(tries()).toBe(begun));
  }
  start(ask);
  await become("done", "failed");
  expect(database.prepare("select error from job where dataset_key = 2").get()?.error).toBe(
    "It ended the server 3 times.",
  );
  await jobs?.stop();
  start(ask);
  addJob("purge", 3);
  jobs?.wake();
  await become("done", "failed", "done");
  database.exec("update job set state = 'waiting', tries = 0, error = null where dataset_key = 2");
  jobs?.wake();
  await become("done", "done", "done");
});

test("UPG-08 a job of a kind that only a newer server knows is left to it, and later ones of its dataset wait", async () => {
  addJob("translate", 1);
  addJob("purge", 1);
  addJob("purge", 2);
  run(async () => {});
  await become("waiting", "waiting", "done");
  const translated = database.prepare("select name, state, tries, done, error from job where key = 1").get();
  expect(translated).toEqual({ name: "translate", state: "waiting", tries: 0, done: 0, error: null });
  database.exec("update job set state = 'done' where key = 1");
  jobs?.wake();
  await become("done", "done", "done");
  expect(errors).toEqual([]);
});
