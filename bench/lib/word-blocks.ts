import type { IndexedTexts } from "../../apps/server/src/storage/engine.ts";

/**
 * How often each of 1,024 records has a word, in two forms. Sparse: for each record the distance from the one before, in groups
 * of seven bits; its lowest bit says that a count follows, otherwise the count is 1. Dense: one bit for each record, then the
 * places (two bytes) and counts of the records that have it more than once.
 */

export const BLOCK = 1024;
const BITS = BLOCK / 8;
const SPARSE = 0;
const DENSE = 1;
const MOST_TIMES = 255;

function packCounts(counts: Uint8Array): { readonly records: number; readonly bytes: Uint8Array } {
  let records = 0;
  for (const count of counts) if (count > 0) records++;
  return { records, bytes: records < BITS ? packSparse(counts) : packDense(counts) };
}

function packSparse(counts: Uint8Array): Uint8Array {
  const bytes: number[] = [SPARSE];
  let last = -1;
  for (let place = 0; place < BLOCK; place++) {
    const count = counts[place] ?? 0;
    if (count === 0) continue;
    const head = (place - last) * 2 + (count > 1 ? 1 : 0);
    if (head > 127) bytes.push(128 + (head & 127), head >> 7);
    else bytes.push(head);
    if (count > 1) bytes.push(count);
    last = place;
  }
  return Uint8Array.from(bytes);
}

function packDense(counts: Uint8Array): Uint8Array {
  const bits = new Uint8Array(1 + BITS);
  bits[0] = DENSE;
  const more: number[] = [];
  for (let place = 0; place < BLOCK; place++) {
    const count = counts[place] ?? 0;
    if (count === 0) continue;
    const at = 1 + (place >> 3);
    bits[at] = (bits[at] ?? 0) | (1 << (place & 7));
    if (count > 1) more.push(place & 255, place >> 8, count);
  }
  const bytes = new Uint8Array(bits.length + more.length);
  bytes.set(bits);
  bytes.set(more, bits.length);
  return bytes;
}

/** Adds the counts of a packed block to those by place. */
export function putCounts(bytes: Uint8Array, into: Uint8Array): void {
  if (bytes[0] === DENSE) putDense(bytes, into);
  else putSparse(bytes, into);
}

function putSparse(bytes: Uint8Array, into: Uint8Array): void {
  let place = -1;
  for (let at = 1; at < bytes.length; ) {
    let head = bytes[at++] ?? 0;
    if (head > 127) head = (head & 127) + ((bytes[at++] ?? 0) << 7);
    place += head >> 1;
    into[place] = (into[place] ?? 0) + ((head & 1) === 1 ? (bytes[at++] ?? 0) : 1);
  }
}

function putDense(bytes: Uint8Array, into: Uint8Array): void {
  for (let at = 0; at < BITS; at++) {
    for (let bits = bytes[1 + at] ?? 0; bits !== 0; bits &= bits - 1) {
      const place = at * 8 + 31 - Math.clz32(bits & -bits);
      into[place] = (into[place] ?? 0) + 1;
    }
  }
  for (let at = 1 + BITS; at < bytes.length; at += 3) {
    const place = (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8);
    into[place] = (into[place] ?? 0) + (bytes[at + 2] ?? 1) - 1;
  }
}

/** The lengths of the records of a block, two bytes each. */
export const lengthsIn = (bytes: Uint8Array | undefined): Uint16Array =>
  bytes ? new Uint16Array(bytes.slice().buffer) : new Uint16Array(BLOCK);

type Kept = {
  readonly read: (word: string, block: number) => Uint8Array | null;
  readonly write: (word: string, block: number, records: number, counts: Uint8Array) => void;
  readonly readLengths: (block: number) => Uint8Array | null;
  readonly writeLengths: (block: number, lengths: Uint8Array) => void;
};

/** Adds records to the blocks of their words, or takes them out. Each block is read and written once for all records. */
export function createBlockWriter(kept: Kept) {
  const counts = new Uint8Array(BLOCK);
  const changeWord = (block: number, word: string, places: readonly number[], adds: boolean) => {
    counts.fill(0);
    const there = kept.read(word, block);
    if (there) putCounts(there, counts);
    for (const place of places) counts[place] = adds ? Math.min(MOST_TIMES, (counts[place] ?? 0) + 1) : 0;
    const { records, bytes } = packCounts(counts);
    kept.write(word, block, records, bytes);
  };
  const changeBlock = (block: number, rows: readonly IndexedTexts[], adds: boolean) => {
    const lengths = lengthsIn(kept.readLengths(block) ?? undefined);
    for (const [seq, text = ""] of rows) lengths[seq % BLOCK] = adds ? cut(text).length : 0;
    const words = placesByWord(rows);
    // In the order of the key, so that neighbours are written together.
    for (const word of [...words.keys()].sort()) changeWord(block, word, words.get(word) ?? [], adds);
    kept.writeLengths(block, new Uint8Array(lengths.buffer));
  };
  return {
    change: (rows: readonly IndexedTexts[], adds: boolean): void => {
      const byBlock = Map.groupBy(rows, ([seq]) => Math.floor(seq / BLOCK));
      for (const [block, some] of byBlock) changeBlock(block, some, adds);
    },
  };
}

const cut = (text: string): readonly string[] => (text === "" ? [] : text.split(" "));

/** The place of each occurrence of each word. */
function placesByWord(rows: readonly IndexedTexts[]): Map<string, number[]> {
  const byWord = new Map<string, number[]>();
  for (const [seq, text = ""] of rows) {
    for (const word of cut(text)) {
      const places = byWord.get(word);
      if (places) places.push(seq % BLOCK);
      else byWord.set(word, [seq % BLOCK]);
    }
  }
  return byWord;
}
