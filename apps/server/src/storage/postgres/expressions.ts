import { sql } from "kysely";
import type { Expressions } from "../engine.ts";
import { restingUnless } from "../sql/facets.ts";

/**
 * SQL for a `where` or a select. What a job is about has keys and numbers in it, and no text of people: the JSON of the server
 * refuses U+0000.
 */

type Ref = ReturnType<typeof sql.ref>;

/** The server knows the length of a text that it keeps apart. U+0000 and U+0001 count twice: they are stored so. */
const sizeOf = (...columns: readonly string[]) =>
  sql<number>`${sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)::bigint`),
    sql` + `,
  )}`;

const removesDraftsOf = (userKey: number) =>
  sql<boolean>`name = 'purge' and about::json ->> 'draftsOf' = ${userKey}::text`;

const movesThese = (key: number | Ref) =>
  sql<boolean>`(case job.name when 'delete' then job.about::json ->> 'kept'
    when 'restore' then job.about::json ->> 'deletedKey' end = ${key}::text)`;

const isHeld = sql<boolean>`case name when 'purge' then 0 when 'copy' then (about::json ->> 'to')::bigint
  else dataset_key end in (select key from deleted_dataset)`;

const contains: Expressions["contains"] = (whole, part) => sql<boolean>`strpos(${whole}, ${part}) > 0`;

const wallClock = sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`;

/** One column for both kinds; the driver reads it. */
const value = sql<string | number>`case when term is null then to_json(number) else to_json(term) end`;
// The index of terms has their beginnings.
const hasTerm = (texts: readonly string[]) =>
  sql<boolean>`(term = any(${texts}::text[]) and "left"(term, 500) = any(${texts.map((one) => [...one].slice(0, 500).join(""))}::text[]))`;

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
