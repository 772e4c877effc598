import { foldLetters, isQuery, type LabelIndex, type NumberedOption, searchLabels, wordsOf } from "./label-search.ts";

export type OptionsView = {
  /** `visible_options` of the settings; null shows all (FAN-22). */
  readonly visible: number | null;
  readonly expanded: boolean;
  readonly query: string;
  readonly selected: ReadonlySet<string>;
  /** Suggested option values with their scores; null: no score (FEN-31). */
  readonly suggested: ReadonlyMap<string, number | null>;
  readonly suggestionsFirst: boolean;
};

export type ShownOptions = { readonly shown: readonly NumberedOption[]; readonly hidden: number };

/**
 * Least number of options from which a label question has a search box; it also has one when it hides some (FAN-23).
 */
const SEARCH_FROM = 15;

export function hasLabelSearch(optionCount: number, visible: number | null): boolean {
  return optionCount >= SEARCH_FROM || hidesSome(optionCount, visible);
}

export function hidesSome(optionCount: number, visible: number | null): visible is number {
  return visible !== null && visible < optionCount;
}

/**
 * `pills`: pills in rows; `columns`: columns of one width; `many`: such columns below a head that stays visible
 * (design/questions.md#labels).
 */
export type LabelLayout = "pills" | "columns" | "many";

const COLUMNS_FROM = 9;

export function labelLayout(optionCount: number, visible: number | null, expanded: boolean): LabelLayout {
  const shown = expanded || visible === null ? optionCount : Math.min(visible, optionCount);
  if (shown >= SEARCH_FROM) return "many";
  return shown >= COLUMNS_FROM ? "columns" : "pills";
}

/** With more options, a suggested one moves to the top (design/questions.md#labels). */
export const IN_PLACE_UP_TO = 200;

/**
 * The options to show, and how many are hidden: the first n, then the suggested or selected ones beyond them (FAN-22,
 * FAN-30). If the reader chose it, suggestions come first by falling score (design/questions.md#labels). With a query,
 * its matches are shown, best first.
 */
export function showOptions(index: LabelIndex, view: OptionsView): ShownOptions {
  if (isQuery(view.query)) return { shown: searchLabels(index, view.query), hidden: 0 };
  const unfolded = unfold(index, view);
  const shown = view.suggestionsFirst ? suggestedFirst(unfolded, view.suggested) : unfolded;
  return { shown, hidden: index.options.length - shown.length };
}

function unfold(index: LabelIndex, view: OptionsView): readonly NumberedOption[] {
  const { visible } = view;
  if (view.expanded || !hidesSome(index.options.length, visible)) return index.options;
  const beyond = [...new Set([...view.suggested.keys(), ...view.selected])]
    .flatMap((value) => index.byValue.get(value) ?? [])
    .filter((option) => option.number > visible)
    .sort((one, other) => one.number - other.number);
  return [...index.options.slice(0, visible), ...beyond];
}

function suggestedFirst(
  options: readonly NumberedOption[],
  suggested: ReadonlyMap<string, number | null>,
): readonly NumberedOption[] {
  const score = (option: NumberedOption) => suggested.get(option.value) ?? -1;
  const first = options.filter((option) => suggested.has(option.value)).sort((one, other) => score(other) - score(one));
  return [...first, ...options.filter((option) => !suggested.has(option.value))];
}

/** A piece of a name; `found` is true if the query matched it. */
export type NamePart = { readonly text: string; readonly found: boolean };

/** A name cut into the pieces that the words of the query matched and the rest, for highlighting. */
export function markFound(name: string, query: string): readonly NamePart[] {
  const words = wordsOf(query);
  if (words.length === 0) return name === "" ? [] : [{ text: name, found: false }];
  const letters = [...name.normalize("NFC")];
  const folded = letters.map(foldLetters);
  const found = letters.map(() => false);
  for (const word of words) markWord(folded, word, found);
  const parts: { text: string; found: boolean }[] = [];
  for (const [place, letter] of letters.entries()) {
    const last = parts.at(-1);
    if (last !== undefined && last.found === found[place]) last.text += letter;
    else parts.push({ text: letter, found: found[place] === true });
  }
  return parts;
}

/** Folding can turn one letter into two, so matches are mapped back to the original letters. */
function markWord(folded: readonly string[], word: string, found: boolean[]): void {
  const whole = folded.join("");
  const letterAt = folded.flatMap((letter, place) => Array.from({ length: letter.length }, () => place));
  for (let from = whole.indexOf(word); from >= 0; from = whole.indexOf(word, from + word.length))
    for (let at = from; at < from + word.length; at++) found[letterAt[at] ?? 0] = true;
}

/**
 * Number of labels kept per question: those the user chose last, newest first (design/device.md#preferences,
 * design/questions.md#labels).
 */
const RECENT_LABELS = 5;
/** Number of questions with recent labels: those labeled last. */
export const RECENT_QUESTIONS = 100;

type Recent = { readonly [key: string]: readonly string[] };

/** Adds a label that was just chosen, and drops the question that was not labeled for the longest time. */
export function withRecent(recent: Recent, key: string, value: string): Recent {
  const { [key]: before = [], ...others } = recent;
  const values = [value, ...before.filter((other) => other !== value)].slice(0, RECENT_LABELS);
  return Object.fromEntries([...Object.entries(others).slice(1 - RECENT_QUESTIONS), [key, values]]);
}
