import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { fileOf, row, understand } from "./import.fixture.ts";

describe("API-37 texts of every encoding", () => {
  const text = "text,label\nGrüße aus Köln – 5 €,gut\nمرحبا بالعالم,schlecht\nnaïve 😀,gut\n";
  const latin = "text,label\nGrüße aus Köln – 5 €,gut\nEin zweiter,schlecht\n";
  const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le");
  const windows = Buffer.from(latin.replaceAll("€", "\u0080").replaceAll("–", "\u0096"), "latin1");

  test.each([
    ["UTF-8", Buffer.from(text), []],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`), []],
    ["UTF-8 with a mark, whatever is said", Buffer.from(`\uFEFF${text}`), ["--encoding", "latin1"]],
    ["UTF-16 with a mark, little end first", utf16, []],
    ["UTF-16 with a mark, big end first", Buffer.from(utf16).swap16(), []],
    ["UTF-16 without a mark", utf16.subarray(2), ["--encoding", "utf-16le"]],
    ["Windows-1252", windows, ["--encoding", "windows-1252"]],
    ["Latin-1", windows, ["--encoding", "latin1"]],
  ])("%s", async (_, bytes, flags) => {
    for (const file of [fileOf(bytes, "csv"), fileOf(gzipSync(bytes), "csv.gz")]) {
      const { records, plan } = await understand(file, ...flags);
      expect(plan.dataset.fields.map(({ name }) => name)).toEqual(["text"]);
      expect(records[0]?.fields.text).toBe("Grüße aus Köln – 5 €");
    }
  });

  test("JSON Lines in UTF-16, longer than one piece of the stream", async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      ...row(index),
      text: `Größe ${index} 😀 ${"ä".repeat(50)}`,
    }));
    const { records } = await understand(
      fileOf(Buffer.from(`\uFEFF${rows.map((one) => JSON.stringify(one)).join("\r\n")}`, "utf16le"), "jsonl"),
    );
    expect(records.map((record) => record.fields.text)).toEqual(rows.map((one) => one.text));
  });

  test.each([
    [windows, [], "Line 2 of the file is not UTF-8. Say what it is with --encoding, such as windows-1252"],
    [utf16.subarray(2), [], "it looks like UTF-16 without a mark"],
    [utf16, ["--encoding", "klingon"], '"klingon" is no encoding that can be read'],
    [
      Buffer.concat([Buffer.from(`text,label\n${"a long line,x\n".repeat(20_000)}`), Buffer.from([0xe4])]),
      [],
      "Line 20002 of the file is not UTF-8",
    ],
  ])("what cannot be read is refused in words (%#)", async (bytes, flags, words) => {
    await expect(understand(fileOf(bytes, "csv"), ...flags)).rejects.toThrow(words);
  });
});

describe("IMP-50 line ends, and what is no text", () => {
  test.each([
    ["CR", "text,label\rone,a\rtwo,b\rthree,a\r", "csv"],
    ["CR, and its separator said", "sep=;\rtext;label\rone;a\rtwo;b\rthree;a", "csv"],
    ["CRLF, then LF", "text,label\r\none,a\ntwo,b\r\nthree,a\n", "csv"],
    ["LF, then CRLF", "text,label\none,a\r\ntwo,b\nthree,a\r\n", "csv"],
    ["CR and CRLF", "text,label\r\r\none,a\r\r\ntwo,b\r\r\nthree,a", "csv"],
    ["CR in JSON Lines", ["one,a", "two,b", "three,a"].map(jsonOf).join("\r"), "jsonl"],
  ])("%s", async (_, text, ending) => {
    for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`, "utf16le")]) {
      const { records, bad, words } = await understand(fileOf(bytes, ending));
      expect(bad).toEqual([]);
      expect(records.map(({ fields, suggestions }) => [fields.text, suggestions[0]?.value])).toEqual([
        ["one", "a"],
        ["two", "b"],
        ["three", "a"],
      ]);
      const hasReturns = /^[^\r\n]*\r(?!\n)/.test(text);
      expect(words.some((line) => line.includes("end with CR alone"))).toBe(hasReturns);
    }
  });

  test("a broken character in a file of CR is on its own line, over pieces of the stream", async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `größe ${at},${at % 2 ? "a" : "b"}`);
    const bytes = Buffer.concat([
      Buffer.from(`text,label\r${lines.join("\r")}\rcut `),
      Buffer.from([0xe4]),
      Buffer.from(",a\rlast,b\r"),
    ]);
    const { bad, records } = await understand(fileOf(bytes, "csv"));
    expect(bad.map(({ line }) => line)).toEqual([20_002]);
    expect(records).toHaveLength(20_001);
  });

  test("a row with a NUL is refused, and no other", async () => {
    const { bad, records } = await understand(fileOf("text,label\none\0two,a\nthree,b\nfour,a\n", "csv"));
    expect(bad).toEqual([{ line: 2, fault: expect.stringContaining("NUL") }]);
    expect(records).toHaveLength(2);
  });

  test.each([
    ["csv", "PK\u0003\u0004\u0014\0\0\0", "a zip archive or an Excel file"],
    ["json", "PK\u0003\u0004\u0014\0\0\0", "its name must end in .zip or .xlsx"],
    ["jsonl", gzipSync('{"text":"a"}').toString("latin1"), "packed with gzip"],
    ["tsv", "PAR1\u0015\u0004PAR1", "a Parquet file"],
    ["csv", "\u00D0\u00CF\u0011\u00E0\0\0", "an Excel file of before 2007"],
    ["csv", "\u00FF\u00FE\0\0t\0\0\0", "UTF-32"],
    ["csv", '[{"text":"a"}]', "no table but JSON"],
    ["csv", "<!DOCTYPE html><html>", "a page of the web"],
  ])(".%s that is something else is refused with what it is (%#)", async (ending, start, words) => {
    await expect(understand(fileOf(Buffer.from(start, "latin1"), ending))).rejects.toThrow(words);
  });
});

function jsonOf(line: string): string {
  const [text, label] = line.split(",");
  return JSON.stringify({ text, label });
}
