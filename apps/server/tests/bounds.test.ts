import { readdirSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Answer } from "./support/client.ts";
import { createDraft, createPublished } from "./support/draft.ts";
import { beginToSend } from "./support/files-sent.ts";
import { patiently } from "./support/patiently.ts";
import { createUser, newName } from "./support/people.ts";
import { createRecords } from "./support/records.ts";
import { OWNER } from "./support/start-test-server.ts";
import { createTaskDataset, startTaskPeople } from "./support/task-datasets.ts";

/** Tries to push every value that calls can grow beyond its bound (docs/operations.md). */

const { server, people, workspace } = await startTaskPeople();
const { owner } = people.clients;

const writing = <T>(act: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(server.file, { timeout: 10_000 });
  try {
    return act(database);
  } finally {
    database.close();
  }
};
const stored = (sql: string, id: string) => writing((database) => database.prepare(sql).get(id)?.count);

const range = (count: number) => Array.from({ length: count }, (_, n) => n);
const MB = 2 ** 20;
const refused = ({ status, body }: Answer, ...said: string[]) => {
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(422);
  for (const words of said) expect(JSON.stringify(body)).toContain(words);
};

async function taskDataset() {
  const { at, name } = await createTaskDataset(people, workspace, "TextClassification");
  const log = (body: object) => owner.call("logTextRecordsV0", { ...at, body: { records: [], ...body } });
  const dataset = async () => owner.must("getTaskDatasetV0", { params: { name }, query: { workspace } });
  return { at, name, log, dataset };
}

/** Exceeds the total bound of tags or metadata with many calls that are each small enough. */
async function textsOfTask(part: "tags" | "metadata"): Promise<void> {
  const { log, at, dataset, name } = await taskDataset();
  for (const n of range(3)) expect((await log({ [part]: { [`k${n}`]: "a".repeat(300_000) } })).status).toBe(200);
  const before = await dataset();
  refused(await log({ [part]: { more: "é".repeat(100_000) } }), String(MB), "found 11000");
  refused(
    await owner.call("updateTaskDatasetV0", { ...at, body: { [part]: { more: "a".repeat(200_000) } } }),
    String(MB),
  );
  const copy = { ...at, body: { name: newName(), [part]: { more: "a".repeat(200_000) } } };
  refused(await owner.call("copyTaskDatasetV0", copy as never), String(MB));
  expect(await dataset()).toEqual(before);
  // An existing value can still become smaller.
  expect((await log({ [part]: { k0: "b" } })).status).toBe(200);
  expect((await dataset())[part]).toMatchObject({ k0: "b" });
  expect(name).toBeTruthy();
}

async function many(count: number, add: (n: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += 50)
    await Promise.all(range(Math.min(50, count - from)).map((n) => add(from + n)));
}

/** Makes as many calls as the bound allows, and one more that is refused. */
async function beyondCount(most: number, add: (n: number) => Promise<Answer>, ...said: string[]): Promise<void> {
  await many(most, async (n) => expect((await add(n)).status).toBeLessThan(300));
  refused(await add(most), ...said);
}

/** The same where a thousand calls would take seconds: what is between the first and the last is copied in the database. */
async function beyondRows(table: string, most: number, add: (n: number) => Promise<Answer>, ...said: string[]) {
  const added = async (n: number) => expect((await add(n)).status).toBeLessThan(300);
  await added(0);
  writing((database) => {
    const columns = database.prepare("select name from pragma_table_info(?) where name <> 'key'").all(table);
    const names = columns.map(({ name }) => String(name));
    const time = names.find((name) => /^(inserted|created)_at$/.test(name));
    const copied = names.map((name) => (/^(id|name|query)$/.test(name) ? `${name} || at` : name));
    database.exec(`with recursive n(at) as (select 2 union all select at + 1 from n where at < ${most - 1})
      insert into ${table} (${names}) select ${copied} from n, (select * from ${table} order by ${time} desc limit 1)`);
  });
  await added(most - 1);
  refused(await add(most), ...said);
}

const draft = async () => ({ params: { dataset_id: (await createDraft(owner, people.workspaceId)).datasetId } });
async function record() {
  const { datasetId, questionId } = await createPublished(owner, people.workspaceId);
  const [record_id = ""] = await createRecords(owner, datasetId, 1);
  return { datasetId, questionId, params: { record_id } };
}

/**
 * Deletes one dataset after so many others, which are in one workspace or (null) in none. Returns the id of the oldest of
 * those and the name of the last one, and the workspace of it.
 */
async function deletedBefore(count: number, of?: null) {
  const { id } = await owner.must("createWorkspace", { body: { name: newName() } });
  const { datasetId } = await createDraft(owner, id);
  const [first, key] = [newName(), stored("select max(key) + 1000 as count from dataset where id <> ?", "")];
  const older = `with recursive n(at) as (select 1 union all select at + 1 from n where at < ${count})
    insert into deleted_dataset select ${key} + at, iif(at = 1, ?, 'old ' || at || ${key}), 'dataset', 'none ' || at, 'n', 'FeedbackTask',
    ?, 'w', 0, 0, 0, 0, '{}', at, null, null from n`;
  writing((database) => {
    database.exec("delete from deleted_dataset");
    database.prepare(older).run(first, of === null ? null : id);
  });
  const { name } = await owner.must("deleteDataset", { params: { dataset_id: datasetId } });
  return { id, first, last: name };
}

/**
 * Deletes a record after this many older deletions: all of its dataset, or each of another one. Returns the id of the oldest
 * and the name of the dataset.
 */
async function deletedRecordsBefore(count: number, by: "bytes" | "dataset_key", bytes = 0) {
  const { at } = await taskDataset();
  await owner.must("logTextRecordsV0", { ...at, body: { records: [{ id: "r", inputs: { text: "a" } }] } });
  const first = newName();
  const key = stored("select key as count from task_dataset where name = ?", at.params.name);
  const base = Number(stored("select last + 10000 as count from dataset_sequence where ? = ''", ""));
  const older = `with recursive n(at) as (select 1 union all select at + 1 from n where at < ${count})
    insert into deleted_records select ${base} + at, iif(at = 1, ?, 'old ' || at || ${base}),
    ${by === "bytes" ? key : `${base} + at`}, 'task_dataset', 'kept', 1, 0, ${bytes}, '', 0, at, null, null from n where ${count} > 0`;
  writing((database) => {
    if (count > 0) database.exec("delete from deleted_records");
    database.prepare(older).run(first);
    database.exec(`update dataset_sequence set last = ${base + count + 1}`);
  });
  await owner.must("deleteTaskRecordsV0", { ...at, body: {} });
  return { name: at.params.name, first };
}

const TRIES: { readonly [row: string]: () => Promise<void> } = {
  "tags of a task dataset": () => textsOfTask("tags"),
  "metadata of a task dataset": () => textsOfTask("metadata"),
  "labeling rules of a task dataset": async () => {
    const { at } = await taskDataset();
    const rule = (n: number, description = "") =>
      owner.call("createLabelingRuleV0", { ...at, body: { query: `word${n}`, labels: ["A"], description } });
    await many(8, async (n) => expect((await rule(n, "a".repeat(MB - 100))).status).toBe(200));
    refused(await rule(8, "a".repeat(MB - 100)), String(8 * MB));
    const other = await taskDataset();
    const short = (n: number) =>
      owner.call("createLabelingRuleV0", { ...other.at, body: { query: `word${n}`, labels: ["A"] } });
    await beyondRows("labeling_rule", 1000, short, "1000 labeling rules");
    expect(await owner.must("listLabelingRulesV0", other.at)).toHaveLength(1000);
  },
  "names of metadata, inputs and vectors of a task dataset": async () => {
    const { log } = await taskDataset();
    const named = (from: number, count: number, length: number) =>
      Object.fromEntries(range(count).map((n) => [`k${from + n}`.padEnd(length, "x"), "v"]));
    const logged = (metadata: object) => log({ records: [{ id: 1, inputs: { text: "a" }, metadata }] });
    expect((await logged(named(0, 50, 10))).status).toBe(200);
    expect((await logged(named(50, 1, 10))).status).toBe(400);
    const other = await taskDataset();
    const inputs = named(0, 2, MB / 2 + 1);
    refused(await other.log({ records: [{ id: 1, inputs }] }), String(MB));
  },
  "labels of a task dataset": async () => {
    const { at } = await taskDataset();
    const settings = { query: {}, ...at, params: { ...at.params, task: "TextClassification" } };
    const put = (labels: readonly string[]) =>
      owner.call("putTaskSettingsV0", { ...settings, body: { label_schema: { labels } } });
    expect((await put(["one"])).status).toBe(200);
    const beyond = await put(range(17).map((n) => `${n}`.padEnd(MB, "x")));
    expect([beyond.status, JSON.stringify(beyond.body).slice(0, 300)]).toEqual([
      413,
      expect.stringContaining(`${16 * MB} bytes`),
    ]);
    const kept = await owner.must("getTaskSettingsV0", settings);
    expect(JSON.stringify(kept)).toContain('"one"');
  },
  "questions of a feedback dataset": async () => {
    const at = await draft();
    const add = (n: number) =>
      owner.call("createQuestion", { ...at, body: { name: `q${n}`, title: "Q", settings: { type: "text" } } });
    await beyondRows("question", 999, add, "1000 questions");
  },
  "metadata properties of a feedback dataset": async () => {
    const at = await draft();
    const add = (n: number) =>
      owner.call("createMetadataProperty", { ...at, body: { name: `p${n}`, title: "P", settings: { type: "terms" } } });
    await beyondRows("metadata_property", 999, add, "1000 metadata properties");
  },
  "fields of a feedback dataset": async () => {
    const at = await draft();
    const add = (n: number) =>
      owner.call("createField", { ...at, body: { name: `f${n}`, title: "F", settings: { type: "text" } } });
    await beyondRows("field", 999, add, "1000 fields");
  },
  "vector settings of a feedback dataset": async () => {
    const at = await draft();
    const add = (n: number) =>
      owner.call("createVectorSettings", { ...at, body: { name: `v${n}`, title: "V", dimensions: 2 } });
    await beyondCount(4, add, "The maximum number of vector settings has been reached");
  },
  "picture hosts of a feedback dataset": async () => {
    const at = await draft();
    const items = range(51).map((n) => `host${n}.example.org`);
    refused(await owner.call("setPictureHosts", { ...at, body: { items } }), "at most 50 items");
  },
  "metadata of a feedback dataset": async () => {
    const at = await draft();
    const update = (length: number) =>
      owner.call("updateDataset", { ...at, body: { metadata: { a: "x".repeat(length) } } });
    expect((await update(65_536 - '{"a":""}'.length)).status).toBe(200);
    refused(await update(65_537 - '{"a":""}'.length), "65536", "65537");
  },
  "guidelines of a feedback dataset": async () => {
    const at = await draft();
    refused(
      await owner.call("updateDataset", { ...at, body: { guidelines: "a".repeat(10_001) } }),
      "at most 10000 characters",
    );
  },
  "text of an answer or suggestion of a question of a record": async () => {
    const at = await draft();
    const { id } = await owner.must("createQuestion", {
      ...at,
      body: { name: "note", title: "Note", settings: { type: "text" } },
    });
    await owner.must("publishDataset", at);
    const [record_id = ""] = await createRecords(owner, at.params.dataset_id, 1);
    const params = { record_id };
    const value = "é".repeat(MB / 2);
    const answer = (text: string) => ({ status: "draft", values: { note: { value: text } } });
    refused(await owner.call("createResponse", { params, body: answer(`${value}a`) }), String(MB), String(MB + 1));
    expect((await owner.call("createResponse", { params, body: answer(value) })).status).toBe(201);
    refused(
      await owner.call("upsertSuggestion", { params, body: { question_id: id, value: `${value}a` } }),
      String(MB),
    );
  },
  "suggestions of a record": async () => {
    const at = await draft();
    const settings = { type: "text" } as const;
    const ids: string[] = [];
    for (const n of range(17))
      ids.push((await owner.must("createQuestion", { ...at, body: { name: `q${n}`, title: "Q", settings } })).id);
    await owner.must("publishDataset", at);
    const value = "a".repeat(MB - 10);
    const suggestions = (...of: readonly number[]) => of.map((n) => ({ question_id: ids[n] ?? "", value }));
    const all = { fields: { text: "a" }, suggestions: suggestions(...range(17)) };
    const said = ["suggestions of a record", String(16 * MB)];
    refused(await owner.call("createRecords", { ...at, body: { items: [all] } }), ...said);
    refused(await owner.call("bulkCreateRecords", { ...at, body: { items: [all] } }), ...said);
    const [id = ""] = await createRecords(owner, at.params.dataset_id, 1);
    const params = { record_id: id };
    const most = suggestions(...range(15));
    expect((await owner.call("updateRecord", { params, body: { suggestions: most } })).status).toBe(200);
    const upsert = (...items: readonly object[]) =>
      owner.call("bulkUpsertRecords", { ...at, body: { items } } as never);
    expect((await upsert({ id, suggestions: suggestions(15) })).status).toBe(200);
    refused(await upsert({ id, suggestions: suggestions(16) }), ...said);
    refused(await owner.call("upsertSuggestion", { params, body: suggestions(16)[0] as never }), ...said);
    const items = [{ id, suggestions: suggestions(...range(17)) }];
    refused(await owner.call("updateRecords", { ...at, body: { items } }), ...said);
    const list = async () => (await owner.must("listSuggestions", { params })).items.length;
    expect(await list()).toBe(16);
    // Another suggestion may take the room that a deleted one frees.
    await owner.must("deleteSuggestions", {
      params,
      query: { ids: (await owner.must("listSuggestions", { params })).items[0]?.id ?? "" },
    });
    expect((await upsert({ id, suggestions: suggestions(16) })).status).toBe(200);
    // The same record twice in one call counts once.
    const short = { question_id: ids[16] ?? "", value: "a" };
    const again = suggestions(0).map((one) => ({ ...one, value: "b" }));
    expect((await upsert({ id, suggestions: [short] }, { id, suggestions: again })).status).toBe(200);
    refused(await upsert({ id, suggestions: suggestions(0) }, { id, suggestions: suggestions(16) }), ...said);
  },
  "vectors of a record": async () => {
    const at = await draft();
    for (const name of ["a", "b"])
      await owner.must("createVectorSettings", { ...at, body: { name, title: "V", dimensions: 600_000 } });
    await owner.must("publishDataset", at);
    const numbers = range(600_000).map(() => 1);
    const vectors = { a: numbers, b: numbers };
    const said = ["vectors of a record", "1000000 numbers", "1200000"];
    const item = { fields: { text: "a" }, vectors };
    refused(await owner.call("createRecords", { ...at, body: { items: [item] } }), ...said);
    refused(await owner.call("bulkCreateRecords", { ...at, body: { items: [item] } }), ...said);
    const [id = ""] = await createRecords(owner, at.params.dataset_id, 1);
    const params = { record_id: id };
    const patch = (some: object) => owner.call("updateRecord", { params, body: { vectors: some } });
    const upsert = (...items: readonly object[]) =>
      owner.call("bulkUpsertRecords", { ...at, body: { items } } as never);
    refused(await upsert({ id, vectors: { a: numbers } }, { id, vectors: { b: numbers } }), ...said);
    expect((await patch({ a: numbers })).status).toBe(200);
    refused(await patch({ b: numbers }), ...said);
    refused(await upsert({ id, vectors: { b: numbers } }), ...said);
    refused(await owner.call("updateRecords", { ...at, body: { items: [{ id, vectors: { b: numbers } }] } }), ...said);
    // A value that replaces itself does not grow the record.
    expect((await patch({ a: numbers })).status).toBe(200);
    expect((await upsert({ id, vectors: { a: numbers, mini: [1, 2, 3] } })).status).toBe(200);
  },
  "metadata of a record": async () => {
    const { params } = await record();
    const metadata = { long: "a".repeat(MB) };
    refused(await owner.call("updateRecord", { params, body: { metadata } }), "1,048,576");
  },
  "all that is stored of a record of a task dataset": async () => {
    const { log, at } = await taskDataset();
    const more = (metadata: object) => log({ records: [{ id: 1, inputs: { text: "a" }, metadata }] });
    expect((await more({ a: "a" })).status).toBe(200);
    // Sets the size that many logs would reach, with less than a hundred characters left.
    const grow = `update task_record set document = json_set(document, '$.inputs.big', printf('%.*c', ${32 * MB - 250}, 'a'))
      where dataset_key = (select key from task_dataset where name = ?)`;
    writing((database) => database.prepare(grow).run(at.params.name));
    const long = "a".repeat(100);
    refused(await more({ b: long }), String(32 * MB));
    const params = { ...at.params, id: "1" };
    refused(
      await owner.call("updateTaskRecordV0", { ...at, params, body: { metadata: { b: long } } }),
      String(32 * MB),
    );
    expect((await owner.must("getTaskRecordV0", { ...at, params })).metadata).toEqual({ a: "a" });
    expect((await more({ b: "b" })).status).toBe(200);
  },
  "flags of a person in a dataset": async () => {
    const { datasetId } = await record();
    const ids = await createRecords(owner, datasetId, 501);
    await beyondCount(
      500,
      (n) => owner.call("flagRecord", { params: { record_id: ids[n] ?? "" } }),
      "At most 500 records",
    );
  },
  "saved views of a person in a dataset": async () => {
    const { datasetId } = await record();
    const add = (n: number) =>
      owner.call("createView", { params: { dataset_id: datasetId }, body: { name: `v${n}`, query: "status=draft" } });
    await beyondCount(100, add, "At most 100 views");
  },
  "columns of the file that was added last of a dataset": async () => {
    const { datasetId } = await createPublished(owner, people.workspaceId);
    const params = { dataset_id: datasetId };
    const remember = (names: readonly string[]) => {
      const columns = names.map((column) => ({ column, part: { kind: "ignored" } }));
      return owner.call("mergeRecords", { params, body: { items: [], dry_run: false, existing: "leave", columns } });
    };
    const names = range(1000).map((n) => `${n}`.padEnd(200, "c"));
    expect((await remember(names)).status).toBe(200);
    refused(await remember([...names, "one more"]), "at most 1000 items");
    refused(await remember(["c".repeat(201)]), "at most 200 characters");
    expect((await owner.must("getAddTarget", { params })).columns).toHaveLength(1000);
    const { at } = await createTaskDataset(people, workspace, "Text2Text");
    const rememberRoles = (columns: readonly string[]) => {
      const body = { task: "Text2Text", records: [], dry_run: false, existing: "leave" };
      const roles = columns.map((column) => ({ column, role: "metadata" }));
      return owner.call("mergeTaskRecords", { ...at, body: { ...body, columns: roles } });
    };
    expect((await rememberRoles(names)).status).toBe(200);
    refused(await rememberRoles([...names, "one more"]), "at most 1000 items");
    refused(await rememberRoles(["c".repeat(201)]), "at most 200 characters");
    expect((await owner.must("getTaskAddTarget", at)).columns).toHaveLength(1000);
  },
  "preferences of a person": async () => {
    const { client } = await createUser(server, "annotator");
    const change = (from: number, count: number, value: unknown = true) =>
      client.call("changeMyPreferences", {
        body: { items: range(count).map((n) => ({ name: `pinnedDatasets/d${from + n}`, value })) },
      });
    for (let from = 0; from < 1000; from += 200) expect((await change(from, 200)).status).toBe(200);
    expect((await change(1000, 5)).status).toBe(200);
    const { items } = await client.must("getMyPreferences");
    expect(items).toHaveLength(1000);
    expect(items.filter(({ name }) => /\/d100[0-4]$/.test(name))).toHaveLength(5);
    const { status, body } = await change(2000, 1, "a".repeat(4000));
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining("4002 characters; at most 4000")]);
  },
  "API keys of a person": async () => {
    const { client } = await createUser(server, "annotator");
    await beyondCount(50, (n) => client.call("createMyApiKey", { body: { name: `k${n}` } }), "At most 50 API keys");
  },
  "invitations of a person": async () => {
    const { id } = await createUser(server, "annotator");
    const invite = () => owner.must("inviteUser", { params: { user_id: id }, body: { days: 7 } });
    for (let made = 0; made < 103; made++) await invite();
    expect(stored("select count(*) as count from invitation where user_id = ?", id)).toBe(100);
  },
  "sessions of a person": async () => {
    const { id, username } = await createUser(server, "annotator");
    const older = `with recursive n(at) as (select 1 union all select at + 1 from n where at < 1000)
      insert into session (id, user_id, number, renews, began_at, renewed_at, expires_at)
      select 'older ' || at, ?, 1, 0, at, at, 9e15 from n`;
    writing((database) => database.prepare(older).run(id));
    await owner.must("createTokenV0", { body: { username, password: "long enough" } });
    expect(stored("select count(*) as count from session where user_id = ?", id)).toBe(1000);
    expect(stored("select count(*) as count from session where id = 'older 1' and user_id = ?", id)).toBe(0);
  },
  "jobs that are done of the server": async () => {
    const done = `with recursive n(at) as (select 1 union all select at + 1 from n where at < 300)
      insert into job (id, name, dataset_key, dataset_id, workspace_id, about, state, inserted_at, updated_at)
      select 'old ' || at, 'purge', -1, 'gone', ?, '{}', 'done', at, at from n`;
    writing((database) => database.prepare(done).run(people.workspaceId));
    const { datasetId } = await record();
    await owner.must("deleteDataset", { params: { dataset_id: datasetId } });
    const [deleted] = (await owner.must("listDeleted")).items;
    await owner.must("removeDeleted", { params: { deleted_id: deleted?.id ?? "" } });
    const count = "select count(*) as count from job where state = 'done' and dataset_id <> ?";
    await expect.poll(() => stored(count, "")).toBe(100);
  },
  "deleted datasets of a workspace": async () => {
    const { id, first, last } = await deletedBefore(100);
    expect(stored("select count(*) as count from deleted_dataset where workspace_id = ?", id)).toBe(100);
    expect(stored("select count(*) as count from deleted_dataset where id = ?", first)).toBe(0);
    expect(stored("select count(*) as count from deleted_dataset where name = ?", last)).toBe(1);
  },
  "deleted datasets of the server": async () => {
    const { first, last } = await deletedBefore(1000, null);
    expect(stored("select count(*) as count from deleted_dataset where ? = ''", "")).toBe(1000);
    expect(stored("select count(*) as count from deleted_dataset where id = ?", first)).toBe(0);
    expect(stored("select count(*) as count from deleted_dataset where name = ?", last)).toBe(1);
  },
  "snapshots of a dataset": async () => {
    const { datasetId } = await createPublished(owner, people.workspaceId);
    // Those of a server with another setting are as good.
    const older = `with recursive n(at) as (select 1 union all select at + 1 from n where at < 50)
      insert into snapshot (id, dataset_key, family, name, asked_at, job_key)
      select 'old ' || at, (select key from dataset where id = ?), 'dataset', at, at, 0 from n`;
    writing((database) => database.prepare(older).run(datasetId));
    const body = { dataset_id: datasetId, name: "one more" };
    refused(await owner.call("takeSnapshot", { body }), "at most 50 snapshots");
    writing((database) => database.exec("delete from snapshot where id like 'old %'"));
    expect((await owner.call("takeSnapshot", { body })).status).toBe(201);
  },
  "files of snapshots of the server": async () => {
    const { datasetId } = await createPublished(owner, people.workspaceId);
    const large = `insert into snapshot (id, dataset_key, family, name, asked_at, job_key, bytes)
      values ('large', -1, 'dataset', ?, 0, 0, 10737418240)`;
    writing((database) => database.prepare(large).run("large"));
    const body = { dataset_id: datasetId, name: "one more" };
    refused(await owner.call("takeSnapshot", { body }), "10737418240 bytes");
    writing((database) => database.exec("delete from snapshot where id = 'large'"));
    expect((await owner.call("takeSnapshot", { body })).status).toBe(201);
  },
  "deleted people of the server": async () => {
    writing((database) =>
      database.exec(`with recursive n(at) as (select 1 union all select at + 1 from n where at < 1000)
        insert into deleted_person select 100000 + at, 'old ' || at, '[]', at, null, null from n`),
    );
    const { id } = await createUser(server, "annotator");
    await owner.must("deleteUser", { params: { user_id: id } });
    expect(stored("select count(*) as count from deleted_person where ? = ''", "")).toBe(1000);
    expect(stored("select count(*) as count from deleted_person where id = ?", "old 1")).toBe(0);
  },
  "deletions of records of a dataset": async () => {
    const { name, first } = await deletedRecordsBefore(500, "bytes");
    expect(
      stored(
        "select count(*) as count from deleted_records where dataset_key = (select key from task_dataset where name = ?)",
        name,
      ),
    ).toBe(500);
    expect(stored("select count(*) as count from deleted_records where id = ?", first)).toBe(0);
  },
  "deletions of records of the server": async () => {
    const { first } = await deletedRecordsBefore(2000, "dataset_key");
    expect(stored("select count(*) as count from deleted_records where ? = ''", "")).toBe(2000);
    expect(stored("select count(*) as count from deleted_records where id = ?", first)).toBe(0);
  },
  "deleted records, all together of the server": async () => {
    const { first } = await deletedRecordsBefore(5, "bytes", 2 ** 28);
    expect(stored("select sum(bytes) as count from deleted_records where ? = ''", "")).toBeLessThan(2 ** 30);
    expect(stored("select count(*) as count from deleted_records where id = ?", first)).toBe(0);
    // The newest stays, however large it is.
    writing((database) =>
      database.exec(
        "update deleted_records set bytes = 2000000000 where deleted_at = (select max(deleted_at) from deleted_records)",
      ),
    );
    await deletedRecordsBefore(0, "bytes");
    expect(stored("select count(*) as count from deleted_records where ? = ''", "")).toBe(1);
  },
  "a page of records of a reply": async () => {
    const { datasetId } = await record();
    const params = { dataset_id: datasetId };
    const ids = await createRecords(owner, datasetId, 2);
    // An earlier version accepted such records.
    const grow = `update record set fields = json_object('text', printf('%.*c', 30000000, 'a'))
      where dataset_key = (select dataset_key from record where id = ?)`;
    writing((database) => database.prepare(grow).run(ids[0] ?? ""));
    const page = (limit: string) => owner.call("listRecords", { params, query: { limit } });
    refused(await page("3"), "3 records", String(64 * MB), "ask for fewer");
    expect((await page("2")).status).toBe(200);
    const exported = await fetch(`${server.url}/api/postil/v1/datasets/${datasetId}/export`, {
      method: "POST",
      headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
      body: "{}",
    });
    expect((await exported.text()).trimEnd().split("\n")).toHaveLength(3);
  },
  "webhooks of the server": async () => {
    const body = { url: "https://hooks.invalid/", events: ["dataset.deleted"] };
    await beyondCount(10, () => owner.call("createWebhook", { body }), "more than 10 webhooks");
  },
  "webhooks of a workspace": async () => {
    const body = { url: "https://hooks.invalid/", events: ["dataset.deleted"] };
    for (const n of range(5)) {
      const { id } = await owner.must("createWorkspace", { body: { name: newName() } });
      const make = () => owner.call("createWorkspaceWebhook", { params: { workspace_id: id }, body });
      await beyondCount(10, make, n === 4 ? "more than" : "more than 10 webhooks");
    }
    const params = { workspace_id: people.workspaceId };
    refused(await owner.call("createWorkspaceWebhook", { params, body }), "more than 50 webhooks");
  },
  "events that wait of a webhook": async () => {
    const [webhook] = (await owner.must("listWebhooks")).items;
    const enabled = () => stored("select enabled as count from webhook where id = ?", webhook?.id ?? "");
    const removeOne = async () =>
      owner.must("deleteDataset", { params: { dataset_id: (await createDraft(owner, people.workspaceId)).datasetId } });
    writing((database) => database.exec("update webhook set enabled = 1, waiting_bytes = 64 * 1024 * 1024 - 100"));
    await removeOne();
    expect(enabled()).toBe(0);
    writing((database) => database.exec("update webhook set enabled = 1, waiting = 99999, waiting_bytes = 0"));
    await removeOne();
    expect(enabled()).toBe(1);
    await removeOne();
    expect(enabled()).toBe(0);
  },
  "deliveries that ended of a webhook": async () => {
    const [webhook] = (await owner.must("listWebhooks")).items;
    writing((database) => database.exec("update webhook set waiting = 0"));
    const params = { webhook_id: webhook?.id ?? "" };
    await many(210, async () => expect((await owner.call("pingWebhook", { params })).status).toBe(204));
    await patiently(
      async () => {
        const { waiting, ended } = await owner.must("listWebhookDeliveries", { params });
        expect([waiting.filter(({ event }) => event === "ping"), ended.length]).toEqual([[], 200]);
      },
      { timeout: 50_000 },
    );
  },
  "files sent from the page of a person": async () => {
    const { client } = await createUser(server, "admin");
    await beyondCount(100, () => client.call("uploadFile", { query: { name: "a.csv" }, body: "a,b\n" }), "100 files");
  },
  "files sent from the page of the server": async () => {
    // What a file announces takes room at once. A person may announce four files of 500 MB.
    const sockets: Socket[] = [];
    const files = () => readdirSync(join(server.home, "uploads")).length;
    const before = files();
    const replies: string[] = [];
    const announce = async (apiKey: string) => {
      const [known, socket] = [files(), await beginToSend(server.url, apiKey, 500 * MB, "")];
      sockets.push(socket);
      socket.once("data", (reply) => replies.push(String(reply)));
      // A file that is taken is there before any of its content comes.
      await patiently(() => expect(replies.length > 0 || files() === known + 1).toBe(true), { interval: 5 });
    };
    while (replies.length === 0 && sockets.length < 20) {
      const body = { first_name: "Test", username: newName(), role: "admin", password: "long enough" } as const;
      const { api_key } = await owner.must("createUser", { body });
      for (const _ of range(4)) if (replies.length === 0) await announce(api_key);
    }
    expect(replies[0]).toMatch(
      / 422 [\s\S]*All files that people have sent would have [\d,]+ MB; the most is [\d,]+ MB/,
    );
    for (const socket of sockets) socket.destroy();
    await patiently(() => expect(files()).toBe(before));
  },
};

const ROWS = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8")
  .split("| --- | --- | --- | --- |\n")[1]
  ?.split("\n\n")[0]
  ?.split("\n")
  .map((row) => row.split("|").map((cell) => cell.trim()));

test("API-39 the table of bounds is the one that is tried", () => {
  expect(ROWS?.map(([, what, of]) => `${what} of ${of}`)).toEqual(Object.keys(TRIES));
});

test.each(Object.entries(TRIES))(
  "API-39 FAN-35 beyond its bound is refused, and changes nothing: %s",
  (_, tried) => tried(),
  60_000,
);

test("API-39 a store that holds more, from an earlier version, is listed without what is beyond, and tells of it", async () => {
  const { at, name, log } = await taskDataset();
  const grow = "update task_dataset set tags = json_object('much', printf('%.*c', 2000000, 'a')) where name = ?";
  writing((database) => database.prepare(grow).run(name));
  const listed = await owner.must("listTaskDatasetsV0", { query: { workspace } });
  expect(listed.find((one) => one.name === name)?.tags).toEqual({});
  expect((await owner.must("getTaskDatasetV0", at)).tags).toEqual({});
  const told = await server.store.read("listBeyondBounds", null, undefined);
  expect(told).toEqual([
    expect.stringMatching(new RegExp(`${name} holds more tags than it may: 2000011 bytes, at most ${MB}`)),
  ]);
  refused(await log({ tags: { more: "a" } }), "more tags of this dataset than it may have");
});

test("API-39 TEN-01 a task dataset with more rules than it may have is not copied without them", async () => {
  const { at } = await taskDataset();
  const copy = () => owner.call("copyTaskDatasetV0", { ...at, body: { name: newName() } } as never);
  for (const n of range(9))
    await owner.must("createLabelingRuleV0", { ...at, body: { query: `word${n}`, labels: ["A"], description: "" } });
  // An earlier version let them grow this large.
  writing((database) =>
    database
      .prepare(`update labeling_rule set description = printf('%.*c', 1000000, 'a')
        where dataset_key = (select key from task_dataset where name = ?)`)
      .run(at.params.name),
  );
  refused(await copy(), "9 with 9000", "labeling rules", String(8 * MB), "Delete some to copy it");
  await owner.must("deleteLabelingRuleV0", { ...at, params: { ...at.params, query: "word0" } });
  expect((await copy()).status).toBe(200);
});
