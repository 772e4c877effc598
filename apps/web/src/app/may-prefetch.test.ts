import { expect, test } from "vitest";
import { browserConnection, mayPrefetch } from "./may-prefetch.ts";

test("RTE-31 code is not prefetched on 2g or with the data saver on", () => {
  expect(mayPrefetch({ effectiveType: "2g" })).toBe(false);
  expect(mayPrefetch({ effectiveType: "4g", saveData: true })).toBe(false);
  expect(mayPrefetch({ effectiveType: "3g", saveData: false })).toBe(true);
});

test("RTE-32 slow-2g counts as 2g, and a browser without connection information as fast", () => {
  expect(mayPrefetch({ effectiveType: "slow-2g" })).toBe(false);
  expect(mayPrefetch({})).toBe(true);
  expect(mayPrefetch(browserConnection())).toBe(true);
});
