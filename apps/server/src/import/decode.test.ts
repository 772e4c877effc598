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
