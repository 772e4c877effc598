import type { ColumnType, Generated } from "kysely";

/** Set by the database on insert. */
export type Key = Generated<number>;
export type Flag = 0 | 1;
/** node:sqlite reads Uint8Array, pg reads Buffer (a Uint8Array). */
export type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>;
