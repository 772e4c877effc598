import { withoutBlanks } from "./labels.ts";

/** The entities of a token classification dataset, which are its labels (TEN-07 to TEN-11). */

/** There are so many colours; further entities begin with the first again. */
export const ENTITY_COLORS = 50;

export const entityColor = (order: number): number => order % ENTITY_COLORS;

/** Under which the metadata of a dataset keeps what users have named on its pages (TEN-15). */
export const USER_DATA_KEY = "postil-labels";

/** The entities of a dataset whose settings have no labels: those its metadata names, then those of its records. */
export const foundEntities = (
  metadata: { readonly [key: string]: unknown },
  ...inRecords: readonly (readonly string[])[]
): readonly string[] => withoutBlanks([...namedEntities(metadata[USER_DATA_KEY]), ...inRecords.flat()]);

function namedEntities(userData: unknown): readonly string[] {
  const named = typeof userData === "object" && userData !== null && "entities" in userData ? userData.entities : null;
  return Array.isArray(named) ? named.filter((text): text is string => typeof text === "string") : [];
}
