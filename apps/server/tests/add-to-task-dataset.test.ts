import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runAt } from "./support/command-line.ts";
import { linesOf } from "./support/files-sent.ts";
import { createTaskDataset, startTaskPeople } from "./support/task-datasets.ts";

/** A file is added to a task dataset that is there. */

const { server, people, workspace } = await startTaskPeople();
const { admin, annotator } = people.clients;
const folder = mkdtempSync(join(tmpdir(), "postil-add-task-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
async function add(name: string, task: string, rows: readonly object[], ...options: readonly string[]) {
  const file = join(folder, `rows-${files++}.jsonl`);
  writeFileSync(file, linesOf(rows));
  const args = ["import", file, "--into", name, "--workspace", workspace, "--task", task, ...options];
  return runAt({ url: server.url, home: folder }, args);
}

test("IMP-44 a dry run says what is new, updated, unchanged and refused; adding does it, and what people said stays", async () => {
  const { name, at } = await createTaskDataset(people, workspace, "TextClassification");
  const labels = ["A", "B"];
  const ofTask = { params: { name, task: "TextClassification" as const }, query: { workspace } };
  await admin.must("updateTaskSettingsV0", { ...ofTask, body: { label_schema: { labels } } });
  const said = (id: string, status: string) => ({
    ...{ id, status, inputs: { text: `text ${id}` }, metadata: { n: 1 } },
    annotation: { agent: "jo", labels: [{ class: "A" }] },
  });
  const records = [said("1", "Validated"), said("2", "Validated"), { id: "3", inputs: { text: "text 3" } }];
  await annotator.must("logTextRecordsV0", { ...at, body: { records } });
  const rows = [
    { id: "1", text: "text 1" },
    { id: "2", text: "text 2", n: 2 },
    { id: "3", text: "other words", prediction: [["B", 0.5]] },
    { id: "4", text: "text 4", label: "B" },
    { id: "5", text: "text 5", label: "C" },
    { id: "6", text: "text 6", n: "many" },
    { text: "without id" },
  ];
  const recordOf = (id: string) => admin.must("getTaskRecordV0", { params: { name, id }, query: { workspace } });
  const before = await recordOf("3");
  const tried = await add(name, "TextClassification", rows, "--dry-run");
  const counts = "Rows: 7 read; 2 new, 2 updated, 1 unchanged, 2 refused.";
  expect(tried.out).toContain(`${counts} Nothing was written.`);
  expect(tried.said).toContain("line 5: Provided records contain the C label");
  expect(await recordOf("3")).toEqual(before);
  const added = await add(name, "TextClassification", rows);
  expect(added.code, added.said).toBe(0);
  expect(added.out).toContain(`${counts}\n`);
  expect(await recordOf("2")).toMatchObject({ status: "Validated", annotation: { agent: "jo" }, metadata: { n: 2 } });
  expect(await recordOf("3")).toMatchObject({
    inputs: { text: "other words" },
    prediction: { labels: [{ class: "B" }] },
  });
  const again = await add(name, "TextClassification", rows.slice(0, 5), "--dry-run");
  expect(again.out).toContain("Rows: 5 read; 0 new, 0 updated, 4 unchanged, 1 refused.");
  expect(again.out).not.toContain("new input");
});

test("IMP-102 the command names a new input before anything is written", async () => {
  const { name, at } = await createTaskDataset(people, workspace, "TextClassification");
  await annotator.must("logTextRecordsV0", { ...at, body: { records: [{ id: "1", inputs: { text: "text 1" } }] } });
  const tried = await add(name, "TextClassification", [{ id: "2", review: "A text of some words" }], "--dry-run");
  expect(tried.out).toContain('"review" is a new input: the dataset has "text".');
  expect(tried.out).toContain("1 new");
});

test("IMP-44 what people annotated is changed only where that is said", async () => {
  const { name, at } = await createTaskDataset(people, workspace, "Text2Text");
  const records = [
    { id: "1", text: "a", status: "Validated", annotation: { agent: "jo", sentences: [{ text: "b" }] } },
  ];
  await annotator.must("logText2TextRecordsV0", { ...at, body: { records } });
  const rows = [{ id: "1", text: "a", annotation: "c" }];
  const refused = await add(name, "Text2Text", rows);
  expect(refused.code).toBe(1);
  expect(refused.said).toContain("1 of those updated would change what people said of them.");
  const recordOf = () => admin.must("getTaskRecordV0", { params: { name, id: "1" }, query: { workspace } });
  expect(await recordOf()).toMatchObject({ annotation: { agent: "jo", sentences: [{ text: "b" }] } });
  expect((await add(name, "Text2Text", rows, "--overwrite")).code).toBe(0);
  expect(await recordOf()).toMatchObject({ annotation: { sentences: [{ text: "c" }] } });
});

test("IMP-44 only managers add, nothing to a closed dataset, and of existing records none is changed if that is asked", async () => {
  const { at } = await createTaskDataset(people, workspace, "TokenClassification");
  const record = { id: "1", text: "a b", tokens: ["a", "b"] };
  await annotator.must("logTokenRecordsV0", { ...at, body: { records: [record] } });
  const body = {
    ...{ task: "TokenClassification", dry_run: false, existing: "leave", samples: 5 },
    records: [
      { ...record, metadata: { n: 1 } },
      { ...record, id: "2" },
    ],
  };
  expect((await annotator.call("mergeTaskRecords", { ...at, body })).status).toBe(403);
  const { items } = await admin.must("mergeTaskRecords", { ...at, body });
  expect(items.map(({ outcome }) => outcome)).toEqual(["left", "new"]);
  const told = await admin.must("mergeTaskRecords", { ...at, body: { ...body, existing: "update", dry_run: true } });
  expect(told.items.map(({ outcome, changes }) => [outcome, changes])).toEqual([
    ["updated", [{ name: "metadata.n", before: null, after: "1", kept: false }]],
    ["unchanged", null],
  ]);
  const many = { ...body, records: Array.from({ length: 501 }, () => record) };
  expect((await admin.call("mergeTaskRecords", { ...at, body: many })).status).toBe(422);
  await admin.must("closeTaskDatasetV0", at);
  expect((await admin.call("mergeTaskRecords", { ...at, body })).status).toBe(400);
});
