import { asObject, fitsMembers, isListOf, isNumber, isString, type MembersOf } from "../json-object.ts";
import { ownOf } from "../objects.ts";
import type { Micros } from "../time.ts";

/** An option of a label, ranking or span question. `text` is shown to people, `value` is stored (FEN-08). */
export type LabelOption = { readonly value: string; readonly text: string; readonly description: string | null };

export type TextQuestionSettings = { readonly type: "text"; readonly useMarkdown: boolean };

export type RatingQuestionSettings = {
  readonly type: "rating";
  readonly options: readonly { readonly value: number }[];
};

export type LabelQuestionSettings = {
  readonly type: "label_selection";
  readonly options: readonly LabelOption[];
  readonly visibleOptions: number | null;
};

export type MultiLabelQuestionSettings = {
  readonly type: "multi_label_selection";
  readonly options: readonly LabelOption[];
  readonly visibleOptions: number | null;
  readonly optionsOrder: "natural" | "suggestion";
};

export type RankingQuestionSettings = { readonly type: "ranking"; readonly options: readonly LabelOption[] };

export type SpanQuestionSettings = {
  readonly type: "span";
  readonly field: string;
  readonly options: readonly LabelOption[];
  readonly visibleOptions: number | null;
  readonly allowOverlapping: boolean;
  readonly allowCharacterAnnotation: boolean;
};

export type QuestionSettings =
  | TextQuestionSettings
  | RatingQuestionSettings
  | LabelQuestionSettings
  | MultiLabelQuestionSettings
  | RankingQuestionSettings
  | SpanQuestionSettings;
export type QuestionType = QuestionSettings["type"];

export type Question = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly required: boolean;
  readonly settings: QuestionSettings;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

/** The rules for the settings of a question, beyond the format of their values (contract api-v1 section 6). */

export const LABEL_OPTIONS_MIN = 2;
export const SPAN_OPTIONS_MIN = 1;
export const RANKING_OPTIONS = { min: 2, max: 50 } as const;
export const RATING_OPTIONS = { min: 2, max: 11 } as const;
export const RATING_VALUE = { ge: 0, le: 10 } as const;
export const VISIBLE_OPTIONS_MIN = 3;

/** `'a'` for text, `1` for a number, as the error texts of the wire quote values. */
const quoted = (value: string | number): string => (typeof value === "number" ? String(value) : `'${value}'`);

/** Values that occur more than once, each listed once, in the order of their first repetition. */
function repeated<T extends string | number>(values: readonly T[]): T[] {
  const seen = new Set<T>();
  const twice = new Set<T>();
  for (const value of values) {
    if (seen.has(value)) twice.add(value);
    seen.add(value);
  }
  return [...twice];
}

export function uniqueOptionsFault(options: readonly { readonly value: string | number }[]): string | null {
  const twice = repeated(options.map((option) => option.value));
  if (twice.length === 0) return null;
  return `Option values must be unique, found duplicates: {${twice.map(quoted).join(", ")}}`;
}

export function visibleOptionsFault(visible: number | null, optionCount: number): string | null {
  if (visible === null || visible <= optionCount) return null;
  return `the value for 'visible_options' must be less or equal to the number of items in 'options' (${optionCount})`;
}

/** A span question needs a known field that no other span question uses (contract api-v1 6.6). */
export function spanFieldFault(
  settings: QuestionSettings,
  fieldNames: readonly string[],
  questions: readonly Pick<Question, "id" | "settings">[],
): string | null {
  if (settings.type !== "span") return null;
  const { field } = settings;
  if (!fieldNames.includes(field)) {
    return `'${field}' is not a valid field name.\nValid field names are [${fieldNames.map(quoted).join(", ")}]`;
  }
  const user = questions.find((question) => question.settings.type === "span" && question.settings.field === field);
  return user ? `'${field}' is already used by span question with id '${user.id}'` : null;
}

/** Most questions of a dataset, and most bytes of all of them with their options, because they are listed together. */
export const QUESTIONS_BOUND = { what: "questions", count: 1000, bytes: 32 * 2 ** 20 } as const;

/** The change of settings; undefined members stay as they are. `type` must be the question's type. */
export type SettingsChange = {
  readonly type: QuestionType;
  readonly useMarkdown?: boolean | undefined;
  readonly options?: readonly LabelOption[] | undefined;
  readonly visibleOptions?: number | null | undefined;
  readonly optionsOrder?: "natural" | "suggestion" | undefined;
  /** Null counts as false. */
  readonly allowOverlapping?: boolean | null | undefined;
};
type Change = Omit<SettingsChange, "type">;

type SettingsChanged = { readonly settings: QuestionSettings } | { readonly fault: string };

/** How the settings of a question type are kept, sent and changed. */
type SettingsRules<Settings> = {
  /** What each member looks like in a form that a browser has kept. */
  readonly members: MembersOf<Settings>;
  /** The members that can change (api-v1 6.7). */
  readonly changes: readonly (keyof Change & keyof Settings)[];
  /** Without it, nothing can change. */
  readonly change?: (stored: Settings, change: Change) => SettingsChanged;
};

const isBoolean = (kept: unknown) => typeof kept === "boolean";
const isRatingOption = (item: unknown): item is { readonly value: number } => isNumber(asObject(item)?.value);
function isLabelOption(item: unknown): item is LabelOption {
  const { value, text, description } = asObject(item) ?? {};
  return isString(value) && isString(text) && (description === null || isString(description));
}
const isOptions = (kept: unknown) => isListOf(kept, isLabelOption);
const withLabels = { options: isOptions, visibleOptions: (kept: unknown) => kept === null || isNumber(kept) };

/** Every question type; a new one is an entry here. */
const TYPES: { readonly [Type in QuestionType]: SettingsRules<Extract<QuestionSettings, { readonly type: Type }>> } = {
  text: {
    members: { useMarkdown: isBoolean },
    changes: ["useMarkdown"],
    change: (stored, { useMarkdown }) => ({ settings: { ...stored, useMarkdown: useMarkdown ?? stored.useMarkdown } }),
  },
  rating: { members: { options: (kept) => isListOf(kept, isRatingOption) }, changes: [] },
  ranking: { members: { options: isOptions }, changes: [] },
  label_selection: { members: withLabels, changes: ["options", "visibleOptions"], change: withOptions },
  multi_label_selection: {
    members: { ...withLabels, optionsOrder: (kept) => kept === "natural" || kept === "suggestion" },
    changes: ["options", "visibleOptions", "optionsOrder"],
    change: (stored, change) =>
      withOptions({ ...stored, optionsOrder: change.optionsOrder ?? stored.optionsOrder }, change),
  },
  span: {
    members: { ...withLabels, field: isString, allowOverlapping: isBoolean, allowCharacterAnnotation: isBoolean },
    // `allowOverlapping` is always sent, because the server treats a missing value as false.
    changes: ["options", "visibleOptions", "allowOverlapping"],
    change(stored, change) {
      const allowOverlapping = change.allowOverlapping ?? false;
      const changed = withOptions({ ...stored, allowOverlapping }, change);
      return "settings" in changed && stored.allowOverlapping && !allowOverlapping
        ? { fault: "'allow_overlapping' can't be disabled because responses may become inconsistent" }
        : changed;
    },
  },
};

/** The rules of a type; undefined for a type of a later version, whose settings cannot be edited (FEN-10). */
const settingsRulesOf = (type: string): SettingsRules<QuestionSettings> | undefined =>
  ownOf(TYPES as unknown as { readonly [type: string]: SettingsRules<QuestionSettings> }, type); // only get settings of their type

/** The options of a question; none where it has none, and of a type of a later version, whose options may be anything (FEN-10). */
export const optionsOf = (settings: QuestionSettings): readonly (LabelOption | { readonly value: number })[] =>
  settingsRulesOf(settings.type) !== undefined && "options" in settings ? settings.options : [];

/** True if what a browser has kept can be the settings of a question. */
export function isQuestionSettings(kept: unknown): kept is QuestionSettings {
  const settings = asObject(kept);
  const rules = typeof settings?.type === "string" ? settingsRulesOf(settings.type) : undefined;
  return settings !== null && rules !== undefined && fitsMembers(settings, rules.members);
}

/** The members that the type lets change, of settings or of a change. A member that stays is undefined or missing. */
export function changeableOf(of: QuestionSettings | SettingsChange): Change {
  const changes: readonly string[] = settingsRulesOf(of.type)?.changes ?? [];
  return Object.fromEntries(
    Object.entries(of).filter(([name, value]) => changes.includes(name) && value !== undefined),
  );
}

/**
 * All options are sent, in their order, if one of them has changed; else none (FSE-18, FSE-30). Undefined for a type of a
 * later version: which members its change must have is not known (FEN-10).
 */
export function settingsUpdate(original: QuestionSettings, form: QuestionSettings): SettingsChange | undefined {
  if (settingsRulesOf(form.type) === undefined) return undefined;
  const sent = { type: form.type, ...changeableOf(form) };
  if (!("visibleOptions" in form)) return sent;
  const before = "visibleOptions" in original ? original.options : [];
  const options = form.options.map((option) => ({ ...option, text: option.text.trim() }));
  return { ...sent, options: JSON.stringify(before) === JSON.stringify(options) ? undefined : options };
}

/** The stored settings after a change, or the fault that prevents it (contract api-v1 6.7, FSE-30). Undefined: no change. */
export function changeSettings(stored: QuestionSettings, given: SettingsChange | undefined): SettingsChanged {
  if (given === undefined) return { settings: stored };
  const { type, ...change } = given;
  return stored.type === type
    ? (settingsRulesOf(type)?.change?.(stored, change) ?? { settings: stored })
    : { fault: `question type cannot be changed. expected '${stored.type}' but got '${type}'` };
}

function withOptions(
  stored: Extract<QuestionSettings, { readonly visibleOptions: number | null }>,
  change: Change,
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
