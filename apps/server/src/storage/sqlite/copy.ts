import { closeSync, existsSync, fdatasyncSync, openSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { migrations } from "./migrations/index.ts";

/** The version of the schema that this code writes. A later Postil has a higher one. */
export const SCHEMA = migrations.length;

/** How much is in a store. */
export type StoreCounts = {
  readonly people: number;
  readonly datasets: number;
  readonly records: number;
  readonly answers: number;
};

export type StoreCopy = {
  readonly schema: number;
  readonly counts: StoreCounts;
  /** The ids of the snapshots whose files belong to this state of the store. */
  readonly snapshots: readonly string[];
};

/** Pages of 4 KiB in one step: others can use the disk between two steps. */
const PAGES = 256;
/** After so many steps the file is written to the disk, so that no later commit waits for all of it. */
const STEPS_IN_CACHE = 8;
/** The copy rests after each step as long as the step took, and at most this long, ms. */
const REST_MS = 25;

/**
 * Copies the store into `to`, as it is at one moment, while others write. The engine's online backup begins again when somebody
 * else writes; a read transaction keeps it at its moment, so it always ends.
 */
export async function copyStore(
  file: string,
  to: string,
  told: (bytes: number) => void,
  gently = true,
): Promise<StoreCopy> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const target = openSync(to, "r+");
  try {
    source.exec("begin");
    const { page_size } = source.prepare("pragma page_size").get() as { page_size: number }; // its only column
    const copy: StoreCopy = { ...contentsOf(source), snapshots: snapshotsIn(source) };
    let steps = 0;
    let began = performance.now();
    await backup(source, to, {
      rate: PAGES,
      progress: ({ totalPages, remainingPages }) => {
        told((totalPages - remainingPages) * page_size);
        if (++steps % STEPS_IN_CACHE === 0) fdatasyncSync(target);
        if (gently) rest(Math.min(REST_MS, performance.now() - began));
        began = performance.now();
      },
    });
    return copy;
  } finally {
    closeSync(target);
    source.close();
  }
}

const rest = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** The schema of a store; 0: it has none yet. Nothing is written beside a file that has no log. */
export function schemaIn(file: string): number {
  const database = openToRead(file);
  try {
    return schemaOf(database);
  } finally {
    database.close();
  }
}

/** The number of rows of some tables of a store; those that it does not have are left out. */
export function rowsIn(file: string, tables: ReadonlySet<string>): ReadonlyMap<string, number> {
  const database = openToRead(file);
  try {
    database.exec("begin");
    const there = [...tables].filter((table) =>
      database.prepare("select 1 from sqlite_schema where name = ?").get(table),
    );
    return new Map(
      there.map((table) => [table, Number(database.prepare(`select count(*) as rows from "${table}"`).get()?.rows)]),
    );
  } finally {
    database.close();
  }
}

function openToRead(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`)) url.searchParams.set("immutable", "1");
  return new DatabaseSync(url, { readOnly: true, timeout: 5000 });
}

/** Looks whether a copy is sound, without writing anything beside it. `fault`: what the engine finds; null: nothing. */
export function examineCopy(file: string): Omit<StoreCopy, "snapshots"> & { readonly fault: string | null } {
  const url = pathToFileURL(file);
  // It has no log, and the engine would make one beside it. What follows the pages is not the engine's.
  url.searchParams.set("immutable", "1");
  const database = new DatabaseSync(url, { readOnly: true });
  try {
    const { quick_check } = database.prepare("pragma quick_check(1)").get() as { quick_check: string }; // as above
    return { ...contentsOf(database), fault: quick_check === "ok" ? null : quick_check };
  } finally {
    database.close();
  }
}

/** What a copy is compared by. */
export const contentsOf = (database: DatabaseSync): Omit<StoreCopy, "snapshots"> => ({
  schema: schemaOf(database),
  counts: countsOf(database),
});

export const schemaOf = (database: DatabaseSync): number =>
  Number(database.prepare("pragma user_version").get()?.user_version);

const snapshotsIn = (database: DatabaseSync): string[] =>
  database.prepare("select 1 from sqlite_schema where name = 'snapshot'").get() === undefined
    ? []
    : database
        .prepare("select id from snapshot where taken_at is not null")
        .all()
        .map(({ id }) => String(id));

/** Of a store of any version: what its schema does not have is not there. */
function countsOf(database: DatabaseSync): StoreCounts {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  const there = new Set(tables.map(({ name }) => name));
  const rows = (table: string, where = "") =>
    there.has(table) ? Number(database.prepare(`select count(*) as rows from ${table} ${where}`).get()?.rows) : 0;
  return {
    people: rows("user", "where deleted_at is null"),
    datasets: rows("dataset") + rows("task_dataset"),
    records: rows("record") + rows("task_record"),
    answers: rows("response"),
  };
}
