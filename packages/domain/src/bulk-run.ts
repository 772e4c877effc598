import type { BulkItem } from "./bulk-answer.ts";
import type { KnownResponse } from "./record-status.ts";
import type { ResponseChange } from "./undo.ts";

/** Records that one call of a bulk action answers (FBU-01). */
export const CHUNK = 10;

/**
 * A bulk action under way, chunk after chunk (FBU-01). `stopping`: the chunk under way is the last one. `stopped`, `broken`
 * and `done` are ends: the reader stopped it, a call failed as a whole, every chunk was answered.
 */
export type BulkRun = {
  readonly phase: "running" | "stopping" | "stopped" | "broken" | "done";
  readonly items: readonly BulkItem[];
  readonly chunksDone: number;
  /** By record: the response as the server now has it. */
  readonly saved: ReadonlyMap<string, KnownResponse>;
  /** By record: why the server did not take it. */
  readonly refused: ReadonlyMap<string, string>;
};

export type ItemResult = { readonly saved: KnownResponse } | { readonly refused: string };

export function beginRun(items: readonly BulkItem[]): BulkRun {
  return { phase: items.length === 0 ? "done" : "running", items, chunksDone: 0, saved: new Map(), refused: new Map() };
}

/** The records of the next call; none when no call is to follow. */
export function nextChunk({ phase, items, chunksDone }: BulkRun): readonly BulkItem[] {
  return phase === "running" ? items.slice(chunksDone * CHUNK, (chunksDone + 1) * CHUNK) : [];
}

/** The reply to the chunk under way: one result for each of its records, in their order (FBU-04, FBU-05). */
export function chunkAnswered(run: BulkRun, results: readonly ItemResult[]): BulkRun {
  const saved = new Map(run.saved);
  const refused = new Map(run.refused);
  const chunk = run.items.slice(run.chunksDone * CHUNK, (run.chunksDone + 1) * CHUNK);
  for (const [at, { recordId }] of chunk.entries()) {
    const result = results[at] ?? { refused: "" };
    if ("saved" in result) saved.set(recordId, result.saved);
    else refused.set(recordId, result.refused);
  }
  const chunksDone = run.chunksDone + 1;
  const over = chunksDone * CHUNK >= run.items.length;
  const phase = over ? "done" : run.phase === "stopping" ? "stopped" : "running";
  return { ...run, phase, chunksDone, saved, refused };
}

/** The call failed as a whole: what became of its records is not known, and none of the rest is tried. */
export function chunkBroke(run: BulkRun): BulkRun {
  return { ...run, phase: "broken" };
}

export function askToStop(run: BulkRun): BulkRun {
  return run.phase === "running" ? { ...run, phase: "stopping" } : run;
}

export function isOver({ phase }: BulkRun): boolean {
  return phase === "stopped" || phase === "broken" || phase === "done";
}

/** Percent, a whole number: chunks done x 10 / records x 100, decimals cut off, at most 100 (FBU-06, FBU-07). */
export function percentDone({ chunksDone, items }: BulkRun): number {
  // Multiplied first: a share of 0.29 times 100 is less than 29 in floating point.
  return items.length === 0 ? 100 : Math.min(100, Math.trunc((chunksDone * CHUNK * 100) / items.length));
}

/** FBU-09: every chunk was answered, and nothing in any of them was refused. */
export function succeeded({ phase, refused }: BulkRun): boolean {
  return phase === "done" && refused.size === 0;
}

/** The records that are not saved, refused or not tried, in their order: they stay selected (FBU-10). */
export function unsaved({ items, saved }: BulkRun): readonly string[] {
  return items.map(({ recordId }) => recordId).filter((recordId) => !saved.has(recordId));
}

/** What the action did, for the history: one change for each record that was saved. `typed` as the record's own form held it. */
export function changesOf(
  { items, saved }: BulkRun,
  typedIn: (recordId: string) => ResponseChange["typed"],
): readonly ResponseChange[] {
  return items.flatMap(({ recordId, before }) => {
    const after = saved.get(recordId);
    return after === undefined ? [] : [{ recordId, before, after, typed: typedIn(recordId) }];
  });
}
