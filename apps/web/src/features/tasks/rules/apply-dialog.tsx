import type { RecordSuggestion } from "@postil/domain/tasks/rule-matches";
import { t } from "i18next";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { failureOf } from "../../../lib/api/failure.ts";
import { useUnsaved } from "../../../lib/unsaved.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { type Earlier, logSuggestions, restorePredictions, type Signed, tookOver } from "../wire/rule-records.ts";
import { ApplyForm } from "./apply-form.tsx";
import { detailOf } from "./rule-writes.ts";
import { useRulesMode } from "./rules-mode.ts";

/** The dialog in stages: the choice, the progress, the result, and the undo (design/task-rules.md#apply). */
export function ApplyDialog({ onClose, onWritten }: { onClose: () => void; onWritten: () => void }) {
  const stages = useApplyStages(onWritten);
  const close = () => {
    // A running job stops only by its button: a key pressed by mistake would leave it unfinished.
    if (!stages.isRunning) onClose();
  };
  return (
    <Dialog title={titleOf(stages.stage)} width={560} onClose={close}>
      <Content {...stages} onClose={close} />
    </Dialog>
  );
}

const APPLIED = { done: "doneTitle", stopped: "stoppedTitle", failed: "failedTitle" } as const;
const UNDONE = { done: "undoneTitle", stopped: "stoppedTitle", failed: "undoFailedTitle" } as const;

function titleOf(stage: ApplyStage): string {
  if (stage.is === "choosing") return t("taskRules.apply");
  if (stage.is === "applied") return t(`taskRules.applying.${APPLIED[stage.end.state]}`);
  if (stage.is === "undone") return t(`taskRules.applying.${UNDONE[stage.undo.state]}`);
  return t(`taskRules.applying.${stage.is === "undoing" ? "undoing" : "running"}`);
}

type ContentProps = ReturnType<typeof useApplyStages> & { onClose: () => void };

function Content({ stage, apply, takeBack, stop, onClose }: ContentProps) {
  if (stage.is === "choosing")
    return <ApplyForm onStart={(planned, signed) => void apply({ planned, signed })} onCancel={onClose} />;
  const total = stage.planned.length;
  if (stage.is === "applying")
    return (
      <Running done={stage.progress.done} total={total} onStop={stop}>
        {t("taskRules.applying.stopHint")}
      </Running>
    );
  const { end } = stage;
  const written = end.written.length;
  if (stage.is === "undoing")
    return (
      <Running done={stage.undo.done} total={written} onStop={stop}>
        {t("taskRules.applying.stopUndoHint")}
      </Running>
    );
  if (stage.is === "undone") {
    const { undo } = stage;
    const restored = undo.written.length;
    return (
      <RunEnded
        end={undo}
        done={t("taskRules.applying.undone", { count: restored })}
        partly={t("taskRules.applying.partlyUndone", { done: restored, total: written })}
        notes={undo.skipped > 0 ? [t("taskRules.applying.notUndone", { count: undo.skipped })] : []}
        onGoOn={() => void takeBack(stage, end, undo)}
        onClose={onClose}
      />
    );
  }
  const { agent } = stage.signed;
  const replaced = end.written.filter((one) => tookOver(one, agent)).length;
  return (
    <RunEnded
      end={end}
      done={t("taskRules.applying.doneBody", { count: written, agent })}
      partly={t("taskRules.applying.partly", { done: written, total, agent })}
      notes={[
        ...(replaced > 0 ? [t("taskRules.applying.replaced", { count: replaced })] : []),
        ...(end.skipped > 0 ? [t("taskRules.applying.skipped", { count: end.skipped })] : []),
      ]}
      back={
        written > 0 && (
          <Button variant="quiet" onClick={() => void takeBack(stage, end)} className="mr-auto -ml-2">
            {t("taskRules.applying.undo")}
          </Button>
        )
      }
      onGoOn={() => void apply(stage, end)}
      onClose={onClose}
    />
  );
}

type RunningProps = { done: number; total: number; onStop: () => void; children: ReactNode };

/** The progress, with a button to stop. `children`: what a stop leaves behind. */
function Running({ done, total, onStop, children }: RunningProps) {
  const percent = Math.floor((done / Math.max(1, total)) * 100);
  return (
    <>
      <div className="px-6">
        <p className="tabular-nums">{t("taskRules.applying.written", { done, count: total })}</p>
        <ProgressBar label={t("taskRules.applying.progress")} percent={percent} className="my-3" />
        <p className="text-soft">{children}</p>
      </div>
      <footer className="flex justify-end px-6 pt-4 pb-5">
        <Button onClick={onStop} autoFocus>
          {t("taskRules.applying.stop")}
        </Button>
      </footer>
    </>
  );
}

type RunEndedProps = {
  end: Ended;
  /** The result: if everything is done, and if records are left. */
  done: string;
  partly: string;
  /** Further notes, one line each. */
  notes: readonly string[];
  back?: ReactNode;
  onGoOn: () => void;
  onClose: () => void;
};

/** The result of a run over many records, with a button to continue if records are left. */
function RunEnded({ end: { state, why }, done, partly, notes, back, onGoOn, onClose }: RunEndedProps) {
  const isDone = state === "done";
  const said = isDone ? done : partly;
  useEffect(() => announce(said), [said]);
  return (
    <>
      <div className="px-6">
        <p>{said}</p>
        {notes.map((note) => (
          <p key={note} className="mt-2 text-soft">
            {note}
          </p>
        ))}
        {why !== null && (
          <div className="mt-2">
            <InlineError message={why} />
          </div>
        )}
      </div>
      <footer className="flex justify-end gap-2 px-6 pt-4 pb-5">
        {back}
        <Button variant={isDone ? "primary" : "quiet"} onClick={onClose} autoFocus={isDone}>
          {t("taskRules.applying.close")}
        </Button>
        {!isDone && (
          <Button variant="primary" onClick={onGoOn} autoFocus>
            {t("taskRules.applying.goOn")}
          </Button>
        )}
      </footer>
    </>
  );
}

/** The progress of a run. Each call writes its portion completely or not at all. */
type Progress<Written> = {
  readonly done: number;
  /** The number of records left unchanged. */
  readonly skipped: number;
  /** The written records, also those of an unfinished portion. */
  readonly written: readonly Written[];
};

type Ended = {
  readonly state: "done" | "stopped" | "failed";
  /** The reason for a failure, if the server gave one. */
  readonly why: string | null;
};

/** The written records with their earlier predictions. */
type Applied = Progress<Earlier>;
type Undone = Progress<Pick<Earlier, "id">>;
const NOTHING_YET = { done: 0, skipped: 0, written: [] } as const;

type Task = { readonly planned: readonly RecordSuggestion[]; readonly signed: Signed };
type ApplyStage =
  | { readonly is: "choosing" }
  | (Task & { readonly is: "applying"; readonly progress: Applied })
  | (Task & { readonly is: "applied"; readonly end: Applied & Ended })
  | (Task & { readonly is: "undoing"; readonly end: Applied & Ended; readonly undo: Undone })
  | (Task & { readonly is: "undone"; readonly end: Applied & Ended; readonly undo: Undone & Ended });

/** Applies suggestions and undoes them, each from a position on. `onWritten` is called when records change. */
function useApplyStages(onWritten: () => void) {
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
