import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SERVER_RULES } from "./server-rules.ts";

/** What only the server that does the work in the background writes. Any server removes what a deleted webhook has left. */
const FILES = ["jobs/run-jobs.ts", "jobs/work.ts", "snapshots/keep.ts", "webhooks/deliver.ts"];
const OF_ALL = ["sweepDeliveries"];

test("PGS-78 each write of the work in the background is refused to a server that has lost that work", () => {
  const written = FILES.flatMap((file) => {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    return [...text.matchAll(/store\.write\("(\w+)"/g)].map(([, name = ""]) => name);
  });
  expect(written).toContain("takeJobStep");
  expect(written.filter((name) => !SERVER_RULES.ofDuty.has(name) && !OF_ALL.includes(name))).toEqual([]);
});

test("PGS-72 only writes that change who may do what are told to other servers", () => {
  expect(SERVER_RULES.topicOf("endOwnSession", undefined)).toBe("accounts");
  expect(SERVER_RULES.topicOf("renewSession", "reused")).toBe("accounts");
  expect(SERVER_RULES.topicOf("renewSession", { user: {} })).toBeNull();
  expect(SERVER_RULES.topicOf("createResponse", {})).toBeNull();
  expect(SERVER_RULES.topicOf("toString", {})).toBeNull();
});
