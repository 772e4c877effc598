import type { FilterTargets } from "./filter-targets.ts";

/** The integer keys of the objects that records name, by the names in the records. */
export type RecordKeys = {
  readonly dataset: number;
  /** By question id. */
  readonly questions: ReadonlyMap<string, number>;
  /** By vector settings' name. */
  readonly vectors: ReadonlyMap<string, number>;
  /** By user id. */
  readonly users: ReadonlyMap<string, number>;
  /** The names of all fields, in the order of their creation. */
  readonly fields: readonly string[];
  /** The targets of filters. */
  readonly targets: FilterTargets;
};

/** Key of a row that is known to exist. Throws if it is unknown. */
export function keyOf(keys: ReadonlyMap<string, number>, name: string): number {
  const key = keys.get(name);
  if (key === undefined) throw new Error(`'${name}' was not checked before it was written.`);
  return key;
}
