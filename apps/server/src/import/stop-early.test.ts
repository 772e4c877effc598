import { expect, test } from "vitest";
import { decode } from "./decode.ts";
import { readCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import type { ReadRow } from "./row.ts";

/** Pieces of a file, and whether it was closed. */
function fileOf(pieces: readonly string[]) {
  const state = { isClosed: false };
  async function* read() {
    try {
      for (const piece of pieces) yield Buffer.from(piece);
    } finally {
      state.isClosed = true;
    }
  }
  return { state, text: decode(read(), null) };
}

const FORM = { separator: ",", quote: '"', header: true, names: undefined, skipped: 0, words: [] };
const READERS: readonly (readonly [string, string, (text: AsyncGenerator<string>) => AsyncGenerator<ReadRow>])[] = [
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
  for await (const _row of read(text)) break;
  expect(state.isClosed).toBe(true);
});

test("IMP-02 who stops after the first piece of a text closes the file", async () => {
  const { state, text } = fileOf(["a text\n", "another\n", "a third\n"]);
  for await (const _piece of text) break;
  expect(state.isClosed).toBe(true);
});
