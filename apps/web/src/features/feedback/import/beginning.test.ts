import fc from "fast-check";
import { expect, test } from "vitest";
import { wholeRecords } from "./beginning.ts";

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
  ["a JSON array", '[{"a":1},\n{"a":2}]\n', "x.jsonl"],
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
