import type { Micros } from "../time.ts";

/** Snapshots: a dataset as it was at one moment, under a name (SNP-01). */

export const SNAPSHOT_NAME = { min: 1, max: 80, pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u } as const;

/** The first digits of a hash, which people compare at a glance. */
export const shortHash = (hash: string): string => hash.slice(0, 12);

/** SHA-256 of the three parts of a dataset, in hexadecimal digits, and of all together (docs/snapshots.md). */
export type ContentHash = {
  readonly settings: string;
  readonly records: string;
  readonly answers: string;
  readonly hash: string;
};

/** What a file says about the snapshot that it came from. */
export type SnapshotSeal = {
  readonly name: string;
  readonly taken_at: string;
  /** Absent under pseudonyms, as `digests` is: both are made from names, so whoever has the file could try names. */
  readonly hash?: string;
  readonly digests?: Omit<ContentHash, "hash">;
  readonly counts: { readonly records: number; readonly answers: number };
  /** The parts of the records that this file does not have; absent if it has all. */
  readonly without?: readonly string[];
};

/** What a whole snapshot has, once it is there. */
export type TakenSnapshot = {
  readonly takenAt: Micros;
  readonly records: number;
  /** Responses of people; in a task dataset, annotated records. */
  readonly answers: number;
  /** The place in the history of the server: the number of the last change of an answer; 0: there was none. */
  readonly position: number;
  readonly bytes: number;
  readonly hash: string;
  /** Of several servers, the one that took it: the file is in its home. Null: there was one, or it had no name yet. */
  readonly server: string | null;
};

export type Snapshot = {
  readonly id: string;
  readonly name: string;
  /** Null: an administrator at the server's own machine. */
  readonly by: string | null;
  readonly askedAt: Micros;
  /** Null while it is being taken, or if that failed. */
  readonly taken: TakenSnapshot | null;
  /** Records read so far, of all. */
  readonly progress: { readonly done: number; readonly total: number | null };
  /** Why it was not taken; null if nothing went wrong so far. */
  readonly error: string | null;
};

/**
 * The name of a file from a snapshot: `letters@before-cleanup-1a2b3c4d5e6f`, in letters that every header can carry; under
 * pseudonyms `letters@before-cleanup-pseudonyms`.
 */
export function sealedName(dataset: string, { name, hash }: Pick<SnapshotSeal, "name" | "hash">): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replaceAll(/^-+|-+$/g, "");
  return `${dataset}@${[plain, hash === undefined ? "pseudonyms" : shortHash(hash)].filter((part) => part !== "").join("-")}`;
}
