import { Blob as StreamedBlob } from "node:buffer";
import { DecompressionStream } from "node:stream/web";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { beginningOf, wholeRecords } from "./beginning.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
/** What of a beginning is sent. */
const kept = (text: string, name: string) => {
  const length = wholeRecords(bytes(text), name);
  return length === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes(text).subarray(0, length));
};

test("IMP-80 a beginning ends after its last whole record", () => {
  expect(kept('{"a":1}\n{"a":2}\n{"a"', "x.jsonl")).toBe('{"a":1}\n{"a":2}\n');
  expect(kept("a,b\n1,2\n3,4\n5", "X.CSV")).toBe("a,b\n1,2\n3,4\n");
  expect(kept("a\tb\r\n1\t2\r\n3", "x.tsv")).toBe("a\tb\r\n1\t2\r\n");
  expect(kept("\uFEFFa,b\n1,2\n3,4\n5", "x.csv")).toBe("\uFEFFa,b\n1,2\n3,4\n");
  expect(kept("Rome B\n. O\n\nIn O\nit O\n\nis", "x.conll")).toBe("Rome B\n. O\n\nIn O\nit O\n\n");
});

test("IMP-80 a beginning never ends within a quoted cell; a quote inside of a cell is a character", () => {
  expect(kept('a,b\n1,"one two three"\n2,"x\ny', "x.csv")).toBe('a,b\n1,"one two three"\n');
  expect(kept('a,b\n1,"a ""b""\nc"\n2,"x', "x.csv")).toBe('a,b\n1,"a ""b""\nc"\n');
  expect(kept('a,b\n1,5" pipe\n2,3', "x.csv")).toBe('a,b\n1,5" pipe\n');
});

test.each([
  ["a list of texts", '["a","b",\n"c"]\n', "x.json"],
  ["one object over many lines", '{\n"a": 1,\n"b": 2\n}\n', "x.jsonl"],
  ["JSON that is called a table", '[\n{"a":1}\n]\n', "x.csv"],
  ["a packed file", "\u001f\u008b\n\n", "x.csv"],
  ["UTF-16", "a\0,\0b\0\n\0", "x.csv"],
  ["a name of another format", "a,b\n1,2\n", "x.xlsx"],
  ["a packed name", "a,b\n1,2\n", "x.csv.gz"],
  ["lines that are longer than the beginning", "a,b,c,d,e", "x.csv"],
  ["a quoted cell that takes most of it", `a,b\n1,"${"x\n".repeat(40)}`, "x.csv"],
])("IMP-80 %s is sent whole at once", (_, text, name) => {
  const content = name === "x.csv" && text.startsWith("\u001f") ? Uint8Array.of(0x1f, 0x8b, 10, 10) : bytes(text);
  expect(wholeRecords(content, name)).toBeNull();
});

test("IMP-105 a JSON list is cut after a whole element, on one line too, and closed", async () => {
  const list = '[{"a":"]}\\""},{"a":[{"b":2}]},{"a":';
  expect(kept(list, "x.json")).toBe('[{"a":"]}\\""},{"a":[{"b":2}]}');
  expect(kept('[\n  {\n    "a": 1\n  },\n  {"a', "x.json")).toBe('[\n  {\n    "a": 1\n  }');
  const beginning = await beginningOf(new File([list], "x.json"));
  expect(await beginning?.content.text()).toBe('[{"a":"]}\\""},{"a":[{"b":2}]}]');
});

/** jsdom has no streams of files. */
const streamed = (content: string | Uint8Array<ArrayBuffer>, name: string) =>
  Object.assign(new File([content], name), { stream: () => new StreamedBlob([content]).stream() as ReadableStream });

test("IMP-105 of a packed file the first records are unpacked, under its name without .gz", async () => {
  vi.stubGlobal("DecompressionStream", DecompressionStream);
  const text = Array.from({ length: 300_000 }, (_, at) => `{"a":${at}}\n`).join("");
  const packed = new Uint8Array(gzipSync(text));
  const beginning = await beginningOf(streamed(packed, "x.jsonl.gz"));
  expect(beginning?.name).toBe("x.jsonl");
  const start = (await beginning?.content.text()) ?? "";
  expect(start.length).toBeGreaterThan(2 ** 20 - 100);
  expect(text.startsWith(start)).toBe(true);
  expect(start.endsWith("}\n")).toBe(true);
  await expect(beginningOf(streamed("a,b\n", "x.csv.gz"))).rejects.toThrow();
});

const element = fc.json({ maxDepth: 3 }).map((json) => `{"a":${json}}`);
test("IMP-105 wherever a list is cut, what is kept are whole elements of it", () => {
  fc.assert(
    fc.property(fc.array(element, { minLength: 2, maxLength: 20 }), fc.nat(), (elements, where) => {
      const text = `[${elements.join(",")}]`;
      const length = wholeRecords(bytes(text).subarray(0, where % text.length), "x.json");
      if (length === null) return;
      const start = new TextDecoder().decode(bytes(text).subarray(0, length));
      const read = JSON.parse(`${start}]`) as unknown[]; // it is a list
      expect(read).toEqual(elements.slice(0, read.length).map((one) => JSON.parse(one)));
    }),
  );
});

const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", " "), maxLength: 6 });
test("IMP-80 wherever a table is cut, what is kept are whole rows of it", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 30 }), fc.nat(), (rows, where) => {
      const lines = rows.map((cells) => `${cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")}\n`);
      const text = lines.join("");
      const length = wholeRecords(bytes(text.slice(0, where % text.length)), "x.csv");
      const ends = lines.map((_, at) => lines.slice(0, at + 1).join("").length);
      expect(length === null || ends.includes(length)).toBe(true);
    }),
  );
});
