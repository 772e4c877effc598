import { beforeEach, expect, test, vi } from "vitest";
import { responsesApi } from "./responses-api.ts";

/** Tests the errors of failed deliveries. The outbox tests cover the deliveries themselves. */

let asked: string;
beforeEach(() => {
  vi.stubGlobal("fetch", async (address: string, { method }: RequestInit) => {
    asked = `${method} ${address}`;
    return Response.json({ detail: "broken" }, { status: 500 });
  });
});

const answer = { status: "submitted", values: { topic: { value: "a" } } } as const;
const note = { datasetId: "d1", shownFor: null };

test.each([
  [
    "FRS-03",
    () => responsesApi.create("r1", answer, note),
    "POST /api/v1/records/r1/responses",
    "ERROR_CREATING_RECORD_RESPONSE",
  ],
  [
    "FRS-04",
    () => responsesApi.update("a1", answer, note),
    "PUT /api/v1/responses/a1",
    "ERROR_UPDATING_RECORD_RESPONSE",
  ],
  ["FRS-09", () => responsesApi.remove("a1", note), "DELETE /api/v1/responses/a1", "ERROR_DELETING_RECORD_RESPONSE"],
  [
    "FBU-04",
    () => responsesApi.upsert([{ recordId: "r1", answer, seen: null }], note),
    "POST /api/v1/me/responses/bulk",
    "ERROR_CREATING_RECORD_RESPONSE_BULK",
  ],
] as const)("%s API-28 a delivery that fails throws its code", async (_, deliver, call, code) => {
  await expect(deliver()).rejects.toMatchObject({ response: code, cause: { status: 500 } });
  expect(asked).toBe(call);
});
