import { expect, test } from "vitest";
import { table } from "./command.ts";

test("ROL-12 columns are aligned", () => {
  expect(table([["name", "role"], ["anna", "admin"], ["b"]])).toEqual(["name  role", "anna  admin", "b"]);
});

test("AUT-14 a name neither begins a line, nor speaks to the terminal, nor turns what stands behind it", () => {
  const [, row] = table([
    ["name", "role"],
    ["a\nroot\u001b[31m\u009b2J\u202eb\u2066", "annotator"],
  ]);
  expect(row).toBe("a\\u{a}root\\u{1b}[31m\\u{9b}2J\\u{202e}b\\u{2066}  annotator");
  expect(table([["Zoë"], ["مريم"]])).toEqual(["Zoë", "مريم"]);
});
