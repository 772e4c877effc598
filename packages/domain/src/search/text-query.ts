import { characters } from "../text/characters.ts";
import { compareCodePoints } from "../text/code-point-order.ts";
import { wordsOf } from "../text/text-analysis.ts";

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

/** Longest text that the page takes: nobody types more. */
export const MOST_TYPED = 1024;
/** Longest text that is searched for at all (API-36): each word of it is looked up. */
export const MOST_TEXT = 16_384;
export const MOST_WORDS = 1024;
/** Runs of several words: of each it is looked up where its words stand. */
export const MOST_PHRASES = 128;

/** Why a text is not searched for: too many characters, of at most so many, too many words, or too many phrases. */
export type TextFault = {
  readonly of: "characters" | "words" | "phrases";
  readonly found: number;
  readonly most: number;
};

/** `mostCharacters`: as the page or the wire has it. */
export function textFault(q: string, mostCharacters: number): TextFault | null {
  const found = characters(q);
  if (found > mostCharacters) return { of: "characters", found, most: mostCharacters };
  const words = wordsOf(q).length;
  if (words > MOST_WORDS) return { of: "words", found: words, most: MOST_WORDS };
  const phrases = parseTextQuery(q).filter((demand) => demand.words.length > 1).length;
  return phrases > MOST_PHRASES ? { of: "phrases", found: phrases, most: MOST_PHRASES } : null;
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

/**
 * The same demands less those that others of them imply: `pay*` beside `payment`, `-payment` beside `-pay*`. No word of a
 * record answers more than one of the single words and beginnings that are left of either kind.
 */
export function withoutImplied(demands: readonly TextDemand[]): TextDemand[] {
  const implied = new Set<TextDemand>();
  const single = demands.flatMap((demand) => {
    const [word, ...others] = demand.words;
    return word !== undefined && others.length === 0 ? { demand, word } : [];
  });
  // All words that begin like one stand right behind it; a beginning comes before the whole word.
  single.sort((a, b) => compareCodePoints(a.word, b.word) || Number(b.demand.prefix) - Number(a.demand.prefix));
  const wanted = single.filter(({ demand }) => !demand.excluded);
  for (const [index, { demand, word }] of wanted.entries()) {
    if (demand.prefix && wanted[index + 1]?.word.startsWith(word)) implied.add(demand);
  }
  let open: string | null = null;
  for (const { demand, word } of single.filter(({ demand }) => demand.excluded)) {
    if (open !== null && word.startsWith(open)) implied.add(demand);
    else if (demand.prefix) open = word;
  }
  return demands.filter((demand) => !implied.has(demand));
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
