import { DAY, type Micros } from "../time.ts";

/** A backup of all data, as a file on the server's machine. */
type Begun = { readonly id: string; readonly file: string; readonly at: Micros };

/** What owners are told of the backups of their server. */
export type Backups = {
  /** The data is in a database of its own, whose backups the operator makes: this server makes none (PGS-33). */
  readonly elsewhere: boolean;
  /** Where an owner's backups go; null: the operator has named no folder, so owners cannot make any from the page. */
  readonly folder: string | null;
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

/** The file of the store. What was deleted leaves free room in it, which new rows fill, and which a compaction gives back (BAK-11). */
export type StoreFile = {
  readonly bytes: number;
  readonly free: number;
  /** False: an earlier version made it, and only the command can compact it, while no server runs. */
  readonly inParts: boolean;
  /** The room on the disk that a compaction needs meanwhile, and that there is. */
  readonly needs: number;
  readonly room: number;
  readonly running: (Compacting & { readonly done: number; readonly total: number }) | null;
  /** `given`: the bytes that the file became shorter. `why`: what is left to say; null: nothing. */
  readonly last: (Compacting & { readonly given: number; readonly ms: number; readonly why: string | null }) | null;
};
type Compacting = { readonly id: string; readonly at: Micros };

/** More free room than this, and than half of the file, is worth a word to owners. */
const MUCH_FREE = 500_000_000;
export const isMostlyFree = ({ bytes, free }: Pick<StoreFile, "bytes" | "free">): boolean =>
  free > MUCH_FREE && free > bytes / 2;
