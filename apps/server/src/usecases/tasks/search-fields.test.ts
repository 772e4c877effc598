import type { FieldName, QueryTree } from "@postil/domain/search/query-tree";
import type { WordPattern } from "@postil/domain/search/word-pattern";
import type { Analysis } from "@postil/domain/text/text-analysis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitCopies } from "../../records/columns/room.ts";
import { findPage } from "../../records/find-page.ts";
import { loadTaskTargets } from "../../storage/task-family.ts";
import { writeTaskRecords } from "../../storage/task-record-writes.ts";
import { DATASET, openTaskStore, taskRecord } from "../../storage/task-records.fixture.ts";
import { taskFields } from "./search-fields.ts";

let store: Awaited<ReturnType<typeof openTaskStore>>;
const labels = (class_label: string, score: number) => ({ labels: [{ class_label, score }] });
beforeAll(async () => {
  store = await openTaskStore();
  const parts = {
    prediction: { agent: "m.1", ...labels("Big Cat", 0.9) },
    predictions: { "m.1": labels("Big Cat", 0.9) },
  };
  await writeTaskRecords(store.context, DATASET, [
    taskRecord("a", {
      text: "Card payment FAILED",
      inputs: { q: "Card payment", a: ["FAILED twice", "card"] },
      ...parts,
    }),
    taskRecord("b", { text: "card lost", metadata: { n: 3, word: "red fox", flag: true }, status: "Validated" }),
    taskRecord("c", {
      text: "payments",
      metadata: { n: 7, deep: 1, "deep.er": 2.5 },
      event_timestamp: "2024-01-31T10:00:00",
    }),
  ]);
});
afterAll(() => {
  limitCopies(Number.POSITIVE_INFINITY);
  store.database.close();
});

async function found(tree: QueryTree): Promise<string> {
  const targets = await loadTaskTargets(store.context.db, DATASET);
  const { seqs } = await findPage(store.context, {
    datasetKey: DATASET,
    datasetId: "tasks",
    size: 3,
    viewer: null,
    registry: taskFields({ datasetKey: DATASET, targets, exact: new Set() }),
    tree,
    sort: [{ field: ["id"], order: "asc" }],
    offset: 0,
    limit: 10,
  });
  return seqs.map((seq) => "abc"[seq]).join("");
}

const words = (field: FieldName, analysis: Analysis, ...wanted: string[]): QueryTree => ({
  kind: "words",
  field,
  analysis,
  demands: [{ words: wanted, prefix: false, excluded: false }],
});
const pattern = (field: FieldName, analysis: Analysis, of: WordPattern): QueryTree => ({
  kind: "pattern",
  field,
  analysis,
  pattern: of,
});
const wild = (...parts: Extract<WordPattern, { kind: "wildcard" }>["parts"]): WordPattern => ({
  kind: "wildcard",
  parts,
});
const near = (field: FieldName, slop: number, ...wanted: string[]): QueryTree => ({
  kind: "near",
  field,
  analysis: "standard",
  words: wanted,
  slop,
});
const terms = (field: FieldName, ...wanted: string[]): QueryTree => ({ kind: "terms", field, values: wanted });
const range = (field: FieldName, low: number | string, high: number | string): QueryTree => ({
  kind: "range",
  field,
  low: { value: low, inclusive: true },
  high: { value: high, inclusive: false },
});
const exists = (...field: FieldName): QueryTree => ({ kind: "exists", field });

const CASES: readonly (readonly [string, QueryTree, string])[] = [
  ["a word of the text", words(["text"], "standard", "card"), "ab"],
  ["an exact word", words(["text"], "whitespace", "Card"), "a"],
  ["a phrase of an input", words(["inputs", "q"], "standard", "card", "payment"), "a"],
  ["no phrase across the texts of a list", words(["inputs", "a"], "standard", "twice", "card"), ""],
  ["an exact word of an input", words(["inputs", "a"], "whitespace", "FAILED"), "a"],
  ["a word of one input is none of another", words(["inputs", "q"], "standard", "failed"), ""],
  ["an input that was never logged", words(["inputs", "z"], "standard", "failed"), ""],
  ["a wildcard in the text", pattern(["text"], "standard", wild("any", { text: "payment" }, "any")), "ac"],
  ["a wildcard in an exact input", pattern(["inputs", "a"], "whitespace", wild({ text: "FA" }, "any")), "a"],
  ["a wildcard on a value", pattern(["predicted_as"], "keyword", wild({ text: "Big" }, "any")), "a"],
  ["a fuzzy word", pattern(["text"], "standard", { kind: "fuzzy", word: "lots", edits: 1 }), "b"],
  ["an expression", pattern(["text"], "standard", { kind: "regexp", expression: "l.st|pay.*s" }), "bc"],
  [
    "a range of words",
    pattern(["text"], "standard", {
      kind: "between",
      low: { value: "l", inclusive: true },
      high: { value: "m", inclusive: true },
    }),
    "b",
  ],
  ["words near each other", near(["text"], 1, "card", "failed"), "a"],
  ["words not near enough", near(["text"], 0, "card", "failed"), ""],
  ["words of an input near each other", near(["inputs", "a"], 2, "twice", "failed"), "a"],
  ["not near across the texts of a list", near(["inputs", "a"], 5, "twice", "card"), ""],
  ["a label by a word", words(["predicted_as"], "standard", "cat"), "a"],
  ["a label by an exact word", words(["predicted_as"], "whitespace", "cat"), ""],
  ["metadata by words", words(["metadata", "word"], "standard", "red", "fox"), "b"],
  ["metadata by words near each other", near(["metadata", "word"], 2, "fox", "red"), "b"],
  ["a score of single precision", terms(["score"], "0.9"), "a"],
  ["what an agent with a dot says", terms(["predictions", "m.1.labels.class_label"], "Big Cat"), "a"],
  ["its score", terms(["predictions", "m.1.labels.score"], "0.9"), "a"],
  ["a word of what it says", words(["predictions", "m.1.labels.class_label"], "standard", "big"), "a"],
  ["a number of metadata", range(["metadata", "n"], 3, 7), "b"],
  ["a fraction of metadata", terms(["metadata", "deep.er"], "2.5"), "c"],
  ["a flag", terms(["metadata", "flag"], "true"), "b"],
  ["a time", range(["event_timestamp"], Date.UTC(2024, 0, 31), Date.UTC(2024, 1, 1)), "c"],
  ["a length", terms(["metrics", "text_length"], "9"), "b"],
  ["one label or several", terms(["multi_label"], "false"), "abc"],
  ["ids", range(["id"], "b", "z"), "bc"],
  ["statuses", terms(["status"], "Validated"), "b"],
  ["having a text", exists("text"), "abc"],
  ["having an input", exists("inputs", "q"), "a"],
  ["having any metadata", exists("metadata"), "bc"],
  ["having metadata below a name", exists("metadata", "word"), "b"],
  ["having a prediction of anybody", exists("predictions"), "a"],
  ["having a prediction of one", exists("predictions", "m.1"), "a"],
  ["an annotation", exists("annotations"), ""],
];

test.each([
  ["with values in memory", 2 ** 27],
  ["with none in memory", 0],
])("TSE-22 what a query asks for is found in every field of a task dataset, %s", async (_, bytes) => {
  limitCopies(bytes);
  for (const [what, tree, expected] of CASES) expect([what, await found(tree)]).toEqual([what, expected]);
  const [, tree] = CASES[0] ?? [];
  if (tree) expect(await found({ kind: "not", part: tree })).toBe("c");
});
