import { DAY, type Micros } from "../time.ts";

/** What is about to go wrong with a server (WAT-07). The log, the metrics and the page of owners say it in their own words. */
export type Warning =
  /** The disk with the data, and another one with the folder of the backups (WAT-11). */
  | ({ readonly kind: DiskKind } & Disk)
  /** `of`: what comes near its limit, in bytes. `heap`: the objects of the thread that answers. */
  | { readonly kind: "memory"; readonly of: MemoryPart; readonly used: number; readonly limit: number }
  /** `behind`: the newest stored time is later than now. `forward`, `back`: the clock was set while the server ran. */
  | { readonly kind: "clock"; readonly how: "behind" | "forward" | "back"; readonly by: Micros }
  | { readonly kind: "certificate"; readonly host: string; readonly until: Micros; readonly expired: boolean };

export const DISK_KINDS = ["disk", "backup_disk"] as const;
type DiskKind = (typeof DISK_KINDS)[number];
/** Bytes. */
type Disk = { readonly free: number; readonly total: number };

export const WARNING_KINDS = [...DISK_KINDS, "memory", "clock", "certificate"] as const;

export const MEMORY_PARTS = ["heap", "process", "machine"] as const;
export type MemoryPart = (typeof MEMORY_PARTS)[number];

/** What was measured at one moment. Null: it cannot be known here. */
export type Measured = {
  readonly now: Micros;
  readonly disk: Disk | null;
  /** Null also if the backups are on the disk of the data, or have no folder. */
  readonly backupDisk: Disk | null;
  readonly memory: readonly { readonly of: MemoryPart; readonly used: number; readonly limit: number }[];
  /** The newest time in the store. */
  readonly newest: Micros | null;
  /** The last time that the clock was set while the server ran: by how much, and when. */
  readonly jump: { readonly by: Micros; readonly at: Micros } | null;
  /** The certificate that people see. */
  readonly certificate: { readonly host: string; readonly from: Micros; readonly until: Micros } | null;
};

const GIB = 2 ** 30;
/** A tenth of a small disk; on a large disk that would be more than a night's backups need. */
const LOW_DISK = { share: 0.1, most: 5 * GIB };
/** Of the machine's memory a good part is always in use. */
const FULL_SHARE: { readonly [P in MemoryPart]: number } = { heap: 0.9, process: 0.9, machine: 0.95 };
const MINUTE: Micros = DAY / 1440;
/** A smaller difference is the ordinary correction of a clock. */
export const CLOCK_OFF: Micros = MINUTE;
/** How long the clock's jump is told. */
const JUMP_TOLD: Micros = DAY / 24;
/** Certificates are renewed when a third of their time is left; some are valid for six days only. */
const CERTIFICATE_LEFT = { share: 0.2, most: 14 * DAY };
/** What was warned of must be better by this share before the warning goes, so that it does not come and go. */
const BETTER = 0.1;

/** `before`: what was warned of at the last measurement. In the order of the kinds, one of each at most. */
export function warningsOf(measured: Measured, before: ReadonlySet<Warning["kind"]>): readonly Warning[] {
  return WARNING_KINDS.flatMap((kind) => JUDGES[kind](measured, before.has(kind)) ?? []);
}

function lowDisk(kind: DiskKind, disk: Disk | null, was: boolean): Warning | null {
  if (disk === null) return null;
  const { free, total } = disk;
  const low = Math.min(total * LOW_DISK.share, LOW_DISK.most);
  return free < low * (was ? 1 + BETTER : 1) ? { kind, free, total } : null;
}

const JUDGES: { readonly [K in Warning["kind"]]: (measured: Measured, was: boolean) => Warning | null } = {
  disk: ({ disk }, was) => lowDisk("disk", disk, was),
  backup_disk: ({ backupDisk }, was) => lowDisk("backup_disk", backupDisk, was),
  memory: ({ memory }, was) => {
    const full = memory.find(({ of, used, limit }) => used >= limit * FULL_SHARE[of] * (was ? 1 - BETTER : 1));
    return full === undefined ? null : { kind: "memory", ...full };
  },
  clock: ({ now, newest, jump }) => {
    if (newest !== null && newest - now > CLOCK_OFF) return { kind: "clock", how: "behind", by: newest - now };
    if (jump === null || Math.abs(jump.by) <= CLOCK_OFF || Math.abs(now - jump.at) > JUMP_TOLD) return null;
    return { kind: "clock", how: jump.by > 0 ? "forward" : "back", by: Math.abs(jump.by) };
  },
  certificate: ({ now, certificate }) => {
    if (certificate === null) return null;
    const { host, from, until } = certificate;
    const left = Math.min((until - from) * CERTIFICATE_LEFT.share, CERTIFICATE_LEFT.most);
    return until - now < left ? { kind: "certificate", host, until, expired: until <= now } : null;
  },
};
