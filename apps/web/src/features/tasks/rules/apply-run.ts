import type { RecordSuggestion } from "@postil/domain/tasks/rules-suggestions";
import { useEffect, useRef, useState } from "react";
import { failureOf } from "../../../lib/api/failure.ts";
import { useUnsaved } from "../../../lib/unsaved.ts";
import { type Earlier, logSuggestions, restorePredictions, type Signed } from "../wire/log-suggestions.ts";
import type { RulesOf } from "../wire/rules-api.ts";
import { useRulesMode } from "./rules-mode.ts";
import { detailOf } from "./use-rule-writes.ts";

/** The progress of a run. Each call writes its portion completely or not at all. */
type Progress<Written> = {
  /** The number of records processed. */
  readonly done: number;
  /** The number of records left unchanged. */
  readonly skipped: number;
  /** The written records, also those of an unfinished portion. */
  readonly written: readonly Written[];
};

/** The written records with their earlier predictions. */
type ApplyProgress = Progress<Earlier>;
type UndoProgress = Progress<Pick<Earlier, "id">>;
const NOTHING_YET = { done: 0, skipped: 0, written: [] } as const;

type Ended = {
  readonly state: "done" | "stopped" | "failed";
  /** The reason for a failure, if the server gave one. */
  readonly why: string | null;
};
export type ApplyEnd = ApplyProgress & Ended;
export type UndoEnd = UndoProgress & Ended;

type Run<Written> = {
  readonly from: Progress<Written>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress<Written>) => void;
};

/** Small enough that other writers wait no longer for it than for each other. */
const PORTION = 250;

/** Writes suggestions in portions from a position on, until it is stopped or a call fails; written suggestions stay. */
const applySuggestions = (
  dataset: RulesOf,
  planned: readonly RecordSuggestion[],
  signed: Signed,
  run: Run<Earlier>,
): Promise<ApplyEnd> =>
  inPortions(
    planned,
    ({ record }) => record.id,
    run,
    (portion, onWritten) => logSuggestions(dataset, portion, signed, { signal: run.signal, onWritten }),
  );

/** Restores the earlier predictions in the same way. */
const undoSuggestions = (
  dataset: RulesOf,
  earlier: readonly Earlier[],
  { agent }: Signed,
  run: Run<Pick<Earlier, "id">>,
): Promise<UndoEnd> =>
  inPortions(
    earlier,
    ({ id }) => id,
    run,
    (portion, onWritten) => restorePredictions(dataset, portion, agent, { signal: run.signal, onWritten }),
  );

async function inPortions<Item, Written extends Pick<Earlier, "id">>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { from, signal, onProgress }: Run<Written>,
  write: (portion: readonly Item[], onWritten: (more: readonly Written[]) => void) => Promise<void>,
): Promise<Progress<Written> & Ended> {
  let { done, skipped, written } = from;
  const onWritten = (more: readonly Written[]) => {
    written = [...written, ...more];
  };
  // Part of the failed portion was written. If it were written again, the new suggestion would count as the earlier
  // prediction.
  const before = new Set(from.written.map(({ id }) => id));
  try {
    while (done < items.length) {
      signal.throwIfAborted();
      const portion = items.slice(done, done + PORTION);
      await write(
        portion.filter((item) => !before.has(idOf(item))),
        onWritten,
      );
      done += portion.length;
      skipped = done - written.length;
      onProgress({ done, skipped, written });
    }
  } catch (error) {
    if (signal.aborted) return { done, skipped, written, state: "stopped", why: null };
    if (failureOf(error) === null) throw error;
    return { done, skipped, written, state: "failed", why: detailOf(error) };
  }
  return { done, skipped, written, state: "done", why: null };
}

type Task = { readonly planned: readonly RecordSuggestion[]; readonly signed: Signed };
export type ApplyStage =
  | { readonly is: "choosing" }
  | (Task & { readonly is: "applying"; readonly progress: ApplyProgress })
  | (Task & { readonly is: "applied"; readonly end: ApplyEnd })
  | (Task & { readonly is: "undoing"; readonly end: ApplyEnd; readonly undo: UndoProgress })
  | (Task & { readonly is: "undone"; readonly end: ApplyEnd; readonly undo: UndoEnd });

/** Applies suggestions and undoes them, each from a position on. `onWritten` is called when records change. */
export function useApplyStages(onWritten: () => void) {
  const { dataset } = useRulesMode();
  const [stage, setStage] = useState<ApplyStage>({ is: "choosing" });
  const controller = useRef<AbortController>(undefined);
  const isRunning = stage.is === "applying" || stage.is === "undoing";
  useUnsaved("apply-rules", isRunning);
  useEffect(() => () => controller.current?.abort(), []);
  const newSignal = () => {
    controller.current = new AbortController();
    return controller.current.signal;
  };
  return {
    stage,
    isRunning,
    stop: () => controller.current?.abort(),
    apply: async ({ planned, signed }: Task, from: ApplyProgress = NOTHING_YET) => {
      const task = { planned, signed };
      const onProgress = (progress: ApplyProgress) => setStage({ is: "applying", ...task, progress });
      onProgress(from);
      const end = await applySuggestions(dataset, planned, signed, { from, signal: newSignal(), onProgress });
      setStage({ is: "applied", ...task, end });
      if (end.written.length > from.written.length) onWritten();
    },
    takeBack: async ({ planned, signed }: Task, end: ApplyEnd, from: UndoProgress = NOTHING_YET) => {
      const task = { planned, signed, end };
      const onProgress = (undo: UndoProgress) => setStage({ is: "undoing", ...task, undo });
      onProgress(from);
      const undo = await undoSuggestions(dataset, end.written, signed, { from, signal: newSignal(), onProgress });
      setStage({ is: "undone", ...task, undo });
      if (undo.written.length > from.written.length) onWritten();
    },
  };
}
