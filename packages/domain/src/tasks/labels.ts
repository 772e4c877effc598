import { characters } from "../text/characters.ts";

/** Labels of a task dataset (LAB-*). They are equal if all letters of their texts are. */

export type GlobalLabel = {
  /** Its key: `{text}.{workspace}.{name}` (LAB-02, LAB-03). */
  readonly id: string;
  /** from 0 */
  readonly order: number;
  readonly text: string;
  /** `{workspace}.{name}` */
  readonly datasetId: string;
  /** Equal to the order; there are fewer colours, see `entityColor`. */
  readonly colorId: number;
  /** null when all keys are used */
  readonly shortcut: string | null;
  /** True if the settings have it: labels found in the records are not saved yet (LAB-11). */
  readonly isSavedInBack: boolean;
};

/** The keys of labels by their position; letters are pressed without Shift (LAB-04, LAB-05). */
export const LABEL_KEYS = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Longest label of a record, in characters (contract api-v0 5.2). */
export const LONGEST_LABEL = 128;

/** True for a label that is too long for records; settings may have such labels. */
export const isTooLong = (label: string): boolean => characters(label) > LONGEST_LABEL;

export const labelKeyAt = (order: number): string | null => LABEL_KEYS[order] ?? null;

/**
 * Letters that move the cursor, select or skip on the pages of either family: they choose a label in neither (LAB-21).
 */
const MOVING_LETTERS: ReadonlySet<string> = new Set("FJKSX");

/**
 * The key that chooses a label on a page where letters are commands too: a digit always; a letter only while it is
 * printed, that is while the label is `shown` (LAB-04, LAB-07, LAB-21). Null: no key.
 */
export function pickKeyOf(shortcut: string | null, shown: boolean): string | null {
  if (shortcut === null || /^[0-9]$/.test(shortcut)) return shortcut;
  return shown && !MOVING_LETTERS.has(shortcut) ? shortcut : null;
}

/** Makes labels from texts in their order; blank and repeated texts are left out (TEN-08). */
export const globalLabels = (texts: readonly string[], datasetId: string, isSavedInBack = false): GlobalLabel[] =>
  withoutBlanks(texts).map((text, order) => ({
    id: `${text}.${datasetId}`,
    order,
    text,
    datasetId,
    colorId: order,
    shortcut: labelKeyAt(order),
    isSavedInBack,
  }));

const byName = new Intl.Collator("en", { numeric: true });

/**
 * Sorts the labels found in records, so that their order is the same every day and for every user. The order in which
 * they are found changes with every answer, and the keys would change with it (LAB-04, LAB-11).
 */
export const inOrderOfNames = (found: readonly string[]): readonly string[] =>
  // A collator treats names that differ only in invisible characters as equal.
  found.toSorted((a, b) => byName.compare(a, b) || (a < b ? -1 : 1));

export const withoutBlanks = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.filter((text) => text.trim() !== "")),
];

/** The result for a schema without labels (LAB-09). */
export const LABEL_SCHEMA_IS_EMPTY = "LABEL_SCHEMA_IS_EMPTY";

/**
 * The labels of the settings; {@link LABEL_SCHEMA_IS_EMPTY} if there are none. `settings` null: they were never saved.
 */
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

/** Known labels keep their other members, and labels that no page shows stay. */
export function schemaWith(before: LabelSchema | undefined, texts: readonly string[]): LabelSchema {
  const known = Map.groupBy(before?.labels ?? [], ({ name }) => name);
  const unseen = (before?.labels ?? []).filter(({ name }) => name.trim() === "");
  return {
    labels: [
      ...texts.flatMap((text): readonly SchemaLabel[] => known.get(text) ?? [{ id: text, name: text }]),
      ...unseen,
    ],
  };
}

/** The entities of a token classification dataset; they are its labels (TEN-07 to TEN-11). */

/** Number of colours; further entities begin with the first colour again. */
export const ENTITY_COLORS = 50;

export const entityColor = (order: number): number => order % ENTITY_COLORS;

/** The metadata key of a dataset for the names that users gave on its pages (TEN-15). */
export const USER_DATA_KEY = "postil-labels";

/** The entities of a dataset whose settings have no labels: first those in its metadata, then those of its records. */
export const foundEntities = (
  metadata: { readonly [key: string]: unknown },
  ...inRecords: readonly (readonly string[])[]
): readonly string[] => withoutBlanks([...namedEntities(metadata[USER_DATA_KEY]), ...inRecords.flat()]);

function namedEntities(userData: unknown): readonly string[] {
  const named = typeof userData === "object" && userData !== null && "entities" in userData ? userData.entities : null;
  return Array.isArray(named) ? named.filter((text): text is string => typeof text === "string") : [];
}

/**
 * The settings of a task dataset: its labels, and the vectors its records may have (contract api-v0 section 4, TEN-17).
 */

export type SchemaLabel = { readonly id: string; readonly name: string; readonly description?: string | undefined };
export type LabelSchema = { readonly labels: readonly SchemaLabel[] };

/** The dimensions of a vector, in either form that clients send. */
export type VectorDimensions = number | { readonly dim: number };

/** Members that were never set are absent. */
export type TaskSettings = {
  readonly labelSchema?: LabelSchema;
  readonly vectors?: { readonly [name: string]: VectorDimensions };
};

/** What a label schema may hold on the whole; a call that saves one has no more. */
export const SCHEMA_BOUND = { bytes: 16 * 2 ** 20 } as const;

/** The names of the labels, including repeats. */
export const schemaNames = (schema: LabelSchema | undefined): readonly string[] =>
  schema?.labels.map(({ name }) => name) ?? [];

/** Number of labels shown on a row (LAB-06). */
export const VISIBLE_LABELS = 10;
