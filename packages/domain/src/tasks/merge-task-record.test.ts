import { expect, test } from "vitest";
import { type LoggedRecord, logRecord } from "./log-record.ts";
import { type AskedOfMerge, mergeTaskRecord } from "./merge-task-record.ts";
import type { TaskDocument } from "./task-record.ts";

const FACTS = { id: "1", lastUpdated: "2026-01-01T00:00:00" };
const numbers = [1, 0.1];
const merge = (
  document: TaskDocument | null,
  record: LoggedRecord,
  asked: AskedOfMerge = { existing: "update", overwrite: true },
) =>
  mergeTaskRecord({ document, numbersOf: (name) => (name === "v" ? numbers : undefined) }, record, asked, (said) =>
    logRecord(document, said, FACTS),
  );
const log = (stored: TaskDocument | null, record: LoggedRecord) => merge(stored, record).result.document;
const plain: LoggedRecord = { id: "1", status: "Default", clear: [], text: "a" };
const part = { sentences: [{ text: "b", score: 1 }] };
const annotated: LoggedRecord = {
  ...{ ...plain, status: "Validated", metadata: '{"n":1.0}' },
  ...{ annotation: { ...part, agent: "jo" }, annotations: { jo: part } },
};
const other = { sentences: [{ text: "c", score: 1 }] };
const said: LoggedRecord = { ...annotated, annotation: { ...other, agent: "jo" }, annotations: { jo: other } };

test("IMP-44 a row that says nothing new of a record changes nothing of it", () => {
  const stored = log(null, annotated);
  expect(stored).toMatchObject({ status: "Validated" });
  for (const record of [plain, annotated, { ...plain, metadata: '{"n":1}' }, { ...plain, clear: ["annotation"] }])
    expect(merge(stored, record as LoggedRecord).merged).toMatchObject({ outcome: "unchanged", changes: [] });
});

test("IMP-44 what changes is named once, and whether it was said by people", () => {
  const stored = log(null, annotated);
  expect(merge(stored, said).merged).toEqual({
    ...{ outcome: "updated", fault: null, overwrites: true },
    changes: [{ name: "annotation", before: "b (jo)", after: "c (jo)", kept: false }],
  });
  expect(merge(stored, { ...plain, text: "another text", metadata: '{"n":2,"m":"x"}' }).merged).toMatchObject({
    overwrites: false,
    changes: [
      { name: "metadata.n", before: "1.0", after: "2" },
      { name: "metadata.m", before: null, after: "x" },
      { name: "text", after: "another text" },
    ],
  });
  expect(merge(stored, { ...plain, status: "Discarded" }).merged).toMatchObject({ overwrites: true });
});

test("IMP-71 what people said stays where that is asked, and the rest of the row is merged", () => {
  const stored = log(null, annotated);
  const asked = { existing: "update", overwrite: false } as const;
  expect(merge(stored, said, asked)).toMatchObject({
    merged: { outcome: "left", overwrites: true, changes: [{ name: "annotation", kept: true }] },
    result: { document: { annotation: { sentences: [{ text: "b" }] }, status: "Validated" } },
  });
  expect(merge(stored, { ...said, metadata: '{"n":2}' }, asked)).toMatchObject({
    merged: {
      ...{ outcome: "updated", overwrites: true },
      changes: [
        { name: "metadata.n", kept: false },
        { name: "annotation", kept: true },
      ],
    },
    result: { document: { annotation: { sentences: [{ text: "b" }] }, metadata: { n: 2 } } },
  });
  expect(merge(stored, { ...said, status: "Discarded" }, asked).result.document).toMatchObject({ status: "Validated" });
  expect(merge(log(null, plain), annotated, asked)).toMatchObject({
    merged: { outcome: "updated", overwrites: false },
    result: { document: { status: "Validated" } },
  });
});

test("IMP-71 vectors are compared number by number", () => {
  const stored = log(null, { ...plain, vectors: { v: { value: numbers } } });
  const outcome = (value: readonly number[]) => merge(stored, { ...plain, vectors: { v: { value } } }).merged.outcome;
  expect([outcome(numbers), outcome([1, 0.2]), outcome([1])]).toEqual(["unchanged", "updated", "updated"]);
});
