import { compareCodePoints } from "../text/code-point-order.ts";

/** What single words, or whole values, are looked for by when they are not written out. All of a word must fit. */
export type WordPattern =
  | { readonly kind: "wildcard"; readonly parts: readonly WildcardPart[] }
  /** In the syntax of RE2, without anchors; its point stands for any character, a new line too. */
  | { readonly kind: "regexp"; readonly expression: string }
  /** At most so many letters added, left out, changed or swapped with their neighbour (0 to 2). */
  | { readonly kind: "fuzzy"; readonly word: string; readonly edits: number }
  /** In the order of code points. */
  | { readonly kind: "between"; readonly low: WordBound | null; readonly high: WordBound | null };

/** A text as it stands, any number of characters, or one. */
export type WildcardPart = { readonly text: string } | "any" | "one";
export type WordBound = { readonly value: string; readonly inclusive: boolean };

export type WordTest = (word: string) => boolean;

/** `regexpTest`: expressions are left to a library that takes time in proportion to the word. */
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

/** What every word begins with that fits: words in order need not be looked at elsewhere. */
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
 * The parts between those that stand for anything, of which the first stands at the beginning and the last at the end, the
 * others wherever they first come. So it takes the length of the word times that of the pattern at most; most words lack one of the
 * pattern's texts, which the engine finds out at once.
 */
function wildcardTest(parts: readonly WildcardPart[]): WordTest {
  const texts = [...new Set(parts.flatMap((part) => (typeof part === "object" ? [part.text] : [])))];
  const holdsAll = (word: string) => texts.every((text) => word.includes(text));
  // Half a character would be found within a whole one.
  const isWhole = texts.every((text) => text.isWellFormed());
  if (isWhole && !parts.includes("one")) return textRunsTest(parts);
  const fits = symbolRunsTest(parts);
  return isWhole ? (word) => holdsAll(word) && fits(word) : fits;
}

/** What stands between the stars, each part by itself. */
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

/** Each character of the pattern by itself; null: any one. */
type Symbols = readonly (string | null)[];
const PAIRS = /[\ud800-\udfff]/;

function symbolRunsTest(parts: readonly WildcardPart[]): WordTest {
  const runs = runsOf<string | null>(parts, (part) => (part === "one" ? [null] : [...part.text]));
  const [first = [], ...others] = runs;
  const last = others.pop();
  const least = runs.reduce((sum, run) => sum + run.length, 0);
  const lettersOf = (word: string): ArrayLike<string> => (PAIRS.test(word) ? [...word] : word);
  return (word) => {
    // There are no more characters than this, and mostly as many.
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
 * Optimal string alignment. Each row holds the cells at most so far from the diagonal as there may be edits; most words are told
 * apart by their first letters, after which two rows say that they are too far.
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
