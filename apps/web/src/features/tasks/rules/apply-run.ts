import type { RecordSuggestion } from "@postil/domain/tasks/rule-matches";
import { useEffect, useRef, useState } from "react";
import { failureOf } from "../../../lib/api/failure.ts";
import { useUnsaved } from "../../../lib/unsaved.ts";
import { type Earlier, logSuggestions, restorePredictions, type Signed } from "../wire/rule-records.ts";
import { detailOf } from "./rule-writes.ts";
import { useRulesMode } from "./rules-mode.ts";

/** The progress of a run. Each call writes its portion completely or not at all. */
type Progress<Written> = {
  readonly done: number;
  /** The number of records left unchanged. */
  readonly skipped: number;
  /** The written records, also those of an unfinished portion. */
  readonly written: readonly Written[];
};

export type Ended = {
  readonly state: "done" | "stopped" | "failed";
  /** The reason for a failure, if the server gave one. */
  readonly why: string | null;
};

/** The written records with their earlier predictions. */
type Applied = Progress<Earlier>;
type Undone = Progress<Pick<Earlier, "id">>;
const NOTHING_YET = { done: 0, skipped: 0, written: [] } as const;

type Task = { readonly planned: readonly RecordSuggestion[]; readonly signed: Signed };
export type ApplyStage =
  | { readonly is: "choosing" }
  | (Task & { readonly is: "applying"; readonly progress: Applied })
  | (Task & { readonly is: "applied"; readonly end: Applied & Ended })
  | (Task & { readonly is: "undoing"; readonly end: Applied & Ended; readonly undo: Undone })
  | (Task & { readonly is: "undone"; readonly end: Applied & Ended; readonly undo: Undone & Ended });

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
    apply: async ({ planned, signed }: Task, from: Applied = NOTHING_YET) => {
      const task = { planned, signed };
      const onProgress = (progress: Applied) => setStage({ is: "applying", ...task, progress });
      onProgress(from);
      const run: Run<RecordSuggestion, Earlier> = {
        ...{ items: planned, from, signal: newSignal(), onProgress },
        idOf: ({ record }) => record.id,
        write: (portion, wishes) => logSuggestions(dataset, portion, signed, wishes),
      };
      const end = await inPortions(run);
      setStage({ is: "applied", ...task, end });
      if (end.written.length > from.written.length) onWritten();
    },
    takeBack: async ({ planned, signed }: Task, end: Applied & Ended, from: Undone = NOTHING_YET) => {
      const task = { planned, signed, end };
      const onProgress = (undo: Undone) => setStage({ is: "undoing", ...task, undo });
      onProgress(from);
      const run: Run<Earlier, Pick<Earlier, "id">> = {
        ...{ items: end.written, from, signal: newSignal(), onProgress },
        idOf: ({ id }) => id,
        write: (portion, wishes) => restorePredictions(dataset, portion, signed.agent, wishes),
      };
      const undo = await inPortions(run);
      setStage({ is: "undone", ...task, undo });
      if (undo.written.length > from.written.length) onWritten();
    },
  };
}

/** Small enough that other writers wait no longer for it than for each other. */
const PORTION = 250;

type Run<Item, Written> = {
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  readonly from: Progress<Written>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress<Written>) => void;
  readonly write: (
    portion: readonly Item[],
    to: { readonly signal: AbortSignal; readonly onWritten: (more: readonly Written[]) => void },
  ) => Promise<void>;
};

/** Writes records in portions, until it is stopped or a call fails; written records stay. */
async function inPortions<Item, Written extends Pick<Earlier, "id">>(
  run: Run<Item, Written>,
): Promise<Progress<Written> & Ended> {
  const { items, idOf, signal, onProgress, write } = run;
  let { done, skipped, written } = run.from;
  const onWritten = (more: readonly Written[]) => {
    written = [...written, ...more];
  };
  // Part of the failed portion was written. If it were written again, the new suggestion would count as the earlier
  // prediction.
  const before = new Set(written.map(({ id }) => id));
  try {
    while (done < items.length) {
      signal.throwIfAborted();
      const portion = items.slice(done, done + PORTION);
      await write(
        portion.filter((item) => !before.has(idOf(item))),
        { signal, onWritten },
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
