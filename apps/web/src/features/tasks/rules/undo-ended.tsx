import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { announce } from "../../../ui/live-region.tsx";
import type { UndoEnd } from "./apply-run.ts";

type UndoEndedProps = { end: UndoEnd; total: number; onGoOn: () => void; onClose: () => void };

/** For how many records suggestions were taken back, and the way on where some are left. */
export function UndoEnded({ end: { state, done, restored, why }, total, onGoOn, onClose }: UndoEndedProps) {
  const { t } = useTranslation();
  const skipped = done - restored;
  const isDone = state === "done";
  const said = isDone
    ? t("taskRules.applying.undone", { count: restored })
    : t("taskRules.applying.partlyUndone", { done: restored, total });
  useEffect(() => announce(said), [said]);
  return (
    <>
      <div className="px-6">
        <p>{said}</p>
        {skipped > 0 && <p className="mt-2 text-soft">{t("taskRules.applying.notUndone", { count: skipped })}</p>}
        {why !== null && (
          <div className="mt-2">
            <InlineError message={why} />
          </div>
        )}
      </div>
      <footer className="flex justify-end gap-2 px-6 pt-4 pb-5">
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
