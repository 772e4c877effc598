import { crc32 } from "node:zlib";
import type { ColumnMetaData, Compressors, DecodedArray, PageHeader, SchemaTree } from "hyparquet";
import { assembleLists } from "hyparquet/src/assemble.js";
import { parquetHeader } from "hyparquet/src/column.js";
import { convert, DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { decompressPage, readDataPage, readDataPageV2 } from "hyparquet/src/datapage.js";
import { readPlain } from "hyparquet/src/plain.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from "hyparquet/src/schema.js";
import { isDecimal, KEY, NoText, textOf } from "./parquet-values.ts";
import { type Opened, readExactly } from "./unpack.ts";

/**
 * Levels and indexes of a dictionary are written as runs: a value and how often it comes, or values of a few bits each. The
 * library believes what a run says of its length, so one of a damaged page would fill the memory: they are counted here before.
 */

/** The file contradicts itself. The message says how. */
export class Damaged extends Error {}

/** Runs of bits are filled up to eight values, and writers may end a page with more of them than it has. */
const SPARE = 512;
const WIDEST = 32;

/** `page`: the unpacked bytes. Throws if runs hold more values than the page. */
function checkRuns(header: PageHeader, page: Uint8Array, path: readonly SchemaTree[]): void {
  const { data_page_header: first, data_page_header_v2: second } = header;
  const { num_values: values = 0, encoding = "" } = first ?? second ?? {};
  const widths = [getMaxRepetitionLevel([...path]), getMaxDefinitionLevel([...path])].map(
    (level) => 32 - Math.clz32(level),
  );
  // In pages of the second kind the header has the lengths of the levels, in others they are before the levels.
  const lengths = second ? [second.repetition_levels_byte_length, second.definition_levels_byte_length] : null;
  let at = 0;
  for (const [index, width] of widths.entries()) {
    const prefix = lengths === null && width > 0 ? 4 : 0;
    const length = lengths?.[index] ?? (width > 0 ? lengthAt(page, at) : 0);
    if (width > 0) countRuns(page.subarray(at + prefix), width, values);
    at += prefix + length;
  }
  const rest = page.subarray(at);
  if (encoding.endsWith("_DICTIONARY") && rest.length > 0) countRuns(rest.subarray(1), rest[0] ?? 0, values);
  if (encoding === "RLE") countRuns(rest.subarray(4), 1, values);
}

function lengthAt(page: Uint8Array, at: number): number {
  if (at + 4 > page.length) throw new Damaged("a page ends in its levels");
  return new DataView(page.buffer, page.byteOffset + at, 4).getUint32(0, true);
}

function countRuns(bytes: Uint8Array, width: number, values: number): void {
  if (width > WIDEST) throw new Damaged(`a page has values of ${width} bits`);
  for (let [at, counted] = [0, 0]; counted < values && at < bytes.length; ) {
    const run = numberAt(bytes, at);
    const half = Math.floor(run.value / 2);
    const isBits = run.value % 2 === 1;
    counted += isBits ? half * 8 : half;
    if (counted > values + SPARE)
      throw new Damaged(`a run of ${half.toLocaleString("en")} is in a page of ${values.toLocaleString("en")} values`);
    at = run.next + (isBits ? half * width : Math.ceil(width / 8));
  }
}

/** A number in bytes of seven bits, the lowest first. */
function numberAt(bytes: Uint8Array, from: number): { readonly value: number; readonly next: number } {
  let [value, at] = [0, from];
  for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
    const byte = bytes[at++];
    if (byte === undefined) break;
    value += (byte % 128) * factor;
    if (byte < 128) return { value, next: at };
  }
  throw new Damaged("a run has no length");
}

/**
 * The values of one leaf of the schema in one group of rows, page by page: a group may be the whole file, a page has about a
 * megabyte.
 */

/** Most writers end a page after one megabyte or 20,000 values. Larger pages would fill the memory. */
const LARGEST_PAGE = { bytes: 256 * 2 ** 20, values: 16 * 2 ** 20 };
/** A header with statistics about long texts has many kilobytes. */
const HEADER = { usual: 64 * 2 ** 10, most: 16 * 2 ** 20 };

export type Leaf = {
  /** Rows that can be taken. Reads the next page if there are none; 0 only at the end. */
  available(): Promise<number>;
  take(rows: number): unknown[];
};

/** A page in compact form. A row of lists has several levels; `null`: none is written, and all values are there. */
type Page = {
  readonly defined: Uint8Array | null;
  readonly repeated: Uint8Array | null;
  readonly values: DecodedArray;
  /** What the values count in. */
  readonly dictionary: DecodedArray | null;
  rows: number;
  /** The next level and the next value. */
  at: number;
  valueAt: number;
};

const EMPTY: Readonly<Page> = {
  defined: null,
  repeated: null,
  values: [],
  dictionary: null,
  rows: 0,
  at: 0,
  valueAt: 0,
};

/** `path`: the nodes of the schema from the root to the leaf. */
export function openLeaf(
  opened: Opened,
  chunk: ColumnMetaData,
  path: readonly SchemaTree[],
  compressors: Compressors,
): Leaf {
  const decoder = decoderOf(chunk, path, compressors);
  const isRepeated = getMaxRepetitionLevel([...path]) > 0;
  const most = getMaxDefinitionLevel([...path]);
  const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  const end = start + Number(chunk.total_compressed_size);
  let at = start;
  let dictionary: DecodedArray | null = null;
  let page: Page = { ...EMPTY };
  /** A row of lists at the end of a page, with which the next page may go on. */
  let held: unknown[] = [];

  /** The next levels with their values, as rows. `into`: a row that they go on with. */
  const assemble = (levels: number, into: unknown[]): unknown[] => {
    const defined = page.defined?.subarray(page.at, page.at + levels);
    const repeated = page.repeated?.subarray(page.at, page.at + levels);
    const count = defined ? countOf(defined, most) : levels;
    const stored = page.values.slice(page.valueAt, page.valueAt + count);
    const values = page.dictionary ? fromDictionary(page.dictionary, stored) : convert(stored, decoder);
    page.at += levels;
    page.valueAt += count;
    // The library only reads the levels, by their index.
    const asArray = (some: Uint8Array | undefined) => (some ?? []) as unknown as number[];
    return Array.from(assembleLists(into, asArray(defined), asArray(repeated), values, [...path]));
  };
  /** One long text of a dictionary may stand in a million rows. */
  const fromDictionary = (texts: DecodedArray, indexes: DecodedArray): unknown[] => {
    const values = Array.from(indexes, (index) => texts[Number(index)]);
    opened.bound(values.reduce((sum: number, one) => sum + (typeof one === "string" ? one.length : 0), 0));
    return values;
  };
  const takeRows = (rows: number): unknown[] => {
    if (rows === 0) return [];
    page.rows -= rows;
    return assemble(page.repeated ? levelsOf(page.repeated, page.at, rows) : rows, []);
  };

  const nextPage = async (): Promise<void> => {
    const { header, bytes, next } = await pageAt(opened, at, end);
    at = next;
    if (header.type === "DICTIONARY_PAGE") dictionary = convert(dictionaryIn(header, bytes, decoder), decoder);
    if (header.type !== "DATA_PAGE" && header.type !== "DATA_PAGE_V2") return;
    page = pageOf(header, bytes, decoder, dictionary);
    const going = page.repeated ? levelsOf(page.repeated, 0, 0) : 0;
    if (going > 0 && held.length === 0) throw new Damaged("a page goes on with a row that never began");
    if (going > 0) held = assemble(going, held);
  };

  return {
    async available() {
      for (;;) {
        // The last row of a page of lists is whole only when the next page is known.
        const open = isRepeated && at < end ? 1 : 0;
        const whole = held.length + page.rows - open;
        if (whole > 0 || at >= end) return Math.max(whole, 0);
        if (isRepeated) held = [...held, ...takeRows(page.rows)];
        await nextPage();
      }
    },
    take(rows) {
      const first = held;
      held = [];
      return [...first, ...takeRows(rows - first.length)];
    },
  };
}

function countOf(levels: Uint8Array, level: number): number {
  let count = 0;
  for (const one of levels) if (one === level) count++;
  return count;
}

/** The number of levels of so many rows: each row begins with a level of 0. */
function levelsOf(repeated: Uint8Array, from: number, rows: number): number {
  let begun = 0;
  let at = from;
  for (; at < repeated.length; at++) if (repeated[at] === 0 && ++begun > rows) break;
  return at - from;
}

type Decoder = ReturnType<typeof decoderOf>;

function dictionaryIn(
  header: PageHeader,
  bytes: Uint8Array,
  { type, codec, compressors, element }: Decoder,
): DecodedArray {
  const plain = decompressPage(bytes, header.uncompressed_page_size, codec, compressors);
  const view = new DataView(plain.buffer, plain.byteOffset, plain.byteLength);
  return readPlain({ view, offset: 0 }, type, header.dictionary_page_header?.num_values ?? 0, element.type_length);
}

/** In pages of the second kind the levels are never packed. */
function unpacked(header: PageHeader, bytes: Uint8Array, { codec, compressors }: Decoder): Uint8Array {
  const { data_page_header_v2: second, uncompressed_page_size: size } = header;
  if (!second) return decompressPage(bytes, size, codec, compressors);
  const levels = second.definition_levels_byte_length + second.repetition_levels_byte_length;
  if (!(levels >= 0 && levels <= Math.min(size, bytes.length)))
    throw new Damaged("the levels of a page are longer than the page");
  if (second.is_compressed === false || size === levels) return bytes;
  return Buffer.concat([
    bytes.subarray(0, levels),
    decompressPage(bytes.subarray(levels), size - levels, codec, compressors),
  ]);
}

function pageOf(header: PageHeader, bytes: Uint8Array, decoder: Decoder, dictionary: DecodedArray | null): Page {
  const { data_page_header: first, data_page_header_v2: second } = header;
  const plain = unpacked(header, bytes, decoder);
  checkRuns(header, plain, decoder.schemaPath);
  const read = first
    ? readDataPage(plain, first, decoder)
    : readDataPageV2(
        plain,
        { ...header, ...(second ? { data_page_header_v2: { ...second, is_compressed: false } } : {}) },
        decoder,
      );
  const encoding = (first ?? second)?.encoding ?? "";
  const isCounted = encoding.endsWith("_DICTIONARY");
  if (isCounted && dictionary === null) throw new Damaged("a page counts in a dictionary that is not there");
  const { definitionLevels: defined, repetitionLevels: repeated, dataPage } = read;
  return {
    ...EMPTY,
    defined: defined && defined.length > 0 ? Uint8Array.from(defined) : null,
    repeated: repeated.length > 0 ? Uint8Array.from(repeated) : null,
    values: isCounted ? Uint32Array.from(dataPage as ArrayLike<number>) : dataPage, // indexes
    dictionary: isCounted ? dictionary : null,
    rows: repeated.length > 0 ? countOf(Uint8Array.from(repeated), 0) : ((first ?? second)?.num_values ?? 0),
  };
}

/** Values as they are stored, except for texts: the rest is converted row by row, without a loss. */
function decoderOf(chunk: ColumnMetaData, path: readonly SchemaTree[], compressors: Compressors) {
  const leaf = path.at(-1);
  if (!leaf) throw new Damaged("a column has no name");
  const { type, type_length, name, repetition_type } = leaf.element;
  const isKey = path.at(-3)?.element.converted_type === "MAP" && name === "key";
  return {
    ...chunk,
    pathInSchema: chunk.path_in_schema,
    element: { type, type_length, name, repetition_type } as typeof leaf.element, // a part of it
    schemaPath: [...path],
    compressors,
    utf8: !isDecimal(leaf.element),
    parsers: {
      ...DEFAULT_PARSERS,
      timestampFromNanoseconds: (nanos: bigint) => nanos,
      stringFromBytes: isKey ? keyOf : textOf,
    },
  };
}

function keyOf(bytes: Uint8Array): string {
  const text = textOf(bytes);
  return text instanceof NoText ? "" : KEY + text;
}

async function pageAt(opened: Opened, at: number, end: number) {
  const { header, length } = await headerAt(opened, at, end);
  const { compressed_page_size: packed, uncompressed_page_size: unpacked } = header;
  const values = Math.max(
    header.data_page_header?.num_values ?? 0,
    header.data_page_header_v2?.num_values ?? 0,
    header.dictionary_page_header?.num_values ?? 0,
  );
  if (!(packed >= 0 && unpacked >= 0 && at + length + packed <= end))
    throw new Damaged("a page reaches beyond its column");
  refuseLarge("bytes", unpacked);
  refuseLarge("values", values);
  opened.bound(Math.max(unpacked, values));
  const bytes = await readExactly(opened, at + length, packed);
  if (bytes === null) throw new Damaged("the file ends in a page");
  if (header.crc !== undefined && crc32(bytes) !== header.crc >>> 0)
    throw new Damaged("a page does not match its checksum");
  return { header, bytes, next: at + length + packed };
}

function refuseLarge(what: keyof typeof LARGEST_PAGE, found: number): void {
  if (found <= LARGEST_PAGE[what]) return;
  const [has, most] = [found, LARGEST_PAGE[what]].map((count) => count.toLocaleString("en"));
  throw new Damaged(`a page has ${has} ${what}, and ${most} is the most that is read`);
}

async function headerAt(opened: Opened, at: number, end: number) {
  for (let window = HEADER.usual; ; window *= 8) {
    const length = Math.min(window, end - at);
    const bytes = await readExactly(opened, at, length);
    if (bytes === null) throw new Damaged("the file ends in a page");
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, length), offset: 0 };
    try {
      return { header: parquetHeader(reader), length: reader.offset };
    } catch (error) {
      if (!(error instanceof RangeError) || length === end - at || window > HEADER.most) throw error;
    }
  }
}
