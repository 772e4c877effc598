import { expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { taskSearchFields } from "../tasks/task-fields.ts";
import { asksNothing, EVERY_TASK_RECORD, readTaskQuery, type TaskQuery } from "./task-query.ts";

const METADATA = new Map([
  ["n", "integer"],
  ["s", "text"],
] as const);
const TASK = "TextClassification";
const read = (query: Partial<TaskQuery>, task: Parameters<typeof taskSearchFields>[0]["task"] = TASK) => {
  const fields = taskSearchFields({ task, inputs: ["a"], metadata: METADATA });
  const { tree } = readTaskQuery({ ...EVERY_TASK_RECORD, ...query }, { task, fields, now: 0 });
  return tree.kind === "and" ? tree.parts.slice(1) : tree;
};
const terms = (field: string, ...values: string[]) => ({ kind: "terms", field: field.split("."), values });

test("TSE-21 values of one filter are alternatives, filters must all hold, and nothing asked is nothing filtered", () => {
  expect(read({})).toEqual([]);
  expect(read({ annotatedAs: ["A", "B"], status: ["Edited"], predicted: "ok" })).toEqual([
    terms("annotated_as", "A", "B"),
    terms("status", "Edited"),
    terms("predicted", "ok"),
  ]);
  expect(read({ hasAnnotation: true, hasPrediction: true })).toEqual([
    { kind: "exists", field: ["annotated_by"] },
    { kind: "exists", field: ["predicted_by"] },
  ]);
});

test("TSE-21 what asks nothing is told from what asks anything", () => {
  expect(asksNothing({ ...EVERY_TASK_RECORD, metadata: [] })).toBe(true);
  const asking: readonly Partial<TaskQuery>[] = [
    { ids: ["1"] },
    { ids: [] },
    { text: "a" },
    { score: { from: 0, to: null } },
  ];
  for (const one of asking) expect(asksNothing({ ...EVERY_TASK_RECORD, ...one })).toBe(false);
});

test("TSE-21 with ids nothing else counts", () => {
  expect(read({ ids: ["1", "a"], text: '"', status: ["Edited"] })).toEqual(terms("id", "1", "a"));
});

test("TSE-21 scores compare in single precision", () => {
  const at = (value: number) => ({ value: Math.fround(value), inclusive: true });
  expect(read({ score: { from: 0.1, to: 0.9 } })).toEqual([
    { kind: "range", field: ["score"], low: at(0.1), high: at(0.9) },
  ]);
  expect(read({ score: { from: 0, to: null } })).toEqual([{ kind: "range", field: ["score"], low: at(0), high: null }]);
});

test("TSE-21 metadata is read as its key is, and of an unknown key or no value there is nothing", () => {
  const metadata = (key: string, ...values: string[]) => read({ metadata: [{ key, values }] });
  const none = [{ kind: "or", parts: [] }];
  expect(metadata("n", "3", "4.0")).toEqual([
    { kind: "or", parts: [terms("metadata.n", "3"), terms("metadata.n", "4")] },
  ]);
  expect(metadata("s", "a b")).toEqual([{ kind: "or", parts: [terms("metadata.s", "a b")] }]);
  expect([metadata("s"), metadata("nope", "x")]).toEqual([none, none]);
  expect(() => metadata("n", "x")).toThrow(Refusal);
});

test("TSE-22 RUL-06 what the rules of one call may ask for is bounded, however many there are", () => {
  const rules = (count: number, rule: string) => () => read({ uncoveredByRules: Array(count).fill(rule) });
  expect(rules(256, "t*e")).not.toThrow();
  expect(rules(257, "t*e")).toThrow("The rules have together more than 256 wildcards");
  expect(rules(96, "predictions.m.labels.score:1")).not.toThrow();
  expect(rules(97, "predictions.m.labels.score:1")).toThrow("more than 96 conditions on what agents say");
  expect(rules(1024, "a b c d e f g h i j k l m n o p")).not.toThrow();
  expect(rules(1025, "a b c d e f g h i j k l m n o p")).toThrow("more than 16,384 words and values");
});

test("TSE-21 TEN-34 labels are no filters of text to text, and rules those of text classification alone", () => {
  const query = { annotatedAs: ["A"], uncoveredByRules: ["x", " "], predictedBy: ["m"] };
  expect(read(query, "Text2Text")).toEqual([terms("predicted_by", "m")]);
  expect(read(query, "TokenClassification")).toEqual([terms("annotated_as", "A"), terms("predicted_by", "m")]);
  const [, uncovered] = read(query) as readonly { kind: string }[];
  expect(uncovered).toMatchObject({ kind: "not", part: { kind: "or", parts: [{ kind: "and" }] } });
  expect(() => read({ uncoveredByRules: ["a", 'b "'] })).toThrow('Failed to parse query [b "]');
});
