import { wholeFault } from "../bounds.ts";
import { parseWithForm } from "../text/json-numbers.ts";
import type { FlatMetadataText, LoggedVector } from "./logged-record.ts";
import { kindOf, type MetadataKind, readAs, searchable } from "./metadata-kinds.ts";
import type { FlatMetadata, TaskRecordId } from "./task-record.ts";

/** Rules that compare new records with the stored ones (contract api-v0 5.5, 5.6). */

/** The part of a record that the rules check. */
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
export type Misfits = readonly string[];

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

/**
 * The fault if a dataset's names of metadata, inputs and vectors would be too long together, or null. All of them are
 * read with every search (API-39).
 */
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
