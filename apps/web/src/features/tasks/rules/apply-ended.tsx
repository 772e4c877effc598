import { t } from "i18next";
import { Button } from "../../../ui/button.tsx";
import { tookOver } from "../wire/log-suggestions.ts";
import type { ApplyEnd } from "./apply-run.ts";
import { RunEnded } from "./run-ended.tsx";

type ApplyEndedProps = {
  end: ApplyEnd;
  total: number;
  agent: string;
  onUndo: () => void;
  onGoOn: () => void;
  onClose: () => void;
};

/** What was written, what was left out, the way back, and the way on where something is left. */
export function ApplyEnded({ end, total, agent, onUndo, ...ways }: ApplyEndedProps) {
  const { state, skipped, why } = end;
  const written = end.written.length;
  const replaced = end.written.filter((one) => tookOver(one, agent)).length;
  const isDone = state === "done";
  return (
    <RunEnded
      {...ways}
      isDone={isDone}
      said={
        isDone
          ? t("taskRules.applying.doneBody", { count: written, agent })
          : t("taskRules.applying.partly", { done: written, total, agent })
      }
      notes={[
        ...(replaced > 0 ? [t("taskRules.applying.replaced", { count: replaced })] : []),
        ...(skipped > 0 ? [t("taskRules.applying.skipped", { count: skipped })] : []),
      ]}
      why={why}
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
