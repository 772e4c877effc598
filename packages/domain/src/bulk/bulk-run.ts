import { CHUNK } from "../outbox/outbox.ts";
import type { ResponseChange } from "../outbox/undo.ts";
import type { KnownResponse, OwnResponse } from "../records/record-status.ts";
import type { BulkItem, BulkJob } from "./bulk-job.ts";

/**
 * A bulk action under way, chunk after chunk (FBU-01). `stopping`: the chunk under way is the last one. `stopped`, `broken`
 * and `done` are ends: the reader stopped it, a call failed as a whole, every chunk was answered.
 */
export type BulkRun = {
  readonly phase: "running" | "stopping" | "stopped" | "broken" | "done";
  readonly jobs: readonly BulkJob[];
  readonly chunksDone: number;
  /** By record: what it held, and the response as the server now has it. */
  readonly saved: ReadonlyMap<string, { readonly before: OwnResponse | null; readonly after: KnownResponse }>;
  /** By record: why the server did not take it. */
  readonly refused: ReadonlyMap<string, string>;
  /** Why it broke; null while it has not. */
  readonly cause: BreakCause | null;
};

/**
 * What is known of a call that failed as a whole: it never went out, the server refused it, or did not know the caller any more - then
 * nothing of it is saved - or nobody can say what became of it.
 */
export type BreakCause = "unsent" | "refused" | "signed-out" | "unknown";

/** `now`: what is there in place of what was seen, null for none. */
export type ItemResult =
  | { readonly saved: KnownResponse }
  | { readonly refused: string; readonly now?: KnownResponse | null };

export function beginRun(jobs: readonly BulkJob[]): BulkRun {
  const phase = jobs.length === 0 ? "done" : "running";
  return { phase, jobs, chunksDone: 0, saved: new Map(), refused: new Map(), cause: null };
}

/** The records of the next call; none when no call is to follow. */
export function nextChunk({ phase, jobs, chunksDone }: BulkRun): readonly BulkJob[] {
  return phase === "running" ? jobs.slice(chunksDone * CHUNK, (chunksDone + 1) * CHUNK) : [];
}

/** Records that calls under way and to come will answer. */
export function stillToSave({ phase, jobs, chunksDone }: BulkRun): number {
  const left = jobs.length - chunksDone * CHUNK;
  if (phase === "running") return left;
  return phase === "stopping" ? Math.min(CHUNK, left) : 0;
}

/** The reply to the chunk under way: one result for each item that was sent, in their order (FBU-04, FBU-05). */
export function chunkAnswered(run: BulkRun, sent: readonly BulkItem[], results: readonly ItemResult[]): BulkRun {
  const saved = new Map(run.saved);
  const refused = new Map(run.refused);
  for (const [at, { recordId, before }] of sent.entries()) {
    const result = results[at] ?? { refused: "" };
    if ("saved" in result) saved.set(recordId, { before, after: result.saved });
    else refused.set(recordId, result.refused);
  }
  const chunksDone = run.chunksDone + 1;
  const over = chunksDone * CHUNK >= run.jobs.length;
  const phase = over ? "done" : run.phase === "stopping" ? "stopped" : "running";
  return { ...run, phase, chunksDone, saved, refused };
}

/** The call failed as a whole: none of its records is known to be saved, and none of the rest is tried. */
export function chunkBroke(run: BulkRun, cause: BreakCause): BulkRun {
  return { ...run, phase: "broken", cause };
}

export function askToStop(run: BulkRun): BulkRun {
  return run.phase === "running" ? { ...run, phase: "stopping" } : run;
}

/** Percent, a whole number: chunks done x 10 / records x 100, decimals cut off, at most 100 (FBU-06, FBU-07). */
export function percentDone({ chunksDone, jobs }: BulkRun): number {
  // Multiplied first: a share of 0.29 times 100 is less than 29 in floating point.
  return jobs.length === 0 ? 100 : Math.min(100, Math.trunc((chunksDone * CHUNK * 100) / jobs.length));
}

/** FBU-09: every chunk was answered, and nothing in any of them was refused. */
export function succeeded({ phase, refused }: BulkRun): boolean {
  return phase === "done" && refused.size === 0;
}

/** The records that are not saved, refused or not tried, in their order: they stay selected (FBU-10). */
export function unsaved({ jobs, saved }: BulkRun): readonly string[] {
  return jobs.map(({ target }) => target.record.id).filter((recordId) => !saved.has(recordId));
}

/** What the action did, for the history: one change for each record that was saved. `typed` as the record's own form held it. */
export function changesOf(
  { saved }: BulkRun,
  typedIn: (recordId: string) => ResponseChange["typed"],
): readonly ResponseChange[] {
  return [...saved].map(([recordId, { before, after }]) => ({ recordId, before, after, typed: typedIn(recordId) }));
}
