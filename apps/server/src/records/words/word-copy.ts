/**
 * The number of words of each record of a dataset, and the counts of some words, in memory by record number: four bytes per
 * record for the lengths, one byte for each counted word.
 */
export type WordCopy = {
  /** By record number: the length plus 1; 0 means that there is no such record. */
  lengths: Int32Array;
  /** The sum of the lengths, and the number of records. */
  total: number;
  records: number;
  readonly counts: Map<string, WordCounts>;
};

/** The number of occurrences of a word in each record, up to 255, and the number of records with it. */
export type WordCounts = {
  readonly word: string;
  /** The column to search; null means all. */
  readonly field: number | null;
  times: Uint8Array;
  records: number;
};

const MOST_TIMES = 255;

export const createWordCopy = (size: number): WordCopy => ({
  lengths: new Int32Array(size),
  total: 0,
  records: 0,
  counts: new Map(),
});

export function setLength(copy: WordCopy, seq: number, length: number | null): void {
  const before = copy.lengths[seq] ?? 0;
  if (before > 0) {
    copy.total -= before - 1;
    copy.records--;
  }
  copy.lengths[seq] = length === null ? 0 : length + 1;
  if (length === null) return;
  copy.total += length;
  copy.records++;
}

export function createWordCounts(
  word: string,
  field: number | null,
  size: number,
  seqs: readonly number[],
): WordCounts {
  const counts: WordCounts = { word, field, times: new Uint8Array(size), records: 0 };
  for (const seq of seqs) addTimes(counts, seq, 1);
  return counts;
}

export function addTimes(counts: WordCounts, seq: number, times: number): void {
  const before = counts.times[seq] ?? 0;
  if (before === 0 && times > 0) counts.records++;
  counts.times[seq] = Math.min(MOST_TIMES, before + times);
}

export function clearTimes(counts: WordCounts, from: number, to: number): void {
  for (let seq = from; seq < Math.min(to, counts.times.length); seq++) if (counts.times[seq] !== 0) counts.records--;
  counts.times.fill(0, from, to);
}

/** Makes room for the records before `size`. */
export function widenWordCopy(copy: WordCopy, size: number): void {
  if (size <= copy.lengths.length) return;
  const length = Math.max(size, Math.ceil(copy.lengths.length * 1.25));
  const lengths = new Int32Array(length);
  lengths.set(copy.lengths);
  copy.lengths = lengths;
  for (const counts of copy.counts.values()) {
    const times = new Uint8Array(length);
    times.set(counts.times);
    counts.times = times;
  }
}
