import { expect, test } from "vitest";
import { timeFromText } from "../time.ts";
import { isAsSeen } from "./log-record.ts";
import type { TaskDocument } from "./task-record.ts";

const last_updated = "2024-05-01T10:00:00.000001";
const document: TaskDocument = {
  ...{ id: "a", status: "Default", last_updated, text: "x", inputs: { text: "x" }, multi_label: false },
  metrics: { text_length: 1 },
};
const seen = { lastUpdated: timeFromText(last_updated), status: "Default" } as const;

test("TST-16 a record is as it was seen until its time or its status moves, or it is gone", () => {
  expect(isAsSeen(document, seen)).toBe(true);
  expect(isAsSeen({ ...document, last_updated: "2024-05-01T10:00:00.000002" }, seen)).toBe(false);
  expect(isAsSeen({ ...document, status: "Discarded" }, seen)).toBe(false);
  expect(isAsSeen(null, seen)).toBe(false);
});
