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
};

export const MOST_METADATA_KEYS = 50;
export const MOST_VECTOR_NAMES = 5;

const metadataOf = ({ metadata }: Logged): FlatMetadata =>
  metadata === undefined ? {} : (parseWithForm(metadata) as FlatMetadata); // as it was made

/**
 * How many metadata keys there would be, those that are kept only among them, if they are too many: in what is sent by itself,
 * else in the dataset with it. Null: they are not.
 */
export function tooManyMetadataKeys(known: Iterable<string>, records: readonly Logged[]): number | null {
  const keys = new Set(records.flatMap((record) => Object.keys(metadataOf(record))));
  if (keys.size > MOST_METADATA_KEYS) return keys.size;
  for (const key of known) keys.add(key);
  return keys.size > MOST_METADATA_KEYS ? keys.size : null;
}

/** What cannot be stored with the others: values that are not of the kind of their key, vectors of another length. */
export type Misfits = readonly string[];

/** Of keys that are new the first value tells the kind. */
export function metadataMisfits(known: ReadonlyMap<string, MetadataKind>, records: readonly Logged[]): Misfits {
  const kinds = new Map(known);
  const misfits: string[] = [];
  for (const record of records) {
    for (const [key, value] of searchable(metadataOf(record))) {
      const kind = kinds.get(key) ?? kindOf(value);
      if (kind === null || value === null) continue;
      kinds.set(key, kind);
      if (readAs(kind, value) === undefined)
        misfits.push(`${named(record)}: metadata '${key}' is of type ${kind}, found ${shown(value)}`);
    }
  }
  return misfits;
}

export const vectorNames = (known: Iterable<string>, records: readonly Logged[]): ReadonlySet<string> =>
  new Set([...known, ...records.flatMap(({ vectors = {} }) => Object.keys(vectors))]);

/** Of names that are new the first vector tells the number of dimensions. */
export function vectorMisfits(known: ReadonlyMap<string, number>, records: readonly Logged[]): Misfits {
  const dimensions = new Map(known);
  const misfits: string[] = [];
  for (const record of records) {
    for (const [name, { value }] of Object.entries(record.vectors ?? {})) {
      const expected = dimensions.get(name) ?? value.length;
      dimensions.set(name, expected);
      if (value.length !== expected)
        misfits.push(`${named(record)}: vector '${name}' has ${expected} dimensions, found ${value.length}`);
    }
  }
  return misfits;
}

const named = ({ id }: Logged): string => (id === null ? "a record without id" : `record '${id}'`);

const LONGEST_SHOWN = 100;
const shown = (value: unknown): string => {
  const json = JSON.stringify(value);
  return json.length > LONGEST_SHOWN ? `${json.slice(0, LONGEST_SHOWN)}...` : json;
};
