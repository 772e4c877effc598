import { stat, statfs } from "node:fs/promises";
import { isIP } from "node:net";
import { freemem, totalmem, uptime } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "node:tls";
import { getHeapStatistics } from "node:v8";
import { CLOCK_OFF, type Measured, WARNING_KINDS, type Warning, warningsOf } from "@postil/domain/accounts/warnings";
import { DAY, type Micros } from "@postil/domain/time";
import type { Store } from "../storage/store.ts";
import type { Reads, Writes } from "../usecases/registry.ts";

/** Looks at what could go wrong, and says it before it does (WAT-07): in the log, in the metrics and to owners. */

/** How often it looks, ms. */
const EVERY_MS = 30_000;
/** How often it looks at the certificate: a renewed one shall not be told of for another day. */
const CERTIFICATE_EVERY: { readonly usually: Micros; readonly warned: Micros } = { usually: DAY, warned: DAY / 24 };
/** A disk of the network may answer late or never. */
const DISK_WITHIN_MS = 2000;
const CONNECTED_WITHIN_MS = 5000;

type Looks = {
  /** `device`: which disk it is. */
  readonly disk: (folder: string) => Promise<(NonNullable<Measured["disk"]> & { readonly device: number }) | null>;
  readonly memory: () => Measured["memory"];
  /** The time, and the time since the machine started, which nobody sets. */
  readonly clock: () => { readonly now: Micros; readonly uptime: Micros };
};

export type ServerState = {
  warnings(): readonly Warning[];
  measured(): Measured;
  /** Looks now; for the timer and for tests. */
  look(): Promise<void>;
  stop(): void;
};

export type ServerStateParts = {
  readonly store: Pick<Store<Reads, Writes>, "read">;
  readonly home: string;
  /** Whether the data is on the disk of the home. */
  readonly hasData: boolean;
  /** The folder of the backups, or null. */
  readonly backupFolder: string | null;
  /** Where people reach the server; null: that is not known. */
  readonly origin: string | null;
  /** False for the server of a command, which is over soon. */
  readonly watches: boolean;
  readonly looks?: Partial<Looks>;
  /** `kind`: what the line is about. */
  readonly warn: (line: string, kind: Warning["kind"]) => void;
};

export function createServerState(given: ServerStateParts): ServerState {
  const { store, home, hasData, backupFolder, origin, watches, warn } = given;
  const looks: Looks = { disk: diskOf, memory, clock, ...given.looks };
  let certificateAt = Number.NEGATIVE_INFINITY;
  let offset: Micros | null = null;
  let warnings: readonly Warning[] = [];
  const { now } = looks.clock();
  let asked: ReturnType<Looks["disk"]> | null = null;
  let measured: Measured = {
    now,
    disk: null,
    backupDisk: null,
    memory: [],
    newest: null,
    jump: null,
    certificate: null,
  };

  /** The clock against the uptime: the difference changes only when somebody sets the clock, also while the machine sleeps. */
  const jumpAt = ({ now: at, uptime: up }: ReturnType<Looks["clock"]>): Measured["jump"] => {
    const by = offset === null ? 0 : at - up - offset;
    offset = at - up;
    return Math.abs(by) > CLOCK_OFF ? { by, at } : measured.jump;
  };
  const certificate = async (at: Micros) => {
    const every = warnings.some(({ kind }) => kind === "certificate")
      ? CERTIFICATE_EVERY.warned
      : CERTIFICATE_EVERY.usually;
    if (origin === null || Math.abs(at - certificateAt) < every) return measured.certificate;
    certificateAt = at;
    // A proxy that cannot be reached from here is no fault: what is known stays.
    return (await certificateOf(new URL(origin))) ?? measured.certificate;
  };
  /** Asked once at a time, so that a disk that never answers holds no more than one thread. */
  const backupDisk = () => {
    if (backupFolder === null) return null;
    asked ??= looks.disk(backupFolder).finally(() => {
      asked = null;
    });
    return Promise.race([asked, wait(DISK_WITHIN_MS, null, { ref: false })]);
  };
  const look = async () => {
    const time = looks.clock();
    const [disk, other] = await Promise.all([looks.disk(home), backupDisk()]);
    measured = {
      now: time.now,
      disk,
      backupDisk: other?.device === disk?.device ? null : other,
      memory: looks.memory(),
      newest: await newestIn(store),
      jump: jumpAt(time),
      certificate: await certificate(time.now),
    };
    const before = new Map(warnings.map((warning) => [warning.kind, warning]));
    warnings = warningsOf(hasData ? measured : { ...measured, disk: null }, new Set(before.keys()));
    for (const kind of WARNING_KINDS) {
      const warning = warnings.find((one) => one.kind === kind);
      const was = before.get(kind);
      if (warning && (!was || partOf(was) !== partOf(warning))) warn(sentenceOf(warning), kind);
      if (was && !warning) warn(OVER[kind], kind);
    }
  };
  const timer = watches ? setInterval(() => void look(), EVERY_MS).unref() : undefined;
  // The log is made after the services.
  if (watches) setImmediate(() => void look());
  return {
    warnings: () => warnings,
    measured: () => measured,
    look,
    stop: () => clearInterval(timer),
  };
}

/** A warning of another part is another one. */
const partOf = (warning: Warning): string =>
  "of" in warning ? warning.of : "how" in warning ? warning.how : "expired" in warning ? String(warning.expired) : "";

/** Null if the disk is gone: then every call says so, or every backup. */
async function diskOf(folder: string): ReturnType<Looks["disk"]> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize, device: (await stat(folder)).dev };
  } catch {
    return null;
  }
}

function memory(): Measured["memory"] {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  const limit = process.constrainedMemory();
  const total = totalmem();
  const isBounded = limit > 0 && limit < total;
  return [
    { of: "heap", used: used_heap_size, limit: heap_size_limit },
    ...(isBounded ? [{ of: "process", used: process.memoryUsage.rss(), limit } as const] : []),
    { of: "machine", used: total - freemem(), limit: total },
  ];
}

const clock: Looks["clock"] = () => ({ now: Date.now() * 1000, uptime: Math.round(uptime() * 1e6) });

/** Null if the store does not answer: /readyz and every call say so. */
const newestIn = (store: ServerStateParts["store"]): Promise<Micros | null> =>
  store.read("measureStore", null, undefined).then(
    ({ newest }) => newest,
    () => null,
  );

/** The certificate that is shown at an address, whoever signed it. Null: there is none, or nobody answers. */
function certificateOf({ protocol, hostname, port }: URL): Promise<Measured["certificate"]> {
  if (protocol !== "https:") return Promise.resolve(null);
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    // It is only looked at: nothing is sent.
    const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, ...name });
    const end = (found: Measured["certificate"]) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(CONNECTED_WITHIN_MS, () => end(null));
    socket.once("error", () => end(null));
    socket.once("secureConnect", () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      const [from, until] = [Date.parse(valid_from) * 1000, Date.parse(valid_to) * 1000];
      end(Number.isNaN(from) || Number.isNaN(until) ? null : { host: hostname, from, until });
    });
  });
}

const size = (bytes: number): string =>
  `${(bytes / 1e9).toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} GB`;
const day = (at: Micros): string => new Date(at / 1000).toISOString().slice(0, 10);
const span = (by: Micros): string => {
  const minutes = Math.round(by / (DAY / 1440));
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
};

function sentenceOf(warning: Warning): string {
  switch (warning.kind) {
    case "disk":
      return `The disk of the data has ${size(warning.free)} of ${size(warning.total)} left. When it is full, nothing that people do is saved.`;
    case "backup_disk":
      return `The disk of the backups has ${size(warning.free)} of ${size(warning.total)} left. When it is full, no backup is made.`;
    case "memory":
      return `${OF_MEMORY[warning.of]} ${size(warning.used)} of ${size(warning.limit)} of memory. Without memory the server ends.`;
    case "clock":
      if (warning.how === "behind")
        return `The clock of the machine is ${span(warning.by)} behind the newest time in the data. What is saved now has a wrong time.`;
      return `The clock of the machine was set ${span(warning.by)} ${warning.how} while the server runs. If it is wrong now, sign-ins and links end at a wrong time.`;
    case "certificate":
      return `The certificate of ${warning.host} ${warning.expired ? "ended" : "ends"} on ${day(warning.until)}. Browsers open no page with a certificate that is over.`;
  }
}

const OF_MEMORY = { heap: "The thread that answers uses", process: "The server uses", machine: "The machine uses" };

const OVER: { readonly [K in Warning["kind"]]: string } = {
  disk: "The disk of the data has enough room again.",
  backup_disk: "The disk of the backups has enough room again, or is not there.",
  memory: "There is enough memory again.",
  clock: "The clock of the machine is right again, or was set an hour ago.",
  certificate: "The certificate was renewed.",
};
