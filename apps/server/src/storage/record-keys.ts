import type { FilterTargets } from "./filter-targets.ts";

/** The integer keys of what records name, by the names they use. */
export type RecordKeys = {
  readonly dataset: number;
  /** By question id. */
  readonly questions: ReadonlyMap<string, number>;
  /** By vector settings' name. */
  readonly vectors: ReadonlyMap<string, number>;
  /** By user id. */
  readonly users: ReadonlyMap<string, number>;
  /** The names of all fields, in the order they were made. */
  readonly fields: readonly string[];
  /** What filters look at. */
  readonly targets: FilterTargets;
};

/** The key of something the rules have found to be there. */
export function keyOf(keys: ReadonlyMap<string, number>, name: string): number {
  const key = keys.get(name);
  if (key === undefined) throw new Error(`'${name}' was not checked before it was written.`);
  return key;
}
