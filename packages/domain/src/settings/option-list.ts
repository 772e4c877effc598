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

export type AddFault = "empty" | "tooLong" | "exists";

/** Adds an option at the end; its text is also its value. It is refused if its value or text exists already. */
export function addOption(
  options: Options,
  typed: string,
): { readonly options: Options } | { readonly fault: AddFault } {
  const text = typed.trim();
  if (text === "") return { fault: "empty" };
  if (characters(text) > OPTION_VALUE.max) return { fault: "tooLong" };
  if (options.some((option) => option.value === text || option.text.trim() === text)) return { fault: "exists" };
  return { options: [...options, { value: text, text, description: null }] };
}

/** The range of the slider for the visible options; null if there is nothing to choose. */
export const visibleRange = (count: number): { readonly min: number; readonly max: number } | null =>
  count > VISIBLE_OPTIONS_MIN ? { min: VISIBLE_OPTIONS_MIN, max: count } : null;

/** At the end all options are shown, also later ones (null), unless the question had a number before. */
export const visibleFromSlider = (place: number, count: number, original: number | null): number | null =>
  place >= count && original === null ? null : place;
