import { expect, test } from "vitest";
import { bulkFaultText, faultReason } from "./record-fault-text.ts";
import { type RecordFault, type RecordParts, type RecordRules, recordFault } from "./record-rules.ts";
import { QUESTIONS } from "./rules.fixture.ts";

const RULES: RecordRules = {
  datasetId: "D",
  fields: [{ name: "text", required: true }],
  questions: QUESTIONS.map((question) => ({ ...question, id: `id-${question.name}` })),
  properties: new Map([["n", { type: "integer", min: null, max: 3 }]]),
  allowExtra: true,
  vectors: [{ name: "v", dimensions: 3 }],
  hasUser: (userId) => userId === "U",
};
const suggestion = (questionId: string, value: string) => ({ questionId, value, type: null, agent: null, score: null });
const parts = (changes: Partial<RecordParts>): RecordParts => ({ fields: { text: "x" }, isNew: true, ...changes });

function texts(changes: Partial<RecordParts>): [reason: string, bulk: string] {
  const fault = recordFault(RULES, parts(changes));
  if (!fault) throw new Error("nothing wrong");
  return [faultReason(fault, "D"), bulkFaultText(fault, 4, "D")];
}

test("FEN-26 faults of fields and metadata, in both wordings", () => {
  expect(texts({ fields: {} })).toEqual([
    "missing required value for field: 'text'",
    "record at position 4 is not valid because missing required value for field: 'text'",
  ]);
  const metadata =
    "metadata is not valid: 'n' metadata property validation failed because '4' is greater than the maximum value of '3'.";
  expect(texts({ metadata: { n: 4 } })).toEqual([metadata, `record at position 4 is not valid because ${metadata}`]);
});

test("FEN-29 faults of suggestions, in both wordings", () => {
  expect(texts({ suggestions: [suggestion("Q", "a")] })).toEqual([
    "suggestion for question_id=Q is not valid: question_id=Q does not exist",
    "Record at position 4 does not have valid suggestions because question with question_id=Q does not exist",
  ]);
  const wrong = "9 is not a valid rating for rating question.\nValid ratings are: [1, 2, 3]";
  expect(texts({ suggestions: [{ ...suggestion("id-rate", ""), value: 9 }] })).toEqual([
    `suggestion for question_id=id-rate is not valid: ${wrong}`,
    `Record at position 4 does not have valid suggestions because suggestion for question name=rate is not valid: ${wrong}`,
  ]);
});

test("FEN-29 two suggestions for one question: the last counts in a new record, a change is refused", () => {
  const twice = [suggestion("id-label", "a"), suggestion("id-label", "b")];
  expect(recordFault(RULES, parts({ suggestions: twice }))).toBeNull();
  expect(texts({ suggestions: twice, isNew: false })).toEqual([
    "found duplicate suggestions question IDs",
    "record at position 4 is not valid because found duplicate suggestions question IDs",
  ]);
});

test("FEN-28 faults of responses, in both wordings", () => {
  const response = { status: "submitted", values: { note: { value: "x" } } } as const;
  const missing = "missing response value for required question with name='label'";
  expect(texts({ responses: [{ userId: "U", ...response }] })).toEqual([
    `response at position 0 is not valid: ${missing}`,
    `Record at position 4 does not have valid responses because ${missing}`,
  ]);
  expect(texts({ responses: [{ userId: "N", ...response }] })).toEqual([
    "response at position 0 is not valid: user_id=N does not exist",
    "Record at position 4 does not have valid responses because user with id N not found",
  ]);
});

test("FEN-26 faults of vectors, in both wordings", () => {
  expect(texts({ vectors: { v: [1] } })).toEqual([
    "vector with name=v is not valid: vector must have 3 elements, got 1 elements",
    "Record at position 4 does not have valid vectors because vector value for vector name=v must have 3 elements, got 1 elements",
  ]);
  expect(texts({ vectors: { vv: [1] } })).toEqual([
    "vector with name=vv is not valid: vector with name=vv does not exist for dataset_id=D",
    "Record at position 4 does not have valid vectors because vector with name=vv does not exist for dataset_id=D",
  ]);
});

test("FEN-26 a record that is only changed keeps the fields it has", () => {
  const known: RecordFault | null = recordFault(RULES, parts({ fields: {}, isNew: false, metadata: null }));
  expect(known).toBeNull();
});
