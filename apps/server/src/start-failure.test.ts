import { expect, test } from "vitest";
import { isRefused } from "./cli/progress.ts";
import { reasonOf } from "./start-failure.ts";

test("IMP-22 a text that is longer than any can be is a reason in words, not a stack", () => {
  const tooLong = () => "x".repeat(2 ** 30);
  let thrown: unknown = null;
  try {
    tooLong();
  } catch (error) {
    thrown = error;
  }
  expect(reasonOf(thrown)).toContain("longer than 500 MB");
  expect(reasonOf(new RangeError("Invalid array length"))).toBeNull();
});

test("IMP-09 what is asked about a date is not called a label", () => {
  const told: string[] = [];
  const around = { complain: (line: string) => told.push(line) } as unknown as Parameters<typeof isRefused>[2]; // all it uses
  isRefused({ asked: ["day?"], unsaid: ["day?"], bad: [], numbers: "line" }, { skipBad: false }, around);
  expect(told.at(-1)).toBe("Nothing was imported. Say what is asked, and import the file again.");
  isRefused({ asked: ["alike?", "day?"], unsaid: ["day?"], bad: [], numbers: "line" }, { skipBad: false }, around);
  expect(told.at(-1)).toContain("Say what these labels are");
});
