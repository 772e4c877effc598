import { characters, compareCodePoints } from "../text/characters.ts";
import { wordsOf } from "../text/text-analysis.ts";

/**
 * The text of the search box as demands on the words of a record (FFI-13): words, `"phrases"`, `-exclusions` and
 * `prefixes*`. Everything else, also a single or unbalanced mark, is punctuation.
 */
export type TextDemand = {
  /** The words must follow each other in this order in one field; a single word is a phrase of one. */
  readonly words: readonly string[];
  /** The last word matches every word that begins with it. */
  readonly prefix: boolean;
  /** True if the phrase must not occur anywhere. */
  readonly excluded: boolean;
};

/** Reads a search text; an empty list means that it has no word, so it matches nothing. Duplicates are dropped. */
export function parseTextQuery(q: string): TextDemand[] {
  const demands = new Map<string, TextDemand>();
  for (const demand of readDemands(q)) {
    if (demand.words.length > 0) demands.set(JSON.stringify(demand), demand);
  }
  return [...demands.values()];
}

export const MOST_TYPED = 1024;
/** Longest text that is searched for (API-36), in characters: each of its words is looked up. */
export const MOST_TEXT = 16_384;
export const MOST_WORDS = 1024;
/** Most runs of several words: the places of their words must be looked up. */
const MOST_PHRASES = 128;

/** The reason why a text is not searched for: too many characters, words or phrases. `most` is the limit. */
type TextFault = {
  readonly of: "characters" | "words" | "phrases";
  readonly found: number;
  readonly most: number;
};

/** The fault of a search text, or null. `mostCharacters`: the limit of the page or of the wire. */
export function textFault(q: string, mostCharacters: number): TextFault | null {
  const found = characters(q);
  if (found > mostCharacters) return { of: "characters", found, most: mostCharacters };
  const words = wordsOf(q).length;
  if (words > MOST_WORDS) return { of: "words", found: words, most: MOST_WORDS };
  const phrases = parseTextQuery(q).filter((demand) => demand.words.length > 1).length;
  return phrases > MOST_PHRASES ? { of: "phrases", found: phrases, most: MOST_PHRASES } : null;
}

/** A quoted run, with or without a minus at the beginning of a word; else a run of other characters. */
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
  // The exclusion applies to the text as written: `-foo-bar` excludes the two words in a row, not each of them.
  if (excluded) yield { words, prefix, excluded };
  else
    for (const [index, word] of words.entries())
      yield { words: [word], prefix: prefix && index === words.length - 1, excluded };
}

const texts = (text: string) => wordsOf(text).map((word) => word.text);

const endsInWord = (text: string) => wordsOf(text).at(-1)?.end === text.length;

/**
 * The demands without those that others imply: `pay*` beside `payment`, `-payment` beside `-pay*`. After that, no word
 * of a record matches more than one of the remaining single words and prefixes of either kind.
 */
export function withoutImplied(demands: readonly TextDemand[]): TextDemand[] {
  const implied = new Set<TextDemand>();
  const single = demands.flatMap((demand) => {
    const [word, ...others] = demand.words;
    return word !== undefined && others.length === 0 ? { demand, word } : [];
  });
  // All words with the same beginning are sorted right after it; a prefix comes before the equal whole word.
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

/** True if the demand's words occur in these words of one field, whether the demand excludes them or not. */
export function occurs(demand: TextDemand, words: readonly string[]): boolean {
  return words.some((_, at) => beginsAt(demand, words, at));
}

/** True if the demand's words occur at the index `at`. */
export function beginsAt(demand: TextDemand, words: readonly string[], at: number): boolean {
  return demand.words.every((word, index) => isAt(demand, word, index, words[at + index]));
}

function isAt(demand: TextDemand, word: string, index: number, found: string | undefined): boolean {
  const open = demand.prefix && index === demand.words.length - 1;
  return found !== undefined && (open ? found.startsWith(word) : found === word);
}
