import { expect, test } from "vitest";
import { logRecord } from "./log-record.ts";
import { taskPreview } from "./record-history.ts";
import { loggedText, loggedTokens } from "./task-records.fixture.ts";

const written = (record: Parameters<typeof logRecord>[1]) =>
  logRecord(null, record, { id: "1", lastUpdated: "2026-11-22T12:00:00" }).document;

test("design/record.md#flags a flagged record of a task dataset is listed by its text, or the first input that says something", () => {
  expect(taskPreview(written(loggedTokens({ text: "Ana  Lopez\nlives", tokens: ["Ana", "Lopez", "lives"] })))).toBe(
    "Ana Lopez lives",
  );
  expect(taskPreview(written(loggedText({ inputs: { subject: " ", body: ["", "The lamp is out."] } })))).toBe(
    "The lamp is out.",
  );
  expect(taskPreview(written(loggedText({ inputs: { text: "" } })))).toBe("");
});
