import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../tests/support/effort.ts";
import { readImportOptions } from "../../cli/import-options.ts";
import { fileOf, understand, understandTask } from "../import.fixture.ts";
import { openSource } from "../read-rows.ts";
import { excelOf, type MadeCell, rowsOf, sheetFile } from "./excel.fixture.ts";

async function read(file: string, ...flags: readonly string[]) {
  const source = await openSource(file, readImportOptions([file, ...flags]).reading);
  const rows = [];
  for await (const row of source.rows()) rows.push(row);
  return { rows, words: source.words().join("\n"), format: source.format };
}
const valuesOf = async (file: string, ...flags: readonly string[]) =>
  (await read(file, ...flags)).rows.map((row) => ("row" in row ? JSON.stringify(row.exact?.() ?? row.row) : row.fault));

const HEADER: readonly MadeCell[] = ["text", "label"];
const MESSAGES = [HEADER, ["Where is my card?", "card"], ["My cash is gone.", "cash"], ["And my card?", "card"]];

describe("IMP-20 Excel files", () => {
  test("become a dataset like other tables, and the plan says what was read", async () => {
    const { roles, records, words, bad } = await understand(sheetFile(rowsOf(MESSAGES)));
    expect(bad).toEqual([]);
    expect(roles).toMatchObject({ text: { kind: "field" }, label: { kind: "question", options: 2 } });
    expect(records.map(({ fields }) => fields.text)).toEqual(["Where is my card?", "My cash is gone.", "And my card?"]);
    expect(words).toContain('  read as Excel, sheet "Messages", 3 rows; its first line names the columns');
    const ofTask = await understandTask(sheetFile(rowsOf(MESSAGES)), "TextClassification");
    expect(ofTask.records).toHaveLength(3);
  });

  test("values of cells come back as they were written, in any place of the sheet", async () => {
    const cell = fc.oneof(
      fc
        .string({ unit: "grapheme", minLength: 1 })
        .filter((text) => !/_x[\dA-F]{4}_|^\s*[[{]|^\s*array\(|[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(text)),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), async (rows) => {
        const file = sheetFile(rowsOf([["a", "b", "text"], ...rows]));
        const back = (await read(file, "--header")).rows.map((row) => ("row" in row ? Object.values(row.row) : row));
        expect(back).toEqual(rows.filter((row) => row.some((one) => one !== null)));
      }),
      { numRuns: times(300) },
    );
  });

  test("a table may begin in any cell; a value outside of its columns is a bad cell", async () => {
    const rows =
      '<row r="3"><c r="C3" t="str"><v>text</v></c><c r="E3" t="str"><v>label</v></c></row><row r="7"><c r="C7" t="str"><v>Hi</v></c><c r="E7" t="str"><v>a</v></c></row>';
    const { rows: found } = await read(sheetFile(rows));
    expect(found).toEqual([{ line: 7, row: { text: "Hi", label: "a" } }]);
    const many = Array.from({ length: 1100 }, (_, at) => [`a text ${at}`, "x"]);
    const late = sheetFile(
      `${rowsOf([HEADER, ...many])}<row r="2000"><c r="A2000"><v>1</v></c><c r="AB2000"><v>7</v></c></row>`,
    );
    expect((await read(late)).rows.at(-1)).toEqual({
      line: 2000,
      fault: 'the cell AB2000 is in a column without a name: "7"',
    });
  });

  test("shared texts with formats and signs of speech, characters by number, texts of formulas", async () => {
    const texts = [
      "<t>text</t>",
      '<r><t>two </t></r><r><rPr><b/></rPr><t>parts</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh>',
      "<t>a_x000D_&amp;_x005F_b</t>",
    ];
    const row = (cell: string) => `<row>${cell}</row>`;
    const file = sheetFile(
      [
        row('<c t="s"><v>0</v></c>'),
        row('<c t="s"><v>1</v></c>'),
        row('<c t="s"><v>2</v></c>'),
        row('<c t="str"><f>A1</f><v>from a formula</v></c>'),
        row('<c t="s"><v>9</v></c>'),
      ].join(""),
      { texts },
    );
    expect(await valuesOf(file, "--header")).toEqual([
      '{"text":"two parts"}',
      '{"text":"a\\r&_b"}',
      '{"text":"from a formula"}',
      'column "text": the cell A5 refers to a text that the file does not hold',
    ]);
  });

  test("dates are told by their format, and become ISO texts", async () => {
    const formats = [
      14,
      22,
      "[$-409]d\\-mmm\\-yy;@",
      "hh:mm:ss",
      "[h]:mm:ss",
      '0.00" days"',
      "mmm yyyy",
      "[Red]#,##0",
      "yyyy-mm-dd\\Thh:mm",
    ];
    const cells: readonly (readonly [style: number, value: number | string])[] = [
      [1, 45_292],
      [2, 45_292.520833333336],
      [3, 45_292],
      [4, 0.5],
      [5, 1.5],
      [6, 12.5],
      [7, 61],
      [8, 45_292],
      [9, 45_292],
      [1, 59],
      [1, 60],
      [1, 45_292.25],
      [1, 0],
      [1, 2_958_466],
    ];
    const rows = (list: typeof cells) =>
      `${rowsOf([["when"]])}${list.map(([style, value]) => `<row><c s="${style}"><v>${value}</v></c></row>`).join("")}`;
    const told = await valuesOf(sheetFile(rows(cells), { formats }), "--header");
    expect(told.map((text) => (text.startsWith("{") ? JSON.parse(text).when : text))).toEqual([
      "2024-01-01",
      "2024-01-01T12:30:00",
      "2024-01-01",
      "12:00:00",
      "36:00:00",
      12.5,
      "1900-03-01",
      45_292,
      "2024-01-01T00:00:00",
      "1900-02-28",
      "1900-02-29",
      "2024-01-01T06:00:00",
      'column "when": the cell A14 holds the number 0, which is no date of Excel',
      'column "when": the cell A15 holds the number 2958466, which is no date of Excel',
    ]);
    const mac = await valuesOf(
      sheetFile(
        rows([
          [1, 43_830],
          [1, 0],
        ]),
        { formats, since1904: true },
      ),
      "--header",
    );
    expect(mac).toEqual(['{"when":"2024-01-01"}', '{"when":"1904-01-01"}']);
  });

  test("integers of more than 15 digits keep those of the file, and the plan says so", async () => {
    const file = sheetFile(
      `${rowsOf([["id"]])}<row><c><v>1234567890123456789</v></c></row><row><c><v>1.23456789012345E+18</v></c></row><row><c><v>12</v></c></row>`,
    );
    expect(await valuesOf(file)).toEqual(['{"id":1234567890123456789}', '{"id":1234567890123450000}', '{"id":12}']);
    expect((await read(file)).words).toContain("2 integers have more than 15 digits, the first in A2");
  });

  test("errors and formulas without a value are bad cells with their address; options take them for nothing", async () => {
    const cells = [
      '<c t="e"><v>#N/A</v></c>',
      "<c><f>1+1</f></c>",
      "<c><f>1+1</f><v/></c>",
      '<c t="str"><f>""</f><v></v></c>',
      "<c><v>x1</v></c>",
    ];
    const file = sheetFile(
      `${rowsOf([["text", "n"]])}${cells.map((cell) => `<row><c t="str"><v>Hi</v></c>${cell}</row>`).join("")}`,
    );
    const computed =
      "has a formula without a value, for no program has computed it: open the file in Excel and save it";
    expect(await valuesOf(file)).toEqual([
      'column "n": the cell B2 holds the error #N/A',
      `column "n": the cell B3 ${computed}`,
      `column "n": the cell B4 ${computed}`,
      '{"text":"Hi","n":null}',
      'column "n": the cell B6 holds "x1", which is no number',
    ]);
    expect((await valuesOf(file, "--missing", "#N/A"))[0]).toBe('{"text":"Hi","n":null}');
    expect(await valuesOf(file, "--ignore", "n")).toEqual(Array(5).fill('{"text":"Hi","n":null}'));
    const { bad } = await understand(file, "--header", "--label", "mood=a,b", "--field", "text");
    expect(bad.map(({ line }) => line)).toEqual([2, 3, 4, 6]);
  });

  test("lists in cells are read as in other tables", async () => {
    const file = sheetFile(
      rowsOf([
        ["text", "labels"],
        ["a", "['x', 'y']"],
        ["b", '["x"]'],
      ]),
    );
    expect((await read(file)).rows[0]).toMatchObject({ row: { labels: ["x", "y"] }, cells: { labels: "['x', 'y']" } });
  });
});

describe("IMP-20 sheets", () => {
  const sheets = [
    { name: "Empty", rows: "" },
    { name: "Old", rows: rowsOf([["text"], ["hidden"]]), state: "hidden" as const },
    { name: "Main & more", rows: rowsOf(MESSAGES), after: '<mergeCells><mergeCell ref="A2:B2"/></mergeCells>' },
    { name: "Notes", rows: `${rowsOf([["text"]])}<row hidden="1"><c t="str"><v>a note</v></c></row>` },
  ];
  const file = () => fileOf(excelOf({ sheets }), "xlsx");

  test("the first one with rows that people see is read, and the message names all of them", async () => {
    const { rows, words } = await read(file());
    expect(rows).toHaveLength(3);
    expect(words).toContain('sheet "Main & more", 3 rows');
    expect(words).toContain(
      'the file has 4 sheets: "Empty" (0 filled rows), "Old" (hidden, 2 filled rows), "Main & more" (4 filled rows), "Notes" (2 filled rows); --sheet NAME reads another one',
    );
    expect(words).toContain("1 range of cells is merged");
  });

  test("--sheet names another one, also a hidden one", async () => {
    expect(await valuesOf(file(), "--sheet", "old")).toEqual(['{"text":"hidden"}']);
    expect((await read(file(), "--sheet", "Notes")).words).toContain(
      "1 row is hidden in Excel, and read like the others",
    );
    await expect(read(file(), "--sheet", "Sums")).rejects.toThrow(
      'has no sheet "Sums"; it has: "Empty", "Old" (hidden), "Main & more", "Notes".',
    );
    await expect(read(fileOf('{"text":"a"}', "jsonl"), "--sheet", "Sums")).rejects.toThrow(
      "--sheet is about Excel files",
    );
    await expect(read(file(), "--separator", "tab")).rejects.toThrow("--separator is about text files");
    await expect(read(fileOf(excelOf({ sheets: sheets.slice(0, 1) }), "xlsx"))).rejects.toThrow(
      'holds no rows: nothing is in "Empty"',
    );
  });

  test("a cover before the sheet with the rows: the failure names the sheets", async () => {
    const cover = excelOf({
      sheets: [
        { name: "Cover", rows: rowsOf([["Report"]]) },
        { name: "Data", rows: rowsOf(MESSAGES) },
      ],
    });
    await expect(understand(fileOf(cover, "xlsx"))).rejects.toThrow(
      /holds no rows\.\n.*sheet "Cover", 0 rows.*\n.*2 sheets: "Cover" \(1 filled row\), "Data" \(4 filled rows\); --sheet NAME reads another one/,
    );
  });

  test("of a long sheet the range is told that the file names, and where it names none nothing", async () => {
    const long = `<row><c/></row>${rowsOf(Array.from({ length: 30_000 }, (_, at) => [`note ${at}, long enough`]))}`;
    const text = (dimension: string) => ({ name: `Long ${dimension}`, rows: long, before: dimension });
    const others = [
      text(""),
      text('<dimension ref="A1:C30001"/>'),
      text('<dimension ref="A1"/>'),
      text('<dimension ref="A1:C9"/>'),
    ];
    const damaged = { name: "Damaged", rows: "<row><c></row>" };
    const { rows, words } = await read(
      fileOf(excelOf({ sheets: [{ name: "First", rows: rowsOf(MESSAGES) }, ...others, damaged] }), "xlsx"),
    );
    expect(rows).toHaveLength(3);
    const told = ["rows not counted", "about 30,001 filled rows", "rows not counted", "rows not counted"];
    for (const [at, { name }] of others.entries()) expect(words).toContain(`${JSON.stringify(name)} (${told[at]})`);
    expect(words).toContain('"Damaged" (rows not counted)');
  });

  test("the first row names the columns, or options do", async () => {
    const records = sheetFile(
      rowsOf([
        ["It is long and it is a text.", 1],
        ["Another text that is long.", 2],
      ]),
    );
    await expect(read(records)).rejects.toThrow("The first line may be a record");
    expect(await valuesOf(records, "--no-header")).toHaveLength(2);
    expect((await valuesOf(records, "--no-header"))[0]).toContain('"column_A"');
    expect((await valuesOf(records, "--names", "text,n"))[0]).toContain('"n":1');
  });
});

describe("IMP-20 files that are no Excel file, or not a sound one", () => {
  const ole = (words: string) => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from(words, "utf16le")]);
  const sound = excelOf({ sheets: [{ name: "S", rows: rowsOf(MESSAGES) }] });
  test.each([
    ["with a password", ole("EncryptedPackage"), "the Excel file has a password"],
    ["of old Excel", ole("Workbook"), "it is of Excel before 2007"],
    ["of another kind", Buffer.from("id,text\n1,a\n"), "it is no Excel file"],
    ["empty", Buffer.alloc(0), "it is no Excel file"],
    ["cut off", sound.subarray(0, -40), "the zip archive is cut off or damaged"],
    ["without a workbook", excelOf({ sheets: [] }), "it has no sheet with cells"],
    [
      "with rows that go back",
      excelOf({ sheets: [{ name: "S", rows: '<row r="5"/><row r="5"/>' }] }),
      'row 5 follows row 5 in sheet "S"',
    ],
    [
      "with a cell that is none",
      excelOf({ sheets: [{ name: "S", rows: '<row><c r="XFE1"><v>1</v></c></row>' }] }),
      "there is no cell XFE1",
    ],
    [
      "with broken XML",
      excelOf({ sheets: [{ name: "S", rows: "<row><c></row>" }] }),
      "xl/worksheets/sheet0.xml in it is no XML",
    ],
    [
      "with names that grow",
      excelOf({ sheets: [{ name: "S", rows: "<row><c><v>&lol;</v></c></row>" }] }),
      "in it is no XML",
    ],
  ])("one %s is refused with a sentence", async (_, content, words) => {
    await expect(read(fileOf(content, "xlsx"))).rejects.toThrow(words);
  });

  test("one that was made from an export is refused: the export itself keeps everything", async () => {
    const rows = rowsOf([
      ["postil", "text"],
      ['{"version":1,"name":"a"}', null],
      [null, "Hi"],
    ]);
    await expect(read(sheetFile(rows))).rejects.toThrow("was made from an export of Postil by another program");
  });

  test("gzip around it is read too", async () => {
    expect((await read(fileOf(gzipSync(sound), "xlsx.gz"))).rows).toHaveLength(3);
  });
});
