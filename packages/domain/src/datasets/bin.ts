import { DAY, type Micros } from "../time.ts";
import { DATASET_NAME } from "./names.ts";

/** Recently deleted datasets and records: each can be restored for some days, then it is removed for good. */

/** How many datasets are kept; one more removes the oldest, of its workspace or of all. */
export const MOST_DELETED = { inWorkspace: 100, inAll: 1000 } as const;

/**
 * How many deletions of records are kept, and how many bytes of records. One more removes the oldest, of its dataset or of
 * all; the newest is kept however large it is. From `joined` deletions of a dataset on, what the same person deletes there
 * within `JOINED_WITHIN` is one deletion: a program may delete records one by one.
 */
export const MOST_DELETED_RECORDS = { inDataset: 500, inAll: 2000, bytes: 2 ** 30, joined: 100 } as const;
export const JOINED_WITHIN: Micros = 60_000_000;

export const DELETED_KINDS = ["dataset", "records", "person"] as const;
export type DeletedKind = (typeof DELETED_KINDS)[number];

/** A deletion that can be undone. */
export type Deleted = {
  readonly id: string;
  readonly kind: DeletedKind;
  /** `deleting`, `restoring`: a job is doing it. */
  readonly state: "deleting" | "kept" | "restoring";
  /** Of the dataset that was deleted, or that the records were in; the user name of a person. */
  readonly name: string;
  /** The beginning of the first record; the whole name of a person; empty for a dataset. */
  readonly preview: string;
  /** One of TASKS, or FEEDBACK_TASK; the role of a person. */
  readonly task: string;
  /** Null if the workspace is deleted too, and for a person; `workspace` is its name, of a person those of all of theirs. */
  readonly workspaceId: string | null;
  readonly workspace: string;
  readonly records: number;
  /** Null for a task dataset, whose records have no separate answers. */
  readonly answers: number | null;
  readonly deletedAt: Micros;
  /** Null: an administrator at the server's own machine. */
  readonly deletedBy: { readonly username: string; readonly name: string } | null;
  readonly keptUntil: Micros;
};

export type Restoration = {
  /** The name under which it comes back if no other one is given. */
  readonly offeredName: string;
  /** When the dataset was made that has its name now; null if the name is free. */
  readonly takenAt: Micros | null;
  /** The records whose ids other records have now: they do not come back. 0 for a dataset. */
  readonly taken: number;
  readonly people: number;
  readonly drafts: number;
  /** The people who have answered and are no longer in the workspace, by name; at most {@link MOST_LEFT}. */
  readonly left: readonly { readonly name: string; readonly answers: number }[];
};

export const MOST_LEFT = 5;

/** The days in which what is deleted can be restored; 0: it is gone at once. */
export type KeepDays = { readonly keepDays: number };

export const keptUntil = (deletedAt: Micros, days: number): Micros => deletedAt + days * DAY;

/** The days that are left, the begun one included. */
export const daysLeft = (until: Micros, now: Micros): number => Math.max(0, Math.ceil((until - now) / DAY));

/** The name, or the first of `name-2`, `name-3` ... that is free. A long name is cut to make room. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const ending = `-${number}`;
    const offered = name.slice(0, DATASET_NAME.max - ending.length) + ending;
    if (!taken.has(offered)) return offered;
  }
}
