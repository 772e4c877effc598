import { existsSync, readFileSync } from "node:fs";
import { availableParallelism, hostname } from "node:os";
import { join } from "node:path";
import { beforeUpgrade } from "./backup/upgrade.ts";
import type { BothStores, ClusterOfDatabase, ExaminedStore, MovableStore } from "./cli/command.ts";
import type { Settings } from "./config.ts";
import type { Streams } from "./export/streams.ts";
import { type Home, HomeHeld, openHome } from "./home.ts";
import type { PostilStore } from "./http/handler.ts";
import { HOME_FILES, MOVED_NOTE } from "./own-files.ts";
import { reasonOf, StartFailure } from "./start-failure.ts";
import { Interrupted, storageReason } from "./storage/failure.ts";
import type { OpenedAs } from "./storage/postgres/store.ts";
import { openSqliteStore } from "./storage/sqlite/store.ts";
import type { WatchCall } from "./storage/store.ts";
import { shareOfSearcher } from "./storage/threads/lane.ts";
import { JOB_THREAD, STORE_THREAD } from "./threads.ts";
import { laneOf } from "./usecases/lanes.ts";
import type { Reads, Writes } from "./usecases/registry.ts";
import { SERVER_RULES } from "./usecases/server-rules.ts";

/** The one place that knows which engines there are: the embedded one of the home, and PostgreSQL. */

/** Each reading thread has its own page cache; more threads than this do not read faster. */
const MOST_READERS = 8;
const MIB = 2 ** 20;

type Say = (text: string, level?: "warn" | "error", error?: unknown) => void;

/** The embedded store is always of one process. A database is of all servers together, or of a command alone; anybody may look. */
type As = "server" | "alone" | "looking";
type How = { readonly watch?: WatchCall; readonly as?: As };

export async function openStore(
  settings: Settings,
  say: Say,
  { watch, as = "server" }: How = {},
): Promise<PostilStore> {
  const asOf: { readonly [A in As]: () => OpenedAs | undefined } = {
    server: () => ({ kind: "server", name: serverName(settings), rules: SERVER_RULES, say }),
    alone: () => ({
      kind: "alone",
      onLost: () => {
        say("The connection that kept servers from the database was lost; run this again.", "error");
        process.exit(1);
      },
    }),
    looking: () => undefined,
  };
  if (settings.databaseUrl === null && as === "server") refuseMoved(settings.home);
  try {
    return await (settings.databaseUrl === null
      ? openEmbedded(settings, say, watch)
      : openOnServer(settings.databaseUrl, {
          streams: settings.limits.exports,
          searchBytes: settings.searchMemory * MIB,
          watch,
          as: asOf[as](),
          onOutOfMemory: (error) => {
            say("The thread of the jobs ran out of memory; another has taken its place.", "error", error);
          },
        }));
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    throw new StartFailure(`${nameOf(settings)} cannot be opened: ${reason}. ${mendingOf(settings)}`);
  }
}

/** What people would do in a copy that was left behind is lost to all who use the database (PGS-51). */
function refuseMoved(home: string): void {
  const note = join(home, MOVED_NOTE);
  if (!existsSync(note)) return;
  throw new StartFailure(
    `The data of ${home} was moved to ${readFileSync(note, "utf8").trim()}: POSTIL_DATABASE_URL must name that database. ` +
      `To go on with the old data in the home all the same, remove the file ${note}.`,
  );
}

/** Its name among the servers of a database. */
export const serverName = ({ serverName: name }: Settings): string => name ?? `${hostname()}-${process.pid}`;

const fileIn = ({ home }: Settings): string => join(home, HOME_FILES.store);

const nameOf = (settings: Settings): string =>
  settings.databaseUrl === null ? `The store in ${fileIn(settings)}` : "The database of POSTIL_DATABASE_URL";

const mendingOf = ({ databaseUrl }: Settings): string =>
  databaseUrl === null
    ? "Mend that; in place of a damaged file restore the last backup with --force (docs/operations.md). Nothing was changed."
    : "Mend that, or the variable (docs/operations.md).";

/** The error if the store was opened but does not work; null: another error. */
export function unusable(settings: Settings, error: unknown): StartFailure | null {
  const reason = storageReason(error);
  if (reason !== null) return new StartFailure(`${nameOf(settings)} cannot be used: ${reason}. ${mendingOf(settings)}`);
  return error instanceof Interrupted ? new StartFailure(error.message) : null;
}

async function openEmbedded(settings: Settings, say: Say, watch?: WatchCall): Promise<PostilStore> {
  await beforeUpgrade({ home: settings.home, withoutCopy: settings.upgradeWithoutCopy, tell: say });
  return openSqliteStore<Reads, Writes, Streams>({
    file: fileIn(settings),
    readers: settings.readers ?? Math.max(2, Math.min(availableParallelism(), MOST_READERS)),
    streams: settings.limits.exports,
    entry: STORE_THREAD,
    searchBytes: settings.searchMemory * MIB,
    laneOf,
    watch,
    onOutOfMemory: (error) => {
      say("A thread of the store ran out of memory; another has taken its place.", "error", error);
    },
    onDeath: (error) => {
      // Without the thread, requests would only pile up unanswered.
      const told = unusable(settings, error);
      if (told) say(told.message, "error");
      else say("A thread of the store ended; the process ends too.", "error", error);
      process.exit(1);
    },
  });
}

type OnServer = {
  readonly streams: number;
  readonly searchBytes: number;
  readonly watch: WatchCall | undefined;
  readonly as?: OpenedAs | undefined;
  readonly onOutOfMemory?: (error: Error) => void;
  readonly vectorsEveryMs?: number | undefined;
};

/** What job-worker.ts can do. */
const STEPS: ReadonlySet<string> = new Set<keyof Writes>(["takeJobStep"]);

/** Use cases run in this process, so it loads them. */
export async function openOnServer(
  url: string,
  { searchBytes, onOutOfMemory, ...more }: OnServer,
): Promise<PostilStore> {
  const [{ openPostgresStore }, { reads, writes }, { streams }, { replyWriters }, { limitCopies }, { vectorMemory }] =
    await Promise.all([
      import("./storage/postgres/store.ts"),
      import("./usecases/registry.ts"),
      import("./export/streams.ts"),
      import("./http/reply-writers.ts"),
      import("./records/columns/room.ts"),
      import("./records/vectors/vector-copy.ts"),
    ]);
  const share = shareOfSearcher(searchBytes);
  limitCopies(share.bytes, share.perRecord);
  const operations = { whole: { ...reads, ...writes }, streams, writers: replyWriters };
  const aside = { entry: JOB_THREAD, names: STEPS, onOutOfMemory };
  const vectors = vectorMemory(searchBytes);
  return openPostgresStore<Reads, Writes, Streams>({ url, operations, laneOf, aside, vectors, ...more });
}

/** What a start says of a database beside the home. */
export function tellDatabase(settings: Settings, say: Say): void {
  if (settings.databaseUrl === null) return;
  say(
    `The data is in the database of POSTIL_DATABASE_URL, which several servers may use; this one is "${serverName(settings)}". Its backups are made with pg_dump (docs/operations.md).`,
  );
  if (existsSync(fileIn(settings))) say(`The data in ${fileIn(settings)} stays there and is not used.`);
}

/** Opens only the store. While a server has it open, it is read as it is at one moment, and cannot be rebuilt. */
export async function examineStore(settings: Settings, say: Say): Promise<ExaminedStore> {
  let home: Home | null = null;
  let held: HomeHeld | null = null;
  try {
    home = openHome(settings.home);
  } catch (error) {
    if (!(error instanceof HomeHeld) || error.holder === null) throw error;
    held = error;
  }
  try {
    if (held !== null && settings.databaseUrl === null) return await examineBeside(settings, held);
    const one = { ...settings, readers: 1 };
    const store = await openStore(one, say, { as: "looking" });
    const rebuild = async () => {
      if (settings.databaseUrl === null) return store.write("rebuildDerived", null, undefined);
      const alone = await openStore(one, say, { as: "alone" });
      await alone.write("rebuildDerived", null, undefined).finally(alone.close);
    };
    return {
      check: () => store.read("checkDerived", null, undefined),
      beyondBounds: () => store.read("listBeyondBounds", null, undefined),
      rebuild: () => (held === null ? rebuild() : Promise.reject(held)),
      close: async () => {
        await store.close();
        home?.release();
      },
    };
  } catch (error) {
    home?.release();
    throw error;
  }
}

async function examineBeside(settings: Settings, held: HomeHeld): Promise<ExaminedStore> {
  const [{ openMoment }, { upkeepCalls }] = await Promise.all([
    import("./storage/sqlite/store.ts"),
    import("./usecases/upkeep.ts"),
  ]);
  const { context, close } = openMoment(fileIn(settings));
  const { checkDerived, listBeyondBounds } = upkeepCalls.reads;
  return {
    check: () => checkDerived(context),
    beyondBounds: () => listBeyondBounds(context),
    rebuild: () => Promise.reject(held),
    close: async () => close(),
  };
}

/** Both engines, for `postil move`: the embedded one is opened first, as another process may have it. */
export async function openBoth(settings: Settings, say: Say): Promise<BothStores> {
  const home = openHome(settings.home);
  const closing: (() => Promise<void>)[] = [async () => home.release()];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  const open = async (from: Settings): Promise<MovableStore> => {
    const store = await openStore({ ...from, readers: 1 }, say, { as: "alone" });
    closing.push(() => store.close());
    return movable(store);
  };
  try {
    return { embedded: await open({ ...settings, databaseUrl: null }), database: await open(settings), close };
  } catch (error) {
    await close();
    throw unusable(settings, error) ?? error;
  }
}

/** The database as a cluster, for `postil distribute`; null: there is none. */
export async function clusterOf(settings: Settings, say: Say): Promise<ClusterOfDatabase | null> {
  const { databaseUrl } = settings;
  if (databaseUrl === null) return null;
  const { layOut, planCluster } = await import("./storage/postgres/cluster.ts");
  const orSay = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const reason = reasonOf(error);
      throw reason ? new StartFailure(`${nameOf(settings)} cannot be spread: ${reason}.`) : error;
    }
  };
  return {
    plan: () => orSay(() => planCluster(databaseUrl)),
    layOut: async (tell) => {
      // An open store keeps other servers away.
      const store = await openStore({ ...settings, readers: 1 }, say, { as: "alone" });
      try {
        return await orSay(() => layOut(databaseUrl, tell));
      } finally {
        await store.close();
      }
    },
  };
}

const movable = (store: PostilStore): MovableStore => ({
  rowsAfter: (table, after) => store.read("readMovedRows", null, { table, after }),
  lastKey: (table) => store.read("lastMovedRow", null, { table }),
  put: (table, rows) => store.write("writeMovedRows", null, { table, rows }),
  sumOf: (table) => store.read("sumOfTable", null, { table }),
  lastNumber: (table) => store.read("lastNumberOf", null, { table }),
  goOnAfter: (table, number) => store.write("goOnAfter", null, { table, number }),
  rebuild: () => store.write("rebuildDerived", null, undefined),
  check: () => store.read("checkDerived", null, undefined),
});
