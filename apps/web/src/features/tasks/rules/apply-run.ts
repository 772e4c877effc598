import type { RecordSuggestion } from "@postil/domain/tasks/rules-suggestions";
import { failureOf } from "../../../lib/api/failure.ts";
import { type Earlier, logSuggestions, restorePredictions, type Signed } from "../wire/log-suggestions.ts";
import type { RulesOf } from "../wire/rules-api.ts";
import { detailOf } from "./detail-of.ts";

/** How far it is: the call of a portion is carried out whole or not at all. */
export type ApplyProgress = {
  /** How many records were gone through. */
  readonly done: number;
  /** Of these, those that were written, as they were before. */
  readonly earlier: readonly Earlier[];
};

export type UndoProgress = { readonly done: number; readonly restored: number };

type Ended = {
  readonly state: "done" | "stopped" | "failed";
  /** Why it failed, where the server said so. */
  readonly why: string | null;
};
export type ApplyEnd = ApplyProgress & Ended;
export type UndoEnd = UndoProgress & Ended;

type Run<Progress> = {
  readonly from: Progress;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
};

/** Few enough that others who write wait for it no longer than for each other. */
const PORTION = 250;

/** Writes suggestions portion by portion from a place on, until it is stopped or one fails; what is written stays. */
export const applySuggestions = (
  dataset: RulesOf,
  planned: readonly RecordSuggestion[],
  signed: Signed,
  run: Run<ApplyProgress>,
): Promise<ApplyEnd> =>
  inPortions(planned, run, async (portion, { done, earlier }) => ({
    done: done + portion.length,
    earlier: [...earlier, ...(await logSuggestions(dataset, portion, signed, run.signal))],
  }));

/** Puts back, in the same way, what was predicted before. */
export const undoSuggestions = (
  dataset: RulesOf,
  earlier: readonly Earlier[],
  { agent }: Signed,
  run: Run<UndoProgress>,
): Promise<UndoEnd> =>
  inPortions(earlier, run, async (portion, { done, restored }) => ({
    done: done + portion.length,
    restored: restored + (await restorePredictions(dataset, portion, agent, run.signal)),
  }));

async function inPortions<Item, Progress extends { readonly done: number }>(
  items: readonly Item[],
  { from, signal, onProgress }: Run<Progress>,
  write: (portion: readonly Item[], progress: Progress) => Promise<Progress>,
): Promise<Progress & Ended> {
  let progress = from;
  try {
    while (progress.done < items.length) {
      signal.throwIfAborted();
      progress = await write(items.slice(progress.done, progress.done + PORTION), progress);
      onProgress(progress);
    }
  } catch (error) {
    if (signal.aborted) return { ...progress, state: "stopped", why: null };
    if (failureOf(error) === null) throw error;
    return { ...progress, state: "failed", why: detailOf(error) };
  }
  return { ...progress, state: "done", why: null };
}
