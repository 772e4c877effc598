import { DAY, type Micros } from "../time.ts";

/** A backup of all data, as a file on the server's machine. */
type Begun = { readonly id: string; readonly file: string; readonly at: Micros };

/** What owners are told of the backups of their server. */
export type Backups = {
  /** The last one that was made and verified. `at`: the moment that its data is of; `ms`: how long it took. */
  readonly last: (Begun & { readonly bytes: number; readonly ms: number }) | null;
  /** The last one that failed, unless a later one was made. */
  readonly failed: (Begun & { readonly scheduled: boolean; readonly why: string }) | null;
  readonly running: (Begun & BackupProgress & { readonly scheduled: boolean }) | null;
  /** Null: the server makes none by itself. */
  readonly schedule: (Omit<BackupSchedule, "every"> & { readonly everyHours: number; readonly nextAt: Micros }) | null;
};

/** In bytes, of copying and then of verifying. */
export type BackupProgress = { readonly done: number; readonly total: number; readonly verifying: boolean };

/** When the server makes backups by itself. */
export type BackupSchedule = {
  readonly folder: string;
  readonly every: Micros;
  /** The number of files that stay. */
  readonly keep: number;
};

export const HOUR: Micros = DAY / 24;

/**
 * When the next backup is due (BAK-06). One that was missed while the server was down is due at once, and one that failed is tried
 * again after an hour, or earlier if they are made more often. Times after `now` come from a clock that was set back.
 */
export function nextBackupAt(
  { every }: Pick<BackupSchedule, "every">,
  { made, failed }: { readonly made: Micros | null; readonly failed: Micros | null },
  now: Micros,
): Micros {
  const due = made === null || made > now ? now : made + every;
  return failed === null || failed > now ? due : Math.max(due, failed + Math.min(every, HOUR));
}
