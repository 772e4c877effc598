import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createDraft } from "./support/draft.ts";
import { newName } from "./support/people.ts";
import { createRecords } from "./support/records.ts";
import { OWNER, type TestServer } from "./support/start-test-server.ts";
import { createTaskDataset, errorsOf, startTaskPeople } from "./support/task-datasets.ts";

/**
 * Records of the largest size that a call accepts, in threads with a quarter of the usual memory.
 * Code that reads several of them takes few at a time.
 */
const HEAP_MB = 256;
const { server, people, workspace } = await startTaskPeople({ heapMb: HEAP_MB, logLevel: "silent" });
const { owner, annotator } = people.clients;

const MB = 1_000_000;
const words = (megabytes: number, word = "word ") => word.repeat((megabytes * MB) / word.length);
/** For tests where only the size counts: a text of few words is logged in a tenth of the time. */
const FEW_WORDS = `${"word".repeat(20)} `;

async function make() {
  const dataset = await createTaskDataset(people, workspace, "TextClassification");
  const params = { name: dataset.name, task: "TextClassification" };
  const log = (...records: readonly object[]) =>
    annotator.call("logTextRecordsV0", { ...dataset.at, body: { records } });
  const search = (query: object, more: object = {}) =>
    annotator.call("searchTaskRecordsV0", { params, query: { workspace, ...more }, body: { query } });
  return { ...dataset, log, search };
}

/** Makes `count` records of `megabytes` each, with one call per record. */
async function filled(count: number, megabytes: number, word?: string) {
  const dataset = await make();
  for (let id = 0; id < count; id++)
    expect((await dataset.log({ id: `big ${id}`, inputs: { text: words(megabytes, word) } })).status).toBe(200);
  expect((await dataset.log({ id: "small", inputs: { text: "word" } })).status).toBe(200);
  return dataset;
}

test("API-36 TST-16 large records are found with what was found in them, copied, discarded and deleted", async () => {
  const { at, search } = await filled(5, 2);
  const found = await search({ query_text: "word" });
  expect(found).toMatchObject({ status: 200, body: { total: 6 } });

  const to = newName();
  expect((await owner.call("copyTaskDatasetV0", { ...at, body: { name: to } })).status).toBe(200);
  const there = { params: { name: to }, query: { workspace } };
  const ended = { matched: 6, processed: 6 };
  const discard = { ...there, query: { workspace, mark_as_discarded: "true" } };
  expect(await annotator.must("deleteTaskRecordsV0", discard)).toEqual(ended);
  const scanned = await annotator.must("scanTaskRecordsV0", { ...there, query: { workspace, limit: "100" }, body: {} });
  expect(scanned.records.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "Discarded"));
  expect(await owner.must("deleteTaskRecordsV0", there)).toEqual(ended);
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
  expect((await search({ ids: ["small"] })).body).toMatchObject({ total: 1 });
}, 120_000);

test("API-36 TST-14 a record grows to what one request may bring, and no further; nothing of what is refused is stored", async () => {
  const { at, log, search } = await make();
  expect((await log({ id: "grows", inputs: { a: words(11, FEW_WORDS) } })).status).toBe(200);
  const errors = errorsOf(
    await log({ id: "other", inputs: { a: "b" } }, { id: "grows", inputs: { b: words(12, FEW_WORDS) } }),
  );
  expect(errors).toEqual([
    {
      loc: ["body", "records", 1],
      msg: expect.stringMatching(
        /^a record may have 33554432 characters as it is stored, with what it had before, it would have 350\d{5}$/,
      ),
      type: "value_error",
    },
  ]);
  expect((await search({})).body).toMatchObject({ total: 1 });
  expect((await log({ id: "grows", inputs: { c: "small" } })).status).toBe(200);
  const record = await owner.must("getTaskRecordV0", {
    params: { name: at.params.name, id: "grows" },
    query: { workspace },
  });
  expect(Object.keys(record.inputs ?? {})).toEqual(["a", "c"]);
}, 120_000);

test("EXP-05 API-36 large records are exported one at a time, and sized up by a few", async () => {
  const { at } = await filled(7, 11, FEW_WORDS);
  const size = await owner.must("sizeUpTaskExport", { ...at, body: {} });
  expect(size).toMatchObject({ records: 8 });
  expect(size.bytes).toBeGreaterThan(11 * MB);
  await exportsMore({ server, owner }, 77 * MB, `task-datasets/${at.params.name}/export?workspace=${workspace}`);
}, 120_000);

type At = { readonly server: TestServer; readonly owner: Client };
async function exportsMore({ server, owner }: At, least: number, path: string, ended: object = {}): Promise<void> {
  for (const format of ["jsonl", "csv"]) {
    const reply = await fetch(`${server.url}/api/postil/v1/${path}`, {
      method: "POST",
      headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ format }),
    });
    let bytes = 0;
    for await (const part of reply.body ?? []) bytes += part.length;
    expect(bytes).toBeGreaterThan(least);
    const id = reply.headers.get("x-postil-export") ?? "";
    const progress = await owner.must("getExport", { params: { export_id: id } });
    expect(progress).toMatchObject({ state: "done", bytes, ...ended });
  }
}

test("EXP-05 API-39 one record with answers of 15 MB, together more than a thread has memory, from an earlier version is exported, and sized up", async () => {
  // Half of the memory makes the same point with half of the answers.
  const heapMb = HEAP_MB / 2;
  const { server, people } = await startTaskPeople({ heapMb, logLevel: "silent" });
  const { owner } = people.clients;
  const { datasetId } = await createDraft(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  await owner.must("publishDataset", { params });
  const [id = ""] = await createRecords(owner, datasetId, 1);
  const database = new DatabaseSync(server.file);
  const answers = Math.ceil((1.3 * heapMb * 2 ** 20) / (15 * MB));
  database.exec(`with recursive n(at) as (select 1 union all select at + 1 from n where at < ${answers})
    insert into user (id, first_name, username, role, api_key, password_hash, inserted_at, updated_at)
    select 'big ' || at, 'Big', 'big-' || at, 'annotator', 'big ' || at, '', 1, 1 from n`);
  const answer = `json_object('mood', json_object('value', printf('%.*c', ${15 * MB}, 'a')))`;
  database
    .prepare(`insert into response select r.dataset_key, r.seq, u.key, 'big ' || u.key, 'submitted', ${answer}, 1, 1
      from record r join user u on u.first_name = 'Big' where r.id = ?`)
    .run(id);
  database.close();
  const size = await owner.must("sizeUpExport", { params, body: {} });
  const least = answers * 15 * MB;
  expect(size.bytes).toBeGreaterThan(least);
  await exportsMore({ server, owner }, least, `datasets/${datasetId}/export`, { records: 1, responses: answers });
}, 120_000);
