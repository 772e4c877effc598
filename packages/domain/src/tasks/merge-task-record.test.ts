import { expect, test } from "vitest";
import { type LoggedRecord, logRecord } from "./log-record.ts";
import { asAdded, overwritesPeople, taskChanges } from "./merge-task-record.ts";
import type { TaskDocument } from "./task-record.ts";

const FACTS = { id: "1", lastUpdated: "2026-01-01T00:00:00" };
const log = (stored: TaskDocument | null, record: LoggedRecord) =>
  logRecord(stored, asAdded(stored, record), FACTS).document;
const plain: LoggedRecord = { id: "1", status: "Default", clear: [], text: "a" };
const part = { sentences: [{ text: "b", score: 1 }] };
const annotated: LoggedRecord = {
  ...{ ...plain, status: "Validated", metadata: '{"n":1.0}' },
  ...{ annotation: { ...part, agent: "jo" }, annotations: { jo: part } },
};

test("IMP-44 a row that says nothing new of a record changes nothing of it", () => {
  const stored = log(null, annotated);
  expect(stored).toMatchObject({ status: "Validated" });
  for (const record of [plain, annotated, { ...plain, metadata: '{"n":1}' }])
    expect(taskChanges(stored, log(stored, record))).toEqual([]);
});

test("IMP-44 what changes is named once, and whether it was said by people", () => {
  const stored = log(null, annotated);
  const other = { sentences: [{ text: "c", score: 1 }] };
  const said: LoggedRecord = { ...annotated, annotation: { ...other, agent: "jo" }, annotations: { jo: other } };
  const changes = taskChanges(stored, log(stored, said));
  expect(changes.map(({ name }) => name)).toEqual(["annotation"]);
  expect(overwritesPeople(stored, changes)).toBe(true);
  const moved = taskChanges(stored, log(stored, { ...plain, text: "another text", metadata: '{"n":2,"m":"x"}' }));
  expect(moved).toEqual([
    { name: "metadata.n", before: "1.0", after: "2" },
    { name: "metadata.m", before: null, after: "x" },
    expect.objectContaining({ name: "text", after: "another text" }),
  ]);
  expect(overwritesPeople(stored, moved)).toBe(false);
  const discarded = taskChanges(stored, log(stored, { ...plain, status: "Discarded" }));
  expect(overwritesPeople(stored, discarded)).toBe(true);
});
