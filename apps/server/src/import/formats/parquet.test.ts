import { gzipSync } from "node:zlib";
import { parseKeepingForm } from "@postil/domain/text/json-text";
import fc from "fast-check";
import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { times } from "../../../tests/support/effort.ts";
import { readImportOptions } from "../../cli/import-options.ts";
import { StartFailure } from "../../start-failure.ts";
import { fileOf, understand, understandTask } from "../import.fixture.ts";
import { openSource } from "../read-rows.ts";

type More = Omit<Parameters<typeof parquetWriteBuffer>[0], "columnData">;
type SchemaElement = NonNullable<More["schema"]>[number];
const parquetOf = (columnData: ColumnSource[], more: More = {}): Buffer =>
  Buffer.from(parquetWriteBuffer({ columnData, ...more }));
const parquet = (columnData: ColumnSource[], more: More = {}) => fileOf(parquetOf(columnData, more), "parquet");

async function read(file: string, ...flags: readonly string[]) {
  const source = await openSource(file, readImportOptions([file, ...flags]).reading);
  const rows = [];
  for await (const row of source.rows()) rows.push(row);
  return { rows, words: source.words().join("\n") };
}

/** The values of one column as JSON, with all digits of its numbers. */
const valuesOf = async (file: string, column: string) =>
  (await read(file)).rows.map((read) =>
    "row" in read ? JSON.stringify((read.exact?.() ?? read.row)[column]) : read.fault,
  );

/** A file with one column `x` of a type that the writer does not choose itself. */
const typed = (data: unknown[], ...elements: Omit<SchemaElement, "name">[]) => {
  const [element, ...inner] = elements;
  const schema: SchemaElement[] = [
    { name: "root", num_children: 1 },
    { name: "x", repetition_type: "OPTIONAL", ...element },
  ];
  return parquet([{ name: "x", data }], { schema: [...schema, ...(inner as SchemaElement[])] }); // with their names
};

const TEXTS = ["Where is my card?", "My cash is gone.", "And my card?"];

describe("IMP-21 Parquet files", () => {
  test("become a dataset, and the plan says what was read", async () => {
    const file = parquet([
      { name: "text", data: TEXTS },
      { name: "label", data: ["card", "cash", "card"] },
      { name: "tags", data: [["a", "b"], [], null] },
    ]);
    const { roles, records, words, bad } = await understand(file);
    expect(bad).toEqual([]);
    expect(roles).toMatchObject({ text: { kind: "field" }, label: { kind: "question", options: 2 } });
    expect(records.map(({ fields }) => fields.text)).toEqual(TEXTS);
    expect(words).toContain("  read as Parquet, 3 rows in 1 group");
    expect((await understandTask(file, "TextClassification")).records).toHaveLength(3);
  });

  test("values come back as they were written, over groups of rows and pages", async () => {
    const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
    const row = fc.record({
      text: maybe(fc.string({ unit: "grapheme" })),
      word: fc.constantFrom("a", "b", "__proto__"),
      whole: maybe(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      real: maybe(fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0)),
      yes: maybe(fc.boolean()),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        async (rows, size) => {
          const of = (name: keyof (typeof rows)[number]) => rows.map((one) => one[name]);
          const file = parquet(
            [
              { name: "text", data: of("text"), type: "STRING" },
              { name: "__proto__", data: of("word"), type: "STRING" },
              { name: "whole", data: of("whole"), type: "INT64" },
              { name: "real", data: of("real"), type: "DOUBLE" },
              { name: "yes", data: of("yes"), type: "BOOLEAN" },
            ],
            { rowGroupSize: size, pageSize: 40 },
          );
          const back = (await read(file)).rows.map((one) =>
            "row" in one ? JSON.stringify(one.exact?.() ?? one.row) : one.fault,
          );
          expect(back).toEqual(
            rows.map(
              ({ text, word, whole, real, yes }) =>
                `{"text":${JSON.stringify(text)},"__proto__":"${word}","whole":${whole},"real":${JSON.stringify(real)},"yes":${yes}}`,
            ),
          );
        },
      ),
      { numRuns: times(200) },
    );
  });

  test("lists over pages: each is whole", async () => {
    const lists = fc.array(fc.option(fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 30 }), { nil: null }), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(lists, async (data) => {
        const schema: SchemaElement[] = [
          { name: "root", num_children: 1 },
          { name: "x", repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
          { name: "list", repetition_type: "REPEATED", num_children: 1 },
          { name: "element", repetition_type: "OPTIONAL", type: "INT32" },
        ];
        const file = parquet([{ name: "x", data }], { schema, pageSize: 20, rowGroupSize: 25 });
        expect(await valuesOf(file, "x")).toEqual(data.map((list) => JSON.stringify(list)));
      }),
      { numRuns: times(200) },
    );
  });

  test("integers beyond 2^53 keep their digits as ids and as properties", async () => {
    const data = [9007199254740993n, 9007199254740995n, -9223372036854775808n];
    const file = parquet([
      { name: "id", data, type: "INT64" },
      { name: "text", data: TEXTS },
      { name: "label", data: ["a", "b", "a"] },
      { name: "number", data, type: "INT64" },
    ]);
    const { records } = await understand(file);
    expect(records.map(({ external_id }) => external_id)).toEqual(data.map(String));
    expect(records[0]?.metadataText).toContain("9007199254740993");
    expect(
      await valuesOf(typed([18446744073709551615n, null], { type: "INT64", converted_type: "UINT_64" }), "x"),
    ).toEqual(["18446744073709551615", "null"]);
    expect(await valuesOf(typed([4294967295, 7], { type: "INT32", converted_type: "UINT_32" }), "x")).toEqual([
      "4294967295",
      "7",
    ]);
  });
});

describe("IMP-21 types", () => {
  const micros = { type: "TIMESTAMP", isAdjustedToUTC: false, unit: "MICROS" } as const;
  const nanos = { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "NANOS" } as const;
  test.each<readonly [string, unknown[], Omit<SchemaElement, "name">, readonly string[]]>([
    ["dates", [19_723, -1, null], { type: "INT32", converted_type: "DATE" }, ['"2024-01-01"', '"1969-12-31"', "null"]],
    [
      "timestamps",
      [1_704_067_200_123_456n, -1n],
      { type: "INT64", logical_type: micros },
      ['"2024-01-01T00:00:00.123456"', '"1969-12-31T23:59:59.999999"'],
    ],
    [
      "timestamps in UTC",
      [1_704_067_200_000_000_001n, 0n],
      { type: "INT64", logical_type: nanos },
      ['"2024-01-01T00:00:00.000000001Z"', '"1970-01-01T00:00:00Z"'],
    ],
    ["times", [3_661_001, 0], { type: "INT32", converted_type: "TIME_MILLIS" }, ['"01:01:01.001"', '"00:00:00"']],
    [
      "decimals",
      [1.1, -0.05, 12_345.67],
      { type: "INT32", converted_type: "DECIMAL", scale: 2, precision: 9 },
      ['"1.10"', '"-0.05"', '"12345.67"'],
    ],
    [
      "JSON",
      [parseKeepingForm('{"a":[1.0,12345678901234567890]}'), 1],
      { type: "BYTE_ARRAY", converted_type: "JSON" },
      ['{"a":[1.0,12345678901234567890]}', "1"],
    ],
    ["bytes that are texts", ["é😀", ""], { type: "BYTE_ARRAY" }, ['"é😀"', '""']],
  ])("%s", async (_, data, element, told) => {
    expect(await valuesOf(typed(data, element), "x")).toEqual(told);
  });

  test("structs and maps become objects, whatever their members are called", async () => {
    const struct = typed(
      [{ a: 1, b: "x" }, null, { a: null, b: "y" }],
      { num_children: 2 },
      { name: "a", type: "INT32", repetition_type: "OPTIONAL" } as SchemaElement,
      { name: "b", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" } as SchemaElement,
    );
    expect(await valuesOf(struct, "x")).toEqual(['{"a":1,"b":"x"}', "null", '{"a":null,"b":"y"}']);
  });

  test("NaN is no value, and counted; endless numbers are bad cells", async () => {
    const file = parquet([{ name: "x", data: [1.5, Number.NaN, Number.POSITIVE_INFINITY], type: "DOUBLE" }]);
    expect(await valuesOf(file, "x")).toEqual([
      "1.5",
      "null",
      'column "x": "Infinity" is no number that a record can hold',
    ]);
    expect((await read(file)).words).toContain('"x": 1 row has NaN, which is no value');
  });

  test("decimals are metadata, not texts to read", async () => {
    const schema = [
      { name: "root", num_children: 3 },
      ...["text", "label"].map((name) => ({ name, type: "BYTE_ARRAY" as const, converted_type: "UTF8" as const })),
      { name: "price", type: "INT64" as const, converted_type: "DECIMAL" as const, scale: 2, precision: 18 },
    ];
    const data = [
      { name: "text", data: TEXTS },
      { name: "label", data: ["a", "b", "a"] },
      { name: "price", data: [1.1, 22.25, 3] },
    ];
    const { roles, records, words } = await understand(parquet(data, { schema }));
    expect(words.join("\n")).toContain('"price" stays a text: its decimal numbers keep each digit');
    expect(roles.price).toEqual({ kind: "extra", name: "price" });
    expect(records[0]?.metadata).toEqual({ price: "1.10" });
  });

  test("bytes that are no text: the message names the column, and --ignore leaves it out", async () => {
    const file = parquet([
      { name: "text", data: TEXTS },
      { name: "image", data: TEXTS.map(() => Uint8Array.of(0xff, 0xd8, 0xff)), type: "BYTE_ARRAY" },
    ]);
    await expect(read(file)).rejects.toThrow(
      'Column "image" of the Parquet file holds bytes that are no text, such as pictures, which no record can hold. Leave it out with --ignore image.',
    );
    expect((await read(file, "--ignore", "image")).rows[0]).toEqual({ line: 1, row: { text: TEXTS[0], image: null } });
    const { records } = await understand(file, "--ignore", "image", "--label", "mood=a,b");
    expect(records).toHaveLength(3);
  });

  test("class labels of Hugging Face get their names, and the plan says so; -1 is no label", async () => {
    const features = {
      label: { names: ["negative", "positive", "mixed"], _type: "ClassLabel" },
      tags: { feature: { names: ["x", "y"], _type: "ClassLabel" }, _type: "Sequence" },
    };
    const file = parquet(
      [
        { name: "text", data: [...TEXTS, "More"] },
        { name: "label", data: [0n, 1n, -1n, 7n], type: "INT64" },
        { name: "tags", data: [[1], [], [0, 1], null] },
      ],
      { kvMetadata: [{ key: "huggingface", value: JSON.stringify({ info: { features } }) }] },
    );
    expect(await valuesOf(file, "label")).toEqual([
      '"negative"',
      '"positive"',
      "null",
      'column "label": 7 is none of the 3 labels that the file names',
    ]);
    expect(await valuesOf(file, "tags")).toEqual([
      '["y"]',
      "[]",
      '["x","y"]',
      'column "label": 7 is none of the 3 labels that the file names',
    ]);
    const { words } = await read(file);
    expect(words).toContain(
      '"label" holds numbers that stand for names, as the file says: 0 is "negative", 1 is "positive", 2 is "mixed"',
    );
    expect(words).toContain('"label": 1 row has -1, which is no label');
    const { plan } = await understand(file, "--skip-bad");
    expect(plan.questions[0]?.options).toEqual(["mixed", "negative", "positive"]);
  });
});

describe("IMP-21 files that are no Parquet file, or not a sound one", () => {
  const sound = parquetOf([{ name: "text", data: TEXTS }]);
  const marked = (mark: string) => Buffer.concat([Buffer.from(mark), sound.subarray(4, -4), Buffer.from(mark)]);
  test.each([
    ["of another kind", Buffer.from("id,text\n1,a is a line\n"), "it is no Parquet file, though its name says so"],
    ["empty", Buffer.alloc(0), "it is no Parquet file"],
    ["cut off", sound.subarray(0, -10), "the Parquet file is cut off: it has no end"],
    ["encrypted", marked("PARE"), "the Parquet file is encrypted"],
    [
      "with two columns of one name",
      parquetOf([
        { name: "a", data: TEXTS },
        { name: "a", data: TEXTS },
      ]),
      'Two columns of the Parquet file have the name "a"',
    ],
  ])("one %s is refused with a sentence", async (_, content, words) => {
    await expect(read(fileOf(content, "parquet"))).rejects.toThrow(words);
  });

  test("one with changed bytes is refused with a sentence, or read as something else, but never ends otherwise", async () => {
    const column = parquetOf([
      { name: "text", data: Array.from({ length: 50 }, (_, at) => `text ${at % 7} ${at}`) },
      { name: "n", data: Array.from({ length: 50 }, (_, at) => (at % 3 === 0 ? null : [at])) },
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 4, max: column.length - 5 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const changed = Buffer.from(column);
          changed[at] = (changed[at] ?? 0) ^ change;
          const file = fileOf(changed, "parquet");
          await read(file).catch((error: unknown) => expect(error).toBeInstanceOf(StartFailure));
        },
      ),
      { numRuns: times(500) },
    );
  });

  test("gzip around it is read too, and options about text are refused", async () => {
    expect((await read(fileOf(gzipSync(sound), "parquet.gz"))).rows).toHaveLength(3);
    await expect(read(fileOf(sound, "parquet"), "--no-header")).rejects.toThrow(
      "--no-header is about text files; a Parquet file says that itself",
    );
  });
});
