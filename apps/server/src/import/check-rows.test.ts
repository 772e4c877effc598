import { expect, test } from "vitest";
import { StartFailure } from "../start-failure.ts";
import { checkRows, type RecordReader, recordsOf } from "./check-rows.ts";
import { BadValue, type ReadRow } from "./row.ts";

const read = (line: number, text: string): ReadRow => ({ line, row: { text } });

/** A reader of a file that holds these rows now. A text that begins with "?" is no valid record. */
const readerOf = (...rows: readonly ReadRow[]): RecordReader<string> => ({
  async *rows() {
    yield* rows;
  },
  recordOf: ({ row }) => {
    const text = String(row.text);
    if (text.startsWith("?")) throw new BadValue("text", text, "is no text");
    return text;
  },
});

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test("API-37 bad lines are left out, the others are read", async () => {
  const rows = readerOf(read(1, "one"), read(2, "?"), { line: 3, fault: "not closed" }, read(4, "four"));
  const bad = [1, 2].map((index) => ({ index }));
  expect(await listed(recordsOf(rows, bad))).toEqual(["one", "four"]);
});

test.each([
  [read(2, "?"), 'Line 2 was good at the check and is bad now: column "text": "?" is no text'],
  [{ line: 2, fault: "not closed" }, "Line 2 was good at the check and is bad now: not closed"],
])("API-37 a line that is bad only at the second reading ends the import in words: %j", async (changed, words) => {
  const reading = listed(recordsOf(readerOf(read(1, "one"), changed), []));
  const failure = await reading.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartFailure);
  expect(failure).toMatchObject({ message: expect.stringContaining(words) });
});

test("IMP-06 a bad row of a list on one line takes no other row with it", async () => {
  const rows = readerOf(read(1, "one"), read(1, "?"), { line: 1, fault: "not closed" }, read(1, "four"));
  const { bad, good } = await checkRows(rows, () => null);
  expect([good, bad.map(({ line, index }) => [line, index])]).toEqual([
    2,
    [
      [1, 1],
      [1, 2],
    ],
  ]);
  expect(await listed(recordsOf(rows, bad))).toEqual(["one", "four"]);
});
