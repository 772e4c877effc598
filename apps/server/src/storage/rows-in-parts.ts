import { hasBit } from "@postil/domain/queue/bitmap";

/** Records looked for by one statement, and characters that are together at most, whatever a single record has. */
const TOGETHER = 500;
const CHARACTERS = 128 * 1024;
/** Rows that are found before the first of them is looked at: a single one may be all that memory holds. */
export const ROWS_AHEAD = 1;
/** Rows that are read for one that is wanted, before it is quicker to look each up. */
const PASSED_OVER = 8;

/** Numbers of records by which some are read: all from the first to the last, or one by one where they lie far apart. */
export type SeqRange = {
  readonly seqs: readonly number[];
  readonly first: number;
  readonly last: number;
  readonly isClose: boolean;
};

type Row = { readonly seq: number };
export type RowsToRead<R extends Row> = {
  /** Those of a range, perhaps with some that lie between. */
  readonly read: (range: SeqRange) => AsyncIterable<R>;
  readonly charactersOf: (row: R) => number;
};

/** Rows of many records, whose numbers ascend and come in runs: a few at a time, however large they are. */
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
