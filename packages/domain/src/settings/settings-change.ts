import type { LabelOption, QuestionSettings, QuestionType } from "../datasets/question.ts";
import { uniqueOptionsFault, visibleOptionsFault } from "../datasets/question-rules.ts";

/** The allowed changes to the settings of an existing question (contract api-v1 6.7, FSE-30). */

/** The change; undefined members stay as they are. `type` must be the question's type. */
export type SettingsChange = {
  readonly type: QuestionType;
  readonly useMarkdown?: boolean | undefined;
  readonly options?: readonly LabelOption[] | undefined;
  readonly visibleOptions?: number | null | undefined;
  readonly optionsOrder?: "natural" | "suggestion" | undefined;
  /** Null counts as false. */
  readonly allowOverlapping?: boolean | null | undefined;
};

export type SettingsChanged = { readonly settings: QuestionSettings } | { readonly fault: string };

/** The stored settings with the change applied, or the fault that prevents it. */
export function changeSettings(stored: QuestionSettings, change: SettingsChange): SettingsChanged {
  if (stored.type !== change.type)
    return { fault: `question type cannot be changed. expected '${stored.type}' but got '${change.type}'` };
  switch (stored.type) {
    case "text":
      return { settings: { ...stored, useMarkdown: change.useMarkdown ?? stored.useMarkdown } };
    case "rating":
    case "ranking":
      return { settings: stored };
    case "label_selection":
      return withOptions(stored, change);
    case "multi_label_selection":
      return withOptions({ ...stored, optionsOrder: change.optionsOrder ?? stored.optionsOrder }, change);
    case "span":
      return changeSpan(stored, change);
  }
}

type Span = Extract<QuestionSettings, { readonly type: "span" }>;

function changeSpan(stored: Span, change: SettingsChange): SettingsChanged {
  const allowOverlapping = change.allowOverlapping ?? false;
  const changed = withOptions({ ...stored, allowOverlapping }, change);
  if ("settings" in changed && stored.allowOverlapping && !allowOverlapping) {
    return { fault: "'allow_overlapping' can't be disabled because responses may become inconsistent" };
  }
  return changed;
}

type WithOptions = Extract<QuestionSettings, { readonly visibleOptions: number | null }>;

function withOptions(stored: WithOptions, change: SettingsChange): SettingsChanged {
  const options = change.options ?? stored.options;
  const visibleOptions = change.visibleOptions === undefined ? stored.visibleOptions : change.visibleOptions;
  const fault =
    (change.options && optionsFault(stored.options, change.options)) ??
    visibleOptionsFault(visibleOptions, options.length);
  return fault ? { fault } : { settings: { ...stored, options, visibleOptions } };
}

/** FSE-30: the order and the texts may change and values may be added, but every stored value must remain. */
function optionsFault(stored: readonly LabelOption[], given: readonly LabelOption[]): string | null {
  const values = new Set(given.map((option) => option.value));
  if (stored.every((option) => values.has(option.value))) return uniqueOptionsFault(given);
  if (stored.length !== given.length)
    return `the number of options cannot be modified. expected ${stored.length} but got ${given.length}`;
  const left = new Set(stored.map((option) => option.value));
  const unexpected = given.filter((option) => !left.delete(option.value)).map((option) => `'${option.value}'`);
  return `the option values cannot be modified. found unexpected option values: [${unexpected.join(", ")}]`;
}
