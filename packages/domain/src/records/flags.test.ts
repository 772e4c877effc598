import { expect, test } from "vitest";
import { previewOf } from "./record-preview.ts";

test("design/record.md#flags a flagged record is listed by the beginning of its first text that has content, in one line", () => {
  expect(previewOf([null, " \n", " two\n\n lines ", "not this"])).toBe("two lines");
  expect(previewOf([undefined, "x".repeat(10_000)])).toBe(`${"x".repeat(140)}…`);
  expect(previewOf([])).toBe("");
});
