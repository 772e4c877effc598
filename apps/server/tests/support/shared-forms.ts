import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openOnServer } from "../../src/open-store.ts";
import { createFailures } from "../../src/shared/failures.ts";
import { createShared, type Shared, storedShared } from "../../src/shared/shared.ts";
import { createCallWatch } from "../../src/watch/calls.ts";
import { openNewStore, postgresOfProcess } from "./engines.ts";
import { atEnd } from "./start-test-server.ts";

/** The forms of the state that servers share: in memory, and in a database of each engine. */

export type SharedTable = "failed_attempts" | "used_once" | "sign_in_link";
const TIMES = { failed_attempts: "forgiven_at", used_once: "until", sign_in_link: "until" } as const;
const TABLES = Object.keys(TIMES) as SharedTable[]; // its own keys

export type SharedForm = {
  readonly shared: Shared;
  /** The same seen by another server; in memory there is none. */
  readonly other: Shared;
  readonly now: () => number;
  readonly pass: (ms: number) => Promise<void>;
  readonly forgetAll: () => Promise<void>;
};
export type StoredForm = SharedForm & {
  readonly run: (sql: string) => Promise<readonly { readonly [column: string]: unknown }[]>;
  readonly count: (table: SharedTable) => Promise<number>;
};

/** A clock that moves only when the test moves it. */
export function inMemory(): SharedForm & { readonly rows: () => number } {
  let time = 1_000_000;
  const now = () => time;
  const kept = { failures: createFailures(now), shared: createShared(now) };
  const shared: Shared = {
    failures: {
      left: (rows) => kept.failures.left(rows),
      failed: (rows) => kept.failures.failed(rows),
      succeeded: (rows) => kept.failures.succeeded(rows),
    },
    useOnce: (...used) => kept.shared.useOnce(...used),
    links: {
      issue: (userId) => kept.shared.links.issue(userId),
      redeem: (code) => kept.shared.links.redeem(code),
    },
  };
  return {
    shared,
    other: shared,
    now,
    pass: async (ms) => {
      time += ms;
    },
    forgetAll: async () => {
      kept.failures = createFailures(now);
      kept.shared = createShared(now);
    },
    rows: () => kept.failures.size(),
  };
}

/** The clock of a database goes on by itself. For more time to pass, all rows become older. */
function stored(shared: Shared, other: Shared, run: StoredForm["run"]): StoredForm {
  return {
    shared,
    other,
    run,
    now: Date.now,
    pass: async (ms) => {
      for (const table of TABLES) await run(`update ${table} set ${TIMES[table]} = ${TIMES[table]} - ${ms * 1000}`);
    },
    forgetAll: async () => {
      for (const table of TABLES) await run(`delete from ${table}`);
    },
    count: async (table) => Number((await run(`select count(*) as count from ${table}`))[0]?.count),
  };
}

const OPENING = { readers: 1, heapMb: undefined, streams: 2, watch: createCallWatch().store };

export async function inSqlite(): Promise<StoredForm> {
  const folder = await mkdtemp(join(tmpdir(), "postil-shared-"));
  const file = join(folder, "postil.db");
  const { store, sql } = await openNewStore("sqlite", { ...OPENING, file });
  atEnd(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const shared = storedShared(store);
  return stored(shared, shared, sql);
}

/** Two stores of one database, as two servers have them. */
export async function inPostgres(): Promise<StoredForm> {
  const postgres = await postgresOfProcess();
  if (postgres === null) throw new Error("There is no PostgreSQL here.");
  const url = await postgres.database();
  const how = { streams: 2, searchBytes: 2 ** 20, watch: OPENING.watch };
  const stores = [await openOnServer(url, how), await openOnServer(url, how)] as const;
  const client = new Client({ connectionString: url });
  await client.connect();
  atEnd(async () => {
    await client.end();
    for (const store of stores) await store.close();
  });
  const run: StoredForm["run"] = async (sql) => (await client.query(sql)).rows;
  return stored(storedShared(stores[0]), storedShared(stores[1]), run);
}
