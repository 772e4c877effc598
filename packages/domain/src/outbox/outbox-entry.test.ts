import { expect, test } from "vitest";
import { taskRecordKey } from "../tasks/record-key.ts";
import { familyOf, saysTyped } from "./outbox-entry.ts";

const key = taskRecordKey({ workspace: "archive", dataset: "letters", task: "TextClassification", id: "t/1" });

test("TST-14 a record says by its key whose family it is, whatever its id holds", () => {
  expect([familyOf(key), familyOf("0197b2c4-7d1e-7f00-8000-000000000001"), familyOf("")]).toEqual([
    "tasks",
    "feedback",
    "feedback",
  ]);
});

test("FRS-14 TST-08 an answer that was given up says what was typed; to discard a task's record, or to open it again, does not", () => {
  expect((["submitted", "draft", "discarded"] as const).map((status) => saysTyped("tasks", status))).toEqual([
    true,
    false,
    false,
  ]);
  expect(saysTyped("feedback", "discarded")).toBe(true);
});
