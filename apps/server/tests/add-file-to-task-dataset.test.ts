import type { Task } from "@postil/domain/datasets/dataset";
import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "./support/effort.ts";
import { at, ended, imported, linesOf, send, understand } from "./support/files-sent.ts";
import { patiently } from "./support/patiently.ts";
import { newName } from "./support/people.ts";
import { createTaskDataset, startTaskPeople } from "./support/task-datasets.ts";

/** A file that a person sends from the page is added to a task dataset that is there. */

const { people, workspace } = await startTaskPeople();
const { admin, annotator } = people.clients;

type Row = { readonly [column: string]: unknown };
type Body = { readonly [member: string]: unknown };

const LABELS = ["good", "bad"];
const row = (n: number, changes: Row = {}): Row => ({
  ...{ ticket: `T-${n}`, message: `A text that nobody else has written, number ${n}` },
  ...{ label: LABELS[n % 2], stars: n % 5, embedding: [n, 0.1] },
  ...changes,
});
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => row(from + place));
const COLUMNS = [
  { column: "ticket", role: "id" },
  { column: "message", role: "input" },
  { column: "label", role: "annotation" },
  { column: "stars", role: "metadata" },
  { column: "embedding", role: "vector" },
];

/** A dataset of these rows, made from a file. */
async function madeOf(some: readonly Row[]): Promise<string> {
  const name = newName();
  const id = await send(admin, "first.jsonl", linesOf(some));
  const wish = { name, kind: "TextClassification", task: { columns: COLUMNS, agent: "jo" } };
  expect(await imported(admin, id, people.workspaceId, wish)).toMatchObject({ state: "done", stored: some.length });
  return name;
}
const into = (name: string, more: Body = {}) => ({ task_dataset: { workspace, name }, ...more });

const SAID = { columns: COLUMNS, agent: "jo" };
async function add(name: string, file: string, body: Body = {}) {
  const asked = { into: into(name), task: SAID, dry_run: false, existing: "update", ...body };
  await admin.must("addUpload", { ...at(file), body: asked });
  const end = await ended(admin, file);
  expect(end.detail).toBeNull();
  return end;
}

const recordsOf = async (name: string) => {
  const query = { workspace, limit: "1000" };
  const params = { name, task: "TextClassification" as Task };
  const { records } = await admin.must("searchTaskRecordsV0", { params, query, body: {} });
  return new Map(
    records.map(({ last_updated: _, ...record }) => [
      String(record.id),
      record as { readonly [name: string]: unknown },
    ]),
  );
};

test("IMP-70 a dry run says what Add then does and writes nothing; the same file again is all unchanged", async () => {
  const name = await madeOf(rows(0, 10));
  const before = await recordsOf(name);
  const some = [
    ...rows(0, 4),
    row(4, { message: "Another text" }),
    row(5, { embedding: [5, 0.2], stars: 4 }),
    row(6, { label: "ugly" }),
    row(7, { stars: "many" }),
    ...rows(10, 13),
    row(10),
  ];
  const file = await send(admin, "more.jsonl", linesOf(some));
  const tried = await add(name, file, { dry_run: true });
  const counts = { added: 3, updated: 2, unchanged: 4, left: 0, refused: 3 };
  expect(tried).toMatchObject({ state: "tried", read: 12, stored: 0, refused: 3, task_dataset: null });
  const place = { workspace, name, task: "TextClassification" };
  expect(tried.adding).toMatchObject({ ...counts, dataset_id: null, task_dataset: place, by_id: true, overwrites: 0 });
  expect(tried.refused_rows.map(({ line, reason }) => [line, reason.split(",")[0]])).toEqual([
    [7, expect.stringContaining("ugly")],
    [8, expect.stringContaining("stars")],
    [12, expect.stringContaining("stands on line 9 already")],
  ]);
  const samples = tried.adding?.samples ?? [];
  const of = (outcome: string) => samples.filter((one) => one.outcome === outcome);
  expect(of("updated").map(({ external_id, changes }) => [external_id, changes.map((one) => one.name)])).toEqual([
    ["T-4", ["inputs.message"]],
    ["T-5", ["metadata.stars", "vectors.embedding"]],
  ]);
  expect(of("new").map(({ external_id }) => external_id)).toEqual(["T-10", "T-11", "T-12"]);
  expect(of("new")[0]).toMatchObject({
    record: null,
    task_record: { record: { inputs: { message: row(10).message } } },
  });
  expect(of("unchanged")).toHaveLength(4);
  expect(of("refused").map(({ task_record }) => task_record?.refused)).toEqual([
    expect.stringContaining("ugly"),
    expect.stringContaining("stars"),
    expect.stringContaining("line 9"),
  ]);
  expect(await recordsOf(name)).toEqual(before);

  const done = await add(name, file, { as_tried: true });
  expect(done).toMatchObject({ state: "done", read: 12, stored: 5, dataset_id: null, task_dataset: place });
  expect(done.adding).toMatchObject({ ...counts, tried: counts, samples: [] });
  const after = await recordsOf(name);
  expect(after.size).toBe(13);
  expect(after.get("T-4")).toMatchObject({ inputs: { message: "Another text" }, metadata: { stars: 4 } });
  expect(after.get("T-6")).toEqual(before.get("T-6"));
  const again = await add(name, file);
  expect(again.adding).toMatchObject({ added: 0, updated: 0, unchanged: 9, refused: 3, tried: null });
  expect(await recordsOf(name)).toEqual(after);
});

test("IMP-71 what people annotated changes only where that is said; the dry run shows it before and after", async () => {
  const name = await madeOf(rows(0, 3));
  const file = await send(
    admin,
    "other.jsonl",
    linesOf([row(0, { label: "bad" }), row(1, { label: "good", stars: 4 })]),
  );
  const tried = await add(name, file, { dry_run: true });
  expect(tried.adding).toMatchObject({ overwrite: false, overwrites: 2, updated: 1, left: 1 });
  const said = { kind: "task", name: "annotation", before: "good (jo)", after: "bad (jo)", kept: true };
  expect(tried.adding?.samples.map(({ outcome, changes }) => [outcome, changes])).toEqual([
    ["left", [said]],
    [
      "updated",
      [expect.objectContaining({ name: "metadata.stars", kept: false }), expect.objectContaining({ kept: true })],
    ],
  ]);
  expect((await add(name, file, { as_tried: true })).adding).toMatchObject({ overwrites: 2, updated: 1, left: 1 });
  const labels = async () =>
    [...(await recordsOf(name)).values()].map(({ id, annotation }) => [
      id,
      JSON.stringify(annotation)?.match(/good|bad/)?.[0],
    ]);
  expect((await labels()).toSorted()).toEqual([
    ["T-0", "good"],
    ["T-1", "bad"],
    ["T-2", "good"],
  ]);
  await add(name, file, { dry_run: true, overwrite: true });
  expect((await add(name, file, { as_tried: true })).adding).toMatchObject({
    overwrite: true,
    overwrites: 2,
    updated: 2,
  });
  expect((await labels()).toSorted()).toEqual([
    ["T-0", "bad"],
    ["T-1", "good"],
    ["T-2", "good"],
  ]);
});

test("IMP-72 columns are guessed, remembered with the dataset, and guessed anew where that is asked", async () => {
  const name = await madeOf(rows(0, 2));
  const place = { params: { name }, query: { workspace } };
  expect((await admin.must("getTaskAddTarget", place)).columns).toEqual(COLUMNS);
  const some = [{ key: "T-0", message: "A first text of some words", note: "x" }];
  const file = await send(admin, "some.jsonl", linesOf(some));
  const seen = await understand(admin, file, { into: into(name) });
  expect(seen).toMatchObject({ kind: "TextClassification", fault: null, dataset: null });
  expect(seen.task?.columns.map(({ column, role }) => [column, role])).toEqual([
    ["key", "metadata"],
    ["message", "input"],
    ["note", "metadata"],
  ]);
  expect(seen.warnings).toEqual([
    expect.stringContaining("No column is the id"),
    'The file that was added last had also: "ticket", "label", "stars", "embedding".',
    'The file that was added last did not have: "key", "note".',
  ]);
  const columns = [
    { column: "key", role: "id" },
    { column: "note", role: "ignored" },
  ];
  expect((await add(name, file, { task: { columns } })).adding).toMatchObject({ updated: 1, by_id: true });
  const { columns: kept } = await admin.must("getTaskAddTarget", place);
  expect(kept).toEqual([columns[0], { column: "message", role: "input" }, columns[1]]);
  const again = await understand(admin, file, { into: into(name) });
  expect(again.columns.map(({ name: column, reason }) => [column, reason])).toEqual([
    ["key", "as last time"],
    ["message", "as last time"],
    ["note", "as last time"],
  ]);
  expect(again.warnings).toEqual([]);
  const anew = await understand(admin, file, { into: into(name, { anew: true }) });
  expect(anew.task?.columns[0]).toMatchObject({ role: "metadata" });
  const other = await send(admin, "other.jsonl", linesOf([{ message: "A second text of some words", label: "ugly" }]));
  await admin.must("updateTaskSettingsV0", {
    ...{ params: { name, task: "TextClassification" as const }, query: { workspace } },
    body: { label_schema: { labels: LABELS } },
  });
  expect((await understand(admin, other, { into: into(name) })).warnings).toEqual([
    expect.stringContaining('The dataset has no label "ugly"'),
    expect.stringContaining("No column is the id"),
    'The file that was added last had also: "key", "note".',
    'The file that was added last did not have: "label".',
  ]);
});

test("IMP-102 a text under another name is told as a new input before anything is written", async () => {
  const name = await madeOf(rows(0, 2));
  const file = await send(
    admin,
    "reviews.jsonl",
    linesOf([{ ticket: "T-9", review: "A text of some words, but another" }]),
  );
  const seen = await understand(admin, file, { into: into(name) });
  expect(seen.task?.columns).toContainEqual(expect.objectContaining({ column: "review", role: "input" }));
  expect(seen.warnings).toContain('"review" is a new input: the dataset has "message".');
  const there = await send(admin, "messages.jsonl", linesOf([{ ticket: "T-9", message: "A text of some words" }]));
  expect((await understand(admin, there, { into: into(name) })).warnings.join()).not.toContain("new input");
});

test("IMP-73 only managers add, to one dataset, that is open; what was tried for another dataset is not added", async () => {
  const { name } = await createTaskDataset(people, workspace, "Text2Text");
  const file = await send(admin, "texts.jsonl", linesOf([{ id: "1", text: "a" }]));
  const call = (body: Body) =>
    admin.call("addUpload", { ...at(file), body: { existing: "update", dry_run: true, into: into(name), ...body } });
  expect((await annotator.call("getTaskAddTarget", { params: { name }, query: { workspace } })).status).toBe(403);
  for (const wrong of [{}, { ...into(name), dataset_id: people.workspaceId }])
    expect((await call({ into: wrong })).status).toBe(422);
  expect((await call({ into: into("nowhere") })).status).toBe(404);
  await add(name, file, { dry_run: true, task: null });
  const other = await createTaskDataset(people, workspace, "Text2Text");
  expect((await call({ into: into(other.name), dry_run: false, as_tried: true })).status).toBe(409);
  const twice = [1, 2].map(() => ({ column: "text", role: "text" }));
  expect((await call({ task: { columns: twice } })).body).toMatchObject({
    detail: expect.stringContaining("said twice"),
  });
  await admin.must("closeTaskDatasetV0", other.at);
  expect((await call({ into: into(other.name) })).body).toMatchObject({ detail: expect.stringContaining("is closed") });
});

test("IMP-73 Stop keeps what was added, in whole batches, and the audit trail tells it", async () => {
  const { name } = await createTaskDataset(people, workspace, "Text2Text");
  const many = Array.from({ length: 20_000 }, (_, n) => ({ id: `r${n}`, text: `Text ${n}` }));
  const file = await send(admin, "many.jsonl", linesOf(many));
  const body = { into: into(name), dry_run: false, existing: "update" };
  await admin.must("addUpload", { ...at(file), body });
  await patiently(async () => expect((await admin.must("getUpload", at(file))).stored).toBeGreaterThan(0), {
    interval: 5,
  });
  await admin.must("deleteUpload", at(file));
  const stopped = await ended(admin, file);
  const params = { name, task: "Text2Text" as const };
  const { total } = await admin.must("searchTaskRecordsV0", { params, query: { workspace, limit: "1" }, body: {} });
  expect(stopped).toMatchObject({ state: "stopped", stored: total });
  expect(stopped.stored % 500).toBe(0);
  const { items } = await people.clients.owner.must("listAudit", { query: { kind: "records_added" } });
  expect(items.some(({ told }) => JSON.stringify(told).includes(name))).toBe(true);
});

const cell = fc.constantFrom("good", "bad", "ugly", null);
const anyRow = fc.record(
  {
    ticket: fc.constantFrom("T-0", "T-1", "T-2", "T-3", "T-9", null),
    message: fc.constantFrom("A text", "Another text", "", null),
    label: cell,
    stars: fc.constantFrom(0, 1, "many", null),
    embedding: fc.constantFrom([1, 0.1], [2, 0.1], [1], null),
  },
  { requiredKeys: ["ticket", "message"] },
);

test("IMP-70 IMP-71 of any file the dry run equals Add, and the same file again changes nothing more", {
  timeout: 300_000,
}, async () => {
  const property = fc.asyncProperty(
    fc.array(anyRow, { minLength: 1, maxLength: 12 }),
    fc.boolean(),
    fc.constantFrom("update", "leave"),
    async (some, overwrite, existing) => {
      const { name, at: there } = await createTaskDataset(people, workspace, "TextClassification");
      const records = rows(0, 3).map(({ ticket, message, label, stars, embedding }) => ({
        ...{ id: ticket, status: "Validated", inputs: { message }, metadata: { stars } },
        ...{ annotation: { agent: "jo", labels: [{ class: label }] }, vectors: { embedding: { value: embedding } } },
      }));
      await admin.must("logTextRecordsV0", { ...there, body: { records } });
      const file = await send(admin, "any.jsonl", linesOf(some));
      const before = await recordsOf(name);
      const asked = { overwrite, existing };
      const counts = ({ adding }: Awaited<ReturnType<typeof add>>) => {
        const { added = 0, updated = 0, unchanged = 0, left = 0, refused = 0, overwrites = 0 } = adding ?? {};
        return { added, updated, unchanged, left, refused, overwrites };
      };
      const tried = counts(await add(name, file, { ...asked, dry_run: true }));
      expect(await recordsOf(name)).toEqual(before);
      const done = await add(name, file, asked);
      expect(counts(done)).toEqual(tried);
      expect(done.read).toBe(tried.added + tried.updated + tried.unchanged + tried.left + tried.refused);
      const again = counts(await add(name, file, asked));
      // A row without an id is new each time.
      expect([again.updated, again.refused]).toEqual([0, tried.refused]);
    },
  );
  await fc.assert(property, { numRuns: times(30) });
});
