import { expect, test } from "vitest";
import { readImportOptions } from "../cli/import-options.ts";
import { lookAtColumns } from "./columns.ts";
import { fileOf, jsonl, understand } from "./import.fixture.ts";
import { openSource } from "./read-rows.ts";
import { reasonFor, unfitRoles } from "./reasons.ts";

test("IMP-03 the least and the largest whole number are said with all of their digits", async () => {
  const file = fileOf("n\n9223372036854775807\n-9223372036854775808\n5\n", "csv");
  const { columns } = await lookAtColumns(await openSource(file, readImportOptions([file, "--header"]).reading));
  const [column] = columns;
  expect(column && reasonFor(column, { kind: "metadata", name: "n", type: "integer" })).toBe(
    "whole numbers from -9223372036854775808 to 9223372036854775807: to filter and sort by",
  );
});

test("IMP-03 one is counted as one, where people read it", async () => {
  const file = jsonl([
    { text: "the same", tags: ["one"], label: "one", vector: [0.5] },
    { text: "the same", tags: ["one"], label: null, vector: [0.25] },
  ]);
  const { columns } = await lookAtColumns(await openSource(file, readImportOptions([file]).reading));
  const column = (name: string) => columns.find((one) => one.name === name) ?? expect.unreachable();
  expect(reasonFor(column("text"), { kind: "field", name: "text", required: true })).toBe(
    "texts, always the same: to read",
  );
  expect(reasonFor(column("tags"), { kind: "extra", name: "tags" })).toBe(
    "lists of the same short text: kept with the record",
  );
  expect(reasonFor(column("vector"), { kind: "vector", name: "vector", dimensions: 1 })).toBe(
    "lists of 1 number: a vector",
  );
  const unfit = unfitRoles(column("label"), 2);
  expect(unfit.find(({ kind }) => kind === "id")?.reason).toBe("1 row has no value");

  const { bad } = await understand(fileOf("text,label\nan,a\nshort\nother,b\n", "csv"), "--header");
  expect(bad).toEqual([{ line: 3, fault: "1 value, but the first line names 2 columns" }]);
  const marked = [0, 1].map((at) => ({ text: `Anna ${at} sings`, spans: [{ start: 0, end: 4, label: "PER" }] }));
  const { words } = await understand(jsonl(marked), "--span", "spans");
  expect(words.join("\n")).toContain(", 1 option; ");
});
