import type { RecordSuggestion } from "@postil/domain/tasks/rules-suggestions";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUnsaved } from "../../../lib/unsaved.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Signed } from "../wire/log-suggestions.ts";
import { ApplyEnded } from "./apply-ended.tsx";
import { ApplyForm } from "./apply-form.tsx";
import { type ApplyEnd, type ApplyProgress, applySuggestions } from "./apply-run.ts";
import { ApplyRunning } from "./apply-running.tsx";
import { useRulesMode } from "./rules-mode.ts";

type Task = { readonly planned: readonly RecordSuggestion[]; readonly signed: Signed };
type Run = Task & { readonly progress: ApplyProgress; readonly end: ApplyEnd | null };

const TITLES = { done: "doneTitle", stopped: "stoppedTitle", failed: "failedTitle" } as const;

type ApplyDialogProps = { onClose: () => void; onWritten: () => void };

/** What is to be suggested, then how far it is, then what was written (design/task-rules.md#apply). */
export function ApplyDialog({ onClose, onWritten }: ApplyDialogProps) {
  const { t } = useTranslation();
  const { dataset } = useRulesMode();
  const [run, setRun] = useState<Run | null>(null);
  const stop = useRef<AbortController>(undefined);
  const isRunning = run !== null && run.end === null;
  useUnsaved("apply-rules", isRunning);
  useEffect(() => () => stop.current?.abort(), []);

  const go = async (task: Task, from: ApplyProgress) => {
    const controller = new AbortController();
    stop.current = controller;
    setRun({ ...task, progress: from, end: null });
    const end = await applySuggestions(dataset, task.planned, task.signed, {
      from,
      signal: controller.signal,
      onProgress: (progress) => setRun({ ...task, progress, end: null }),
    });
    setRun({ ...task, progress: end, end });
    if (end.written > from.written) onWritten();
  };
  const close = () => {
    // While it runs it is stopped by its button alone: a key pressed by mistake would leave it half done.
    if (!isRunning) onClose();
  };
  const title =
    run === null
      ? t("taskRules.apply")
      : t(`taskRules.applying.${run.end === null ? "running" : TITLES[run.end.state]}`);
  return (
    <Dialog isOpen title={title} width={560} onOpenChange={(stays) => !stays && close()}>
      {run === null ? (
        <ApplyForm
          onStart={(planned, signed) => void go({ planned, signed }, { done: 0, written: 0 })}
          onCancel={close}
        />
      ) : run.end === null ? (
        <ApplyRunning progress={run.progress} total={run.planned.length} onStop={() => stop.current?.abort()} />
      ) : (
        <ApplyEnded
          end={run.end}
          total={run.planned.length}
          agent={run.signed.agent}
          onGoOn={() => void go(run, run.progress)}
          onClose={close}
        />
      )}
    </Dialog>
  );
}
