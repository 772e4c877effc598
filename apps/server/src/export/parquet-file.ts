import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { DEFINITION, type Pieces, type Rows, type Table, type Writer } from "./writer.ts";

/** An element of the schema, as the library that writes knows it. */
export type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

/** A column of a Parquet file. `elements`: its schema, the column itself first. */
export type ParquetColumn<Row> = {
  readonly elements: readonly SchemaElement[];
  readonly value: (row: Row) => unknown;
};

/** Rows are kept until there are so many, or so many characters: that is what a file takes in memory. */
const GROUP_ROWS = 20_000;
const GROUP_CHARACTERS = 4 * 2 ** 20;

/** Writes Parquet, a group of rows at a time. `metadata`: texts of the file itself, by key. */
export async function* parquetPieces<Row>(
  columns: readonly ParquetColumn<Row>[],
  batches: Rows<Row>,
  metadata: { readonly [key: string]: string },
): Pieces {
  const bytes = new ByteWriter();
  const take = () => {
    const taken = bytes.getBytes().slice();
    bytes.index = 0;
    return taken;
  };
  const file = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "root", num_children: columns.length }, ...columns.flatMap(({ elements }) => elements)],
    createdBy: "postil",
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
  });
  let group = columns.map((): unknown[] => []);
  let [count, characters] = [0, 0];
  const write = () => {
    const columnData = columns.map(({ elements: [first] }, at) => ({
      name: first?.name ?? "",
      data: group[at] ?? [],
      offsetIndex: false,
    }));
    void file.write({ columnData, rowGroupSize: count });
    group = columns.map(() => []);
    [count, characters] = [0, 0];
    return take();
  };
  for await (const rows of batches) {
    for (const row of rows) {
      for (const [at, { value }] of columns.entries()) {
        const found = value(row) ?? null;
        group[at]?.push(found);
        characters += weightOf(found);
      }
      count++;
      if (count >= GROUP_ROWS || characters >= GROUP_CHARACTERS) yield write();
    }
  }
  if (count > 0) yield write();
  void file.finish();
  yield take();
}

const weightOf = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? value.reduce((sum: number, one) => sum + weightOf(one), 16) : 16;
};

const optional = { repetition_type: "OPTIONAL" } as const;
export const textElement = (name: string): SchemaElement => ({
  name,
  type: "BYTE_ARRAY",
  converted_type: "UTF8",
  logical_type: { type: "STRING" },
  ...optional,
});
export const wholeElement = (name: string): SchemaElement => ({ name, type: "INT64", ...optional });
export const numberElement = (name: string): SchemaElement => ({ name, type: "DOUBLE", ...optional });
export const structOf = (name: string, members: readonly SchemaElement[]): readonly SchemaElement[] => [
  { name, num_children: members.length, ...optional },
  ...members,
];
/** `item`: the schema of an item, whose name must be `element`. */
export const listOf = (name: string, item: readonly SchemaElement[]): readonly SchemaElement[] => [
  { name, num_children: 1, converted_type: "LIST", logical_type: { type: "LIST" }, ...optional },
  { name: "list", num_children: 1, repetition_type: "REPEATED" },
  ...item,
];

/** A table of texts, as CSV has it, without a guard; the definition is a text of the file itself. */
export const parquetTable =
  <Row, Read>(
    { columns, read }: Table<Row, Read>,
    wholeRow: (row: Row) => Promise<Row | null> | Row,
    definition: string,
  ): Writer<Row> =>
  (batches) => {
    async function* rows(): Rows<Read> {
      for await (const some of batches) {
        const whole = await Promise.all(some.map(wholeRow));
        yield whole.filter((row) => row !== null).map(read);
      }
    }
    const texts = columns.map(({ name, cell }) => ({ elements: [textElement(name)], value: cell }));
    return parquetPieces(texts, rows(), { [DEFINITION]: definition });
  };
