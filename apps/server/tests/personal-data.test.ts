import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { PERSON_FILES, TABLES_OF_PERSON } from "../src/export/kept-of-person.ts";
import type { Client } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { createUser, newName } from "./support/people.ts";
import { createRecords, SUBMITTED } from "./support/records.ts";
import { OPERATOR_KEY, OWNER } from "./support/start-test-server.ts";
import { startTaskPeople } from "./support/task-datasets.ts";
import { unzip } from "./support/unzip.ts";

/** All that is kept about a person, as one file (docs/personal-data.md). */

const { server, people, workspace } = await startTaskPeople();
const { owner } = people.clients;

type Line = { readonly [name: string]: unknown };

/** A file of somebody's data: all of its text, and the lines of each file in it. */
async function dataOf(path: string, headers: { readonly [name: string]: string }) {
  const reply = await fetch(`${server.url}/api/postil/v1/${path}`, { headers });
  expect(reply.status, path).toBe(200);
  const files = await unzip(Buffer.from(await reply.arrayBuffer()));
  const linesOf = (name: keyof typeof PERSON_FILES): Line[] =>
    (files.get(name)?.toString() ?? "")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  const text = [...files.values()].join("\n");
  return { names: [...files.keys()], text, linesOf, readme: String(files.get("README.txt")), headers: reply.headers };
}
const dataFor = (userId: string) => dataOf(`people/${userId}/data`, { "x-postil-api-key": OWNER.apiKey });

/** Somebody who has left something in every table that can hold it. */
async function somebodyBusy() {
  const { id, username } = await createUser(server, "admin");
  const inWorkspace = { params: { workspace_id: people.workspaceId }, body: { user_id: id } };
  await owner.must("addWorkspaceUser", inWorkspace);
  await owner.must("inviteUser", { params: { user_id: id }, body: { days: 7 } });
  const { access_token } = await people.clients.nobody.must("createTokenV0", {
    body: { username, password: "long enough" },
    headers: { "user-agent": "curl/8" },
  });
  const session = { authorization: `Bearer ${access_token}` };
  const client: Client = {
    call: (name, sending) => people.clients.nobody.call(name, { ...sending, headers: session }),
    must: (name, sending) => people.clients.nobody.must(name, { ...sending, headers: session }),
  };
  const { key } = await client.must("createMyApiKey", { body: { name: "script", days: 30 } });
  await client.must("changeMyPreferences", { body: { items: [{ name: "theme", value: "dark", age: 0 }] } });
  return { id, username, client, session, key, inWorkspace };
}

async function leaveEverything(person: Awaited<ReturnType<typeof somebodyBusy>>) {
  const { client, username } = person;
  const { datasetId, questionId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  const [first = "", second = ""] = await createRecords(owner, datasetId, 2);
  const response = await client.must("createResponse", { params: { record_id: first }, body: SUBMITTED });
  await client.must("updateResponse", {
    params: { response_id: response.id },
    body: { status: "draft", values: { mood: { value: "bad" } } },
  });
  await client.must("flagRecord", { params: { record_id: second } });
  await client.must("createView", { params, body: { name: "to do", query: "status=submitted" } });
  await owner.must("upsertSuggestion", {
    params: { record_id: second },
    body: { question_id: questionId, value: "good", agent: username, type: "human" },
  });
  const task = { params: { name: newName() }, query: { workspace } };
  await client.must("createTaskDatasetV0", { body: { ...task.params, workspace, task: "TextClassification" } });
  const annotation = { agent: username, labels: [{ class: "Sport" }] };
  await client.must("logTextRecordsV0", {
    ...task,
    body: { records: [{ id: "t-1", inputs: { text: "a goal" }, annotation, status: "Validated" }] },
  });
  await client.must("createLabelingRuleV0", { ...task, body: { query: "goal*", labels: ["Sport"] } });
  await client.must("takeSnapshot", { body: { dataset_id: datasetId, name: "before the talk" } });
  const goner = { params: { name: newName() }, query: { workspace } };
  await client.must("createTaskDatasetV0", { body: { ...goner.params, workspace, task: "Text2Text" } });
  await client.must("deleteTaskDatasetV0", goner);
  const failed = { username, password: "something else" };
  await people.clients.nobody.call("createTokenV0", { body: failed });
  return { datasetId, records: [first, second], task: task.params.name, goner: goner.params.name };
}

const busy = await somebodyBusy();
const left = await leaveEverything(busy);

test("OPD-01 a person's file has what they left in every table, and says in plain English what is in it", async () => {
  const { names, linesOf, readme, headers } = await dataOf("me/data", busy.session);
  expect(names).toEqual([...Object.keys(PERSON_FILES), "README.txt"]);
  expect(headers.get("content-disposition")).toBe(`attachment; filename="${busy.username}-data.zip"`);
  const at = { workspace };
  expect(linesOf("account.json")).toEqual([
    {
      ...{ id: busy.id, username: busy.username, first_name: "Test", last_name: null, role: "admin" },
      ...{ has_password: true, provider: null, subject: null, deactivated_at: null, files: [] },
      ...{
        inserted_at: expect.any(String),
        updated_at: expect.any(String),
        last_seen: { at: expect.any(String), by_key: false },
      },
      sessions: [expect.objectContaining({ began_at: expect.any(String), ended_at: null })],
      workspaces: [{ name: workspace, since: expect.any(String) }],
      api_keys: [expect.objectContaining({ name: null }), expect.objectContaining({ name: "script" })],
      invitations: [expect.objectContaining({ used_at: null, by_admin: false })],
      preferences: [{ name: "theme", value: "dark", changed_at: expect.any(String) }],
    },
  ]);
  const [first, second] = left.records;
  expect(linesOf("answers.jsonl")).toMatchObject([
    {
      ...at,
      status: "draft",
      values: { mood: { value: "bad" } },
      record: { id: first, fields: { text: expect.any(String) } },
    },
  ]);
  expect(linesOf("history.jsonl")).toMatchObject([
    { kind: "response_created", record: { id: first }, of: busy.username, by: busy.username, before: null },
    { kind: "response_updated", record: { id: first }, before: { status: "submitted" }, after: { status: "draft" } },
    { kind: "task_record_changed", record: { id: "t-1" }, dataset: left.task, by: busy.username },
  ]);
  expect(linesOf("flags.jsonl")).toMatchObject([{ ...at, record: { id: second, preview: expect.any(String) } }]);
  expect(linesOf("views.jsonl")).toMatchObject([{ ...at, name: "to do", query: "status=submitted" }]);
  expect(linesOf("suggestions.jsonl")).toMatchObject([
    { ...at, record: { id: second }, question: "mood", value: "good" },
  ]);
  expect(linesOf("annotations.jsonl")).toMatchObject([
    {
      ...at,
      dataset: left.task,
      record: { id: "t-1", text: "a goal" },
      annotation: { labels: [{ class_label: "Sport" }] },
    },
  ]);
  expect(linesOf("rules.jsonl")).toMatchObject([{ ...at, dataset: left.task, query: "goal*", labels: ["Sport"] }]);
  expect(linesOf("datasets.jsonl")).toMatchObject([
    { ...at, dataset: left.task },
    { ...at, dataset: left.goner, deleted: true, made: true, deleted_at: expect.any(String) },
    { ...at, snapshot: "before the talk", asked_at: expect.any(String) },
  ]);
  const audit = linesOf("audit.jsonl");
  expect(audit.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      "person_created",
      "membership_added",
      "signed_in",
      "key_made",
      "sign_in_failed",
      "dataset_deleted",
    ]),
  );
  const of = (kind: string) => audit.find((entry) => entry.kind === kind);
  expect(of("signed_in")).toMatchObject({ actor: busy.username, address: "127.0.0.1", program: "curl" });
  // From where the owner did it is about the owner.
  expect(of("person_created")).toMatchObject({ actor: "owner", person: busy.username });
  expect(of("person_created")).not.toHaveProperty("address");
  expect(readme).toMatch(
    new RegExp(`^What Postil keeps about ${busy.username}\\n[\\s\\S]*history\\.jsonl: .*; lines: 3\\n`),
  );
  expect(readme).toContain("stay in the files of snapshots of datasets, until these snapshots are deleted");
});

test("OPD-02 owners download anybody's file, and nobody else does; each download is in the audit trail", async () => {
  const { linesOf } = await dataFor(busy.id);
  expect(linesOf("answers.jsonl")).toHaveLength(1);
  const params = { user_id: busy.id };
  for (const speaker of ["admin", "annotator"] as const)
    expect((await people.clients[speaker].call("exportPersonData", { params })).status).toBe(403);
  expect((await people.clients.nobody.call("exportMyData")).status).toBe(401);
  expect((await owner.call("exportPersonData", { params: { user_id: left.datasetId } })).status).toBe(404);
  const { items } = await owner.must("listAudit", { query: { group: "export" } });
  expect(items.slice(0, 2)).toMatchObject([
    { kind: "person_exported", actor: { username: "owner" }, person: { username: busy.username } },
    { kind: "person_exported", actor: { username: busy.username }, person: null },
  ]);
});

test("OPD-02 the operator of the server has no account, and downloads that of others", async () => {
  const operator = { "x-postil-api-key": OPERATOR_KEY };
  expect((await fetch(`${server.url}/api/postil/v1/me/data`, { headers: operator })).status).toBe(403);
  expect((await dataOf(`people/${busy.id}/data`, operator)).linesOf("views.jsonl")).toHaveLength(1);
});

test("OPD-03 nothing in the file lets anybody in: no password, key, code, token or session", async () => {
  const { text } = await dataFor(busy.id);
  const database = new DatabaseSync(server.file, { readOnly: true });
  const secrets = [
    ...["select api_key from user where id = ?", "select password_hash from user where id = ?"],
    ...["select code_hash from invitation where user_id = ?", "select id from session where user_id = ?"],
    "select hex(hash) from api_key where user_key = (select key from user where id = ?)",
  ].flatMap((sql) =>
    database
      .prepare(sql)
      .all(busy.id)
      .flatMap((row) => Object.values(row).map(String)),
  );
  database.close();
  expect(secrets).toHaveLength(5);
  for (const secret of [...secrets, busy.key, busy.session.authorization]) expect(text).not.toContain(secret);
});

test("OPD-04 every table of the database is in a file or says why not, and the documentation names it", () => {
  const database = new DatabaseSync(server.file, { readOnly: true });
  const tables = database
    .prepare("select name from pragma_table_list where schema = 'main' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => String(name));
  database.close();
  const known = new Set(Object.keys(TABLES_OF_PERSON));
  // The clock has a time alone. The index of words has a table for each dataset, which is made from its records.
  const others = tables.filter((name) => !known.has(name) && name !== "clock" && !/^text_\d+(_|$)/.test(name));
  expect(others).toEqual([]);
  const docs = readFileSync(new URL("../../../docs/personal-data.md", import.meta.url), "utf8");
  const row = (table: string) => docs.split("\n").find((line) => line.startsWith("|") && line.includes(`\`${table}\``));
  for (const [table, place] of Object.entries(TABLES_OF_PERSON)) {
    expect(row(table), `${table} in docs/personal-data.md`).toBeDefined();
    if (typeof place === "string") expect(row(table)).toContain(place);
  }
});

test("OPD-04 every column that can hold a person's name or id is in a table that is in a file, or known to be none", () => {
  const database = new DatabaseSync(server.file, { readOnly: true });
  const columns = database
    .prepare(`select list.name as "table", info.name as "column"
      from pragma_table_list list, pragma_table_xinfo(list.name) info where list.schema = 'main'`)
    .all()
    .filter(({ column }) => /user|actor|person|author|agent|_by(_|$)|username|who/.test(String(column)))
    .map(({ table, column }) => `${table}.${column}`);
  database.close();
  const inNoFile = columns.filter((name) => {
    const place = (TABLES_OF_PERSON as { readonly [table: string]: unknown })[name.split(".")[0] ?? ""];
    return typeof place !== "string";
  });
  // The first and the last are computed from the responses; what was done to a deleted person is in the audit trail. A one-time
  // link is for a quarter of an hour.
  expect(inNoFile.sort()).toEqual([
    "answered_block.user_key",
    "deleted_person.deleted_by",
    "deleted_person.deleted_by_id",
    "deleted_person.user_key",
    "sign_in_link.user_id",
    "user_counts.user_key",
  ]);
});

test("OPD-05 the text of a record is in the file while the person may read its dataset", async () => {
  const { client, id } = await createUser(server, "annotator").then(async (made) => {
    await owner.must("addWorkspaceUser", { params: { workspace_id: people.workspaceId }, body: { user_id: made.id } });
    return made;
  });
  const params = { record_id: left.records[0] ?? "" };
  await client.must("createResponse", { params, body: SUBMITTED });
  await client.must("flagRecord", { params });
  expect((await dataFor(id)).text).toContain('"fields"');
  await owner.must("removeWorkspaceUser", { params: { workspace_id: people.workspaceId, user_id: id } });
  const { text, linesOf } = await dataFor(id);
  expect(linesOf("answers.jsonl")).toMatchObject([{ status: "submitted", record: { id: params.record_id } }]);
  expect(text).not.toMatch(/"fields"|"preview"/);
});

test("OPD-06 of a person with many answers the file has each once, also those in a dataset that can be restored", async () => {
  const { client, id } = await createUser(server, "owner");
  const many = await createPublished(client, people.workspaceId);
  const records = await createRecords(client, many.datasetId, 1200);
  for (let at = 0; at < records.length; at += 100) {
    const items = records.slice(at, at + 100).map((record_id) => ({ ...SUBMITTED, record_id }));
    await client.must("bulkSaveResponses", { body: { items } });
  }
  const answered = async () =>
    (await dataFor(id)).linesOf("answers.jsonl").map(({ record }) => (record as { readonly id: string }).id);
  expect((await answered()).toSorted()).toEqual(records.toSorted());
  const ids = records.slice(0, 100).join(",");
  await client.must("deleteRecords", { params: { dataset_id: many.datasetId }, query: { ids } });
  expect((await answered()).toSorted()).toEqual(records.toSorted());
  await client.must("deleteDataset", { params: { dataset_id: many.datasetId } });
  expect(new Set(await answered()).size).toBe(records.length);
  expect((await dataFor(id)).linesOf("history.jsonl")).toHaveLength(records.length);
});
