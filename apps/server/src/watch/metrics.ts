import { stat } from "node:fs/promises";
import { WARNING_KINDS } from "@postil/domain/accounts/warnings";
import { JOB_STATES } from "@postil/domain/jobs/job";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type CallTimes, type DatabaseLoad, STORE_LANES, type Store, type StoreLane } from "../storage/store.ts";
import type { Measures } from "../usecases/upkeep.ts";
import { mainLane, type WatchedCall } from "./calls.ts";
import type { ServerState } from "./state.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** An answered request. `route`: the pattern, never the path, so that there are as many labels as routes. */
export type AnsweredCall = {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly call: WatchedCall | null;
};

export type MetricsSources = {
  readonly store: Pick<Store<Record<never, never>, Record<never, never>>, "load">;
  readonly measure: () => Promise<Measures>;
  readonly state: Pick<ServerState, "measured" | "warnings">;
  readonly isFull: () => boolean;
  readonly backup: () => { readonly lastAt: number | null; readonly failed: boolean };
  /** The database and its write log; null: the data is on another server. */
  readonly files: { readonly data: string; readonly log: string } | null;
};

/** Seconds: a save takes a millisecond, a search of a million records some seconds. */
const BUCKETS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
const NO_DATABASE: DatabaseLoad = { connections: { open: 0, busy: 0 }, standbys: { count: 0, behind: 0 } };
/** What was collected answers all who ask within this time, ms. */
const KEPT_MS = 1000;

/** The numbers for Prometheus (WAT-03). No label has a name or an id. */
export function createMetrics(version: string) {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `postil_${name}`, help, labelNames, registers });
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name: `postil_${name}`, help, labelNames, registers });
  const histogram = (name: string, help: string) =>
    new Histogram({ name: `postil_${name}`, help, labelNames: ["lane"], buckets: BUCKETS, registers });

  gauge("info", "The version that runs; always 1.", ["version"]).set({ version }, 1);
  const requests = counter("requests_total", "Answered requests.", ["method", "route", "status"]);
  const seconds = counter("request_seconds_total", "Time from the first byte to the end of the reply.", [
    "method",
    "route",
  ]);
  const answers = histogram(
    "request_duration_seconds",
    "The same time, by the lane of the store that took most of it.",
  );
  const waits = histogram("store_wait_seconds", "How long calls of the store waited for a thread.");
  const calls = histogram("store_call_seconds", "How long calls of the store took with their wait.");
  const open = gauge("store_calls", "Calls of the store that wait or run.", ["lane", "state"]);
  const oldest = gauge("store_oldest_wait_seconds", "The longest wait of a call that waits now.", ["lane"]);
  const heap = gauge("memory_bytes", "Memory by part: objects and buffers of threads, and all of the process.", [
    "part",
    "of",
  ]);
  const limits = gauge(
    "memory_limit_bytes",
    "What may be used: by the thread that answers, by the process, by the machine.",
    ["part"],
  );
  const disk = gauge("disk_free_bytes", "Left on the disk of the home folder.");
  const diskTotal = gauge("disk_total_bytes", "The size of that disk.");
  const backupDisk = gauge("backup_disk_free_bytes", "Left on another disk of the backups; 0: there is none.");
  const backupDiskTotal = gauge("backup_disk_total_bytes", "The size of that disk.");
  const full = gauge("disk_full", "1: nothing can be saved.");
  const files = gauge("store_file_bytes", "The database, and its write log.", ["file"]);
  const connections = gauge("database_connections", "Connections of this process to the database server.", ["state"]);
  const standbys = gauge("database_standbys", "Standbys that follow the database server.");
  const standbyBehind = gauge("database_standby_behind_bytes", "How far the last of them is behind.");
  const jobs = gauge("jobs", "Jobs by state.", ["state"]);
  const events = gauge("webhook_events_waiting", "Events that wait for webhooks.");
  const eventAge = gauge("webhook_oldest_event_seconds", "The age of the oldest event that waits; 0: none waits.");
  const backupAt = gauge("backup_last_timestamp_seconds", "When the last backup was made; 0: never.");
  const backupFailed = gauge("backup_failed", "1: the last backup failed.");
  const certificate = gauge(
    "certificate_end_timestamp_seconds",
    "When the certificate of POSTIL_BASE_URL ends; 0: not known.",
  );
  const behind = gauge("clock_behind_seconds", "How far the clock is behind the newest stored time.");
  const warned = gauge("warning", "1: owners are told of it now.", ["kind"]);

  const setDatabase = (database: DatabaseLoad | null) => {
    const { connections: links, standbys: known } = database ?? NO_DATABASE;
    connections.set({ state: "busy" }, links.busy);
    connections.set({ state: "idle" }, links.open - links.busy);
    // A number that is not known is left out: nothing behind would be good news.
    if (known === null) standbys.remove();
    else standbys.set(known.count);
    if (known === null || known.behind === null) standbyBehind.remove();
    else standbyBehind.set(known.behind);
  };
  const setStore = async ({ store, files: paths }: MetricsSources) => {
    const load = await store.load();
    for (const lane of STORE_LANES) {
      const { waiting, running, oldestWaitMs } = load.lanes[lane];
      open.set({ lane, state: "waiting" }, waiting);
      open.set({ lane, state: "running" }, running);
      oldest.set({ lane }, oldestWaitMs / 1000);
    }
    heap.reset();
    const { rss, heapUsed, external } = process.memoryUsage();
    heap.set({ part: "process", of: "all" }, rss);
    for (const one of [{ role: "main", heap: heapUsed, buffers: external }, ...load.threads]) {
      heap.inc({ part: one.role, of: "objects" }, one.heap);
      heap.inc({ part: one.role, of: "buffers" }, one.buffers);
    }
    setDatabase(load.database);
    files.set({ file: "data" }, paths === null ? 0 : await sizeOf(paths.data));
    files.set({ file: "log" }, paths === null ? 0 : await sizeOf(paths.log));
  };
  const setWork = async ({ measure, backup }: MetricsSources) => {
    const { jobs: byState, events: sending } = await measure();
    for (const state of JOB_STATES) jobs.set({ state }, byState[state] ?? 0);
    events.set(sending.waiting);
    eventAge.set(sending.since === null ? 0 : Math.max(0, Date.now() / 1000 - sending.since / 1e6));
    const { lastAt, failed } = backup();
    backupAt.set((lastAt ?? 0) / 1e6);
    backupFailed.set(failed ? 1 : 0);
  };
  const setState = ({ state, isFull }: MetricsSources) => {
    const { now, memory, disk: ofDisk, backupDisk: ofBackups, newest, certificate: shown } = state.measured();
    for (const { of, limit } of memory) limits.set({ part: of }, limit);
    disk.set(ofDisk?.free ?? 0);
    diskTotal.set(ofDisk?.total ?? 0);
    backupDisk.set(ofBackups?.free ?? 0);
    backupDiskTotal.set(ofBackups?.total ?? 0);
    full.set(isFull() ? 1 : 0);
    certificate.set((shown?.until ?? 0) / 1e6);
    behind.set(newest === null ? 0 : Math.max(0, (newest - now) / 1e6));
    const kinds = new Set(state.warnings().map(({ kind }) => kind));
    for (const kind of WARNING_KINDS) warned.set({ kind }, kinds.has(kind) ? 1 : 0);
  };
  const collect = async (sources: MetricsSources): Promise<string> => {
    await Promise.all([setStore(sources), setWork(sources)]);
    setState(sources);
    return registry.metrics();
  };
  let kept: { readonly at: number; readonly text: Promise<string> } | null = null;

  return {
    contentType: registry.contentType,
    request: ({ method, route, status, ms, call }: AnsweredCall): void => {
      requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` });
      seconds.inc({ method, route }, ms / 1000);
      answers.observe({ lane: (call && mainLane(call)?.lane) ?? "none" }, ms / 1000);
    },
    storeCall: (lane: StoreLane, { waitedMs, ms }: CallTimes): void => {
      waits.observe({ lane }, waitedMs / 1000);
      calls.observe({ lane }, ms / 1000);
    },
    text: (sources: MetricsSources): Promise<string> => {
      if (kept === null || performance.now() - kept.at > KEPT_MS)
        kept = { at: performance.now(), text: collect(sources) };
      return kept.text;
    },
  };
}

/** A log that is empty may be gone. */
const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
