import { compareCodePoints } from "../text/characters.ts";

/** A pattern for single words or whole values. It must fit the whole word. */
export type WordPattern =
  | { readonly kind: "wildcard"; readonly parts: readonly WildcardPart[] }
  /** In the syntax of RE2, without anchors; its dot matches any character, also a new line. */
  | { readonly kind: "regexp"; readonly expression: string }
  /** At most `edits` letters (0 to 2) added, left out, changed or swapped with their neighbour. */
  | { readonly kind: "fuzzy"; readonly word: string; readonly edits: number }
  /** In the order of code points. */
  | { readonly kind: "between"; readonly low: WordBound | null; readonly high: WordBound | null };

/** A literal text, any number of characters, or one character. */
export type WildcardPart = { readonly text: string } | "any" | "one";
export type WordBound = { readonly value: string; readonly inclusive: boolean };

export type WordTest = (word: string) => boolean;

/** The test for a pattern. `regexpTest`: a library that tests expressions in time proportional to the word. */
export function wordTest(pattern: WordPattern, regexpTest: (expression: string) => WordTest): WordTest {
  switch (pattern.kind) {
    case "wildcard":
      return wildcardTest(pattern.parts);
    case "regexp":
      return regexpTest(pattern.expression);
    case "fuzzy":
      return fuzzyTest([...pattern.word], pattern.edits);
    case "between":
      return (word) => isAbove(pattern.low, word) && isBelow(pattern.high, word);
  }
}

/** The common beginning of all words that fit: in a sorted list of words, only that part is read. */
export function commonBeginning(pattern: WordPattern): string {
  if (pattern.kind === "fuzzy") return pattern.edits === 0 ? pattern.word : "";
  if (pattern.kind !== "wildcard") return "";
  const [first] = pattern.parts;
  return typeof first === "object" ? first.text : "";
}

const isAbove = (low: WordBound | null, word: string): boolean =>
  low === null || compareCodePoints(word, low.value) >= (low.inclusive ? 0 : 1);
const isBelow = (high: WordBound | null, word: string): boolean =>
  high === null || compareCodePoints(word, high.value) <= (high.inclusive ? 0 : -1);

/**
 * Tests a wildcard pattern. The stars cut it into runs: the first run must be at the beginning, the last at the end,
 * the others at their first possible place. It takes at most the length of the word times that of the pattern. Most
 * words lack one of the pattern's texts, which the engine finds out fast.
 */
function wildcardTest(parts: readonly WildcardPart[]): WordTest {
  const texts = [...new Set(parts.flatMap((part) => (typeof part === "object" ? [part.text] : [])))];
  const holdsAll = (word: string) => texts.every((text) => word.includes(text));
  // Half a surrogate pair would be found inside a whole character.
  const isWhole = texts.every((text) => text.isWellFormed());
  if (isWhole && !parts.includes("one")) return textRunsTest(parts);
  const fits = symbolRunsTest(parts);
  return isWhole ? (word) => holdsAll(word) && fits(word) : fits;
}

function runsOf<S>(parts: readonly WildcardPart[], symbols: (part: { readonly text: string } | "one") => readonly S[]) {
  const runs: S[][] = [[]];
  for (const part of parts) {
    if (part === "any") runs.push([]);
    else runs.at(-1)?.push(...symbols(part));
  }
  return runs;
}

function textRunsTest(parts: readonly WildcardPart[]): WordTest {
  const runs = runsOf(parts, (part) => (part === "one" ? [] : [part.text])).map((run) => run.join(""));
  const [first = "", ...others] = runs;
  const last = others.pop();
  if (last === undefined) return (word) => word === first;
  const least = runs.reduce((sum, run) => sum + run.length, 0);
  return (word) => {
    if (word.length < least || !word.startsWith(first) || !word.endsWith(last)) return false;
    let from = first.length;
    for (const run of others) {
      const at = word.indexOf(run, from);
      if (at < 0) return false;
      from = at + run.length;
    }
    return from + last.length <= word.length;
  };
}

/** The characters of a run; null: any character. */
type Symbols = readonly (string | null)[];
const PAIRS = /[\ud800-\udfff]/;

function symbolRunsTest(parts: readonly WildcardPart[]): WordTest {
  const runs = runsOf<string | null>(parts, (part) => (part === "one" ? [null] : [...part.text]));
  const [first = [], ...others] = runs;
  const last = others.pop();
  const least = runs.reduce((sum, run) => sum + run.length, 0);
  const lettersOf = (word: string): ArrayLike<string> => (PAIRS.test(word) ? [...word] : word);
  return (word) => {
    // The word has at most this many characters, and usually exactly as many.
    if (word.length < least) return false;
    const letters = lettersOf(word);
    if (last === undefined) return letters.length === least && standsAt(letters, 0, first);
    const end = letters.length - last.length;
    if (letters.length < least || !standsAt(letters, 0, first) || !standsAt(letters, end, last)) return false;
    let from = first.length;
    for (const run of others) {
      const at = findRun(letters, from, end, run);
      if (at < 0) return false;
      from = at + run.length;
    }
    return true;
  };
}

function standsAt(letters: ArrayLike<string>, at: number, run: Symbols): boolean {
  for (let index = 0; index < run.length; index++)
    if (run[index] !== null && letters[at + index] !== run[index]) return false;
  return true;
}

function findRun(letters: ArrayLike<string>, from: number, end: number, run: Symbols): number {
  for (let at = from; at + run.length <= end; at++) if (standsAt(letters, at, run)) return at;
  return -1;
}

function fuzzyTest(wanted: readonly string[], edits: number): WordTest {
  return (word) => {
    if (word.length < wanted.length - edits) return false;
    const letters = [...word];
    return Math.abs(letters.length - wanted.length) <= edits && areNear(wanted, letters, edits);
  };
}

/**
 * Optimal string alignment. Each row has only the cells that are at most `most` from the diagonal. Most words differ in
 * their first letters, so two rows are enough to reject them.
 */
function areNear(a: readonly string[], b: readonly string[], most: number): boolean {
  const far = most + 1;
  const at = (row: readonly number[], cell: number) => row[cell] ?? far;
  let before: number[] = [];
  let last = Array.from({ length: 2 * most + 1 }, (_, cell) => (cell < most ? far : cell - most));
  for (let i = 1; i <= a.length; i++) {
    const row: number[] = [];
    for (let cell = 0; cell <= 2 * most; cell++) {
      const j = i + cell - most;
      const added = Math.min(at(last, cell + 1), at(row, cell - 1)) + 1;
      const changed = at(last, cell) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = isSwap(a, b, i, j) ? at(before, cell) + 1 : far;
      row.push(j < 0 || j > b.length ? far : Math.min(far, added, changed, swapped));
    }
    if (i > 1 && row.every((cell) => cell > most) && last.every((cell) => cell > most)) return false;
    [before, last] = [last, row];
  }
  return (last[b.length - a.length + most] ?? far) <= most;
}

const isSwap = (a: readonly string[], b: readonly string[], i: number, j: number): boolean =>
  i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
