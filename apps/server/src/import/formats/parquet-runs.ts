import type { PageHeader, SchemaTree } from "hyparquet";
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from "hyparquet/src/schema.js";

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
export function checkRuns(header: PageHeader, page: Uint8Array, path: readonly SchemaTree[]): void {
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
