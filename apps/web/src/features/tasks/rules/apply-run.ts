import type { RecordSuggestion } from "@postil/domain/tasks/rules-suggestions";
import { failureOf } from "../../../lib/api/failure.ts";
import { logSuggestions, type Signed } from "../wire/log-suggestions.ts";
import type { RulesOf } from "../wire/rules-api.ts";
import { detailOf } from "./detail-of.ts";

/** How far it is: portions are written whole or not at all. */
export type ApplyProgress = {
  /** How many records were gone through, and of these how many have the suggestion now. */
  readonly done: number;
  readonly written: number;
};

export type ApplyEnd = ApplyProgress & {
  readonly state: "done" | "stopped" | "failed";
  /** Why it failed, where the server said so. */
  readonly why: string | null;
};

/** Few enough that a person who answers one of them meanwhile is hardly ever in between. */
const PORTION = 250;

/** Writes suggestions portion by portion from a place on, until it is stopped or one fails; what is written stays. */
export async function applySuggestions(
  dataset: RulesOf,
  planned: readonly RecordSuggestion[],
  signed: Signed,
  run: {
    readonly from: ApplyProgress;
    readonly signal: AbortSignal;
    readonly onProgress: (progress: ApplyProgress) => void;
  },
): Promise<ApplyEnd> {
  let { done, written } = run.from;
  try {
    while (done < planned.length) {
      run.signal.throwIfAborted();
      const portion = planned.slice(done, done + PORTION);
      written += await logSuggestions(dataset, portion, signed, run.signal);
      done += portion.length;
      run.onProgress({ done, written });
    }
  } catch (error) {
    if (run.signal.aborted) return { done, written, state: "stopped", why: null };
    if (failureOf(error) === null) throw error;
    return { done, written, state: "failed", why: detailOf(error) };
  }
  return { done, written, state: "done", why: null };
}
