import type { RecordSuggestion } from "@postil/domain/tasks/rules-suggestions";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUnsaved } from "../../../lib/unsaved.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Signed } from "../wire/log-suggestions.ts";
import { ApplyEnded } from "./apply-ended.tsx";
import { ApplyForm } from "./apply-form.tsx";
import {
  type ApplyEnd,
  type ApplyProgress,
  applySuggestions,
  type UndoEnd,
  type UndoProgress,
  undoSuggestions,
} from "./apply-run.ts";
import { ApplyRunning } from "./apply-running.tsx";
import { useRulesMode } from "./rules-mode.ts";
import { UndoEnded } from "./undo-ended.tsx";

type Task = { readonly planned: readonly RecordSuggestion[]; readonly signed: Signed };
type Stage =
  | { readonly is: "choosing" }
  | (Task & { readonly is: "applying"; readonly progress: ApplyProgress })
  | (Task & { readonly is: "applied"; readonly end: ApplyEnd })
  | (Task & { readonly is: "undoing"; readonly end: ApplyEnd; readonly undo: UndoProgress })
  | (Task & { readonly is: "undone"; readonly end: ApplyEnd; readonly undo: UndoEnd });

const APPLIED = { done: "doneTitle", stopped: "stoppedTitle", failed: "failedTitle" } as const;
const UNDONE = { done: "undoneTitle", stopped: "stoppedTitle", failed: "undoFailedTitle" } as const;

type ApplyDialogProps = { onClose: () => void; onWritten: () => void };

/** What is to be suggested, then how far it is, then what was written, and the way back (design/task-rules.md#apply). */
export function ApplyDialog({ onClose, onWritten }: ApplyDialogProps) {
  const { dataset } = useRulesMode();
  const [stage, setStage] = useState<Stage>({ is: "choosing" });
  const controller = useRef<AbortController>(undefined);
  const isRunning = stage.is === "applying" || stage.is === "undoing";
  useUnsaved("apply-rules", isRunning);
  useEffect(() => () => controller.current?.abort(), []);
  const newSignal = () => {
    controller.current = new AbortController();
    return controller.current.signal;
  };
  const stop = () => controller.current?.abort();

  const apply = async ({ planned, signed }: Task, from: ApplyProgress) => {
    const task = { planned, signed };
    const onProgress = (progress: ApplyProgress) => setStage({ is: "applying", ...task, progress });
    onProgress(from);
    const end = await applySuggestions(dataset, planned, signed, { from, signal: newSignal(), onProgress });
    setStage({ is: "applied", ...task, end });
    if (end.earlier.length > from.earlier.length) onWritten();
  };
  const takeBack = async ({ planned, signed }: Task, end: ApplyEnd, from: UndoProgress) => {
    const task = { planned, signed, end };
    const onProgress = (undo: UndoProgress) => setStage({ is: "undoing", ...task, undo });
    onProgress(from);
    const undo = await undoSuggestions(dataset, end.earlier, signed, { from, signal: newSignal(), onProgress });
    setStage({ is: "undone", ...task, undo });
    if (undo.restored > from.restored) onWritten();
  };
  const close = () => {
    // While it runs it is stopped by its button alone: a key pressed by mistake would leave it half done.
    if (!isRunning) onClose();
  };
  return (
    <Dialog isOpen title={useTitle(stage)} width={560} onOpenChange={(stays) => !stays && close()}>
      {stage.is === "choosing" ? (
        <ApplyForm
          onStart={(planned, signed) => void apply({ planned, signed }, { done: 0, earlier: [] })}
          onCancel={close}
        />
      ) : stage.is === "applying" ? (
        <ApplyRunning kind="apply" done={stage.progress.done} total={stage.planned.length} onStop={stop} />
      ) : stage.is === "undoing" ? (
        <ApplyRunning kind="undo" done={stage.undo.done} total={stage.end.earlier.length} onStop={stop} />
      ) : stage.is === "applied" ? (
        <ApplyEnded
          end={stage.end}
          total={stage.planned.length}
          agent={stage.signed.agent}
          onUndo={() => void takeBack(stage, stage.end, { done: 0, restored: 0 })}
          onGoOn={() => void apply(stage, stage.end)}
          onClose={close}
        />
      ) : (
        <UndoEnded
          end={stage.undo}
          total={stage.end.earlier.length}
          onGoOn={() => void takeBack(stage, stage.end, stage.undo)}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

function useTitle(stage: Stage): string {
  const { t } = useTranslation();
  if (stage.is === "choosing") return t("taskRules.apply");
  if (stage.is === "applied") return t(`taskRules.applying.${APPLIED[stage.end.state]}`);
  if (stage.is === "undone") return t(`taskRules.applying.${UNDONE[stage.undo.state]}`);
  return t(`taskRules.applying.${stage.is === "undoing" ? "undoing" : "running"}`);
}
