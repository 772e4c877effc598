import type { DatabaseSync } from "node:sqlite";
import { rankWords } from "../../apps/server/src/records/words/rank-words.ts";
import { createWordCopy, createWordCounts, setLength } from "../../apps/server/src/records/words/word-copy.ts";
import type { Phrase } from "../../apps/server/src/storage/engine.ts";
import type { Db } from "../../apps/server/src/storage/tables.ts";
import {
  countInBlocks,
  findInBlocks,
  findPhraseInBlocks,
  occurrencesInBlocks,
  rankInBlocks,
  type Total,
} from "./block-index.ts";
import { DATASET } from "./text-forms.ts";

/** A number of records, the records themselves, or they and the scores of the first. */
export type TextAnswer =
  | number
  | readonly number[]
  | { readonly seqs: ArrayLike<number>; readonly scores: ArrayLike<number> };

/** One question to both forms. What they answer must be equal. */
export type TextQuestion = {
  readonly what: string;
  readonly ofBlocks: () => TextAnswer;
  readonly ofFts5: () => Promise<TextAnswer>;
  /** The same from counts in memory, as the store answers it for frequent words. */
  readonly inMemory?: () => unknown;
  /** The longest time for blocks, ms. */
  readonly most?: number;
};

/** The two forms to ask, the number of records with each word, and of all words. */
export type Asking = {
  readonly blocks: DatabaseSync;
  readonly fts5: Db;
  readonly counted: ReadonlyMap<string, number>;
  readonly total: Total;
};

const RARE = 1 / 10_000;
const MIDDLING = 1 / 100;
const MOST_FREQUENT_MS = 15;
const LEAST_PREFIX = 3;
/** So many matches are scored by the index for two words (`records/find-text.ts`). */
const MOST_RANKED = 65_536;

export async function textQuestions(asking: Asking): Promise<readonly TextQuestion[]> {
  const { blocks, fts5, counted, total } = asking;
  const words = [...counted].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const below = (share: number) =>
    words.find((word) => /^[a-z]{4,}$/.test(word) && (counted.get(word) ?? 0) <= share * total.records) ?? "";
  const [first = "", second = ""] = words;
  const [middling, rare] = [below(MIDDLING), below(RARE)];
  const all = (phrases: readonly Phrase[]) => ({ having: "all", phrases, field: null }) as const;
  const single = (word: string): Phrase => ({ words: [word], prefix: false });
  const find = (what: string, asked: readonly string[], most?: number): TextQuestion => ({
    what: `find ${what}: ${asked.join(" ")}`,
    ofBlocks: () => findInBlocks(blocks, { words: asked, prefix: false }),
    ofFts5: () => fts5.text.match(DATASET, all(asked.map(single))),
    ...(most ? { most } : {}),
  });
  const rank = (what: string, asked: readonly string[], most?: number): TextQuestion => ({
    what: `rank ${what}: ${asked.join(" ")}`,
    ofBlocks: () => rankInBlocks(blocks, { words: asked, prefix: false }, total),
    ofFts5: async () => {
      const search = all(asked.map(single));
      const { seqs, scores } = await fts5.text.rank(DATASET, search, MOST_RANKED);
      return { seqs: seqs.length < MOST_RANKED ? seqs : await fts5.text.match(DATASET, search), scores };
    },
    ...(most ? { most } : {}),
  });
  const phrase = (what: string, asked: readonly string[]): TextQuestion => ({
    what: `phrase ${what}: ${asked.join(" ")}`,
    ofBlocks: () => findPhraseInBlocks(blocks, asked),
    ofFts5: () => fts5.text.match(DATASET, all([{ words: asked, prefix: false }])),
  });
  const prefix = (what: string, beginning: string): TextQuestion => ({
    what: `prefix ${what}: ${beginning}*`,
    ofBlocks: () => findInBlocks(blocks, { words: [beginning], prefix: true }),
    ofFts5: () => fts5.text.match(DATASET, all([{ words: [beginning], prefix: true }])),
  });
  const copy = await copyOf(asking, [first, second]);
  return [
    find("a rare word", [rare]),
    find("a frequent word", [first], MOST_FREQUENT_MS),
    find("two frequent words", [first, second], MOST_FREQUENT_MS),
    {
      what: `count a frequent word: ${first}`,
      ofBlocks: () => countInBlocks(blocks, first),
      ofFts5: () => fts5.text.countHaving(DATASET, first),
    },
    rank("a rare word", [rare]),
    rank("a rare and a frequent word", [rare, first]),
    rank("two middling words", [middling, first]),
    {
      ...rank("two frequent words", [first, second], MOST_FREQUENT_MS),
      inMemory: () => rankWords(copy, total.records),
    },
    prefix("of a rare word", rare.slice(0, -1)),
    prefix("of many words", middling.slice(0, LEAST_PREFIX)),
    phrase("of two frequent words", ["i", "have"]),
    phrase("of three words", ["my", "new", "card"]),
    {
      what: `occurrences of a frequent word, for the copy in memory: ${first}`,
      ofBlocks: () => occurrencesInBlocks(blocks, first),
      ofFts5: () => fts5.text.occurrences(DATASET, first, null),
    },
  ];
}

async function copyOf({ fts5, total }: Asking, words: readonly string[]) {
  const copy = createWordCopy(total.records);
  const { seqs, lengths } = await fts5.text.lengths(DATASET, { from: 0, to: total.records });
  for (const [at, seq] of seqs.entries()) setLength(copy, seq, lengths[at] ?? 0);
  const counts = [];
  for (const word of words)
    counts.push(createWordCounts(word, null, total.records, await fts5.text.occurrences(DATASET, word, null)));
  return { copy, counts };
}
