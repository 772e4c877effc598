import { isQuery, type LabelIndex, type NumberedOption, searchLabels } from "./label-search.ts";

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
export const SEARCH_FROM = 15;

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

/**
 * Up to this number of options, a suggested option keeps its place; with more, it moves to the top
 * (design/questions.md#labels).
 */
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
