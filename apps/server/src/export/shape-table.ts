import type { LeftOut } from "@postil/domain/exports/export-shape";
import { type About, huggingFaceFile } from "./hugging-face.ts";
import { parquetPieces } from "./parquet-file.ts";
import { parquetColumn, type ShapeColumn, type Values } from "./shape-columns.ts";
import {
  csvHead,
  csvRows,
  type FileWish,
  guardOf,
  type Pieces,
  type Rows,
  sealOf,
  type Tally,
  type Writer,
} from "./writer.ts";

/** Rows of a record, or the reason why it has none. */
export type Shaped = readonly Values[] | { readonly leftOut: LeftOut };

/** A table with other rows than the records. */
export type ShapeTable<Row> = {
  readonly columns: readonly ShapeColumn[];
  readonly rowsOf: (row: Row) => Promise<Shaped> | Shaped;
};

/** Writes such a table in the format of the wish. Records that are left out are counted by the reason. */
export function shapeWriter<Row>(
  { columns, rowsOf }: ShapeTable<Row>,
  wish: FileWish,
  name: string,
  tally: Tally,
): Writer<Row> {
  const write = FILES[wish.shape === "hf" ? "hf" : wish.shape === "conll" ? "conll" : wish.format];
  async function* shaped(batches: Rows<Row>): AsyncGenerator<readonly Values[]> {
    for await (const records of batches) {
      const some: Values[] = [];
      for (const record of records) {
        const rows = await rowsOf(record);
        if ("leftOut" in rows) tally.leftOut.set(rows.leftOut, (tally.leftOut.get(rows.leftOut) ?? 0) + 1);
        else some.push(...rows);
      }
      tally.rows += some.length;
      yield some;
    }
  }
  return (batches) => write(shaped(batches), { columns, wish, name, tally });
}

type File = (rows: AsyncGenerator<readonly Values[]>, about: About) => Pieces;

const FILES: { readonly [Kind in FileWish["format"] | "conll" | "hf"]: File } = {
  async *jsonl(rows, { columns }) {
    const heads = columns.map(({ name }) => `${JSON.stringify(name)}:`);
    const line = (values: Values) => `{${heads.map((head, at) => head + JSON.stringify(values[at] ?? null)).join()}}\n`;
    for await (const some of rows) yield some.map(line).join("");
  },
  async *csv(rows, { columns, wish, tally }) {
    yield csvHead(columns.map(({ name }) => name));
    const guard = guardOf(wish, tally);
    const cellOf = (value: unknown) =>
      value === null || value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value);
    for await (const some of rows)
      if (some.length > 0)
        yield csvRows(
          some.map((values) => columns.map((_, at) => cellOf(values[at]))),
          guard,
        );
  },
  parquet: (rows, { columns, wish }) =>
    parquetPieces(
      columns.map((column, at) => parquetColumn(column, at)),
      rows,
      sealOf(wish),
    ),
  /** One token and its tag per line, an empty line after each record. */
  async *conll(rows) {
    for await (const some of rows)
      yield some
        .map(([tokens, tags]) => {
          const tagOf = tags as readonly string[]; // as the table of this shape has them
          return `${(tokens as readonly string[]).map((token, at) => `${token}\t${tagOf[at]}\n`).join("")}\n`;
        })
        .join("");
  },
  hf: (rows, about) => huggingFaceFile(rows, about),
};
