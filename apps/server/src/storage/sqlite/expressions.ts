import { sql } from "kysely";
import type { Expressions } from "../engine.ts";
import { restingUnless } from "../sql/facets.ts";

/** SQL for a `where` or a select. */

const sizeOf = (...columns: readonly string[]) =>
  sql<number>`${sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  )}`;

const removesDraftsOf = (userKey: number) => sql<boolean>`name = 'purge' and about ->> '$.draftsOf' = ${userKey}`;

const movesThese = (key: number | ReturnType<typeof sql.ref>) =>
  sql<boolean>`(job.name = 'delete' and job.about ->> '$.kept' = ${key}
    or job.name = 'restore' and job.about ->> '$.deletedKey' = ${key})`;

const isHeld = sql<boolean>`case name when 'purge' then 0 when 'copy' then about ->> '$.to' else dataset_key end
  in (select key from deleted_dataset)`;

const contains: Expressions["contains"] = (whole, part) => sql<boolean>`instr(${whole}, ${part}) > 0`;

const wallClock = sql<number>`cast(unixepoch('subsec') * 1000000 as integer)`;

const value = sql<string | number>`value`;
const hasTerm = (texts: readonly string[]) => sql<boolean>`value in (${sql.join(texts)})`;

export const EXPRESSIONS: Expressions = {
  sizeOf,
  isHeld,
  removesDraftsOf,
  movesThese,
  isAtRest: restingUnless(movesThese),
  contains,
  wallClock,
  value,
  hasTerm,
};
