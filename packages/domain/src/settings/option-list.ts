import { OPTION_VALUE } from "../datasets/names.ts";
import { type LabelOption, VISIBLE_OPTIONS_MIN } from "../datasets/question.ts";
import { characters } from "../text/characters.ts";

/** Edits the options of a label question on the settings page (FSE-30). Lists are never changed in place. */
type Options = readonly LabelOption[];

/** Indexes beyond the list are limited to it. Labels of task datasets use it too. */
export function moveOption<Option>(options: readonly Option[], from: number, to: number): readonly Option[] {
  const option = options[from];
  if (option === undefined) return options;
  const rest = options.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, option);
}

export const renameOption = (options: Options, value: string, text: string): Options =>
  options.map((option) => (option.value === value ? { ...option, text } : option));

/** Removes an option. Only an option that was never saved can be removed: answers may use any other. */
export const removeOption = (options: Options, value: string): Options =>
  options.filter((option) => option.value !== value);

export type AddFault = "empty" | "tooLong" | "exists" | "tooMany";

/**
 * Adds options at the end, one for each typed line; the text is also the value. Lines whose value or text exists are passed
 * over (DSB-07). Nothing is added if no line is new, one is too long, or there would be more than `most`.
 */
export function addOptions(
  options: Options,
  typed: string,
  most: number | null = null,
): { readonly options: Options } | { readonly fault: AddFault } {
  const lines = [...new Set(typed.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== "");
  if (lines.length === 0) return { fault: "empty" };
  if (lines.some((line) => characters(line) > OPTION_VALUE.max)) return { fault: "tooLong" };
  const taken = new Set(options.flatMap(({ value, text }) => [value, text.trim()]));
  const added = lines.filter((line) => !taken.has(line));
  if (added.length === 0) return { fault: "exists" };
  if (most !== null && options.length + added.length > most) return { fault: "tooMany" };
  return { options: [...options, ...added.map((text) => ({ value: text, text, description: null }))] };
}

/** The range of the slider for the visible options; null if there is nothing to choose. */
export const visibleRange = (count: number): { readonly min: number; readonly max: number } | null =>
  count > VISIBLE_OPTIONS_MIN ? { min: VISIBLE_OPTIONS_MIN, max: count } : null;

/** At the end all options are shown, also later ones (null), unless the question had a number before. */
export const visibleFromSlider = (place: number, count: number, original: number | null): number | null =>
  place >= count && original === null ? null : place;
