import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import type { ApplyProgress } from "./apply-run.ts";

type ApplyRunningProps = { progress: ApplyProgress; total: number; onStop: () => void };

/** How far it is, and the way to stop it. */
export function ApplyRunning({ progress: { done }, total, onStop }: ApplyRunningProps) {
  const { t } = useTranslation();
  const percent = Math.floor((done / Math.max(1, total)) * 100);
  return (
    <>
      <div className="px-6">
        <p className="tabular-nums">{t("taskRules.applying.written", { done, total })}</p>
        <div
          role="progressbar"
          data-bar
          aria-label={t("taskRules.applying.progress")}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="my-3 h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div data-done className="h-full bg-accent" style={{ width: `${percent}%` }} />
        </div>
        <p className="text-soft">{t("taskRules.applying.stopHint")}</p>
      </div>
      <footer className="flex justify-end px-6 pt-4 pb-5">
        <Button onClick={onStop} autoFocus>
          {t("taskRules.applying.stop")}
        </Button>
      </footer>
    </>
  );
}
