import { hasBit } from "@postil/domain/queue/bitmap";
import { Refusal } from "@postil/domain/refusal";
import { standNear } from "@postil/domain/search/near-words";
import { commonBeginning, type WordPattern, type WordTest, wordTest } from "@postil/domain/search/word-pattern";
import { allOf, anyOf, quoted } from "../storage/sqlite/text-expression.ts";
import { matchTexts } from "../storage/sqlite/text-index.ts";
import { placesOfWord, wordsBeginning } from "../storage/sqlite/text-words.ts";
import type { WantedText } from "./compile-tree.ts";
import { listsOf } from "./lists/lists.ts";
import { regexpTest } from "./regexp-test.ts";
import type { TextColumn } from "./registry.ts";
import { type Search, TRIED_PER_SEARCH_MS } from "./search.ts";
import { addTo, emptySet, fullSet, membersOf, type SeqSet, setOf } from "./seq-set.ts";
import { wordSet } from "./words/word-sets.ts";

/** Different words of a dataset that a pattern may stand for: the records of each are gone through. */
const MOST_WORDS = 100_000;

/** What is read of the texts for a pattern before the index is asked: a tenth of a second or two. The next one goes on. */
const STEPS_PER_PATTERN = 2;

type Wanted<K extends WantedText["kind"]> = Extract<WantedText, { kind: K }>;

/** The records that have what is wanted of the words of one text. */
export function findByWords(search: Search, wanted: WantedText): Promise<SeqSet> {
  const find = () => (wanted.kind === "pattern" ? findPattern(search, wanted) : findNear(search, wanted));
  const { column, ...asked } = wanted;
  return wordSet(search, JSON.stringify([column.column, column.spell(""), asked]), find);
}

/**
 * The records that have a word which fits a pattern. What only begins so is asked of the index; for others every different word
 * is tried once, and the words of each record stand in memory. Until they do, or without room for them, the index is gone through.
 */
async function findPattern(search: Search, { column, pattern }: Wanted<"pattern">): Promise<SeqSet> {
  const { db, datasetKey, size } = search;
  const start = beginningOf(pattern);
  if (start !== null) {
    const expression = quoted({ words: [column.spell(start)], prefix: true });
    return setOf(size, await matchTexts(db, datasetKey, expression, column.column));
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

/** Words between two looks at the clock. */
const BETWEEN_LOOKS = 1024;

/** The same test, which ends the search once its patterns have had their time: no statement is waited for while words are tried. */
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

/** Words of one statement: the engine puts the records of many in order for longer than it takes to find them. */
const TOGETHER = 8;

async function withAnyOf({ db, datasetKey, size }: Search, column: number, words: readonly string[]): Promise<SeqSet> {
  const set = emptySet(size);
  for (let from = 0; from < words.length; from += TOGETHER) {
    const some = words.slice(from, from + TOGETHER).map((word) => ({ words: [word], prefix: false, excluded: false }));
    for (const seq of await matchTexts(db, datasetKey, anyOf(some), column)) addTo(set, seq);
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
  const found = words.get(key) ?? (await wordsBeginning(db, { datasetKey, column }, start));
  if (beginning === "") words.set(key, found);
  return found;
}

/** What words begin with, where that is all that is asked of them. */
function beginningOf(pattern: WordPattern): string | null {
  if (pattern.kind !== "wildcard") return null;
  const [start, rest, ...others] = pattern.parts;
  return typeof start === "object" && start.text !== "" && rest === "any" && others.length === 0 ? start.text : null;
}

/** The records that have the words near each other. Those that have all of them are found first, then where they stand there. */
async function findNear({ db, datasetKey, size }: Search, { column, words, slop }: Wanted<"near">): Promise<SeqSet> {
  const spelled = [...new Set(words.map(column.spell))];
  const demands = spelled.map((word) => ({ words: [word], prefix: false, excluded: false }));
  const seqs = await matchTexts(db, datasetKey, allOf(demands), column.column);
  const having = setOf(size, seqs);
  const texts = new Map<number, string[]>();
  for (const word of column.gap === null ? spelled : [...spelled, column.gap]) {
    const found = await placesOfWord(db, { datasetKey, column: column.column }, word);
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

/** The texts between the gaps; places of which nothing is asked stay empty. */
function partsOf(places: readonly string[], gap: string | null): string[][] {
  const parts: string[][] = [[]];
  for (let at = 0; at < places.length; at++) {
    const word = places[at] ?? "";
    if (word === gap) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}
