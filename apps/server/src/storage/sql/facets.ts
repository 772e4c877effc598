import { type RawBuilder, sql } from "kysely";
import type { Expressions, Locks, VectorIndex } from "../engine.ts";
import type { Db } from "../tables.ts";

/** How an engine puts its facets together. */

/** Functions that take the database first, for a facet whose methods do not. */
export type Methods<F> = {
  readonly [K in keyof F]: F[K] extends (...given: infer A) => infer R ? (db: Db, ...given: A) => R : never;
};

/** The methods of a facet: each function without its first argument. */
export const boundTo =
  (db: Db) =>
  <F extends object>(methods: Methods<F>): F =>
    Object.fromEntries(
      Object.entries<(db: Db) => unknown>(methods as never).map(([name, method]) => [name, method.bind(null, db)]),
    ) as F;

/** Sends a statement of a write whose result nobody needs (`Send`). */
export const sendRaw = (db: Db, statement: RawBuilder<unknown>): Promise<void> =>
  db.send({ compile: () => statement.compile(db) });

const alone = Promise.resolve();
/** Of an engine whose writes follow each other: nobody can come in between, so there is nothing to lock. */
export const NO_LOCKS: Locks = {
  name: () => alone,
  dataset: () => alone,
  records: () => alone,
  people: () => alone,
};

/** Of an engine without one. */
export const NO_VECTOR_INDEX: VectorIndex = {
  near: async () => null,
  remove: () => alone,
  forget: () => alone,
};

/** Deleted records that no job moves. `movesThese`: the engine's test of a job that deletes or restores the records under a key. */
export const restingUnless =
  (movesThese: (deletedKey: RawBuilder<unknown>) => RawBuilder<boolean>): Expressions["isAtRest"] =>
  (as) =>
    sql<boolean>`(${sql.ref(`${as}.state`)} = 'kept' or not exists (
      select 1 from job where job.state in ('waiting', 'running') and ${movesThese(sql.ref(`${as}.key`))}))`;
