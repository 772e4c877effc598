import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { announce } from "../../../ui/live-region.tsx";
import { tookOver } from "../wire/log-suggestions.ts";
import type { ApplyEnd } from "./apply-run.ts";

type ApplyEndedProps = {
  end: ApplyEnd;
  total: number;
  agent: string;
  onUndo: () => void;
  onGoOn: () => void;
  onClose: () => void;
};

/** What was written, what was left out, the way back, and the way on where something is left. */
export function ApplyEnded({ end, total, agent, onUndo, onGoOn, onClose }: ApplyEndedProps) {
  const { t } = useTranslation();
  const { state, done, earlier, why } = end;
  const written = earlier.length;
  const skipped = done - written;
  const replaced = earlier.filter((one) => tookOver(one, agent)).length;
  const said =
    state === "done"
      ? t("taskRules.applying.doneBody", { count: written, agent })
      : t("taskRules.applying.partly", { done: written, total, agent });
  useEffect(() => announce(said), [said]);
  return (
    <>
      <div className="px-6">
        <p>{said}</p>
        {replaced > 0 && <p className="mt-2 text-soft">{t("taskRules.applying.replaced", { count: replaced })}</p>}
        {skipped > 0 && <p className="mt-2 text-soft">{t("taskRules.applying.skipped", { count: skipped })}</p>}
        {why !== null && (
          <div className="mt-2">
            <InlineError message={why} />
          </div>
        )}
      </div>
      <footer className="flex justify-end gap-2 px-6 pt-4 pb-5">
        {written > 0 && (
          <Button variant="quiet" onClick={onUndo} className="mr-auto -ml-2">
            {t("taskRules.applying.undo")}
          </Button>
        )}
        <Button variant={state === "done" ? "primary" : "quiet"} onClick={onClose} autoFocus={state === "done"}>
          {t("taskRules.applying.close")}
        </Button>
        {state !== "done" && (
          <Button variant="primary" onClick={onGoOn} autoFocus>
            {t("taskRules.applying.goOn")}
          </Button>
        )}
      </footer>
    </>
  );
}
