import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Lifetimes } from "@postil/domain/accounts/sessions";
import { afterAll, onTestFinished, TestRunner } from "vitest";
import type { Backups } from "../../src/backup/backups.ts";
import { type AppParts, createApp } from "../../src/http/app.ts";
import type { Accounts } from "../../src/http/authenticate.ts";
import type { PostilStore } from "../../src/http/handler.ts";
import { createTokens, type Tokens } from "../../src/http/tokens.ts";
import { DEFAULT_LIMITS, type Limits } from "../../src/limits.ts";
import { startServices } from "../../src/services.ts";
import { createShared, type Shared, storedShared } from "../../src/shared/shared.ts";
import { hashPassword } from "../../src/usecases/accounts/credentials.ts";
import { VERSION } from "../../src/version.ts";
import { createCallWatch } from "../../src/watch/calls.ts";
import { createMetrics } from "../../src/watch/metrics.ts";
import type { ServerState } from "../../src/watch/state.ts";
import { type EngineName, engineOfRun, openNewStore, type Sql } from "./engines.ts";

export const OWNER = { username: "owner", password: "owner-password", apiKey: "owner-api-key", workspace: "first" };

/** The key that the command line sends. */
export const OPERATOR_KEY = "operator-key-for-tests";

export type TestServer = {
  /** Without a slash at the end. */
  readonly url: string;
  readonly store: PostilStore;
  readonly accounts: Accounts;
  readonly backups: Backups;
  readonly state: ServerState;
  readonly tokens: Tokens;
  readonly shared: Shared;
  readonly ownerId: string;
  /** The folder of files beside the store. */
  readonly home: string;
  /** The database of the embedded store. A test that asks for it elsewhere is skipped, and says so. */
  readonly file: string;
  /** Rows of the database, whichever it is: one statement, with `?` for each value. Names of tables are those of both. */
  readonly sql: Sql;
  /** Stops listening and removes the store. */
  close(): Promise<void>;
};

export type TestServerOptions = Partial<
  Omit<AppParts, "store" | "services" | "tokens" | "shared" | "limits" | "watch" | "metrics">
> & {
  readonly operatorKey?: string;
  readonly limits?: Partial<Limits>;
  /** Reading threads; one by default. */
  readonly readers?: number;
  /** That of `POSTIL_TEST_ENGINE` by default, else the embedded one. */
  readonly engine?: EngineName;
  /** The address of a PostgreSQL database that another server may use too; a new one by default. */
  readonly database?: string | undefined;
  readonly indexes?: Parameters<typeof openNewStore>[1]["indexes"];
  /** The heap limit of each store thread for long-lived objects, in MB. */
  readonly heapMb?: number;
  /** The heap of a process that reads a file, in MB. */
  readonly readerMb?: number;
  /** The lifetimes of tokens and sessions, in seconds. */
  readonly lifetimes?: Lifetimes;
  /** Wraps the store that the app gets. */
  readonly around?: (store: PostilStore) => PostilStore;
  /** Addresses inside the own network that webhooks may call; none by default. */
  readonly webhooks?: Partial<Parameters<typeof startServices>[0]["webhooks"]>;
  /** When backups are made, and by which clock; by default only by the command. */
  readonly backups?: Partial<Parameters<typeof startServices>[0]["backups"]>;
  /** What is looked at for warnings; nothing by default, unless a test looks. */
  readonly state?: Partial<Parameters<typeof startServices>[0]["state"]>;
  /** Who has it may read the metrics; there are none by default. */
  readonly metricsToken?: string;
};

function skipsElsewhere(): never {
  const test = TestRunner.getCurrentTest();
  const why = "it looks into the file of the embedded store";
  if (test === undefined) throw new Error(`This file runs on the embedded store alone: ${why}.`);
  console.warn(`SKIPPED: "${test.name}" on PostgreSQL: ${why}.`);
  return test.context.skip(why);
}

/** Starts the real server on a free port, over a fresh store in its own folder, with one owner and their workspace. */
export async function startTestServer({
  limits: some,
  operatorKey = OPERATOR_KEY,
  readers = 1,
  heapMb,
  readerMb,
  lifetimes = { token: 3600, renewed: 600 },
  around,
  webhooks,
  backups,
  state,
  metricsToken,
  database,
  indexes,
  engine = database === undefined ? engineOfRun() : "postgres",
  ...parts
}: TestServerOptions = {}): Promise<TestServer> {
  const home = await mkdtemp(join(tmpdir(), "postil-test-"));
  const file = join(home, "postil.db");
  const limits = { ...DEFAULT_LIMITS, ...some };
  const numbers = metricsToken === undefined ? null : createMetrics(VERSION);
  const watch = createCallWatch(numbers?.storeCall);
  const opening = { file, readers, heapMb, streams: limits.exports, watch: watch.store, database, indexes };
  const { store, sql } = await openNewStore(engine, opening);
  const made = await store.write("createFirstOwner", null, {
    username: OWNER.username,
    firstName: "Owner",
    passwordHash: await hashPassword(OWNER.password),
    apiKey: OWNER.apiKey,
    workspace: OWNER.workspace,
  });
  const owner = made ?? (await store.read("findOwner", null, { username: OWNER.username }));
  if (!owner) throw new Error("The store has users already, and none is the owner.");
  const tokens = createTokens(new TextEncoder().encode("a secret for tests, long enough for it"), lifetimes);
  const seen = around?.(store) ?? store;
  const shared = engine === "postgres" ? storedShared(seen) : createShared();
  const onError = (error: unknown) => app.log.error(error);
  const services = startServices({
    store: seen,
    limits,
    operatorKey,
    uploads: { folder: join(home, "uploads"), ...(readerMb === undefined ? {} : { megabytes: readerMb }) },
    snapshots: { folder: join(home, "snapshots"), room: { most: limits.snapshots, bytes: limits.snapshotBytes } },
    backups: { home, schedule: null, folder: backups?.schedule?.folder ?? null, ...backups },
    webhooks: { inside: [], warn: (line) => app.log.warn(line), ...webhooks },
    state: {
      ...{ home, hasData: true, backupFolder: null, origin: null, watches: false },
      warn: (line, kind) => app.log.warn({ warning: kind }, line),
      ...state,
    },
    onError,
  });
  const app = createApp({
    logLevel: "error",
    pseudonymSecret: () => "a secret for pseudonyms",
    shared,
    ...parts,
    watch,
    metrics: numbers && metricsToken ? { numbers, token: metricsToken, home } : null,
    store: seen,
    services,
    tokens,
    limits,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo; // listening on TCP

  return {
    url: `http://127.0.0.1:${port}`,
    store,
    accounts: services.accounts,
    backups: services.backups,
    state: services.state,
    tokens,
    shared,
    ownerId: owner.id,
    home,
    get file() {
      return engine === "sqlite" ? file : skipsElsewhere();
    },
    sql,
    close: async () => {
      await app.close();
      await store.close();
      await rm(home, { recursive: true });
    },
  };
}

/** Ends what a test uses with it, and what the tests of a file share with the file. Inside a test Vitest drops an `afterAll`. */
export const atEnd = (end: () => unknown): void =>
  (TestRunner.getCurrentTest() ? onTestFinished : afterAll)(async () => void (await end()));

/** Starts a server for the tests of one file, or for one test. */
export async function startForFile(options?: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(options);
  atEnd(() => server.close());
  return server;
}
