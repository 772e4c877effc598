import { hasBit } from "@postil/domain/queue/bitmap";

/** Maximum number of records per statement, and of characters in one part. A single larger record is still read. */
const TOGETHER = 500;
const CHARACTERS = 128 * 1024;
/** Number of rows that are read in advance: a single row may fill the memory. */
export const ROWS_AHEAD = 1;
/** Number of rows to read for one wanted row; beyond that, single lookups are faster. */
const PASSED_OVER = 8;

/** A range of record numbers to read: all from the first to the last, or one by one if they are far apart. */
export type SeqRange = {
  readonly seqs: readonly number[];
  readonly first: number;
  readonly last: number;
  readonly isClose: boolean;
};

type Row = { readonly seq: number };
export type RowsToRead<R extends Row> = {
  /** The rows of a range, possibly with some unwanted rows between. */
  readonly read: (range: SeqRange) => AsyncIterable<R>;
  readonly charactersOf: (row: R) => number;
};

/** Rows of many records, in parts of limited size, however large the rows are. The numbers ascend and come in runs. */
export async function* rowsInParts<R extends Row>(
  runs: Iterable<readonly number[]>,
  isWanted: Uint32Array,
  { read, charactersOf }: RowsToRead<R>,
): AsyncGenerator<readonly R[]> {
  for (const range of rangesOf(runs)) {
    let rows: R[] = [];
    let characters = 0;
    for await (const row of read(range)) {
      if (!hasBit(isWanted, row.seq)) continue;
      rows.push(row);
      characters += charactersOf(row);
      if (characters < CHARACTERS) continue;
      yield rows;
      rows = [];
      characters = 0;
    }
    if (rows.length > 0) yield rows;
  }
}

function* rangesOf(runs: Iterable<readonly number[]>): Generator<SeqRange> {
  for (const run of runs) {
    for (let from = 0; from < run.length; from += TOGETHER) {
      const seqs = run.slice(from, from + TOGETHER);
      const [first = 0, last = 0] = [seqs[0], seqs.at(-1)];
      yield { seqs, first, last, isClose: last - first < seqs.length * PASSED_OVER };
    }
  }
}
