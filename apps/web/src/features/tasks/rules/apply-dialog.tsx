import { t } from "i18next";
import { type ReactNode, useEffect } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { announce } from "../../../ui/live-region.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { tookOver } from "../wire/log-suggestions.ts";
import { ApplyForm } from "./apply-form.tsx";
import { type ApplyEnd, type ApplyStage, type UndoEnd, useApplyStages } from "./apply-run.ts";

const APPLIED = { done: "doneTitle", stopped: "stoppedTitle", failed: "failedTitle" } as const;
const UNDONE = { done: "undoneTitle", stopped: "stoppedTitle", failed: "undoFailedTitle" } as const;

type ApplyDialogProps = { onClose: () => void; onWritten: () => void };

/** The dialog in stages: the choice, the progress, the result, and the undo (design/task-rules.md#apply). */
export function ApplyDialog({ onClose, onWritten }: ApplyDialogProps) {
  const stages = useApplyStages(onWritten);
  const title = useTitle(stages.stage);
  const close = () => {
    // A running job stops only by its button: a key pressed by mistake would leave it unfinished.
    if (!stages.isRunning) onClose();
  };
  return (
    <Dialog isOpen title={title} width={560} onOpenChange={(stays) => !stays && close()}>
      <Content {...stages} onClose={close} />
    </Dialog>
  );
}

type ContentProps = ReturnType<typeof useApplyStages> & { onClose: () => void };

function Content({ stage, apply, takeBack, stop, onClose }: ContentProps) {
  switch (stage.is) {
    case "choosing":
      return <ApplyForm onStart={(planned, signed) => void apply({ planned, signed })} onCancel={onClose} />;
    case "applying":
      return <ApplyRunning kind="apply" done={stage.progress.done} total={stage.planned.length} onStop={stop} />;
    case "undoing":
      return <ApplyRunning kind="undo" done={stage.undo.done} total={stage.end.written.length} onStop={stop} />;
    case "applied":
      return (
        <ApplyEnded
          end={stage.end}
          total={stage.planned.length}
          agent={stage.signed.agent}
          onUndo={() => void takeBack(stage, stage.end)}
          onGoOn={() => void apply(stage, stage.end)}
          onClose={onClose}
        />
      );
    case "undone":
      return (
        <UndoEnded
          end={stage.undo}
          total={stage.end.written.length}
          onGoOn={() => void takeBack(stage, stage.end, stage.undo)}
          onClose={onClose}
        />
      );
  }
}

function useTitle(stage: ApplyStage): string {
  if (stage.is === "choosing") return t("taskRules.apply");
  if (stage.is === "applied") return t(`taskRules.applying.${APPLIED[stage.end.state]}`);
  if (stage.is === "undone") return t(`taskRules.applying.${UNDONE[stage.undo.state]}`);
  return t(`taskRules.applying.${stage.is === "undoing" ? "undoing" : "running"}`);
}

type ApplyRunningProps = { kind: "apply" | "undo"; done: number; total: number; onStop: () => void };

/** The progress, with a button to stop. */
function ApplyRunning({ kind, done, total, onStop }: ApplyRunningProps) {
  const percent = Math.floor((done / Math.max(1, total)) * 100);
  return (
    <>
      <div className="px-6">
        <p className="tabular-nums">{t("taskRules.applying.written", { done, total })}</p>
        <ProgressBar label={t("taskRules.applying.progress")} percent={percent} className="my-3" />
        <p className="text-soft">{t(`taskRules.applying.${kind === "apply" ? "stopHint" : "stopUndoHint"}`)}</p>
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
  end: Pick<ApplyEnd, "state" | "why">;
  /** The result: if everything is done, and if records are left. */
  done: string;
  partly: string;
  /** Further notes, one line each. */
  notes: readonly string[];
  /** The undo button. */
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

type ApplyEndedProps = {
  end: ApplyEnd;
  total: number;
  agent: string;
  onUndo: () => void;
  onGoOn: () => void;
  onClose: () => void;
};

/** The records written and skipped, the undo, and a button to continue if records are left. */
function ApplyEnded({ end, total, agent, onUndo, ...ways }: ApplyEndedProps) {
  const { skipped } = end;
  const written = end.written.length;
  const replaced = end.written.filter((one) => tookOver(one, agent)).length;
  return (
    <RunEnded
      {...ways}
      end={end}
      done={t("taskRules.applying.doneBody", { count: written, agent })}
      partly={t("taskRules.applying.partly", { done: written, total, agent })}
      notes={[
        ...(replaced > 0 ? [t("taskRules.applying.replaced", { count: replaced })] : []),
        ...(skipped > 0 ? [t("taskRules.applying.skipped", { count: skipped })] : []),
      ]}
      back={
        written > 0 && (
          <Button variant="quiet" onClick={onUndo} className="mr-auto -ml-2">
            {t("taskRules.applying.undo")}
          </Button>
        )
      }
    />
  );
}

type UndoEndedProps = { end: UndoEnd; total: number; onGoOn: () => void; onClose: () => void };

/** How many records lost their suggestions again, with a button to continue if records are left. */
function UndoEnded({ end, total, ...ways }: UndoEndedProps) {
  const restored = end.written.length;
  return (
    <RunEnded
      {...ways}
      end={end}
      done={t("taskRules.applying.undone", { count: restored })}
      partly={t("taskRules.applying.partlyUndone", { done: restored, total })}
      notes={end.skipped > 0 ? [t("taskRules.applying.notUndone", { count: end.skipped })] : []}
    />
  );
}
