import { wholeFault } from "../bounds.ts";
import { parseWithForm } from "../text/json-text.ts";
import { type LabelSchema, schemaNames, type TaskSettings, type VectorDimensions } from "./labels.ts";
import type { FlatMetadataText, LoggedVector } from "./log-record.ts";
import { kindOf, type MetadataKind, readAs, searchable } from "./metadata.ts";
import type { FlatMetadata, TaskRecordId } from "./task-record.ts";

/** Rules that compare new records with the stored ones (contract api-v0 5.5, 5.6). */

export type Logged = {
  readonly id: TaskRecordId | null;
  readonly metadata?: FlatMetadataText;
  readonly vectors?: { readonly [name: string]: Pick<LoggedVector, "value"> };
  readonly inputs?: object;
};

export const MOST_METADATA_KEYS = 50;
export const MOST_VECTOR_NAMES = 5;
/** Most input names of a dataset: each is a separate search field. The reference's index has about the same limit. */
export const MOST_INPUT_KEYS = 1000;

const metadataOf = ({ metadata }: Logged): FlatMetadata =>
  metadata === undefined ? {} : (parseWithForm(metadata) as FlatMetadata); // as it was made

export const metadataKeys = (records: readonly Logged[]): ReadonlySet<string> =>
  new Set(records.flatMap((record) => Object.keys(metadataOf(record))));

/**
 * The number of metadata keys, including keys that are only stored, if there are too many: in the request alone, or in
 * the dataset together with it. Null: not too many.
 */
export function tooManyMetadataKeys(known: Iterable<string>, sent: ReadonlySet<string>): number | null {
  const keys = new Set(sent);
  if (keys.size > MOST_METADATA_KEYS) return keys.size;
  for (const key of known) keys.add(key);
  return keys.size > MOST_METADATA_KEYS ? keys.size : null;
}

/** Faults of records that do not fit the others: values of another kind than their key, vectors of another length. */
type Misfits = readonly string[];

/** The kinds of all keys after these records; the first value of a new key sets its kind. */
export function kindsWith(
  known: ReadonlyMap<string, MetadataKind>,
  records: readonly Logged[],
): ReadonlyMap<string, MetadataKind> {
  const kinds = new Map(known);
  for (const record of records) {
    for (const [key, value] of searchable(metadataOf(record))) {
      const kind = kinds.has(key) ? null : kindOf(value);
      if (kind) kinds.set(key, kind);
    }
  }
  return kinds;
}

export function metadataMisfits(known: ReadonlyMap<string, MetadataKind>, records: readonly Logged[]): Misfits {
  const kinds = kindsWith(known, records);
  return records.flatMap((record) =>
    searchable(metadataOf(record)).flatMap(([key, value]) => {
      const kind = kinds.get(key);
      if (kind === undefined || value === null || readAs(kind, value) !== undefined) return [];
      return `${named(record)}: metadata '${key}' is of type ${kind}, found ${shown(value)}`;
    }),
  );
}

export const inputKeys = (known: Iterable<string>, records: readonly Logged[]): ReadonlySet<string> =>
  new Set([...known, ...records.flatMap(({ inputs = {} }) => Object.keys(inputs))]);

export const vectorNames = (known: Iterable<string>, records: readonly Logged[]): ReadonlySet<string> =>
  new Set([...known, ...records.flatMap(({ vectors = {} }) => Object.keys(vectors))]);

/** All of them are read with every search (API-39). */
export const namesFault = (names: Iterable<string>): string | null =>
  wholeFault("The names of a dataset's metadata, inputs and vectors", [...names].join(""));

/** The dimensions of each vector name after these records; the first vector of a new name sets them. */
export function dimensionsWith(
  known: ReadonlyMap<string, number>,
  records: readonly Logged[],
): ReadonlyMap<string, number> {
  const dimensions = new Map(known);
  for (const { vectors = {} } of records)
    for (const [name, { value }] of Object.entries(vectors))
      if (!dimensions.has(name)) dimensions.set(name, value.length);
  return dimensions;
}

export function vectorMisfits(known: ReadonlyMap<string, number>, records: readonly Logged[]): Misfits {
  const dimensions = dimensionsWith(known, records);
  return records.flatMap((record) =>
    Object.entries(record.vectors ?? {}).flatMap(([name, { value }]) => {
      const expected = dimensions.get(name);
      if (value.length === expected) return [];
      return `${named(record)}: vector '${name}' has ${expected} dimensions, found ${value.length}`;
    }),
  );
}

const named = ({ id }: Logged): string => (id === null ? "a record without id" : `record '${id}'`);

const LONGEST_SHOWN = 100;
const shown = (value: unknown): string => {
  const json = JSON.stringify(value);
  return json.length > LONGEST_SHOWN ? `${json.slice(0, LONGEST_SHOWN)}...` : json;
};

export const TOO_MANY_VECTORS = `Cannot create more than ${MOST_VECTOR_NAMES} kind of vectors per dataset`;

export const dimensionsOf = (given: VectorDimensions): number => (typeof given === "number" ? given : given.dim);

/** Merges settings: given members replace the old ones, but vectors with other names stay. */
export function mergeSettings(before: TaskSettings, change: TaskSettings): TaskSettings {
  const vectors = change.vectors && { ...before.vectors, ...change.vectors };
  return { ...before, ...change, ...(vectors ? { vectors } : {}) };
}

/** The fault of vectors beside those of the dataset, or null. A vector's length never changes. */
export function vectorsFault(
  known: ReadonlyMap<string, number>,
  given: NonNullable<TaskSettings["vectors"]>,
): string | null {
  for (const [name, dimensions] of Object.entries(given)) {
    const there = known.get(name);
    if (there !== undefined && there !== dimensionsOf(dimensions))
      return `Vector '${name}' has ${there} dimensions, which cannot become ${dimensionsOf(dimensions)}`;
  }
  const names = new Set([...known.keys(), ...Object.keys(given)]);
  return names.size > MOST_VECTOR_NAMES ? TOO_MANY_VECTORS : namesFault(names);
}

/** The first label whose name is not in the schema, or null. */
export function strangerTo(schema: LabelSchema, labels: Iterable<string>): string | null {
  const names = new Set(schemaNames(schema));
  for (const label of labels) if (!names.has(label)) return label;
  return null;
}

/** LAB-20: the reason why a schema is refused, and below why records are refused. */
export const labelInUse = (label: string): string =>
  `The label ${label} was found in the dataset but not in provided labels schema. ` +
  "\nPlease, provide a valid labels schema according to stored records in the dataset";
export const labelUnknown = (label: string): string =>
  `Provided records contain the ${label} label, that is not included in the labels schema.` +
  "\nPlease, annotate your records using labels defined in the labels schema.";
