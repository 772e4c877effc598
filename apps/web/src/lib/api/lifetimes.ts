/** How long answers are cached in memory, seconds (API-11). */
export const LIFETIMES = {
  providers: 240,
  /** fields, questions, metadata properties and their metrics, suggestion agents */
  datasetParts: 120,
} as const;

/** The same time in two forms: the `cache-control` of a GET (API-12) and the stale time of a query. */
export const keptFor = (seconds: number) => ({ cacheControl: `max-age=${seconds}` });
export const freshFor = (seconds: number) => seconds * 1000;
