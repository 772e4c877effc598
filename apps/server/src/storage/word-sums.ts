/** Counts words in hash buckets, to compare two ways of counting. The counts of all words of a dataset may not fit in memory. */
const SUMS = 2 ** 16;

export type WordSums = {
  readonly add: (word: string, count: number) => void;
  /** A lower bound for the number of words with a different count there. */
  readonly differing: (other: WordSums) => number;
  readonly at: (index: number) => number;
};

export function createWordSums(): WordSums {
  const sums = new Int32Array(SUMS);
  const own: WordSums = {
    add: (word, count) => {
      const place = hash(word, 0x811c9dc5) & (SUMS - 1);
      sums[place] = (sums[place] ?? 0) + Math.imul(hash(word, 0x2c1b3c6d) | 1, count);
    },
    differing: (other) => sums.reduce((found, sum, index) => found + (sum === other.at(index) ? 0 : 1), 0),
    at: (index) => sums[index] ?? 0,
  };
  return own;
}

/** FNV-1a, with one more mixing step at the end. */
function hash(word: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < word.length; at++) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193);
  return Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) ^ (value >>> 12);
}
