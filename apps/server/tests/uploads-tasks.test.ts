import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Task } from "@postil/domain/datasets/dataset";
import { expect, test } from "vitest";
import { at, ended, imported, linesOf, send, understand } from "./support/files-sent.ts";
import { newName } from "./support/people.ts";
import { startTaskPeople } from "./support/task-datasets.ts";

/** A dataset of a task from a file that a person sends from the page. */

const { people, workspace } = await startTaskPeople();
const { admin, annotator } = people.clients;
const caseOf = (name: string) => readFileSync(join(import.meta.dirname, "../src/import/cases", name));

const recordsOf = async (name: string, task: Task) =>
  admin.must("searchTaskRecordsV0", { params: { name, task }, query: { workspace, limit: "100" }, body: {} });

const CSV = [
  "message,intent,channel",
  ...["My card has not come yet,card_arrival,app", "Why was I charged twice?,charged_twice,chat"],
  ...["Where is my card,card_arrival,app", ",card_arrival,app"],
].join("\n");

test("IMP-40 a table becomes a dataset for text classification, with its labels as the schema", async () => {
  const id = await send(admin, "messages.csv", CSV);
  const seen = await understand(admin, id, { kind: "TextClassification" });
  expect(seen).toMatchObject({
    ...{ kind: "TextClassification", rows: 4, fault: null, dataset: null },
    task: {
      ...{ name: "messages", task: "TextClassification", several: false, agent: "import" },
      columns: [
        { column: "message", role: "input" },
        { column: "intent", role: "annotation" },
        { column: "channel", role: "metadata" },
      ],
      labels: [
        { value: "card_arrival", count: 2 },
        { value: "charged_twice", count: 1 },
      ],
    },
  });
  expect(seen.task?.records[0]).toMatchObject({
    ...{ line: 2, refused: null },
    record: { inputs: { message: "My card has not come yet" }, annotation: { labels: [{ class: "card_arrival" }] } },
  });
  const name = newName();
  const wish = { kind: "TextClassification", name, task: { labels: ["other"], agent: "jo" } };
  const done = await imported(admin, id, people.workspaceId, wish);
  expect(done).toMatchObject({
    ...{ state: "done", read: 4, total: 3, stored: 3, refused: 1, detail: null, dataset_id: null },
    task_dataset: { workspace, name, task: "TextClassification" },
  });
  expect(done.refused_rows).toMatchObject([{ line: 5 }]);
  const { total, records } = await recordsOf(name, "TextClassification");
  expect(total).toBe(3);
  expect(records).toContainEqual(
    expect.objectContaining({
      status: "Validated",
      inputs: { message: "Where is my card" },
      annotation: { agent: "jo", labels: [expect.objectContaining({ class: "card_arrival" })] },
      metadata: { channel: "app" },
    }),
  );
  const settings = await annotator.must("getTaskSettingsV0", {
    ...{ params: { name, task: "TextClassification" }, query: { workspace } },
  });
  expect(settings.label_schema?.labels.map((label) => label.name)).toEqual(["card_arrival", "charged_twice", "other"]);
});

test("IMP-40 what a file is taken for is said with the reason, and what it cannot become too", async () => {
  const kinds = await Promise.all(
    ["pandas-tc.csv", "pandas-text2text.csv", "ud.conll", "hipe-header.conll", "doccano-cls.jsonl"].map(
      async (name) => {
        const { kind, kind_reason, fault } = await understand(admin, await send(admin, name, caseOf(name)));
        return [name, kind, kind_reason, fault];
      },
    ),
  );
  const client = "it has the columns of an Argilla 1.x client's export";
  expect(kinds).toEqual([
    ["pandas-tc.csv", "TextClassification", client, null],
    ["pandas-text2text.csv", "Text2Text", `${client}, and nothing of labels`, null],
    ["ud.conll", "TokenClassification", "each line has a token", null],
    ["hipe-header.conll", "feedback", "the tags of its tokens can become spans", null],
    ["doccano-cls.jsonl", "feedback", "its columns can become fields, questions and suggestions", null],
  ]);
  const tokens = await send(admin, "numbered.conll", caseOf("numbered.conll"));
  const asked = await understand(admin, tokens, { kind: "Text2Text" });
  expect(asked.kinds).toContainEqual({ kind: "Text2Text", unfit: "the file has tokens in columns" });
  expect(asked.kinds).toContainEqual({ kind: "TokenClassification", unfit: null });
});

test("IMP-41 roles are said; what has no place is metadata, and a role of one column is refused for two", async () => {
  const rows = [
    { head: "A", body: "B", tag: "x", model: "y", sure: "0.25", who: "m", label: "old", kept: 1.5, gone: 1 },
    { head: "C", body: "D", tag: "y", model: null, who: "m", label: null, kept: 2, gone: 2 },
  ];
  const id = await send(admin, "rows.jsonl", linesOf(rows));
  const roles = {
    ...{ head: "input", body: "input", tag: "annotation", model: "prediction", sure: "prediction_score" },
    ...{ who: "prediction_agent", label: "metadata", kept: "metadata", gone: "ignored" },
  };
  const columns = Object.entries(roles).map(([column, role]) => ({ column, role }));
  const wish = { kind: "TextClassification", task: { columns } };
  const { task, columns: shown } = await understand(admin, id, wish);
  expect(task?.columns.map(({ column, role }) => [column, role])).toEqual(Object.entries(roles));
  expect(shown[0]?.reason).toBe("as said");
  expect(task?.records.map(({ record }) => record)).toEqual([
    {
      ...{ inputs: { head: "A", body: "B" }, multi_label: false, status: "Validated" },
      annotation: { agent: "import", labels: [{ class: "x" }] },
      prediction: { agent: "m", labels: [{ class: "y", score: 0.25 }] },
      metadata: { label: "old", kept: 1.5 },
    },
    {
      ...{ inputs: { head: "C", body: "D" }, multi_label: false, status: "Validated" },
      ...{ annotation: { agent: "import", labels: [{ class: "y" }] }, metadata: { kept: 2 } },
    },
  ]);
  const twice = [...columns.filter(({ column }) => !/head|body/.test(column)), { column: "head", role: "id" }];
  const both = await understand(admin, id, {
    ...wish,
    task: { columns: [...twice, { column: "body", role: "id" }] },
  });
  expect(both.fault).toBe('Only one column can be the id: "head" and "body" are said to be.');
  expect(both.columns).toHaveLength(9);
});

test("IMP-42 labels that look alike wait for a decision; a schema with one more is asked of nobody", async () => {
  const id = await send(admin, "alike.csv", "text,label\na,Good\nb,good\nc,nan\n");
  const wish = { kind: "TextClassification", name: newName() };
  const seen = await understand(admin, id, wish);
  expect(seen.asked).toEqual([
    expect.stringMatching(/labels that look alike: "(?:Good|good)"/),
    expect.stringContaining('labels that look like no value: "nan"'),
  ]);
  const begin = { ...at(id), body: { ...wish, workspace_id: people.workspaceId } };
  expect((await admin.call("importUpload", begin)).status).toBe(422);
  const done = await imported(admin, id, people.workspaceId, { ...wish, as_written: true });
  expect(done).toMatchObject({ state: "done", stored: 3 });
});

test("IMP-43 the dataset is a draft of its import until it is whole; Stop removes it", async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => ({
    text: `Text ${at} of many, with some more words in it`,
    label: "A",
  }));
  const id = await send(admin, "many.jsonl", linesOf(rows));
  const name = newName();
  const wish = { kind: "TextClassification", name, workspace_id: people.workspaceId };
  await admin.must("importUpload", { ...at(id), body: wish });
  const namesOf = async (client: typeof admin) => (await client.must("listTaskDatasetsV0")).map((one) => one.name);
  await expect.poll(() => namesOf(admin), { timeout: 20_000, interval: 20 }).toContain(name);
  expect(await namesOf(annotator)).not.toContain(name);
  await admin.must("deleteUpload", at(id));
  expect(await ended(admin, id)).toMatchObject({ state: "stopped", stored: 0, task_dataset: null });
  expect(await namesOf(admin)).not.toContain(name);
});

test("IMP-43 a name that is taken, a wrong one and a workspace of others are refused before anything is made", async () => {
  const taken = await send(admin, "a.csv", CSV);
  const name = newName();
  const wish = { kind: "TextClassification", name };
  await imported(admin, taken, people.workspaceId, wish);
  const again = await send(admin, "b.csv", CSV);
  const body = { ...wish, workspace_id: people.workspaceId };
  const twice = await admin.call("importUpload", { ...at(again), body });
  const detail = `The workspace “${workspace}” has a dataset “${name}” already. Choose another name.`;
  expect([twice.status, twice.body]).toEqual([409, { detail }]);
  const elsewhere = { ...wish, workspace_id: people.elsewhereId };
  expect((await admin.call("importUpload", { ...at(again), body: elsewhere })).status).toBe(403);
  const wrong = await understand(admin, again, { ...wish, name: "Not A Name" });
  expect(wrong.fault).toContain("cannot be the name of a task dataset");
});
