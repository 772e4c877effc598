import type { Workspace } from "@postil/domain/accounts/users";
import type { Dataset, TaskDataset } from "@postil/domain/datasets/dataset";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ALL_DATASETS,
  choicesOf,
  type DatasetRow,
  feedbackRow,
  isNarrowed,
  mayAddRecords,
  maySee,
  narrow,
  order,
  readListCriteria,
  rowPath,
  tagLabels,
  taskRow,
  writeListCriteria,
} from "./dataset-list.ts";

const row = (changes: Partial<DatasetRow> = {}): DatasetRow => ({
  id: changes.name ?? "id",
  name: "letters",
  task: "FeedbackTask",
  workspaceName: "archive",
  tags: {},
  status: "ready",
  createdAt: 1,
  lastActivityAt: 1,
  ...changes,
});
const rows = [
  row({ name: "Letters-1", workspaceName: "archive", tags: { lang: "en" }, lastActivityAt: 3, createdAt: 1 }),
  row({ name: "letters-10", workspaceName: "clinic", tags: { lang: "de" }, lastActivityAt: 2, createdAt: 2 }),
  row({
    name: "letters-2",
    workspaceName: "clinic",
    tags: { pilot: "" },
    lastActivityAt: 1,
    createdAt: 3,
    task: "Text2Text",
  }),
];
const namesOf = (found: readonly DatasetRow[]) => found.map(({ name }) => name);

const dataset: Dataset = {
  id: "d1",
  name: "letters",
  guidelines: null,
  allowExtraMetadata: true,
  status: "ready",
  workspaceId: "w1",
  lastActivityAt: 5,
  insertedAt: 3,
  updatedAt: 4,
};
const workspaces: Workspace[] = [{ id: "w1", name: "archive", insertedAt: 0, updatedAt: 0 }];

test("FEN-01 FEN-02 FEN-03 DSL-08 a feedback row has its members named by the page, its workspace found by id", () => {
  expect(feedbackRow(dataset, workspaces)).toEqual({
    id: "d1",
    name: "letters",
    task: "FeedbackTask",
    workspaceName: "archive",
    tags: {},
    status: "ready",
    createdAt: 3,
    lastActivityAt: 5,
  });
  expect(feedbackRow(dataset, []).workspaceName).toBe("");
});

test("DSL-01 DSL-09 a task row says the same of a task dataset", () => {
  const task: TaskDataset = {
    id: "archive.letters",
    name: "letters",
    task: "Text2Text",
    workspaceName: "archive",
    tags: { lang: "en", pilot: "" },
    metadata: {},
    createdAt: 1,
    createdBy: null,
    lastUpdatedAt: 2,
  };
  expect(taskRow(task)).toMatchObject({ task: "Text2Text", workspaceName: "archive", createdAt: 1, lastActivityAt: 2 });
  expect(tagLabels(taskRow(task))).toEqual(["lang: en", "pilot"]);
});

test("DSL-13 RTE-16 a draft is for privileged users and leads to its settings", () => {
  const draft = row({ id: "d1", status: "draft" });
  expect([
    maySee(draft, { role: "annotator" }),
    maySee(draft, { role: "admin" }),
    maySee(draft, { role: "owner" }),
  ]).toEqual([false, true, true]);
  expect(maySee(row(), { role: "annotator" })).toBe(true);
  expect(rowPath(draft)).toBe("/dataset/d1/settings");
  expect(rowPath(row({ id: "d1" }))).toBe("/dataset/d1/annotation-mode");
});

test("DSL-10 the search finds names in any case; filters add up, their values are alternatives", () => {
  expect(namesOf(narrow(rows, { ...ALL_DATASETS, search: " LETTERS-1" }))).toEqual(["Letters-1", "letters-10"]);
  expect(namesOf(narrow(rows, { ...ALL_DATASETS, workspaces: ["clinic"] }))).toEqual(["letters-10", "letters-2"]);
  expect(namesOf(narrow(rows, { ...ALL_DATASETS, workspaces: ["clinic", "archive"], tasks: ["Text2Text"] }))).toEqual([
    "letters-2",
  ]);
  expect(namesOf(narrow(rows, { ...ALL_DATASETS, tags: ["lang: en", "pilot"] }))).toEqual(["Letters-1", "letters-2"]);
});

test("DSL-10 a filter offers every value with the rows it would leave beside the other filters", () => {
  expect(choicesOf(rows, "workspaces", { ...ALL_DATASETS, workspaces: ["archive"], tasks: ["Text2Text"] })).toEqual([
    { value: "archive", count: 0 },
    { value: "clinic", count: 1 },
  ]);
  expect(choicesOf(rows, "tags", { ...ALL_DATASETS, tags: ["gone"] }).map(({ value }) => value)).toEqual([
    "gone",
    "lang: de",
    "lang: en",
    "pilot",
  ]);
});

test("DSL-09 the newest activity comes first, pinned rows before all, names by their numbers", () => {
  const none = new Set<string>();
  expect(namesOf(order(rows, "lastActivityAt:desc", none))).toEqual(["Letters-1", "letters-10", "letters-2"]);
  expect(namesOf(order(rows, "lastActivityAt:desc", new Set(["letters-2"])))).toEqual([
    "letters-2",
    "Letters-1",
    "letters-10",
  ]);
  expect(namesOf(order(rows, "name:asc", none))).toEqual(["Letters-1", "letters-2", "letters-10"]);
  expect(namesOf(order(rows, "workspace:desc", none))).toEqual(["letters-2", "letters-10", "Letters-1"]);
  expect(namesOf(order(rows, "createdAt:asc", none))).toEqual(["Letters-1", "letters-10", "letters-2"]);
});

const word = fc.string({ unit: "grapheme", minLength: 1 }).map((text) => text.toWellFormed());
const view = fc.record({
  search: word,
  workspaces: fc.uniqueArray(word),
  tasks: fc.uniqueArray(word),
  tags: fc.uniqueArray(word),
  sort: fc.constantFrom("name:asc" as const, "createdAt:desc" as const, null),
});

test("DSL-10 what narrows the list goes through the address and back, commas in names included", () => {
  fc.assert(
    fc.property(view, (original) => {
      expect(readListCriteria(writeListCriteria(original))).toEqual(original);
    }),
  );
});

test("DSL-10 VST-05 an address without entries, or with unreadable ones, narrows nothing", () => {
  expect(readListCriteria({})).toEqual(ALL_DATASETS);
  expect(readListCriteria({ workspaces: "%E0%A4%A", tags: ",,", search: "%", sort: "size:up" })).toEqual(ALL_DATASETS);
  expect(isNarrowed(ALL_DATASETS)).toBe(false);
  expect(isNarrowed({ ...ALL_DATASETS, tags: ["lang: en"] })).toBe(true);
});

test("IMP-31 admins and owners add records to feedback datasets alone", () => {
  const may = (role: "annotator" | "admin" | "owner") => mayAddRecords(row(), { role });
  expect([may("annotator"), may("admin"), may("owner"), mayAddRecords(row(), null)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(mayAddRecords(row({ task: "Text2Text" }), { role: "owner" })).toBe(true);
  expect(mayAddRecords(row({ task: "Unknown" }), { role: "owner" })).toBe(false);
});
