import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import type { ApplyEnd } from "./apply-run.ts";

type ApplyEndedProps = { end: ApplyEnd; total: number; agent: string; onGoOn: () => void; onClose: () => void };

/** What was written, what was left out, and the way on where something is left. */
export function ApplyEnded({ end, total, agent, onGoOn, onClose }: ApplyEndedProps) {
  const { t } = useTranslation();
  const { state, done, written, why } = end;
  const skipped = done - written;
  return (
    <>
      <div role="status" className="px-6">
        <p>
          {state === "done"
            ? t("taskRules.applying.doneBody", { count: written, agent })
            : t("taskRules.applying.partly", { done: written, total, agent })}
        </p>
        {skipped > 0 && <p className="mt-2 text-soft">{t("taskRules.applying.skipped", { count: skipped })}</p>}
        {why !== null && (
          <div className="mt-2">
            <InlineError message={why} />
          </div>
        )}
      </div>
      <footer className="flex justify-end gap-2 px-6 pt-4 pb-5">
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
