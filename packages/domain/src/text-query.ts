import { wordsOf } from "./text-analysis.ts";

/**
 * What is typed into the search box, as demands on the words of a record (FFI-13): words, `"phrases"`, `-exclusions`
 * and `prefixes*`. Everything else, a lone or unbalanced mark too, is punctuation.
 */
export type TextDemand = {
  /** In this order and next to each other in one field; one word is a phrase of one. */
  readonly words: readonly string[];
  /** The last word stands for every word that begins so. */
  readonly prefix: boolean;
  /** Must not occur anywhere instead of having to. */
  readonly excluded: boolean;
};

/** None: there is no word in it, so nothing matches. Duplicates are dropped. */
export function parseTextQuery(q: string): TextDemand[] {
  const demands = new Map<string, TextDemand>();
  for (const demand of readDemands(q)) {
    if (demand.words.length > 0) demands.set(JSON.stringify(demand), demand);
  }
  return [...demands.values()];
}

/** A quoted run, with or without a leading minus at the beginning of a word; else a run of other characters. */
const PIECE = /(?<![^\s])(-?)"([^"]*)"|(\S+?)(?=\s|$|(?<=\s)")/gu;

function* readDemands(q: string): Generator<TextDemand> {
  for (const [, minus, phrase, run] of q.matchAll(PIECE)) {
    if (phrase !== undefined) yield { words: texts(phrase), prefix: false, excluded: minus === "-" };
    else if (run !== undefined) yield* readRun(run);
  }
}

function* readRun(run: string): Generator<TextDemand> {
  const excluded = run.startsWith("-");
  const words = texts(run);
  const prefix = /[^\s*]\*$/u.test(run) && endsInWord(run.slice(0, -1));
  // What is excluded is what was written, so `-foo-bar` leaves out the two words in a row, not each of them.
  if (excluded) yield { words, prefix, excluded };
  else
    for (const [index, word] of words.entries())
      yield { words: [word], prefix: prefix && index === words.length - 1, excluded };
}

const texts = (text: string) => wordsOf(text).map((word) => word.text);

const endsInWord = (text: string) => wordsOf(text).at(-1)?.end === text.length;

/** Whether a record answers the demands; `fields` holds the words of each field searched. The measure of every engine. */
export function meetsDemands(demands: readonly TextDemand[], fields: readonly (readonly string[])[]): boolean {
  return (
    demands.length > 0 && demands.every((demand) => demand.excluded !== fields.some((words) => occurs(demand, words)))
  );
}

/** Whether the demand's words, excluded or not, stand in these words of one field. */
export function occurs(demand: TextDemand, words: readonly string[]): boolean {
  return words.some((_, at) => beginsAt(demand, words, at));
}

/** The same from one of them on. */
export function beginsAt(demand: TextDemand, words: readonly string[], at: number): boolean {
  return demand.words.every((word, index) => isAt(demand, word, index, words[at + index]));
}

function isAt(demand: TextDemand, word: string, index: number, found: string | undefined): boolean {
  const open = demand.prefix && index === demand.words.length - 1;
  return found !== undefined && (open ? found.startsWith(word) : found === word);
}
