import type { Streams } from "../../src/export/streams.ts";
import type { PostilStore } from "../../src/http/handler.ts";
import { openOnServer } from "../../src/open-store.ts";
import { openSqliteStore } from "../../src/storage/sqlite/store.ts";
import type { WatchCall } from "../../src/storage/store.ts";
import { STORE_THREAD } from "../../src/threads.ts";
import { laneOf } from "../../src/usecases/lanes.ts";
import type { Reads, Writes } from "../../src/usecases/registry.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

/** The store of a test server, on each engine. */

type Opening = {
  readonly file: string;
  readonly readers: number;
  readonly heapMb: number | undefined;
  readonly streams: number;
  readonly watch: WatchCall;
};

/** Memory for copies of values. */
const SEARCH_BYTES = 2 ** 27;

/** One for all test files of this process, until it ends. */
let started: Promise<Postgres | null> | null = null;
/** Null where PostgreSQL is not installed. */
export const postgresOfRun = (): Promise<Postgres | null> => {
  started ??= startPostgres();
  return started;
};

export async function databaseOfRun(): Promise<string> {
  const postgres = await postgresOfRun();
  if (postgres === null) throw new Error("There is no PostgreSQL here to run these tests on.");
  return postgres.database();
}

export const ENGINES = {
  sqlite: (opening: Opening): Promise<PostilStore> =>
    openSqliteStore<Reads, Writes, Streams>({ ...opening, entry: STORE_THREAD, searchBytes: SEARCH_BYTES, laneOf }),
  postgres: async ({ streams, watch }: Opening): Promise<PostilStore> =>
    openOnServer(await databaseOfRun(), { streams, watch, searchBytes: SEARCH_BYTES }),
};
export type EngineName = keyof typeof ENGINES;
const isEngine = (name: string): name is EngineName => Object.hasOwn(ENGINES, name);

/** That of `POSTIL_TEST_ENGINE`, else the embedded one. */
export function engineOfRun(): EngineName {
  const { POSTIL_TEST_ENGINE: name = "sqlite" } = process.env;
  if (!isEngine(name)) throw new Error(`POSTIL_TEST_ENGINE is "${name}"; it must be sqlite or postgres.`);
  return name;
}
