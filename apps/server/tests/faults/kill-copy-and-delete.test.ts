import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { createKillable, expectDoctorFindsNothing, KILLS, unlessBroken } from "../support/kills.ts";
import { patiently } from "../support/patiently.ts";
import { expectFoundAndCounted, loadStored } from "../support/stored-task-records.ts";

/** Simulates a power failure during a dataset copy and during a delete by query. Both take many transactions. */

const RECORDS = 8000;
const BATCH = 500;
const workspace = "default";
const at = (name: string) => ({ params: { name }, query: { workspace } });

const server = createKillable();
let owner: Client;
const start = async () => {
  owner = await server.start();
};
beforeAll(async () => {
  await start();
  await fill("source");
});
afterAll(server.remove);

async function fill(name: string): Promise<void> {
  await owner.must("createTaskDatasetV0", { body: { name, task: "TextClassification", workspace } });
  for (let from = 0; from < RECORDS; from += BATCH) {
    const records = Array.from({ length: BATCH }, (_, index) => ({
      id: `r${from + index}`,
      inputs: { text: `payment ${from + index} ${index % 4 === 0 ? "kept" : "lost"}` },
      prediction: { agent: "m", labels: [{ class: `guess ${index % 4}`, score: 0.5 }] },
      annotation: { agent: "u", labels: [{ class: `label ${index % 5}` }] },
      metadata: { kind: `kind ${index % 2}` },
      vectors: { v: { value: [from + index, 2] } },
    }));
    await owner.must("logTextRecordsV0", { ...at(name), body: { records } });
  }
}

const totalOf = async (name: string, query: object = {}): Promise<number> => {
  const sending = { params: { name, task: "TextClassification" }, query: { workspace, limit: "0" }, body: { query } };
  return (await owner.must("searchTaskRecordsV0", sending)).total;
};

/** Reads the copy's job and records while no server runs. */
function copiedSoFar() {
  const database = new DatabaseSync(join(server.home, "postil.db"), { readOnly: true });
  const [job] = database.prepare("select state, done from job where name = 'copy'").all();
  const [copied] = database
    .prepare("select count(*) as count from task_record where dataset_key = (select max(key) from task_dataset)")
    .all();
  database.close();
  return { state: job?.state, done: Number(job?.done), records: Number(copied?.count) };
}

test(`contract/own.md#jobs a copy that is killed up to ${KILLS} times goes on after each start, and is whole once its job is done`, {
  timeout: 120_000 + KILLS * 30_000,
}, async () => {
  const jobOf = async () => (await owner.must("listJobs")).items.find(({ name }) => name === "copy");
  const copying = unlessBroken(owner.call("copyTaskDatasetV0", { ...at("source"), body: { name: "copy" } }));
  let done = 0;
  let inTheMiddle = 0;
  for (let kills = 0; kills < KILLS && done < RECORDS; kills++) {
    await patiently(async () => expect((await jobOf())?.done).toBeGreaterThan(done), { interval: 2, timeout: 20_000 });
    await server.end();
    const copied = copiedSoFar();
    expect(copied).toEqual({
      state: copied.done < RECORDS ? "running" : "done",
      done: copied.done,
      records: copied.done,
    });
    expect(copied.done).toBeGreaterThan(done);
    done = copied.done;
    if (done < RECORDS) inTheMiddle++;
    await start();
  }
  expect(inTheMiddle).toBeGreaterThan(0);
  expect(await copying).toBeNull();
  await patiently(async () => expect((await jobOf())?.state).toBe("done"), { interval: 20, timeout: 60_000 });
  const [source, copy] = [await loadStored({ owner, name: "source" }), await loadStored({ owner, name: "copy" })];
  expect(source.size).toBe(RECORDS);
  expect(copy).toEqual(source);
  await expectFoundAndCounted({ owner, name: "copy" }, copy);
});

test.each([
  ["deleted", { name: "source", word: "lost", discard: false }],
  ["discarded", { name: "copy", word: "kept", discard: true }],
])(
  "contract/own.md#jobs what a query found is %s to the last after a kill in the middle, and nothing else",
  {
    timeout: 120_000,
  },
  async (_, { name, word, discard }) => {
    const query = { query_text: `${word} AND NOT status:Discarded` };
    const before = await loadStored({ owner, name });
    const all = await totalOf(name, query);
    const end = (body: object) =>
      owner.must("deleteTaskRecordsV0", {
        ...at(name),
        query: { workspace, mark_as_discarded: String(discard) },
        body,
      });
    const first = [...before.keys()].slice(0, 2);
    expect(await end({ ids: first })).toEqual({ matched: 2, processed: 2 });
    const left = await totalOf(name, query);
    const cut = unlessBroken(end(query));
    await patiently(async () => expect(await totalOf(name, query)).toBeLessThan(left), {
      interval: 2,
      timeout: 20_000,
    });
    await server.end();
    expect(await cut).toBeNull();
    await start();

    await patiently(async () => expect(await totalOf(name, query)).toBe(0), { interval: 20, timeout: 60_000 });
    const there = await loadStored({ owner, name });
    const stays = ([id, { text }]: readonly [string, { readonly text: string }]) =>
      !first.includes(id) && !text.endsWith(word);
    expect([...there].filter(stays)).toEqual([...before].filter(stays));
    expect(all).toBeGreaterThan(1500);
    if (!discard) expect([...there.values()].some(({ text }) => text.endsWith(word))).toBe(false);
    await expectFoundAndCounted({ owner, name }, there);
    expect(await end(query)).toEqual({ matched: 0, processed: 0 });
    await server.end("SIGTERM");
    await expectDoctorFindsNothing(server.home);
    await start();
  },
);
