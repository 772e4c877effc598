import type { Kysely } from "kysely";
import type { Tables } from "../storage/tables.ts";

/** Where is searched, and for whom. */
export type Search = {
  readonly db: Kysely<Tables>;
  readonly datasetKey: number;
  /** Numbers of records are before this. */
  readonly size: number;
  /** Whose responses give the statuses; null: anybody's. */
  readonly viewerKey: number | null;
  /** What it may still read to make copies in memory, in records: one that takes more is made by several searches. */
  readonly allowance: { left: number };
  /** How long its patterns may still be tried, ms of the thread. */
  readonly trying: { leftMs: number };
  /** All different words of a text, which is to go through the whole index: read for the first pattern, tried for the others. */
  readonly words: Map<string, readonly string[]>;
};

export const READ_PER_SEARCH = 131_072;

/** Of a million different words all patterns of a text are tried in a tenth of that; only made-up ones take longer. */
export const TRIED_PER_SEARCH_MS = 30_000;
