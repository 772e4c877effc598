import { CHUNK } from "../outbox/due.ts";
import type { ResponseChange } from "../outbox/undo.ts";
import type {
  KnownResponse,
  LabeledRecord,
  OwnResponse,
  ResponseStatus,
  ResponseValues,
} from "../records/labeled-record.ts";

type Identified = Pick<LabeledRecord, "id">;

/** A record of a bulk action, with the reader's response as the page knows it. */
export type BulkTarget<Of extends Identified = Identified> = {
  readonly record: Of;
  readonly response: OwnResponse | null;
};

export type BulkJob<Of extends Identified = Identified> = {
  readonly target: BulkTarget<Of>;
  readonly status: ResponseStatus;
  /** Only the answered questions; the others stay as they are (FBU-11). */
  readonly values: ResponseValues;
};

/** One item of a bulk call, and the record's earlier response. */
export type BulkItem = {
  readonly recordId: string;
  readonly status: ResponseStatus;
  readonly values: ResponseValues | null;
  readonly before: OwnResponse | null;
};

/**
 * The response to send: the record's own with the job's values merged in (FBU-11). `response` is the record's response
 * now, which may have more than at the start of the action.
 */
export function bulkItem({ target, status, values }: BulkJob, response = target.response): BulkItem {
  const merged = { ...response?.values, ...values };
  const empty = Object.keys(merged).length === 0;
  return { recordId: target.record.id, status, values: empty ? null : merged, before: response };
}

/**
 * A bulk action in progress, chunk by chunk (FBU-01). `stopping`: the current chunk is the last one. Three phases are
 * final. `stopped`: the reader stopped it. `broken`: a whole call failed. `done`: every chunk was answered.
 */
export type BulkRun = {
  readonly phase: "running" | "stopping" | "stopped" | "broken" | "done";
  readonly jobs: readonly BulkJob[];
  readonly chunksDone: number;
  /** By record: its earlier response, and the one that the server has now. */
  readonly saved: ReadonlyMap<string, { readonly before: OwnResponse | null; readonly after: KnownResponse }>;
  /** By record: the reason why the server refused it. */
  readonly refused: ReadonlyMap<string, string>;
  /** The reason why it broke; null if it did not. */
  readonly cause: BreakCause | null;
};

/** `unsent`, `refused`, `signed-out`: nothing of the call is saved. `unknown`: its result is unknown. */
export type BreakCause = "unsent" | "refused" | "signed-out" | "unknown";

/** `now`: the response that is there instead of the one the reader saw, null for none. */
export type ItemResult =
  | { readonly saved: KnownResponse }
  | { readonly refused: string; readonly now?: KnownResponse | null };

export function beginRun(jobs: readonly BulkJob[]): BulkRun {
  const phase = jobs.length === 0 ? "done" : "running";
  return { phase, jobs, chunksDone: 0, saved: new Map(), refused: new Map(), cause: null };
}

/** The records of the next call; empty when no call follows. */
export function nextChunk({ phase, jobs, chunksDone }: BulkRun): readonly BulkJob[] {
  return phase === "running" ? jobs.slice(chunksDone * CHUNK, (chunksDone + 1) * CHUNK) : [];
}

export function stillToSave({ phase, jobs, chunksDone }: BulkRun): number {
  const left = jobs.length - chunksDone * CHUNK;
  if (phase === "running") return left;
  return phase === "stopping" ? Math.min(CHUNK, left) : 0;
}

/** Applies the reply to the current chunk: one result for each sent item, in their order (FBU-04, FBU-05). */
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

/** A whole call failed: none of its records is known to be saved, and the remaining ones are not tried. */
export function chunkBroke(run: BulkRun, cause: BreakCause): BulkRun {
  return { ...run, phase: "broken", cause };
}

export function askToStop(run: BulkRun): BulkRun {
  return run.phase === "running" ? { ...run, phase: "stopping" } : run;
}

/** Whole percent: chunks done x 10 / records x 100, decimals cut off, at most 100 (FBU-06, FBU-07). */
export function percentDone({ chunksDone, jobs }: BulkRun): number {
  // Multiplied before dividing: 0.29 times 100 is less than 29 in floating point.
  return jobs.length === 0 ? 100 : Math.min(100, Math.trunc((chunksDone * CHUNK * 100) / jobs.length));
}

/** FBU-09: true if every chunk was answered and no record was refused. */
export function succeeded({ phase, refused }: BulkRun): boolean {
  return phase === "done" && refused.size === 0;
}

/**
 * The records that are not saved, because they were refused or not tried, in their order: they stay selected (FBU-10).
 */
export function unsaved({ jobs, saved }: BulkRun): readonly string[] {
  return jobs.map(({ target }) => target.record.id).filter((recordId) => !saved.has(recordId));
}

/** One change for each saved record, for undo. `typed` is the content of the record's own form. */
export function changesOf(
  { saved }: BulkRun,
  typedIn: (recordId: string) => ResponseChange["typed"],
): readonly ResponseChange[] {
  return [...saved].map(([recordId, { before, after }]) => ({ recordId, before, after, typed: typedIn(recordId) }));
}
