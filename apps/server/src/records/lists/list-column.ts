import type { HeldLists } from "../../storage/engine-values.ts";
import type { Stretch } from "../../storage/parts.ts";
import { createDictionary, type Dictionary } from "../columns/dictionary.ts";
import type { SeqSet } from "../seq-set.ts";

/** For each text: the number of records with it, and its total number of occurrences. */
export type ListCounts = {
  readonly texts: (index: number) => string;
  readonly records: Int32Array;
  readonly times: Int32Array;
};

/** The lists of records in memory, as codes of a dictionary: four bytes for each text of a list. */
export type ListColumn = {
  readonly bytes: () => number;
  /** Stores the lists of a range of whole blocks, and replaces the old ones. */
  readonly fill: (stretch: Stretch, held: HeldLists) => void;
  readonly count: (set: SeqSet) => ListCounts;
  /** Keeps the records of a set that have a text that passes the test. `wanted`: equal for equal tests. */
  readonly keep: (set: SeqSet, wanted: string, test: (text: string) => boolean) => void;
};

/** Number of records in a block, the same as in storage/sqlite/rows. */
const BLOCK = 128;
const BLOCK_BITS = 7;

/** A block of records: the start of each list, and the texts of all lists one after the other. */
type Block = { readonly starts: Int32Array; readonly codes: Int32Array };

export function createListColumn(): ListColumn {
  const dictionary = createDictionary();
  const tested = createTested(dictionary);
  const blocks: (Block | null)[] = [];
  let bytes = 0;

  const put = (at: number, block: Block | null) => {
    bytes += sizeOf(block) - sizeOf(blocks[at] ?? null);
    blocks[at] = block;
  };
  return {
    bytes: () => bytes + dictionary.bytes() + tested.bytes(),
    fill: ({ from, to }, { seqs, lists }) => {
      const ofBlocks = Map.groupBy(seqs.keys(), (index) => (seqs[index] ?? 0) >> BLOCK_BITS);
      for (let at = from >> BLOCK_BITS; at << BLOCK_BITS < to; at++) {
        const indices = ofBlocks.get(at) ?? [];
        const codes: number[][] = Array.from({ length: BLOCK }, () => []);
        for (const index of indices) {
          const list = lists[index] ?? [];
          codes[(seqs[index] ?? 0) % BLOCK] = list.map(dictionary.add);
        }
        put(at, indices.length > 0 ? packed(codes) : null);
      }
    },
    count: (set) => {
      const size = dictionary.size() + 1;
      const counts = { records: new Int32Array(size), times: new Int32Array(size), texts: dictionary.termOf };
      const last = new Int32Array(size).fill(-1);
      for (const [at, block] of blocks.entries()) if (block) countBlock(set, at, block, counts, last);
      return counts;
    },
    keep: (set, wanted, test) => {
      const flags = tested.flags(wanted, test);
      for (let first = 0; first >> 5 < set.length; first += BLOCK)
        keepOfBlock(set, first, blocks[first >> BLOCK_BITS] ?? null, flags);
    },
  };
}

const sizeOf = (block: Block | null): number => (block ? block.starts.byteLength + block.codes.byteLength : 0);

function packed(lists: readonly (readonly number[])[]): Block {
  const starts = new Int32Array(BLOCK + 1);
  for (const [index, list] of lists.entries()) starts[index + 1] = (starts[index] ?? 0) + list.length;
  return { starts, codes: Int32Array.from(lists.flat()) };
}

/** `last`: for each text, the last record with it, so that a record counts once. */
function countBlock(
  set: SeqSet,
  at: number,
  { starts, codes }: Block,
  { records, times }: Pick<ListCounts, "records" | "times">,
  last: Int32Array,
): void {
  const first = at << BLOCK_BITS;
  for (let word = first >> 5; word < (first + BLOCK) >> 5; word++) {
    for (let bits = set[word] ?? 0; bits !== 0; bits &= bits - 1) {
      const seq = (word << 5) + 31 - Math.clz32(bits & -bits);
      const end = starts[seq - first + 1] ?? 0;
      for (let place = starts[seq - first] ?? 0; place < end; place++) {
        const code = codes[place] ?? 0;
        times[code] = (times[code] ?? 0) + 1;
        if (last[code] === seq) continue;
        last[code] = seq;
        records[code] = (records[code] ?? 0) + 1;
      }
    }
  }
}

function keepOfBlock(set: SeqSet, first: number, block: Block | null, flags: Uint8Array): void {
  for (let word = first >> 5; word < (first + BLOCK) >> 5; word++) {
    const before = set[word] ?? 0;
    let kept = block ? before : 0;
    for (let bits = kept; bits !== 0 && block; bits &= bits - 1) {
      const bit = 31 - Math.clz32(bits & -bits);
      const at = (word << 5) + bit - first;
      const end = block.starts[at + 1] ?? 0;
      let place = block.starts[at] ?? 0;
      while (place < end && flags[block.codes[place] ?? 0] !== 1) place++;
      if (place === end) kept &= ~(1 << bit);
    }
    set[word] = kept;
  }
}

/** Results of recent tests on the texts of a dictionary: only new texts are tested again. */
type Tested = { flags: Uint8Array; count: number };

/** Maximum memory for all tests of a dictionary. */
const MOST_BYTES = 4 * 2 ** 20;

export function createTested(dictionary: Pick<Dictionary, "size" | "termOf">) {
  const kept = new Map<string, Tested>();
  let bytes = 0;

  const take = (wanted: string): Tested => {
    const known = kept.get(wanted) ?? { flags: new Uint8Array(0), count: 1 };
    if (kept.delete(wanted)) bytes -= known.flags.byteLength;
    return known;
  };
  const put = (wanted: string, tested: Tested) => {
    kept.set(wanted, tested);
    bytes += tested.flags.byteLength;
    for (const [oldest, { flags }] of kept) {
      if (bytes <= MOST_BYTES || oldest === wanted) break;
      kept.delete(oldest);
      bytes -= flags.byteLength;
    }
  };
  return {
    bytes: () => bytes,
    /** By code: 1 if the text passes. `wanted`: equal for equal tests. */
    flags: (wanted: string, test: (text: string) => boolean): Uint8Array => {
      const tested = take(wanted);
      const size = dictionary.size() + 1;
      if (size > tested.flags.length) {
        const flags = new Uint8Array(Math.ceil(size * 1.25));
        flags.set(tested.flags);
        tested.flags = flags;
      }
      for (let code = tested.count; code < size; code++) tested.flags[code] = test(dictionary.termOf(code)) ? 1 : 0;
      tested.count = size;
      put(wanted, tested);
      return tested.flags;
    },
  };
}
