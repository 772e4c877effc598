import { hasBit } from "@postil/domain/queue/bitmap";
import { Refusal } from "@postil/domain/refusal";
import { standNear } from "@postil/domain/search/query-string/search-keywords";
import { commonBeginning, type WordPattern, type WordTest, wordTest } from "@postil/domain/search/word-pattern";
import type { WantedText } from "./compile-tree.ts";
import { listsOf } from "./lists/lists.ts";
import type { TextColumn } from "./registry.ts";
import { type Search, TRIED_PER_SEARCH_MS } from "./search.ts";
import { addTo, emptySet, fullSet, membersOf, type SeqSet, setOf } from "./seq-set.ts";
import { regexpTest } from "./value-tests.ts";
import { wordSet } from "./words/word-sets.ts";

/** Maximum number of distinct words that may match a pattern: the records of each word are read. */
const MOST_WORDS = 100_000;

/** Steps in which texts are read for a pattern before the index is used: up to 0.2 s. The next search continues. */
const STEPS_PER_PATTERN = 2;

type Wanted<K extends WantedText["kind"]> = Extract<WantedText, { kind: K }>;

export function findByWords(search: Search, wanted: WantedText): Promise<SeqSet> {
  const find = () => (wanted.kind === "pattern" ? findPattern(search, wanted) : findNear(search, wanted));
  const { column, ...asked } = wanted;
  return wordSet(search, JSON.stringify([column.column, column.spell(""), asked]), find);
}

/**
 * The records with a word that matches a pattern. A plain prefix is looked up in the index. For other patterns each distinct
 * word is tested once, and the words of each record are in memory. Until they are, or if they do not fit, the index is read.
 */
async function findPattern(search: Search, { column, pattern }: Wanted<"pattern">): Promise<SeqSet> {
  const { db, datasetKey, size } = search;
  const start = beginningOf(pattern);
  if (start !== null) {
    const phrases = [{ words: [column.spell(start)], prefix: true }];
    return setOf(size, await db.text.match(datasetKey, { having: "all", phrases, field: column.column }));
  }
  const test = bounded(wordTest(pattern, regexpTest), search.trying);
  const lists = column.lists && (await listsOf(search, column.lists, STEPS_PER_PATTERN));
  if (lists) {
    const set = fullSet(size);
    lists.keep(set, JSON.stringify(pattern), test);
    return set;
  }
  const words = await wordsToTry(search, column, commonBeginning(pattern));
  const fitting = words.filter((spelled) => {
    const word = column.read(spelled);
    return word !== null && test(word);
  });
  if (fitting.length > MOST_WORDS) {
    const most = MOST_WORDS.toLocaleString("en");
    throw new Refusal("unprocessable", `The pattern stands for more than ${most} different words. Write more of it.`);
  }
  return withAnyOf(search, column.column, fitting);
}

/** Number of words between two checks of the clock. */
const BETWEEN_LOOKS = 1024;

/**
 * The same test with a time limit: it ends the search when its patterns have used their time. No statement runs during the
 * test, so the search could not be stopped otherwise.
 */
function bounded(test: WordTest, trying: Search["trying"]): WordTest {
  let tried = 0;
  let before = threadMs();
  return (word) => {
    if (++tried % BETWEEN_LOOKS === 0) {
      const now = threadMs();
      trying.leftMs -= now - before;
      before = now;
      if (trying.leftMs <= 0) throw new Refusal("unprocessable", TOO_LONG);
    }
    return test(word);
  };
}

const TOO_LONG = `The patterns of the text take longer than ${TRIED_PER_SEARCH_MS / 1000} seconds to be tried. Write fewer, or shorter ones.`;

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Words per statement: for many words the engine needs more time to sort the records than to find them. */
const TOGETHER = 8;

const single = (word: string) => ({ words: [word], prefix: false });

async function withAnyOf({ db, datasetKey, size }: Search, column: number, words: readonly string[]): Promise<SeqSet> {
  const set = emptySet(size);
  for (let from = 0; from < words.length; from += TOGETHER) {
    const phrases = words.slice(from, from + TOGETHER).map(single);
    for (const seq of await db.text.match(datasetKey, { having: "any", phrases, field: column })) addTo(set, seq);
  }
  return set;
}

async function wordsToTry(
  { db, datasetKey, words }: Search,
  { column, spell }: TextColumn,
  beginning: string,
): Promise<readonly string[]> {
  const start = spell(beginning);
  const key = `${column} ${start}`;
  const found = words.get(key) ?? (await db.text.wordsBeginning(datasetKey, column, start));
  if (beginning === "") words.set(key, found);
  return found;
}

/** The prefix of a pattern that is only a prefix; otherwise null. */
function beginningOf(pattern: WordPattern): string | null {
  if (pattern.kind !== "wildcard") return null;
  const [start, rest, ...others] = pattern.parts;
  return typeof start === "object" && start.text !== "" && rest === "any" && others.length === 0 ? start.text : null;
}

/** The records in which the words are near each other: of those with all words, the word positions are read. */
async function findNear({ db, datasetKey, size }: Search, { column, words, slop }: Wanted<"near">): Promise<SeqSet> {
  const spelled = [...new Set(words.map(column.spell))];
  const withAll = { having: "all", phrases: spelled.map(single), field: column.column } as const;
  const having = setOf(size, await db.text.match(datasetKey, withAll));
  const texts = new Map<number, string[]>();
  for (const word of column.gap === null ? spelled : [...spelled, column.gap]) {
    const found = await db.text.places(datasetKey, column.column, word);
    for (const [index, seq] of found.seqs.entries()) {
      if (!hasBit(having, seq)) continue;
      const text = texts.get(seq) ?? [];
      texts.set(seq, text);
      text[found.places[index] ?? 0] = word;
    }
  }
  const wanted = words.map(column.spell);
  const near = membersOf(having).filter((seq) =>
    partsOf(texts.get(seq) ?? [], column.gap).some((text) => standNear(wanted, slop, text)),
  );
  return setOf(size, near);
}

/** The texts between the gaps; positions of other words stay empty. */
function partsOf(places: readonly string[], gap: string | null): string[][] {
  const parts: string[][] = [[]];
  for (let at = 0; at < places.length; at++) {
    const word = places[at] ?? "";
    if (word === gap) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}
