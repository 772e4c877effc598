import { withoutBlanks } from "./labels.ts";

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
