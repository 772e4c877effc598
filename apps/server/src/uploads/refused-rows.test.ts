import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createRefusedRows } from "./refused-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "postil-refused-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("IMP-06 of rows on one line, only those that are refused are left out", () => {
  const rows = createRefusedRows(join(folder, "line.csv"), ["text"], "line");
  rows.add({ index: 1, fault: { line: 1, fault: "is odd" }, cell: null, read: { line: 1, row: { text: "b" } } });
  rows.close();
  expect([0, 1, 2].map((index) => rows.has(index))).toEqual([false, true, false]);
  expect(readFileSync(join(folder, "line.csv"), "utf8")).toContain("1,,,is odd,b");
});

test("IMP-06 a reason is cut between characters, and long rows are written before they are many", () => {
  const rows = createRefusedRows(join(folder, "long.csv"), ["text"], "line");
  const add = (index: number, fault: string, text: string) =>
    rows.add({ index, fault: { line: index, fault }, cell: null, read: { line: index, row: { text } } });
  add(1, `${"x".repeat(499)}😀 and more`, "a");
  expect(rows.shown()[0]?.reason).toBe(`${"x".repeat(499)}…`);
  const before = rows.bytes();
  add(2, "is odd", "y".repeat(2 ** 21));
  expect(rows.bytes()).toBeGreaterThan(before + 2 ** 21);
  rows.close();
  expect(readFileSync(join(folder, "long.csv"), "utf8").split("\n")[1]?.trim()).toBe(`1,,,${"x".repeat(499)}…,a`);
});

test("IMP-25 rows that are no objects fail alike, whatever they are", () => {
  const rows = createRefusedRows(join(folder, "alike.csv"), ["text"], "line");
  for (const [at, text] of ["[1,2]", '"str"', "null", "true", "12"].entries())
    rows.add({
      index: at,
      fault: { line: at, fault: `no JSON object: ${text}` },
      cell: null,
      read: { line: at, fault: "" },
    });
  rows.close();
  expect(rows.alike().map(({ count }) => count)).toEqual([5]);
});
