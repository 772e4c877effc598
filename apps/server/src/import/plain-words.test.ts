import { recordRoutes } from "@postil/contract/feedback/records";
import { type LeafRefusal, refusalOf } from "@postil/contract/wire/leaf";
import type { MetadataSettings } from "@postil/domain/datasets/metadata-property";
import type { QuestionSettings } from "@postil/domain/datasets/question";
import { metadataFault } from "@postil/domain/records/metadata-rules";
import { type Reason, reasonText } from "@postil/domain/records/reason";
import type { AnswerValue, FieldValues } from "@postil/domain/records/record";
import { fieldsFault, responseFault, suggestionFault } from "@postil/domain/records/record-rules";
import { expect, test } from "vitest";
import { plainReason, plainRefusal } from "./plain-words.ts";
import { faultOfRules } from "./row-fault.ts";

const option = (value: string) => ({ value, text: value, description: null });
const LABELS = { options: ["a", "b's"].map(option), visibleOptions: null };
const SETTINGS = {
  text: { type: "text", useMarkdown: false },
  label: { type: "label_selection", ...LABELS },
  labels: { type: "multi_label_selection", ...LABELS, optionsOrder: "natural" },
  rating: { type: "rating", options: [{ value: 1 }, { value: 2 }] },
  ranking: { type: "ranking", options: LABELS.options },
  span: { type: "span", field: "text", ...LABELS, allowOverlapping: false },
} as unknown as { readonly [name: string]: QuestionSettings }; // only what the rules read

const VALUES = [5, "c", "", [], ["c"], ["a", "a"], [1], [{ value: "c", rank: 1 }], [{ value: "a", rank: 9 }]];
const SPANS = [
  [{ start: 0, end: 99, label: "a" }],
  [{ start: 90, end: 99, label: "a" }],
  [{ start: 0, end: 1, label: "c" }],
  [
    { start: 0, end: 2, label: "a" },
    { start: 1, end: 3, label: "a" },
  ],
];

/** Every reason that a rule of records can give, by the rules themselves. */
function reasonsOfRules(): Reason[] {
  const fields = { text: "a text" };
  const question = (name: string) => ({ name, required: true, settings: SETTINGS[name] as QuestionSettings }); // of the table
  const names = Object.keys(SETTINGS);
  const values = [...VALUES, ...SPANS] as AnswerValue[]; // wrong ones, as the wire may bring them
  const scores = [null, 0.5, [0.5]];
  const answers = names.flatMap((name) =>
    values.flatMap((value) => [
      ...scores.map((score) => suggestionFault(question(name), { value, score }, fields)),
      responseFault([question(name)], { status: "submitted", values: { [name]: { value } } }, fields),
    ]),
  );
  const properties = new Map<string, MetadataSettings>([
    ["n", { type: "integer", min: 0, max: 9 }],
    ["f", { type: "float", min: 0, max: 9 }],
    ["t", { type: "terms", values: ["a"] }],
  ]);
  const metadata = ["n", "f", "t", "other"].flatMap((name) =>
    ["x", -1, 10, { a: 1 }].map((value) =>
      metadataFault({ datasetId: "d", properties, allowExtra: false }, { [name]: value }),
    ),
  );
  return [
    ...[...answers, ...metadata],
    ...[{}, { text: "x", more: "y" }].map((given: FieldValues) =>
      fieldsFault([{ name: "text", required: true }], given),
    ),
    suggestionFault(question("span"), { value: SPANS[0] as AnswerValue, score: null }, {}), // wrong ones
    responseFault([question("text")], { status: "submitted", values: {} }, fields),
    responseFault([question("text")], { status: "submitted", values: { other: { value: "x" } } }, fields),
    responseFault([], { status: "draft", values: { other: { value: "x" } } }, fields),
  ].filter((reason) => reason !== null);
}

/** Every reason that the form of a record can give. */
function reasonsOfForm(): LeafRefusal[] {
  const parts = [
    ...["x", 1, null].map((fields) => ({ fields })),
    ...[{ text: 1 }, { text: "\u0000" }, { text: "\ud800" }].map((fields) => ({ fields })),
    ...[{ metadata: "x" }, { metadata: { a: Number.NaN } }, { external_id: true }, { vectors: { v: ["x"] } }],
    ...[{ score: 7 }, { score: -1 }, { score: "x" }, { value: null }, { agent: "" }, { agent: "x".repeat(201) }].map(
      (one) => ({ suggestions: [{ question_id: crypto.randomUUID(), value: "a", ...one }] }),
    ),
    ...[{ status: "done" }, { values: 1 }].map((one) => ({
      responses: [{ user_id: crypto.randomUUID(), status: "submitted", values: {}, ...one }],
    })),
  ];
  return parts.flatMap((part) => {
    const read = recordRoutes.bulkCreateRecords.body.safeParse(
      { items: [{ fields: { text: "x" }, ...part }] },
      { reportInput: true },
    );
    return read.success ? [] : read.error.issues.map(refusalOf);
  });
}

test("IMP-25 every reason of the rules is a plain sentence, without the words of the wire", () => {
  const told = [
    ...reasonsOfRules().map((reason) => [reasonText(reason), plainReason(reason)] as const),
    ...reasonsOfForm().map((refusal) => [refusal.msg, plainRefusal(refusal)] as const),
  ];
  expect(new Set(told.map(([wire]) => wire)).size).toBeGreaterThan(35);
  for (const [wire, says] of told) {
    expect(says, wire).not.toBe(wire);
    expect(says ?? wire, wire).toMatch(/^(?:is|are|has|fills|answers|ranks|says)\b/);
    expect(says, wire).not.toMatch(/<class|idx=|None|metadata property|ensure this|Valid |valid |name=|expects|`/);
  }
});

test("IMP-100 a reason is a value: its words name the value and the limit, whatever they hold", () => {
  const range = { kind: "above maximum", name: "year", value: 2031, limit: 2030, isWhole: false } as const;
  expect(faultOfRules({ part: "metadata", reason: range })).toMatchObject({
    ...{ subject: 'metadata "year"', says: "is more than 2030, the most that is allowed", value: 2031 },
  });
  // Words of the wire in a value are words of nobody.
  const value = "x' is not an integer. is not a valid label for label selection question.\nValid labels are: ['q']";
  const options = Array.from({ length: 30 }, (_, at) => `l${at}`);
  const label: Reason = { kind: "unknown label", value, options };
  expect(reasonText(label)).toContain("'l29'");
  expect(faultOfRules({ part: "suggestion", questionId: "q", question: "kind", reason: label })).toMatchObject({
    ...{ says: expect.stringMatching(/^is not one of the labels: l0, l1, .*l19 and 10 more$/), value },
  });
});
