import { characters } from "../text/characters.ts";
import { type LabelSchema, type SchemaLabel, schemaNames, type TaskSettings } from "./label-schema.ts";

/** The labels of a task dataset as its pages number, key and save them (LAB-*). A label is its text, letter by letter. */

export type GlobalLabel = {
  /** Its key: `{text}.{workspace}.{name}` (LAB-02, LAB-03). */
  readonly id: string;
  /** from 0 */
  readonly order: number;
  readonly text: string;
  /** `{workspace}.{name}` */
  readonly datasetId: string;
  /** The same as the order; there are fewer colours, see `entityColor`. */
  readonly colorId: number;
  /** null once the keys are used up */
  readonly shortcut: string | null;
  /** Whether the settings have it: labels that were found in the records are not saved yet (LAB-11). */
  readonly isSavedInBack: boolean;
};

/** The keys of labels by their places; letters are pressed without Shift (LAB-04, LAB-05). */
export const LABEL_KEYS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Records can be given labels of so many characters (contract api-v0 5.2). */
export const LONGEST_LABEL = 128;

/** Settings may have longer ones, which no record can be given. */
export const isTooLong = (label: string): boolean => characters(label) > LONGEST_LABEL;

export const labelKeyAt = (order: number): string | null => LABEL_KEYS[order] ?? null;

/** Letters that move the cursor, select or skip in one family of datasets or the other: in none do they choose a label (LAB-21). */
const MOVING_LETTERS: ReadonlySet<string> = new Set("FJKSX");

/**
 * What chooses a label on a page whose letters are commands too: its digit always, its letter only where it is printed, so while the
 * label is `shown` (LAB-04, LAB-07, LAB-21).
 */
export function pickKeyOf(shortcut: string | null, shown: boolean): string | null {
  if (shortcut === null || /^[0-9]$/.test(shortcut)) return shortcut;
  return shown && !MOVING_LETTERS.has(shortcut) ? shortcut : null;
}

export const labelId = (text: string, datasetId: string): string => `${text}.${datasetId}`;

/** Texts in their order as labels; blanks and repeats are none (TEN-08). */
export const globalLabels = (texts: readonly string[], datasetId: string, isSavedInBack = false): GlobalLabel[] =>
  withoutBlanks(texts).map((text, order) => ({
    id: labelId(text, datasetId),
    order,
    text,
    datasetId,
    colorId: order,
    shortcut: labelKeyAt(order),
    isSavedInBack,
  }));

const byName = new Intl.Collator("en", { numeric: true });

/**
 * Labels that were found in records, in an order that is the same on every day and for everybody: what is found first changes with
 * every answer, and with it the keys (LAB-04, LAB-11).
 */
export const inOrderOfNames = (found: readonly string[]): readonly string[] =>
  // Names that only differ in invisible characters are the same to a collator.
  found.toSorted((a, b) => byName.compare(a, b) || (a < b ? -1 : 1));

/** Each text that has anything to read, once. */
export const withoutBlanks = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.filter((text) => text.trim() !== "")),
];

/** Said of a schema without labels (LAB-09). */
export const LABEL_SCHEMA_IS_EMPTY = "LABEL_SCHEMA_IS_EMPTY";

/** The labels of the settings; null as long as nothing was ever saved. */
export function labelsOfSchema(settings: TaskSettings | null): readonly string[] | typeof LABEL_SCHEMA_IS_EMPTY {
  const texts = withoutBlanks(schemaNames(settings?.labelSchema));
  return texts.length === 0 ? LABEL_SCHEMA_IS_EMPTY : texts;
}

/** The labels of the settings, else those found in the records, which count as not saved (LAB-11). */
export function labelsOf(
  datasetId: string,
  settings: TaskSettings | null,
  found: readonly string[],
): readonly GlobalLabel[] {
  const saved = labelsOfSchema(settings);
  return saved === LABEL_SCHEMA_IS_EMPTY ? globalLabels(found, datasetId) : globalLabels(saved, datasetId, true);
}

/** The schema that has labels of these texts in this order. What it knew of them, and what no page shows, stays in it. */
export function schemaWith(before: LabelSchema | undefined, texts: readonly string[]): LabelSchema {
  const known = Map.groupBy(before?.labels ?? [], ({ name }) => name);
  const unseen = (before?.labels ?? []).filter(({ name }) => name.trim() === "");
  return {
    labels: [...texts.flatMap((text): readonly SchemaLabel[] => known.get(text) ?? [newLabel(text)]), ...unseen],
  };
}

const newLabel = (text: string): SchemaLabel => ({ id: text, name: text });
