import { setTimeout as pause } from "node:timers/promises";
import { type Client, DatabaseError } from "pg";
import type { Metric, VectorKind } from "../engine.ts";
import { CONNECTS_WITHIN } from "./claim.ts";
import { createClient, cutOff } from "./database.ts";
import { LOCKS } from "./locks.ts";
import { ask, bringUpToDate, drop, keptIn, sweep } from "./vector-index.ts";
import { indexOf, typeFor } from "./vector-search.ts";

/**
 * Makes indexes of vectors that are too many for copies in memory, where the server has the extension pgvector, keeps them up, and
 * removes those that nothing needs any more. One connection of all servers does it, beside all writes: putting a vector into the
 * index takes a millisecond, for which nobody should wait. So an index is behind, and knows by how much: `written_at` of
 * `vector_index` is the time up to which it has everything.
 */

export type VectorMemory = {
  readonly bytes: number;
  /** How many vectors a copy in memory has room for. */
  readonly mostRows: (kind: { readonly dimensions: number; readonly metric: Metric }) => number;
};

type Parts = {
  readonly url: string;
  readonly name: string;
  readonly memory: VectorMemory;
  readonly hasDuty: () => boolean;
  readonly say: (line: string) => void;
  readonly everyMs?: number | undefined;
};

/** How often what was written is put into indexes, and how often it is looked which ones are needed, ms. */
const EVERY = 2000;
const LOOKS_EVERY = 30_000;
/** Records that are removed together with others leave nothing here. Servers of an older version do not know that; ms. */
const SWEEPS_EVERY = 3_600_000;
/** The connection of a server that is paused ends after this time, so that another one can go on, ms. */
const SILENT = { silentMs: 30_000, inTransactionMs: 5000 } as const;
/** The oldest version of the extension with halves, and with searches that go on until enough was found. */
const OLDEST = [0, 8] as const;
const SCHEMA = "postil_vector";
const NOT_ALLOWED = "42501";
/** An index stays until a copy would have room for so much more: near the limit it would come and go. */
const STAYS = 0.8;

export function keepVectorIndexes(parts: Parts): { readonly close: () => Promise<void> } {
  const { url, name, hasDuty, say, everyMs = EVERY } = parts;
  const over = new AbortController();
  let client: Client | null = null;
  let said = "";
  const sayOnce = (line: string) => {
    if (line !== said) say(line);
    said = line;
  };
  const begin = async (): Promise<Client | null> => {
    const made = createClient(url, CONNECTS_WITHIN, { ...SILENT, name });
    made.on("error", () => {}); // its next statement fails
    await made.connect();
    // Whoever makes an index waits for all transactions that are older.
    await made.query("set lock_timeout = 0; set max_parallel_maintenance_workers = 0");
    const [lock] = await ask<{ taken: 0 | 1 }>(made, `select pg_try_advisory_lock(${LOCKS.vectors}) as taken`);
    if (lock?.taken) return made;
    await made.end();
    return null;
  };
  const isOver = () => over.signal.aborted || !hasDuty();
  const times = { looked: Number.NEGATIVE_INFINITY, swept: Number.NEGATIVE_INFINITY };
  const isDue = (what: keyof typeof times, every: number): boolean => {
    const now = performance.now();
    if (now - times[what] < every) return false;
    times[what] = now;
    return true;
  };
  const round = async () => {
    client ??= await begin();
    if (client === null) return;
    if (isDue("looked", Math.min(LOOKS_EVERY, everyMs * 10))) await look(client, parts.memory, sayOnce);
    const kept = await keptIn(client);
    const isSwept = kept.length > 0 && isDue("swept", SWEEPS_EVERY);
    for (const kind of kept) {
      if (isSwept) await sweep(client, kind);
      await bringUpToDate(client, kind, { isOver, say });
    }
  };
  const forget = () => {
    if (client) cutOff(client);
    client = null;
  };
  const keep = async () => {
    while (!over.signal.aborted) {
      // A connection that was cut, or a database that is not there: the next round begins anew.
      if (hasDuty()) await round().catch((error: unknown) => over.signal.aborted || fail(error));
      else forget();
      await pause(everyMs, undefined, { ref: false, signal: over.signal }).catch(() => {});
    }
  };
  const fail = (error: unknown) => {
    forget();
    if (error instanceof DatabaseError) sayOnce(`An index of vectors could not be kept up: ${error.message}.`);
  };
  const running = keep();
  return {
    close: async () => {
      over.abort();
      forget();
      await running;
    },
  };
}

/** True if the extension is there, or could be made, and of use; else the reason is told. */
async function hasExtension(client: Client, say: (line: string) => void): Promise<boolean> {
  const without = (why: string) => {
    say(`Vectors beyond the memory for copies are compared one by one: ${why}.`);
    return false;
  };
  if (await isSpread(client)) return without("the tables are spread over the servers of a cluster");
  const versionOf = async () => {
    const [found] = await ask<{ version: string }>(
      client,
      "select extversion as version from pg_extension where extname = 'vector'",
    );
    return found?.version ?? null;
  };
  let version = await versionOf();
  if (version === null) {
    const there = await ask(client, "select 1 as one from pg_available_extensions where name = 'vector'");
    if (there.length === 0) return without('the database server does not have the extension "vector" (pgvector)');
    try {
      await client.query(`create schema if not exists ${SCHEMA}; create extension vector schema ${SCHEMA}`);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== NOT_ALLOWED) throw error;
      return without(
        `the user of POSTIL_DATABASE_URL may not create the extension "vector" (${error.message}). Who may, does it: create schema ${SCHEMA}; create extension vector schema ${SCHEMA}; grant usage on schema ${SCHEMA} to the user`,
      );
    }
    version = await versionOf();
  }
  const [major = 0, minor = 0] = (version ?? "").split(".").map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    return without(`the extension "vector" is of version ${version}, and ${OLDEST.join(".")} or newer is needed`);
  return true;
}

/** True if the vectors are on other servers than the index would be. */
async function isSpread(client: Client): Promise<boolean> {
  const [cluster] = await ask<{ known: 0 | 1 }>(client, "select to_regclass('pg_dist_partition') is not null as known");
  if (!cluster?.known) return false;
  const found = await ask(client, "select 1 as one from pg_dist_partition where logicalrelid = 'vector'::regclass");
  return found.length > 0;
}

/** Begins indexes that are needed, and removes those that are not. */
async function look(client: Client, memory: VectorMemory, say: (line: string) => void): Promise<void> {
  const kept = await keptIn(client);
  const names = new Set(kept.map(indexOf));
  const wanted = await neededIn(client, memory, names);
  const needed = wanted.length > 0 && (await hasExtension(client, say)) ? wanted : [];
  const stays = new Set(needed.map(indexOf));
  for (const kind of kept) if (!stays.has(indexOf(kind))) await drop(client, kind);
  for (const kind of needed) {
    if (names.has(indexOf(kind))) continue;
    // What a command has left.
    await drop(client, kind);
    const { datasetKey, settingsKey, dimensions, metric } = kind;
    const row = [datasetKey, settingsKey, dimensions, metric];
    await ask(client, "insert into vector_index values ($1, $2, $3, $4, -1)", row);
  }
}

/** `most`: there are no more vectors than this. */
const KINDS = `
  select dataset.key as "datasetKey", kind.key as "settingsKey", dimensions, next_seq as most, 'cosine' as metric
    from vector_settings kind join dataset on dataset.id = kind.dataset_id
  union all
  select task_dataset.key, kind.key, dimensions, next_seq, 'distance'
    from task_vector kind join task_dataset on task_dataset.key = kind.dataset_key`;

/** The kinds of vectors that have no room in memory, and that the extension can index. `kept`: the names of indexes. */
async function neededIn(
  client: Client,
  { mostRows }: VectorMemory,
  kept: ReadonlySet<string>,
): Promise<readonly VectorKind[]> {
  const needed: VectorKind[] = [];
  for (const { most, ...kind } of await ask<VectorKind & { readonly most: number }>(client, KINDS)) {
    const fit = Math.floor(mostRows(kind) * (kept.has(indexOf(kind)) ? STAYS : 1));
    if (typeFor(kind.dimensions) === null || most <= fit) continue;
    const beyond = await ask(
      client,
      `select 1 as one from vector where dataset_key = $1 and vector_settings_key = $2
       order by written_at offset $3 limit 1`,
      [kind.datasetKey, kind.settingsKey, fit],
    );
    if (beyond.length > 0) needed.push(kind);
  }
  return needed;
}
