import type { LabelOption } from "../datasets/question.ts";

/** `number` picks it: its position in the full option order, from 1, whichever are shown (FAN-24). */
export type NumberedOption = LabelOption & { readonly number: number };

/** Folded texts. A blank precedes every word, so that a plain search finds the beginning of a word. */
type Haystack = {
  readonly names: readonly string[];
  readonly description: string;
  /** with its separators, for a query that consists only of separators */
  readonly raw: string;
};

/** Options prepared for search. Made once per question. */
export type LabelIndex = {
  readonly options: readonly NumberedOption[];
  readonly byValue: ReadonlyMap<string, NumberedOption>;
  readonly longest: string;
  /** Made at the first search: folding 10,000 options is slow, and the list can be drawn without it. */
  readonly haystacks: () => readonly Haystack[];
};

export function indexLabels(options: readonly LabelOption[]): LabelIndex {
  const numbered = options.map((option, index) => ({ ...option, number: index + 1 }));
  let haystacks: readonly Haystack[] | null = null;
  return {
    options: numbered,
    byValue: new Map(numbered.map((option) => [option.value, option])),
    longest: options.reduce((longest, { text }) => (text.length > longest.length ? text : longest), ""),
    haystacks: () => {
      haystacks ??= numbered.map(haystackOf);
      return haystacks;
    },
  };
}

function haystackOf({ text, value, description }: LabelOption): Haystack {
  const names = text === value ? [text] : [text, value];
  return {
    names: names.map(spaced),
    description: spaced(description ?? ""),
    raw: foldLetters([text, value, description ?? ""].join("\n")),
  };
}

const spaced = (text: string) => ` ${wordsOf(text).join(" ")}`;

/** The words of a query or a name; `_`, `-`, `.` and `/` separate words too (FAN-23). */
export function wordsOf(text: string): readonly string[] {
  return foldLetters(text)
    .split(SEPARATORS)
    .filter((word) => word !== "");
}
const SEPARATORS = /[\s_\-./]+/u;

export const isQuery = (query: string): boolean => query.trim() !== "";

/**
 * The options that contain every word of the query, in any order: in the text, the value or the description, ignoring
 * case and marks on letters. Better matches come first, equal ones in option order; an empty query finds all options
 * (FAN-23).
 */
export function searchLabels(index: LabelIndex, query: string): readonly NumberedOption[] {
  if (!isQuery(query)) return index.options;
  const gradeOf = grader(query);
  const byGrade = GRADES.map((): NumberedOption[] => []);
  for (const [place, haystack] of index.haystacks().entries()) {
    const option = index.options[place];
    const grade = gradeOf(haystack);
    if (option !== undefined && grade !== null) byGrade[grade]?.push(option);
  }
  return byGrade.flat();
}

/** The whole name, its beginning, the beginnings of words, inside the name, in the description. */
const GRADES = [0, 1, 2, 3, 4] as const;

function grader(query: string): (haystack: Haystack) => (typeof GRADES)[number] | null {
  const words = wordsOf(query);
  if (words.length === 0) {
    const wanted = foldLetters(query.trim());
    return ({ raw }) => (raw.includes(wanted) ? 3 : null);
  }
  const whole = ` ${words.join(" ")}`;
  return ({ names, description }) => {
    const somewhere = (word: string) => names.some((name) => name.includes(word)) || description.includes(word);
    if (!words.every(somewhere)) return null;
    if (names.includes(whole)) return 0;
    if (names.some((name) => name.startsWith(whole))) return 1;
    if (names.some((name) => words.every((word) => name.includes(` ${word}`)))) return 2;
    return words.every((word) => names.some((name) => name.includes(word))) ? 3 : 4;
  };
}

/** Lower and then upper case, so that `ß` matches `SS` and a final `ς` matches `σ`; letters are composed. */
export function foldCase(text: string): string {
  return text.normalize("NFC").toLowerCase().toUpperCase();
}

/** Letters that Unicode does not treat as a letter with a mark, and the letters that people type for them. */
const PLAIN: { readonly [letter: string]: string } = { Ø: "O", Ł: "L", Đ: "D", Ð: "D", Þ: "TH", Æ: "AE", Œ: "OE" };

/** Ignores case and marks on letters: `gebuhr` finds Gebühr, `oslo` finds Øslo (FAN-38). */
export function foldLetters(text: string): string {
  // Most names are plain ASCII, and the first typed letter makes the search fold up to ten thousand names.
  if (!/[^ -~]/.test(text)) return text.toUpperCase();
  const bare = text.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  return foldCase(bare).replace(/[ØŁĐÐÞÆŒ]/g, (letter) => PLAIN[letter] ?? letter);
}
