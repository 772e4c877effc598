import fc from "fast-check";
import { expect, test } from "vitest";
import { decode } from "./decode.ts";
import { readCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { type Batches, oneByOne } from "./row.ts";

/** Pieces of a file, and whether it was closed. */
function fileOf(pieces: readonly string[]) {
  const state = { isClosed: false, pieces: 0 };
  async function* read() {
    try {
      for (const piece of pieces) {
        state.pieces++;
        yield Buffer.from(piece);
      }
    } finally {
      state.isClosed = true;
    }
  }
  return { state, text: decode(read(), null) };
}

const FORM = { separator: ",", quote: '"', header: true, names: undefined, skipped: 0, words: [] };
const READERS: readonly (readonly [string, string, (text: AsyncGenerator<string>) => Batches])[] = [
  ["CSV", "a,b\n1,2\n3,4\n", (text) => readCsv(text, { ...FORM, names: ["a", "b"] }, new Set())],
  ["CSV that is no export", "a,b\n1,2\n3,4\n", (text) => readCsv(text, null, new Set())],
  ["JSON Lines", '{"a":1}\n{"a":2}\n', (text) => readJson(text, "guessed", new Set())],
  ["a list", '[{"a":1},\n{"a":2},\n', (text) => readJson(text, "guessed", new Set())],
];

test.each(READERS)("IMP-02 who stops after the first row of %s closes the file", async (_, piece, read) => {
  const { state, text } = fileOf([
    piece,
    ...Array<string>(100).fill(piece.slice(piece.startsWith("[") ? 1 : 0).repeat(2000)),
  ]);
  for await (const _rows of read(text)) break;
  expect(state.isClosed).toBe(true);
});

test("IMP-104 a list on one line gives its first row before the rest of the line is read, and all rows in the end", async () => {
  const piece = `{"text":"${"é".repeat(40)}"},`.repeat(500);
  const pieces = [`[${piece}`, ...Array<string>(100).fill(piece), '{"text":"the last"}]'];
  const { state, text } = fileOf(pieces);
  let [count, last] = [0, ""];
  for await (const rows of readJson(text, "guessed", new Set())) {
    if (count === 0) expect(state.pieces).toBeLessThan(20);
    count += rows.length;
    const read = rows.at(-1);
    if (read) last = "row" in read ? String(read.row.text) : read.fault;
  }
  expect([count, last]).toEqual([101 * 500 + 1, "the last"]);
});

test("IMP-02 who stops after the first piece of a text closes the file", async () => {
  const { state, text } = fileOf(["a text\n", "another\n", "a third\n"]);
  for await (const _piece of text) break;
  expect(state.isClosed).toBe(true);
});

/** The rows, and why there are no more of them. */
async function allOf(read: Batches): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  try {
    for await (const row of oneByOne(read)) all.push(row);
  } catch (error) {
    all.push(String(error));
  }
  return all;
}

async function* piecesOf(text: string, at: readonly number[]): AsyncGenerator<string> {
  const cuts = [0, ...at.filter((cut) => cut <= text.length).toSorted((a, b) => a - b), text.length];
  for (const [index, from] of cuts.entries()) yield text.slice(from, cuts[index + 1] ?? from);
}

const table = fc.string({ unit: fc.constantFrom(...'ab,,\n\n"\r é[]{}'), maxLength: 60 });
const json = fc.string({
  unit: fc.constantFrom('{"a":1}', '{"a":"b\\"\\n"}', "[", "]", ",", "\n", "{", " ", "7"),
  maxLength: 12,
});

test.each(READERS)("IMP-91 the rows of %s are the same, however the file is cut into pieces", (name, begin, read) =>
  fc.assert(
    fc.asyncProperty(
      name.startsWith("CSV") ? table : json,
      fc.array(fc.nat(70), { maxLength: 8 }),
      async (text, cuts) => {
        const whole = begin + text;
        expect(await allOf(read(piecesOf(whole, cuts)))).toEqual(await allOf(read(piecesOf(whole, []))));
      },
    ),
  ),
);

test.each([
  ["on one line", '[{"a":1},{"a":2}, 7,\n{"a":4}]', "row", [1, 2, 3, 4]],
  ["over lines", '[\n{"a":1},\n{"a":2}, 7,\n{"a":4}]', "line", [2, 3, 3, 4]],
  ["of one element", '[\n{"a":1}]', "line", [2]],
])("IMP-122 rows of a list %s are numbered by what tells them apart", async (_, json, expected, lines) => {
  for (const pieces of [[json], [...json]]) {
    let numbers = "line";
    const tell = {
      numbers: (of: string) => {
        numbers = of;
      },
    };
    const found: number[] = [];
    for await (const { line } of oneByOne(readJson(fileOf(pieces).text, "guessed", new Set(), tell))) found.push(line);
    expect([numbers, found]).toEqual([expected, lines]);
  }
});
