import { t } from "i18next";
import { Button } from "../../../ui/button.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";

type ApplyRunningProps = { kind: "apply" | "undo"; done: number; total: number; onStop: () => void };

/** How far it is, and the way to stop it. */
export function ApplyRunning({ kind, done, total, onStop }: ApplyRunningProps) {
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
