import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createRefusedRows } from "./refused-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "postil-refused-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("IMP-06 of rows on one line, only those that are refused are left out", () => {
  const rows = createRefusedRows(join(folder, "line.csv"), ["text"]);
  rows.add({ index: 1, fault: { line: 1, fault: "is odd" }, cell: null, read: { line: 1, row: { text: "b" } } });
  rows.close();
  expect([0, 1, 2].map((index) => rows.has(index))).toEqual([false, true, false]);
  expect(readFileSync(join(folder, "line.csv"), "utf8")).toContain("1,,,is odd,b");
});
