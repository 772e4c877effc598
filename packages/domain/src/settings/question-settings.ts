import {
  type LabelOption,
  type QuestionSettings,
  type QuestionType,
  uniqueOptionsFault,
  visibleOptionsFault,
} from "../datasets/question.ts";
import { asObject, type JsonObject } from "../json-object.ts";

/** How the settings of each question type are kept, sent and changed. A new type is one entry in `TYPES`. */

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

type SettingsChanged = { readonly settings: QuestionSettings } | { readonly fault: string };

type Rules<Settings> = {
  /** True if what a browser has kept can be such settings. */
  readonly fits: (kept: JsonObject) => boolean;
  /** The members of the form that are sent, besides the options. */
  readonly sent: (form: Settings) => Omit<SettingsChange, "type">;
  readonly change: (stored: Settings, change: SettingsChange) => SettingsChanged;
};

const hasOptions = ({ options }: JsonObject): boolean => Array.isArray(options) && options.every(isOption);
const hasVisibleOptions = (kept: JsonObject): boolean =>
  hasOptions(kept) && (kept.visibleOptions === null || typeof kept.visibleOptions === "number");
/** The options of a rating and of a ranking never change. */
const fixed = { sent: () => ({}), change: (stored: QuestionSettings) => ({ settings: stored }) };

const TYPES: { readonly [Type in QuestionType]: Rules<Extract<QuestionSettings, { readonly type: Type }>> } = {
  text: {
    fits: ({ useMarkdown }) => typeof useMarkdown === "boolean",
    sent: ({ useMarkdown }) => ({ useMarkdown }),
    change: (stored, { useMarkdown }) => ({ settings: { ...stored, useMarkdown: useMarkdown ?? stored.useMarkdown } }),
  },
  rating: {
    fits: ({ options }) =>
      Array.isArray(options) && options.every((option) => typeof asObject(option)?.value === "number"),
    ...fixed,
  },
  ranking: { fits: hasOptions, ...fixed },
  label_selection: {
    fits: hasVisibleOptions,
    sent: ({ visibleOptions }) => ({ visibleOptions }),
    change: withOptions,
  },
  multi_label_selection: {
    fits: (kept) => hasVisibleOptions(kept) && (kept.optionsOrder === "natural" || kept.optionsOrder === "suggestion"),
    sent: ({ visibleOptions, optionsOrder }) => ({ visibleOptions, optionsOrder }),
    change: (stored, change) =>
      withOptions({ ...stored, optionsOrder: change.optionsOrder ?? stored.optionsOrder }, change),
  },
  span: {
    fits: (kept) =>
      hasVisibleOptions(kept) &&
      typeof kept.field === "string" &&
      typeof kept.allowOverlapping === "boolean" &&
      typeof kept.allowCharacterAnnotation === "boolean",
    // `allowOverlapping` is always sent, because the server treats a missing value as false.
    sent: ({ visibleOptions, allowOverlapping }) => ({ visibleOptions, allowOverlapping }),
    change(stored, change) {
      const allowOverlapping = change.allowOverlapping ?? false;
      const changed = withOptions({ ...stored, allowOverlapping }, change);
      return "settings" in changed && stored.allowOverlapping && !allowOverlapping
        ? { fault: "'allow_overlapping' can't be disabled because responses may become inconsistent" }
        : changed;
    },
  },
};

const rulesOf = ({ type }: QuestionSettings) => TYPES[type] as Rules<QuestionSettings>; // the settings are of this type

export function isQuestionSettings(kept: unknown): kept is QuestionSettings {
  const settings = asObject(kept);
  const rules = Object.entries(TYPES).find(([type]) => type === settings?.type)?.[1];
  return settings !== null && rules?.fits(settings) === true;
}

function isOption(kept: unknown): kept is LabelOption {
  const { value, text, description } = asObject(kept) ?? {};
  const isDescription = description === null || typeof description === "string";
  return typeof value === "string" && typeof text === "string" && isDescription;
}

/** All options are sent, in their order, if one of them has changed; else none (FSE-18, FSE-30). */
export function settingsUpdate(original: QuestionSettings, form: QuestionSettings): SettingsChange {
  const sent = { type: form.type, ...rulesOf(form).sent(form) };
  if (!("visibleOptions" in form)) return sent;
  const before = "visibleOptions" in original ? original.options : [];
  const options = form.options.map((option) => ({ ...option, text: option.text.trim() }));
  return JSON.stringify(before) === JSON.stringify(options) ? sent : { ...sent, options };
}

/** The stored settings after a change, or the fault that prevents it (contract api-v1 6.7, FSE-30). */
export function changeSettings(stored: QuestionSettings, change: SettingsChange): SettingsChanged {
  return stored.type === change.type
    ? rulesOf(stored).change(stored, change)
    : { fault: `question type cannot be changed. expected '${stored.type}' but got '${change.type}'` };
}

function withOptions(
  stored: Extract<QuestionSettings, { readonly visibleOptions: number | null }>,
  change: SettingsChange,
): SettingsChanged {
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
