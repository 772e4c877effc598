import { expect, test } from "vitest";
import { readImportOptions } from "../cli/import-options.ts";
import { lookAtColumns } from "./columns.ts";
import { fileOf } from "./import.fixture.ts";
import { openSource } from "./read-rows.ts";
import { reasonFor } from "./reasons.ts";

test("IMP-03 the least and the largest whole number are said with all of their digits", async () => {
  const file = fileOf("n\n9223372036854775807\n-9223372036854775808\n5\n", "csv");
  const { columns } = await lookAtColumns(await openSource(file, readImportOptions([file, "--header"]).reading));
  const [column] = columns;
  expect(column && reasonFor(column, { kind: "metadata", name: "n", type: "integer" })).toBe(
    "whole numbers from -9223372036854775808 to 9223372036854775807: to filter and sort by",
  );
});
