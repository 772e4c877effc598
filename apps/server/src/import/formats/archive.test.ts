import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test, vi } from "vitest";
import { times } from "../../../tests/support/effort.ts";
import { readImportOptions } from "../../cli/import-options.ts";
import { StartFailure } from "../../start-failure.ts";
import { fileOf, understand } from "../import.fixture.ts";
import { openSource, openSourceAt } from "../read-rows.ts";
import { excelOf, rowsOf } from "./excel.fixture.ts";
import { type Member, zipOf } from "./zip.fixture.ts";

async function read(file: string) {
  const source = await openSource(file, readImportOptions([file]).reading);
  const rows = [];
  for await (const row of source.rows()) rows.push("row" in row ? row.row : row.fault);
  return { rows, words: source.words() };
}
const zip = (...members: readonly Member[]) => fileOf(zipOf(members), "zip");
const ROWS = [
  { text: "Where is my card?", label: "card" },
  { text: "My cash is gone.", label: "cash" },
];
const lines = ROWS.map((row) => JSON.stringify(row)).join("\n");
const excel = excelOf({
  sheets: [{ name: "S", rows: rowsOf([["text", "label"], ...ROWS.map(({ text, label }) => [text, label])]) }],
});
const columns = Buffer.from(
  parquetWriteBuffer({
    columnData: [
      { name: "text", data: ROWS.map(({ text }) => text) },
      { name: "label", data: ROWS.map(({ label }) => label) },
    ],
  }),
);

describe("IMP-22 archives", () => {
  test.each([
    ["JSON Lines", "rows.jsonl", lines],
    ["JSON Lines in gzip", "data/rows.jsonl.gz", gzipSync(lines)],
    ["a table", "rows.csv", `text,label\n${ROWS.map(({ text, label }) => `${text},${label}`).join("\n")}`],
    ["Excel", "rows.xlsx", excel],
    ["Parquet", "rows.parquet", columns],
  ])("%s in a zip is read, packed or not", async (_, name, content) => {
    for (const stored of [true, false]) {
      const { rows, words } = await read(zip({ name, content, stored }));
      expect(rows).toEqual(ROWS);
      expect(words[0]).toBe(`  from "${name}" in the archive`);
    }
  });

  test("what systems add does not count, other files are named, and the dataset has the archive's name", async () => {
    const file = zip(
      { name: "a/", content: "", stored: true },
      { name: "a/rows.jsonl", content: lines },
      { name: "__MACOSX/a/._rows.jsonl", content: "x" },
      { name: "a/.hidden.csv", content: "x" },
      { name: "README.md", content: "x" },
    );
    const { words, plan } = await understand(file);
    expect(words).toContain('  from "a/rows.jsonl" in the archive; not read: "README.md"');
    expect(plan.dataset.name).toMatch(/^file-\d+$/);
  });

  test("several files that can be read, or none: the message names them", async () => {
    const several = zip({ name: "a.csv", content: "x" }, { name: "b.xlsx", content: "x" });
    await expect(read(several)).rejects.toThrow('holds several files that can be read: "a.csv", "b.xlsx"');
    await expect(read(zip({ name: "a.txt", content: "x" }))).rejects.toThrow(
      'holds no file that can be read: in it is "a.txt".',
    );
    for (const empty of [zip(), zip({ name: "a/", content: "", stored: true })])
      await expect(read(empty)).rejects.toThrow("is an archive without a file in it.");
    const many = Array.from({ length: 12 }, (_, at) => ({ name: `${at}.csv`, content: "x" }));
    await expect(read(zip(...many))).rejects.toThrow("and 2 more");
  });

  test("nothing is left on the disk, and no name leads anywhere", async () => {
    const before = readdirSync(tmpdir()).length;
    expect((await read(zip({ name: "rows.xlsx", content: excel }))).rows).toEqual(ROWS);
    expect(readdirSync(tmpdir())).toHaveLength(before);
  });

  test.each(["../../rows.jsonl", "/etc/rows.jsonl", "C:/rows.jsonl", "a/../../b.csv"])(
    "IMP-22 the path %s, which leads out of the archive, is named",
    async (name) => {
      await expect(read(zip({ name: "good.csv", content: "x" }, { name, content: lines }))).rejects.toThrow(
        `cannot be read: the path "${name}" in it leads out of the archive. Pack the files again, without such paths.`,
      );
    },
  );

  test("IMP-22 archives in an archive are named, and what to do", async () => {
    const inner = zipOf([{ name: "a.csv", content: "x" }]);
    await expect(read(zip({ name: "inner.zip", content: inner }))).rejects.toThrow(
      /holds no file that can be read, but an archive once more: "inner\.zip"\. Unpack .*, and import what is in that\.$/,
    );
    await expect(
      read(zip({ name: "a.ZIP", content: inner }, { name: "b.tar.gz", content: inner }, { name: "c", content: "" })),
    ).rejects.toThrow('but archives once more: "a.ZIP", "b.tar.gz". Unpack');
  });

  test.each([
    ["encrypted", zipOf([{ name: "rows.csv", content: "x", encrypted: true }]), '"rows.csv" in it is encrypted'],
    ["no archive", Buffer.from("text"), "it is no zip archive, though its name says so."],
    ["nothing at all", Buffer.alloc(0), "it is no zip archive, though its name says so."],
    ["cut off", zipOf([{ name: "rows.csv", content: "x" }]).subarray(0, -30), "the zip archive is cut off or damaged"],
    [
      "packed in a rare way",
      zipOf([{ name: "rows.csv", content: "x", method: 14 }]),
      '"rows.csv" in it is packed in a way that is not read here. Pack it again as a usual zip.',
    ],
    [
      "of another size than it says",
      zipOf([{ name: "rows.csv", content: "a,b\n1,2\n", size: 3 }]),
      '"rows.csv" in it is damaged',
    ],
    [
      "changed inside",
      changed(zipOf([{ name: "rows.csv", content: "text,label\nsame,x\n", stored: true }])),
      '"rows.csv" in it is damaged',
    ],
  ])("one that is %s is refused with a sentence", async (_, content, words) => {
    await expect(read(fileOf(content, "zip"))).rejects.toThrow(words);
  });

  test("other archives and spreadsheets are refused with what to do", async () => {
    await expect(read(fileOf("x", "tar.gz"))).rejects.toThrow("unpack it");
    await expect(read(fileOf("x", "7z"))).rejects.toThrow("unpack it");
    await expect(read(fileOf("x", "ods"))).rejects.toThrow("save it as xlsx or CSV");
    for (const ending of ["zip", "xlsx", "parquet", "csv.gz"])
      await expect(read(`no-such-file.${ending}`)).rejects.toThrow("cannot be read: there is no such file");
  });
});

test("IMP-22 an archive with changed bytes is refused with a sentence, or read, but never ends otherwise", async () => {
  const archive = zipOf([
    { name: "rows.xlsx", content: excel },
    { name: "README", content: "x", stored: true },
  ]);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: archive.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const file = Buffer.from(archive);
        file[at] = (file[at] ?? 0) ^ change;
        const inside = Buffer.from(excel);
        inside[at % inside.length] = (inside[at % inside.length] ?? 0) ^ change;
        for (const made of [fileOf(file, "zip"), fileOf(inside, "xlsx")])
          await read(made).catch((error: unknown) => expect(error).toBeInstanceOf(StartFailure));
      },
    ),
    { numRuns: times(500) },
  );
});

function changed(archive: Buffer): Buffer {
  archive.write("SAME", archive.indexOf("same"));
  return archive;
}

describe("IMP-22 what unpacks to too much is refused with the value and the limit", () => {
  const zeros = Buffer.alloc(90 * 2 ** 20, " ");
  const limit = /has [\d,]+ bytes and unpacks to [\d,]+ or more; [\d,]+ is the most for a file of its size/;
  test("gzip", async () => {
    await expect(read(fileOf(gzipSync(zeros), "jsonl.gz"))).rejects.toThrow(limit);
  });
  test("zip, and gzip in it", async () => {
    await expect(read(zip({ name: "rows.csv", content: zeros }))).rejects.toThrow(limit);
    await expect(read(zip({ name: "rows.csv.gz", content: gzipSync(zeros) }))).rejects.toThrow(limit);
  });
  test("one long text in many rows", async () => {
    const text = "long ".repeat(6000);
    const data = Array.from({ length: 9000 }, () => text);
    const repeated = Buffer.from(parquetWriteBuffer({ columnData: [{ name: "text", data }] }));
    await expect(read(fileOf(repeated, "parquet"))).rejects.toThrow(limit);
    const row = '<row><c t="s"><v>0</v></c></row>';
    const shared = excelOf({
      sheets: [{ name: "S", rows: rowsOf([["text"]]) + row.repeat(9000) }],
      texts: [`<t>${text}</t>`],
    });
    await expect(read(fileOf(shared, "xlsx"))).rejects.toThrow(limit);
  });
  test("parts of an Excel file, also those in a zip", async () => {
    const bomb = excelOf({ sheets: [{ name: "S", rows: zeros.toString("latin1") }] });
    await expect(read(fileOf(bomb, "xlsx"))).rejects.toThrow(limit);
    await expect(read(zip({ name: "a.xlsx", content: bomb }))).rejects.toThrow(limit);
  });
});

describe("IMP-02 a file that somebody sent", () => {
  async function readSent(path: string, name: string, bytes: number) {
    const bounds = { bytes, line: 2 ** 20, columns: 10 };
    const source = await openSourceAt({ path, name, bounds }, readImportOptions([name]).reading);
    const rows = [];
    for await (const row of source.rows()) rows.push("row" in row ? row.row : row.fault);
    return rows;
  }
  const sent = [
    ["sent.xlsx", fileOf(excel, "sent")],
    ["sent.xlsx.gz", fileOf(gzipSync(excel), "sent")],
    ["sent.parquet", fileOf(columns, "sent")],
    ["sent.parquet.gz", fileOf(gzipSync(columns), "sent")],
    ["sent.zip", fileOf(zipOf([{ name: "a.xlsx", content: excel }]), "sent")],
  ] as const;

  test.each(sent)("%s has the bound of the server, in every format", async (name, path) => {
    await expect(readSent(path, name, 10)).rejects.toThrow(/^The file unpacks into more than [\d,]+ MB: take it apart/);
    expect(await readSent(path, name, 2 ** 20)).toEqual(ROWS);
  });

  test.each(sent)("%s is unpacked beside itself, not where the system keeps its own files", async (name, path) => {
    vi.stubEnv("TMPDIR", "/nowhere");
    try {
      expect(await readSent(path, name, 2 ** 20)).toEqual(ROWS);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test.each(["odd.xlsx", "odd.parquet", "odd.zip", "odd.xlsx.gz"])(
    "%s is called by its name, not its path",
    async (name) => {
      const content = Buffer.from("no such format");
      const path = fileOf(name.endsWith(".gz") ? gzipSync(content) : content, "sent");
      await expect(readSent(path, name, 2 ** 20)).rejects.toThrow(new RegExp(`^${name} cannot be read`));
    },
  );
});
