import { DatabaseSync } from "node:sqlite";
import type { Streams } from "../../src/export/streams.ts";
import type { PostilStore } from "../../src/http/handler.ts";
import { openOnServer } from "../../src/open-store.ts";
import { createClient, sessionOf } from "../../src/storage/postgres/database.ts";
import { prepareDatabase } from "../../src/storage/postgres/migrate.ts";
import { NUMBERS_AS_NUMBERS } from "../../src/storage/postgres/sent-values.ts";
import { openSqliteStore } from "../../src/storage/sqlite/store.ts";
import type { WatchCall } from "../../src/storage/store.ts";
import type { Db } from "../../src/storage/tables.ts";
import { STORE_THREAD } from "../../src/threads.ts";
import { laneOf } from "../../src/usecases/lanes.ts";
import type { Reads, Writes } from "../../src/usecases/registry.ts";
import { SERVER_RULES } from "../../src/usecases/server-rules.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

/** The engines that tests run on: the embedded one, or that of `POSTIL_TEST_ENGINE` (CONTRIBUTING.md). */

export type EngineName = "sqlite" | "postgres";

export function engineOfRun(): EngineName {
  const { POSTIL_TEST_ENGINE: name = "sqlite" } = process.env;
  if (name !== "sqlite" && name !== "postgres")
    throw new Error(`POSTIL_TEST_ENGINE is "${name}"; it must be sqlite or postgres.`);
  return name;
}

/** One for all test files of this process, which ends with it. Null, with a loud line, where it is not installed. */
let started: Promise<Postgres | null> | null = null;
export function postgresOfProcess(): Promise<Postgres | null> {
  started ??= startPostgres();
  return started;
}

async function newDatabase(): Promise<string> {
  const postgres = await postgresOfProcess();
  if (postgres === null) throw new Error("There is no PostgreSQL here to run these tests on.");
  return postgres.database();
}

type Opening = {
  readonly file: string;
  readonly readers: number;
  readonly heapMb: number | undefined;
  readonly streams: number;
  readonly watch: WatchCall;
  /** A PostgreSQL database that may be in use. */
  readonly database?: string | undefined;
  /** Less memory for copies than usual, and what a server of PostgreSQL says, which looks after indexes of vectors. */
  readonly indexes?: { readonly searchBytes: number; readonly say: (line: string) => void } | undefined;
};
/** Memory for copies of values. */
const SEARCH_BYTES = 2 ** 27;
const INDEXES_EVERY = 50;

export type Sql = (text: string, ...values: readonly (string | number)[]) => Promise<Row[]>;
type Row = { readonly [column: string]: unknown };

/** An empty store, unless a database is named, and a way to its database beside it. */
export async function openNewStore(
  engine: EngineName,
  opening: Opening,
): Promise<{ readonly store: PostilStore; readonly sql: Sql }> {
  const { file, streams, watch, database, indexes, ...rest } = opening;
  const searchBytes = indexes?.searchBytes ?? SEARCH_BYTES;
  if (engine === "sqlite") {
    const more = { entry: STORE_THREAD, searchBytes, laneOf };
    const store = await openSqliteStore<Reads, Writes, Streams>({ file, streams, watch, ...rest, ...more });
    return { store, sql: async (text, ...values) => inFile(file, text, values) };
  }
  const url = database ?? (await newDatabase());
  const as = indexes && ({ kind: "server", name: "one", rules: SERVER_RULES, say: indexes.say } as const);
  const store = await openOnServer(url, { streams, watch, searchBytes, as, vectorsEveryMs: INDEXES_EVERY });
  return { store, sql: (text, ...values) => onServer(url, text, values) };
}

function inFile(file: string, text: string, values: readonly (string | number)[]): Row[] {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    return database.prepare(text).all(...values);
  } finally {
    database.close();
  }
}

async function onServer(url: string, text: string, values: readonly (string | number)[]): Promise<Row[]> {
  const client = createClient(url, 30_000);
  await client.connect();
  try {
    let at = 0;
    const numbered = text.replaceAll("?", () => `$${++at}`);
    return (await client.query({ text: numbered, values: [...values], types: NUMBERS_AS_NUMBERS })).rows;
  } finally {
    await client.end();
  }
}

/** An empty PostgreSQL database for use cases that run without a store, in one transaction that never ends. */
export async function openNewQueries(): Promise<{ readonly db: Db; readonly close: () => void }> {
  const url = await newDatabase();
  await prepareDatabase(url);
  const client = createClient(url, 30_000);
  await client.connect();
  await client.query("begin");
  return { db: sessionOf(client, { keepsValues: true }).db, close: () => void client.end() };
}
