import { t } from "i18next";
import { Dialog } from "../../../ui/dialog.tsx";
import { ApplyEnded } from "./apply-ended.tsx";
import { ApplyForm } from "./apply-form.tsx";
import { ApplyRunning } from "./apply-running.tsx";
import { UndoEnded } from "./undo-ended.tsx";
import { type ApplyStage, useApplyStages } from "./use-apply-stages.ts";

const APPLIED = { done: "doneTitle", stopped: "stoppedTitle", failed: "failedTitle" } as const;
const UNDONE = { done: "undoneTitle", stopped: "stoppedTitle", failed: "undoFailedTitle" } as const;

type ApplyDialogProps = { onClose: () => void; onWritten: () => void };

/** What is to be suggested, then how far it is, then what was written, and the way back (design/task-rules.md#apply). */
export function ApplyDialog({ onClose, onWritten }: ApplyDialogProps) {
  const stages = useApplyStages(onWritten);
  const title = useTitle(stages.stage);
  const close = () => {
    // While it runs it is stopped by its button alone: a key pressed by mistake would leave it half done.
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
