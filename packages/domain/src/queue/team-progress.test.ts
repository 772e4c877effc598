import { expect, test } from "vitest";
import { teamBucket } from "./progress.ts";

test("FPR-08 a record stands in one bucket for the team, drafts left out", () => {
  expect(teamBucket([])).toBe("pending");
  expect(teamBucket(["draft"])).toBe("pending");
  expect(teamBucket(["draft", "submitted", "submitted"])).toBe("submitted");
  expect(teamBucket(["discarded", "draft"])).toBe("discarded");
  expect(teamBucket(["discarded", "submitted", "draft"])).toBe("conflicting");
});
