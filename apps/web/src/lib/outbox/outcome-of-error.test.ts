import { expect, test } from "vitest";
import { outcomeOfError } from "./deliver.ts";

test("API-19 what a failed call means: only a refusal is final at once", () => {
  const kinds = (statuses: (number | null)[]) => statuses.map((status) => outcomeOfError(status, "").kind);
  expect(kinds([400, 405, 413, 422])).toEqual(Array(4).fill("refused"));
  expect(kinds([null])).toEqual(["unreachable"]);
  expect(kinds([408, 425, 429, 502, 503, 504, 507])).toEqual(Array(7).fill("put-off"));
  expect(kinds([401, 403, 404, 409, 500])).toEqual(["signed-out", "lost", "missing", "conflict", "broken"]);
  expect(outcomeOfError(429, "", 7000)).toEqual({ kind: "put-off", retryAfter: 7000 });
});
