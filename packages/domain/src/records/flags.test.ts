import { expect, test } from "vitest";
import { previewOf } from "./flags.ts";

test("design/record.md#flags a flagged record is listed by the beginning of its first field that has content, in one line", () => {
  const names = ["empty", "blank", "text", "other"];
  const fields = { other: "not this", text: " two\n\n lines ", blank: " \n", empty: null };
  expect(previewOf(names, fields)).toBe("two lines");
  expect(previewOf(names, { text: "x".repeat(10_000) })).toBe(`${"x".repeat(140)}…`);
  expect(previewOf(names, {})).toBe("");
});
