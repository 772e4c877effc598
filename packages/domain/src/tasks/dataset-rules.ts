import { wholeFault } from "../bounds.ts";
import { parseWithForm } from "../text/json-numbers.ts";
import type { FlatMetadataText, LoggedVector } from "./logged-record.ts";
import { kindOf, type MetadataKind, readAs, searchable } from "./metadata-kinds.ts";
import type { FlatMetadata, TaskRecordId } from "./task-record.ts";

/** What is stored already that records have to go with (contract api-v0 5.5, 5.6). */

/** The part of a record that the rules look at. */
export type Logged = {
  readonly id: TaskRecordId | null;
  readonly metadata?: FlatMetadataText;
  readonly vectors?: { readonly [name: string]: Pick<LoggedVector, "value"> };
  readonly inputs?: object;
};

export const MOST_METADATA_KEYS = 50;
export const MOST_VECTOR_NAMES = 5;
/** Each is a field that is searched by itself; the reference's index refuses about as many. */
export const MOST_INPUT_KEYS = 1000;

const metadataOf = ({ metadata }: Logged): FlatMetadata =>
  metadata === undefined ? {} : (parseWithForm(metadata) as FlatMetadata); // as it was made

export const metadataKeys = (records: readonly Logged[]): ReadonlySet<string> =>
  new Set(records.flatMap((record) => Object.keys(metadataOf(record))));

/**
 * How many metadata keys there would be, those that are kept only among them, if they are too many: in what is sent by itself,
 * else in the dataset with it. Null: they are not.
 */
export function tooManyMetadataKeys(known: Iterable<string>, sent: ReadonlySet<string>): number | null {
  const keys = new Set(sent);
  if (keys.size > MOST_METADATA_KEYS) return keys.size;
  for (const key of known) keys.add(key);
  return keys.size > MOST_METADATA_KEYS ? keys.size : null;
}

/** What cannot be stored with the others: values that are not of the kind of their key, vectors of another length. */
export type Misfits = readonly string[];

/** The kinds of all keys once the records are there: of one that is new the first value tells it. */
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
 * Why the names that a dataset would have of metadata, inputs and vectors are too long together: they are read with every search
 * (API-39). Null: they are not.
 */
export const namesFault = (names: Iterable<string>): string | null =>
  wholeFault("The names of a dataset's metadata, inputs and vectors", [...names].join(""));

/** How many numbers the vectors of each name have once the records are there: of one that is new the first tells it. */
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
