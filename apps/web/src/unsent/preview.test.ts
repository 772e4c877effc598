import type { Family } from "@postil/domain/outbox/outbox-entry";
import { expect, test } from "vitest";
import { preview, statusWord } from "./families.ts";

const item = (answers: { [question: string]: unknown }) => ({
  family: "feedback" as const,
  recordId: "r1",
  datasetId: "d1",
  at: 1,
  entry: null,
  // A draft as the browser's storage gives it: answers of every type, or damaged data.
  draft: {
    recordId: "r1",
    datasetId: "d1",
    savedAt: 1,
    answers: Object.fromEntries(
      Object.entries(answers).map(([name, value]) => [name, { value: value as string, untouched: [] }]),
    ),
  },
});

test("AUT-32 work is told by what it says: every kind of answer in a line, emptied ones left out", () => {
  const answers = {
    verdict: "in_part",
    topics: ["flight", "sleep"],
    clarity: 5,
    fix: [
      { value: "order", rank: 1 },
      { value: "tone", rank: 2 },
    ],
    places: [{ start: 0, end: 4, label: "city" }],
    emptied: null,
    comment: " several\n lines ",
  };
  expect(preview(item(answers))).toBe(
    "verdict: in_part · topics: flight, sleep · clarity: 5 · fix: order, tone · places: city · comment: several lines",
  );
});

test("AUT-32 a long text is cut, a damaged answer shows nothing", () => {
  expect(preview(item({ comment: "word ".repeat(10_000) })).length).toBeLessThanOrEqual(200);
  expect(preview(item({ comment: { odd: true }, other: [null, {}] }))).toBe("");
});

test("TST-08 what a record of a task dataset was annotated with is told by its labels and texts", () => {
  const said = (value: unknown) => preview(item({ annotation: value }));
  expect(said({ labels: [{ class_label: "Sport", score: 1 }] })).toBe("annotation: Sport");
  expect(said({ entities: [{ start: 0, end: 3, label: "PER", score: 1 }] })).toBe("annotation: PER");
  expect(said({ sentences: [{ text: "A  summary", score: 1 }] })).toBe("annotation: A summary");
});

test("TST-08 TST-06 a record of a task dataset is told by what was said and as what it is validated, not by who and not as a response", () => {
  const { draft } = item({ annotation: { labels: [{ class_label: "Sport", score: 1 }] }, agent: "mara" });
  expect(preview({ family: "tasks", entry: null, draft })).toBe("annotation: Sport");
  const word = (family: Family, status: "submitted" | "discarded" | "draft") =>
    statusWord({ family, intent: { kind: "save", status, values: null } });
  expect([word("tasks", "submitted"), word("tasks", "discarded"), word("tasks", "draft")]).toEqual([
    "Validated",
    "Discarded",
    "Status removed",
  ]);
  expect(word("feedback", "submitted")).toBe("Submitted");
});
