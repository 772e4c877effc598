import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { parseWithNames } from "@postil/domain/text/json-text";
import {
  type ColumnMetaData,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetSchema,
  type RowGroup,
  type SchemaTree,
} from "hyparquet";
import { assembleNested } from "hyparquet/src/assemble.js";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { compressors } from "hyparquet-compressors";
import { StartFailure } from "../../start-failure.ts";
import { BadValue, type Batches, counted, NOTHING_DECLARED, once, PLACE, type ReadRow, type Row } from "../row.ts";
import type { FileWishes } from "../wishes.ts";
import { Damaged, type Leaf, openLeaf } from "./parquet-pages.ts";
import { type Convert, converterOf, type Form, isDecimal } from "./parquet-values.ts";
import { type Opened, openAt, type Place, readExactly } from "./unpack.ts";

type Unpack = (bytes: Uint8Array, length: number) => Uint8Array;

/** A page of nulls holds no bytes, which some ways of packing do not know. */
const unlessEmpty =
  (unpack: Unpack): Unpack =>
  (bytes, length) =>
    length === 0 ? new Uint8Array() : unpack(bytes, length);

/** The system unpacks most kinds, with a bound on what comes out; the package has the others. */
const COMPRESSORS: Compressors = Object.fromEntries(
  Object.entries({
    ...compressors,
    GZIP: (bytes: Uint8Array, length: number) => gunzipSync(bytes, { maxOutputLength: length }),
    BROTLI: (bytes: Uint8Array, length: number) => brotliDecompressSync(bytes, { maxOutputLength: length }),
    ZSTD: (bytes: Uint8Array, length: number) => zstdDecompressSync(bytes, { maxOutputLength: length }),
  }).map(([name, unpack]) => [name, unlessEmpty(unpack)]),
);

/** A column of the file. `convert` is null for one that an option leaves out: nothing of it is read. */
type TopColumn = {
  readonly name: string;
  readonly tree: SchemaTree;
  readonly convert: Convert | null;
  readonly names: Names | null;
};

/** Reads the rows of a Parquet file. Rows are counted from 1. */
export function createParquetReader(place: Place, { ignored }: FileWishes) {
  const { name: file } = place;
  let words: readonly string[] = [];
  let declared = NOTHING_DECLARED;
  let isExport = false;
  async function* rows(): Batches {
    const opened = await openAt(place);
    const seen = { rows: 0, noNumbers: new Map<string, number>(), noLabels: new Map<string, number>() };
    try {
      const metadata = await metadataOf(opened, file);
      const columns = columnsOf(metadata, new Set(ignored), classLabelsOf(metadata.key_value_metadata));
      declared = new Map(
        columns.map(({ name, names, tree }) => [name, { labels: names ?? [], isAmount: isDecimal(tree.element) }]),
      );
      const definition = definitionOf(metadata, file);
      isExport = definition !== null;
      const first = definition === null ? null : { [PLACE]: definition };
      for await (const some of rawRows(opened, metadata, columns))
        yield some.map((values) => {
          seen.rows++;
          const read = rowOf(columns, values, seen);
          return first && seen.rows === 1 && "row" in read ? { ...read, row: { ...read.row, ...first } } : read;
        });
      if (first && seen.rows === 0) yield [{ line: 1, row: first }];
      words = wordsOf(metadata, columns, seen);
    } catch (error) {
      throw explained(error, file, seen.rows);
    } finally {
      await opened.handle.close();
    }
  }
  return { rows, words: () => words, declared: () => declared, isExport: () => isExport };
}

/** The description of a dataset that an export of Postil keeps beside the columns. */
function definitionOf({ key_value_metadata: texts }: FileMetaData, file: string): unknown {
  const found = texts?.find(({ key }) => key === PLACE)?.value;
  if (found === undefined) return null;
  try {
    return parseWithNames(found);
  } catch {
    throw new StartFailure(`The definition of the dataset in the Parquet file ${file} was changed.`);
  }
}

function explained(error: unknown, file: string, rows: number): unknown {
  if (error instanceof StartFailure || (error instanceof Error && "syscall" in error)) return error;
  const why = error instanceof Error ? error.message.replace(/^parquet /, "") : String(error);
  const where = rows === 0 ? "" : ` after row ${rows.toLocaleString("en")}`;
  return new StartFailure(
    `${file} cannot be read: the Parquet file is damaged${where}, or of a kind that is not known (${why}).`,
  );
}

const [PLAIN, ENCRYPTED] = ["PAR1", "PARE"];

async function metadataOf(opened: Opened, file: string): Promise<FileMetaData> {
  const { size } = opened;
  const [head, tail] = await Promise.all(
    [0, size - 4].map(async (at) => (size < 12 ? "" : ((await readExactly(opened, at, 4))?.toString("latin1") ?? ""))),
  );
  const refuse = (why: string) => new StartFailure(`${file} cannot be read: ${why}.`);
  if (head === ENCRYPTED || tail === ENCRYPTED)
    throw refuse("the Parquet file is encrypted; save it without encryption");
  if (head !== PLAIN) throw refuse("it is no Parquet file, though its name says so");
  if (tail !== PLAIN) throw refuse("the Parquet file is cut off: it has no end");
  const slice = async (start: number, end = size) => {
    const bytes = await readExactly(opened, start, end - start);
    if (bytes === null) throw new Damaged("it ends too early");
    return new Uint8Array(bytes).buffer;
  };
  const metadata = await parquetMetadataAsync({ byteLength: size, slice }, { geoparquet: false });
  if (metadata.row_groups.some(({ columns }) => columns.some((one) => one.crypto_metadata || !one.meta_data)))
    throw refuse("columns of the Parquet file are encrypted; save it without encryption");
  return metadata;
}

/** The types of groups in their older form, which the library reads; newer writers may leave it out. */
function treeOf({ schema }: FileMetaData): SchemaTree {
  return parquetSchema({
    schema: schema.map((element) => {
      const kind = element.logical_type?.type;
      return kind === "LIST" || kind === "MAP" ? { ...element, converted_type: kind } : element;
    }),
  });
}

function columnsOf(metadata: FileMetaData, ignored: ReadonlySet<string>, labels: ClassLabels): TopColumn[] {
  const columns = treeOf(metadata).children.map((tree): TopColumn => {
    const { name } = tree.element;
    const names = labels.get(name) ?? null;
    return { name, tree, names, convert: ignored.has(name) ? null : converterOf(tree) };
  });
  const twice = columns.find(({ name }, at) => columns.findIndex((other) => other.name === name) < at);
  if (twice) throw new StartFailure(`Two columns of the Parquet file have the name "${twice.name}".`);
  return columns;
}

/** A page may hold a million short lists: they are made only so many at a time. */
const ROWS_AT_ONCE = 250;

/** The values of each row as they are stored, in the order of the columns. */
async function* rawRows(
  opened: Opened,
  metadata: FileMetaData,
  columns: readonly TopColumn[],
): AsyncGenerator<unknown[][]> {
  const read = columns.flatMap((column, at) => (column.convert === null ? [] : [{ tree: column.tree, at }]));
  const root = treeOf(metadata);
  for (const group of metadata.row_groups) {
    const leaves = read.map(({ tree, at }) => ({ tree, at, leaves: leavesOf(opened, group, root, tree) }));
    const all = leaves.flatMap((one) => one.leaves.map(({ leaf }) => leaf));
    for (let left = Number(group.num_rows); left > 0; ) {
      let count = Math.min(left, ROWS_AT_ONCE);
      for (const leaf of all) count = Math.min(count, await leaf.available());
      if (count === 0) throw new Damaged("a column has fewer values than there are rows");
      opened.bound(count);
      const taken = leaves.map((one) => ({ at: one.at, values: valuesOf(one.tree, one.leaves, count) }));
      yield Array.from({ length: count }, (_, row) => {
        const values: unknown[] = new Array(columns.length).fill(null);
        for (const { at, values: some } of taken) values[at] = some[row];
        return values;
      });
      left -= count;
    }
  }
}

type NamedLeaf = { readonly path: string; readonly leaf: Leaf };

function leavesOf(opened: Opened, group: RowGroup, root: SchemaTree, tree: SchemaTree): NamedLeaf[] {
  const found = pathsOf([root], tree).map((path) => {
    const names = path.at(-1)?.path ?? [];
    const chunk = group.columns.find(({ meta_data }) => isAt(meta_data, names));
    if (chunk?.file_path) throw new Damaged("its columns are in other files");
    if (!chunk?.meta_data) throw new Damaged(`a group of rows has no column "${names.join(".")}"`);
    return { path: names.join("."), leaf: openLeaf(opened, chunk.meta_data, path, COMPRESSORS) };
  });
  if (found.length === 0) throw new Damaged(`column "${tree.element.name}" holds nothing`);
  return found;
}

const isAt = (chunk: ColumnMetaData | undefined, names: readonly string[]): boolean =>
  chunk !== undefined &&
  chunk.path_in_schema.length === names.length &&
  chunk.path_in_schema.every((name, at) => name === names[at]);

/** All ways from the root to a leaf below `tree`. */
function pathsOf(above: readonly SchemaTree[], tree: SchemaTree): (readonly SchemaTree[])[] {
  const path = [...above, tree];
  return tree.children.length === 0 ? [path] : tree.children.flatMap((child) => pathsOf(path, child));
}

function valuesOf(tree: SchemaTree, leaves: readonly NamedLeaf[], count: number): ArrayLike<unknown> {
  const byPath = new Map(leaves.map(({ path, leaf }) => [path, leaf.take(count)]));
  if (tree.children.length > 0) assembleNested(byPath, tree, DEFAULT_PARSERS);
  const values = byPath.get(tree.element.name);
  if (!values) throw new Damaged(`column "${tree.element.name}" cannot be put together`);
  return values;
}

type Seen = { rows: number; readonly noNumbers: Map<string, number>; readonly noLabels: Map<string, number> };

function rowOf(columns: readonly TopColumn[], values: readonly unknown[], seen: Seen): ReadRow {
  const line = seen.rows;
  let changed = false;
  const read = (exact: boolean): Row =>
    Object.fromEntries(
      columns.map((column, at) => {
        const form: Form = { exact, changed: false, column: column.name };
        const value = readValue(column, values[at], form, exact ? null : seen);
        changed ||= form.changed;
        return [column.name, value];
      }),
    );
  try {
    const row = read(false);
    return changed ? { line, row, exact: once(() => read(true)) } : { line, row };
  } catch (error) {
    if (error instanceof BadValue) return { line, fault: error.message };
    throw error;
  }
}

function readValue({ name, convert, names }: TopColumn, stored: unknown, form: Form, seen: Seen | null): unknown {
  if (convert === null) return null;
  // Programs write NaN where there is no number.
  if (typeof stored === "number" && Number.isNaN(stored)) {
    if (seen) countIn(seen.noNumbers, name);
    return null;
  }
  const value = convert(stored, form);
  if (names === null) return value;
  if (value === -1 && seen) countIn(seen.noLabels, name);
  return namedBy(names, value, name);
}

const countIn = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

function wordsOf(
  { row_groups }: FileMetaData,
  columns: readonly TopColumn[],
  { rows, noNumbers, noLabels }: Seen,
): string[] {
  return [
    `  read as Parquet, ${counted(rows, "row")} in ${counted(row_groups.length, "group")}`,
    ...columns.flatMap(({ name, names, convert }) =>
      names && convert
        ? [
            `  "${name}" holds numbers that stand for names, as the file says: ${names
              .slice(0, 5)
              .map((one, at) => `${at} is ${JSON.stringify(one)}`)
              .join(", ")}${names.length > 5 ? ` and ${(names.length - 5).toLocaleString("en")} more` : ""}`,
          ]
        : [],
    ),
    ...[...noLabels].map(
      ([name, found]) => `  "${name}": ${counted(found, "row has", "rows have")} -1, which is no label`,
    ),
    ...[...noNumbers].map(
      ([name, found]) => `  "${name}": ${counted(found, "row has", "rows have")} NaN, which is no value`,
    ),
  ];
}

/** The names of a column's numbers, in the order of the numbers from 0. */
type Names = readonly string[];

/** By column: what `datasets` of Hugging Face writes into a Parquet file. */
type ClassLabels = ReadonlyMap<string, Names>;

type Members = { readonly [name: string]: unknown };
const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Finds the class labels in the key-value metadata of a file. A description that cannot be read describes nothing. */
function classLabelsOf(
  metadata: readonly { readonly key: string; readonly value?: string }[] | undefined,
): ClassLabels {
  const text = metadata?.find(({ key }) => key === "huggingface")?.value;
  const features = memberOf(memberOf(parsed(text), "info"), "features");
  if (!isObject(features)) return new Map();
  return new Map(
    Object.entries(features).flatMap(([column, feature]) => {
      const names = namesIn(feature);
      return names === null ? [] : [[column, names] as const];
    }),
  );
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Lists of class labels are written as a list, or as a feature of lists. */
function namesIn(feature: unknown): Names | null {
  if (Array.isArray(feature)) return feature.length === 1 ? namesIn(feature[0]) : null;
  if (!isObject(feature)) return null;
  if (feature._type !== "ClassLabel") return feature.feature === undefined ? null : namesIn(feature.feature);
  const { names } = feature;
  return Array.isArray(names) && names.every((name) => typeof name === "string") ? names : null;
}

/** The name of a number, or the names of a list of numbers. -1 means that the row has no label. */
function namedBy(names: Names, value: unknown, column: string): unknown {
  if (Array.isArray(value)) return value.map((one) => namedBy(names, one, column));
  if (value === null || value === -1) return null;
  const name = typeof value === "number" ? names[value] : undefined;
  if (name !== undefined) return name;
  throw new BadValue(column, value, `is none of the ${counted(names.length, "label")} that the file names`);
}
