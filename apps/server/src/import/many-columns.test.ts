import { expect, test } from "vitest";
import { growsTooFast } from "../../tests/support/growth.ts";
import { leastCpuMs } from "../../tests/support/yardstick.ts";
import { createMisfits } from "./exported/exported-record.ts";
import { fileOf, understand } from "./import.fixture.ts";

/** The time for a wide table grows with its cells, not with the pairs of its columns. */

const FEW = 300;
const MANY = 3000;
const ROWS = 20;
/** Ten times the columns take ten times as long, or a hundred times if each pair is compared. Large objects cost more. */
const MOST = 40;
/** A shorter time is noise. */
const NOTICED_MS = 40;

const range = (length: number) => Array.from({ length }, (_, index) => index);

type Wide = {
  readonly name: (column: number) => string;
  readonly cell: (row: number, column: number) => string;
  /** The file is JSON Lines with unchanged cells, not a table. */
  readonly isJson?: true;
};

const WIDE: { readonly [what: string]: Wide } = {
  numbers: { name: (column) => `c${column}`, cell: (row, column) => `${row * column}` },
  terms: { name: (column) => `c${column}`, cell: (row, column) => ["red", "blue"][(row + column) % 2] ?? "" },
  "names in another script": { name: (column) => String.fromCodePoint(0x4e00 + column), cell: (row) => `${row}.5` },
  "numbers of JSON in a form to be kept": { name: (column) => `c${column}`, cell: (row) => `${row}.0`, isJson: true },
};

function tableOf(columns: number, { name, cell, isJson }: Wide): string {
  const others = range(columns - 2);
  const header = ["text", "label", ...others.map(name)];
  const rows = range(ROWS).map((row) => [
    `A text in row ${row}`,
    row % 2 ? "yes" : "no",
    ...others.map((at) => cell(row, at)),
  ]);
  if (!isJson) return fileOf([header, ...rows].map((cells) => cells.join()).join("\n"), "csv");
  const member = (cell: string, at: number) => `${JSON.stringify(header[at])}:${at < 2 ? JSON.stringify(cell) : cell}`;
  return fileOf(rows.map((cells) => `{${cells.map(member).join()}}`).join("\n"), "jsonl");
}

for (const [what, wide] of Object.entries(WIDE)) {
  test(`API-37 a table of ${MANY} columns is understood in proportion to one of ${FEW}: ${what}`, async () => {
    const [few, many] = [tableOf(FEW, wide), tableOf(MANY, wide)];
    const { plan, bad, records } = await understand(many);
    expect([plan.roles.length, bad, records.length]).toEqual([MANY, [], ROWS]);
    expect(new Set(plan.dataset.metadata.map(({ name }) => name)).size).toBe(MANY - 2);
    const fewMs = Math.max(NOTICED_MS, await leastCpuMs(() => understand(few)));
    expect(await leastCpuMs(() => understand(many))).toBeLessThan(MOST * fewMs);
  });
}

test("EXP-07 what does not fit the properties of an export is found in one look at each value", () => {
  const look = (size: number) => {
    const names = range(size).map((index) => `c${index}`);
    const settings = { type: "float", min: null, max: null } as const;
    const values = Object.fromEntries(names.map((name, index) => [name, index % 2 ? "no number" : index]));
    return () => {
      const misfits = createMisfits(names.map((name) => ({ name, title: name, settings })));
      for (const line of range(3)) misfits.look(values, line + 1);
      expect(misfits.all().slice(0, 2)).toEqual([
        { name: "c1", line: 1 },
        { name: "c3", line: 1 },
      ]);
    };
  };
  expect(growsTooFast(2000, look)).toBeNull();
});

test("API-37 more fields than a dataset takes are refused with the number, before anything is made", async () => {
  const text = '"A text that is read by people, and is long enough for it to be a field of its own"';
  const rows = ["yes", "no"].map((label) => [label, ...range(1001).map(() => text)]);
  const header = ["label", ...range(1001).map((at) => `c${at}`)];
  const file = fileOf([header, ...rows].map((cells) => cells.join()).join("\n"), "csv");
  await expect(understand(file)).rejects.toThrow("1,001 columns would become fields; a dataset has at most 1,000.");
});
