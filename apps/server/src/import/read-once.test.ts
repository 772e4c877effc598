import { rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readImportOptions } from "../cli/import-options.ts";
import { fileOf, ROWS } from "./import.fixture.ts";
import { openSource, readOnce } from "./read-rows.ts";

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Counts how often the source is read from its beginning. */
function countedNumbers(count: number) {
  const reading = { times: 0 };
  async function* read() {
    reading.times++;
    for (let number = 0; number < count; number++) yield number;
  }
  return { reading, read };
}

test("what fits is read once, what is too much or was not read to its end anew (API-37)", async () => {
  const small = countedNumbers(3);
  const numbers = readOnce(small.read, () => true);
  for await (const _ of numbers()) break;
  expect(await allOf(numbers())).toEqual([0, 1, 2]);
  expect(await allOf(numbers())).toEqual([0, 1, 2]);
  expect(small.reading.times).toBe(2);

  const large = countedNumbers(3);
  let given = 0;
  const streamed = readOnce(large.read, () => ++given < 2);
  expect(await allOf(streamed())).toEqual([0, 1, 2]);
  expect(await allOf(streamed())).toEqual([0, 1, 2]);
  expect(large.reading.times).toBe(2);

  const sometimes = countedNumbers(3);
  let asked = 0;
  const all = readOnce(sometimes.read, () => ++asked !== 2);
  expect(await allOf(all())).toEqual([0, 1, 2]);
  expect(await allOf(all())).toEqual([0, 1, 2]);
});

const asLines = ROWS.map((row) => JSON.stringify(row)).join("\n");
const asTable = ["id,text", '1,"a line\nand one more"', "2,b"].join("\n");
const asTokens = "A O\nb B-x\n\nc O\n";

test.each([
  ["JSON Lines", asLines, "jsonl"],
  ["JSON Lines in gzip", gzipSync(asLines), "jsonl.gz"],
  ["a table", asTable, "csv"],
  ["tokens in columns", asTokens, "conll"],
])("%s: who reads the rows again needs no file (API-37)", async (_, content, ending) => {
  const file = fileOf(content, ending);
  const source = await openSource(file, readImportOptions([file]).reading);
  const first = await allOf(source.rows());
  rmSync(file);
  expect(first.length).toBeGreaterThan(1);
  expect(await allOf(source.rows())).toEqual(first);
});

test("a line of a table that is not in the encoding is a bad line at each reading (API-37)", async () => {
  const cut = Buffer.concat([Buffer.from("id,text\n1,é\n2,è\n3,"), Buffer.from([0xc3]), Buffer.from("\n")]);
  const file = fileOf(cut, "csv");
  const source = await openSource(file, readImportOptions([file]).reading);
  const areBad = async () => (await allOf(source.rows())).map((read) => "fault" in read);
  expect(await areBad()).toEqual([false, false, true]);
  expect(await areBad()).toEqual([false, false, true]);
});
