import { constants, copyFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { REBUILDS, type Rebuilt } from "../derived.ts";
import { copyStore, rowsIn, schemaIn } from "./copy.ts";
import { migrate, openDatabase } from "./database.ts";
import { engineOver } from "./engine.ts";
import { migrations } from "./migrations/index.ts";

/** What a start would change in a store of an earlier version. */
type Change = {
  /** The schema after it. */
  readonly schema: number;
  readonly says: string;
  /** The rows that are read or written for it. */
  readonly rows: number;
};
export type UpgradePlan = { readonly schema: number; readonly changes: readonly Change[]; readonly ms: number };

/** Tables that a change goes through row by row: an index is made of them, or they are written anew. */
const GOES_THROUGH = /create (?:unique )?index \w+ on (\w+)|update (\w+) set|select .* from (\w+) order by/g;
const READ_AGAIN: { readonly [R in Rebuilt]: readonly string[] } = {
  everything: ["record", "task_record", "response", "suggestion", "vector"],
  "task values": ["task_record"],
  "whole numbers": ["record", "task_record"],
};
/** Rows in a millisecond, on a slow machine: of an index, and of what is derived from records. */
const PER_MS = { index: 200, rebuild: 4 } as const;

/** Changes nothing. The store may be open in an earlier version's server. */
export function planUpgrade(file: string): UpgradePlan {
  const schema = schemaIn(file);
  const missing = migrations.slice(schema).map(({ says, sql, rebuilds }, at) => ({
    schema: schema + at + 1,
    says,
    indexed: [...sql.matchAll(GOES_THROUGH)].map(([, ...found]) => found.find((table) => table !== undefined) ?? ""),
    derived: rebuilds === undefined ? [] : READ_AGAIN[rebuilds],
  }));
  const rows = rowsIn(file, new Set(missing.flatMap(({ indexed, derived }) => [...indexed, ...derived])));
  const sum = (tables: readonly string[]) => tables.reduce((all, table) => all + (rows.get(table) ?? 0), 0);
  return {
    schema,
    changes: missing.map(({ indexed, derived, ...change }) => ({ ...change, rows: sum(indexed) + sum(derived) })),
    ms: missing.reduce(
      (all, { indexed, derived }) => all + sum(indexed) / PER_MS.index + sum(derived) / PER_MS.rebuild,
      0,
    ),
  };
}

/** Makes the changes in a copy, which goes again. `bytes`: of a backup, whose other files follow the store. Returns the milliseconds. */
export async function tryUpgrade(file: string, copy: string, bytes: number | null): Promise<number> {
  try {
    if (bytes === null) {
      writeFileSync(copy, "", { flag: "wx" });
      await copyStore(file, copy, () => {});
    } else {
      copyFileSync(file, copy, constants.COPYFILE_EXCL);
      truncateSync(copy, bytes);
    }
    const database = openDatabase(copy, "writer");
    const began = performance.now();
    try {
      await migrate(database, (what) => REBUILDS[what](engineOver(database)));
      return performance.now() - began;
    } finally {
      database.close();
    }
  } finally {
    for (const left of [copy, `${copy}-wal`, `${copy}-shm`, `${copy}-journal`]) rmSync(left, { force: true });
  }
}
