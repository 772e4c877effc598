import { expect, test } from "vitest";
import { saysTheSame, statusOf } from "./labeled-record.ts";
import { type FeedbackRecord, type FeedbackResponse, ownResponse } from "./record.ts";

const record: FeedbackRecord = {
  id: "r1",
  fields: { text: "The parcel came late." },
  metadata: null,
  externalId: null,
  datasetId: "d1",
  insertedAt: 1,
  updatedAt: 1,
};
const response: FeedbackResponse = {
  id: "a1",
  values: { topic: { value: "delivery" } },
  status: "draft",
  recordId: "r1",
  userId: "u1",
  insertedAt: 2,
  updatedAt: 3,
};

test("FEN-22 FEN-26 a record carries the reader's own response, zero or one", () => {
  expect(ownResponse({ ...record, responses: [response] })).toEqual({
    id: "a1",
    status: "draft",
    values: { topic: { value: "delivery" } },
    updatedAt: 3,
  });
  expect(ownResponse({ ...record, responses: [] })).toBeNull();
  expect(ownResponse({ ...record, responses: null })).toBeNull();
  expect(ownResponse(record)).toBeNull();
});

test("FEN-23 FRS-01 the status is that of the response, pending without one", () => {
  expect(statusOf(ownResponse({ ...record, responses: [response] }))).toBe("draft");
  expect(statusOf(null)).toBe("pending");
});

test("FEN-28 responses are compared by status and values, members in any order", () => {
  const one = {
    id: "a1",
    status: "draft",
    values: { a: { value: ["x", "y"] }, b: { value: 1 } },
    updatedAt: 3,
  } as const;
  const same = {
    id: null,
    status: "draft",
    values: { b: { value: 1 }, a: { value: ["x", "y"] } },
    updatedAt: null,
  } as const;
  expect(saysTheSame(one, same)).toBe(true);
  expect(saysTheSame(one, { ...same, status: "submitted" })).toBe(false);
  expect(saysTheSame(one, { ...same, values: { ...same.values, a: { value: ["y", "x"] } } })).toBe(false);
  expect(saysTheSame(one, { ...same, values: { b: { value: 1 } } })).toBe(false);
  expect(saysTheSame(one, { ...same, values: { b: { value: 1 }, c: { value: ["x", "y"] } } })).toBe(false);
  expect(saysTheSame({ ...one, values: null }, { ...same, values: {} })).toBe(true);
  expect(saysTheSame(null, null)).toBe(true);
  expect(saysTheSame(one, null)).toBe(false);
});
