import { taskRecordKey } from "@postil/domain/tasks/record-key";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownAnswerOnServer } from "./families.ts";

const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
let asked: string[];
let reply: () => Response;

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return reply();
  });
});
afterEach(() => vi.unstubAllGlobals());

test("AUT-32 of a feedback record the reader's own response is read; a record of another dataset is none of theirs", async () => {
  const response = { id: "a1", record_id: "r1", user_id: "u1", status: "submitted", values: { topic: { value: "x" } } };
  const record = { id: "r1", dataset_id: "d1", fields: {}, metadata: {}, external_id: null, ...times };
  reply = () => Response.json({ ...record, responses: [{ ...response, ...times }] });
  const own = { id: "a1", status: "submitted", values: { topic: { value: "x" } } };
  expect(await ownAnswerOnServer({ family: "feedback", datasetId: "d1", recordId: "r1" })).toMatchObject({
    response: own,
  });
  expect(asked).toEqual(["/api/v1/records/r1?include=responses"]);
  expect(await ownAnswerOnServer({ family: "feedback", datasetId: "d2", recordId: "r1" })).toBe("gone");
  reply = () => Response.json({ ...record, responses: [] });
  expect(await ownAnswerOnServer({ family: "feedback", datasetId: "d1", recordId: "r1" })).toEqual({ response: null });
});

test("AUT-32 TST-14 of a record of a task dataset its status and annotation are read as the page keeps them", async () => {
  const recordId = taskRecordKey({ workspace: "archive", dataset: "letters", task: "TextClassification", id: "k1" });
  const record = {
    ...{
      id: "k1",
      inputs: { text: "A lamp" },
      multi_label: false,
      metadata: {},
      status: "Validated",
      prediction: null,
    },
    ...{ annotation: { agent: "mara", labels: [{ class: "Card", score: 1 }] }, last_updated: "2026-01-01T00:00:00" },
    ...{ event_timestamp: null, metrics: {}, search_keywords: [], vectors: {}, explanation: null },
  };
  reply = () => Response.json(record);
  const word = await ownAnswerOnServer({ family: "tasks", datasetId: "archive.letters", recordId });
  expect(word).toMatchObject({ response: { id: recordId, status: "submitted", values: { agent: { value: "mara" } } } });
  expect(asked[0]).toContain("/api/datasets/letters/records/k1?workspace=archive");
});

test.each([403, 404, 422])("AUT-32 what is answered %i is not there for the reader", async (status) => {
  reply = () => Response.json({ detail: "no" }, { status });
  expect(await ownAnswerOnServer({ family: "feedback", datasetId: "d1", recordId: "r1" })).toBe("gone");
});
