import type { LabelOption } from "../../datasets/question.ts";
import type { FieldValues } from "../record.ts";

/** How the values of a filterable question compare. */
export type ValueKind = "text" | "number";

/** The rules for the answers of one question type. `Value`: an answer as a form holds it. */
export type QuestionRules<Settings, Value, Kind extends ValueKind | null = ValueKind | null> = {
  readonly empty: Value;
  /**
   * Converts a stored value to a form value; undefined if it does not fit: it has another shape, or is no option of the
   * question (FAN-16).
   */
  readonly read: (settings: Settings, stored: unknown) => Value | undefined;
  /** True if nothing was answered. Blank text is not empty: the user typed it, and a button should clear it. */
  readonly isEmpty: (value: Value) => boolean;
  /** True if the value is valid (FAN-06 to FAN-09). */
  readonly isValid: (settings: Settings, value: Value) => boolean;
  /** A value that is neither empty nor valid is sent as a draft (FAN-09, FAN-10). */
  readonly mayBePartial?: true;
  /** The answer that an unanswered question gets when the form is submitted (FAN-27). Without it, it stays unanswered. */
  readonly ifUnanswered?: Value;
  /** True if two answers are the same (FAN-17). */
  readonly same: (one: Value, other: Value) => boolean;
  /** The keys of the parts that can be suggested and touched separately. Without it, the whole answer is one part. */
  readonly partsOf?: (value: Value) => readonly string[];
  /** Null: the search cannot filter by this answer (contract search-semantics 2.3). */
  readonly kind: Kind;
  /** A value that is not empty as text for people: the texts of options instead of their values. */
  readonly asText: (settings: Settings, value: Value, fields: FieldValues) => string;
  /** True if an answer is shown as plain text, in cells and elsewhere; other answers are written as JSON. */
  readonly isPlain?: true;
  /** The answers are free texts, which are compared word by word. */
  readonly isWritten?: true;
  /**
   * The answer is drawn in the text of its record. A row does not show it, so it cannot be accepted for many records at
   * once.
   */
  readonly isInText?: true;
};

export type AnsweredRecord = {
  readonly fields: FieldValues;
  /** Only a submitted ranking must be complete. */
  readonly submitted: boolean;
};

export const isNull = (value: unknown): boolean => value === null;
export const isNotNull = (_: unknown, value: unknown): boolean => value !== null;
export const hasNone = ({ length }: { readonly length: number }): boolean => length === 0;

export const isString = (item: unknown): item is string => typeof item === "string";
export const isNumber = (item: unknown): item is number => typeof item === "number";
export const isObject = (item: unknown): item is { readonly [name: string]: unknown } =>
  typeof item === "object" && item !== null;

/** An empty list passes for every item type. */
export function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}

export function sameMembers<T>(one: readonly T[], other: readonly T[], keyOf: (item: T) => string): boolean {
  if (one.length !== other.length) return false;
  const keys = new Set(one.map(keyOf));
  return other.every((item) => keys.has(keyOf(item)));
}

type Options = readonly LabelOption[];

export const hasOption = (options: Options, value: string): boolean => options.some((option) => option.value === value);

export const optionText = (options: Options, value: string): string =>
  options.find((option) => option.value === value)?.text ?? value;

const sets = new WeakMap<Options, ReadonlySet<string>>();

/** The options' values, cached per list: a question may have 10,000 options and a batch 500 answers. */
export function valuesOf(options: Options): ReadonlySet<string> {
  const known = sets.get(options);
  if (known) return known;
  const made = new Set(options.map((option) => option.value));
  sets.set(options, made);
  return made;
}
