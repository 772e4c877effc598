import { t } from "i18next";
import type { UndoEnd } from "./apply-run.ts";
import { RunEnded } from "./run-ended.tsx";

type UndoEndedProps = { end: UndoEnd; total: number; onGoOn: () => void; onClose: () => void };

/** For how many records suggestions were taken back, and the way on where some are left. */
export function UndoEnded({ end, total, ...ways }: UndoEndedProps) {
  const { state, skipped, why } = end;
  const restored = end.written.length;
  const isDone = state === "done";
  return (
    <RunEnded
      {...ways}
      isDone={isDone}
      said={
        isDone
          ? t("taskRules.applying.undone", { count: restored })
          : t("taskRules.applying.partlyUndone", { done: restored, total })
      }
      notes={skipped > 0 ? [t("taskRules.applying.notUndone", { count: skipped })] : []}
      why={why}
    />
  );
}
