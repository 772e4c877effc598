import type { WorkFile } from "@postil/domain/outbox/read-work-file";
import { t } from "i18next";
import { absoluteTime } from "../../../lib/i18n/times.ts";
import { hasLocalStorage } from "../../../lib/storage.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { PlanGroups } from "./plan-groups.tsx";
import type { DatasetNameOf } from "./use-dataset-names.ts";
import { takingOf, useTakingIn } from "./use-taking-in.ts";

type TakeInDialogProps = {
  of: File;
  user: { readonly id: string; readonly username: string };
  nameOf: DatasetNameOf;
  onClose: () => void;
};

/** A file of unsent work: what it holds is shown before any of it is taken in (AUT-32, design/device.md#work). */
export function TakeInDialog({ of, user, nameOf, onClose }: TakeInDialogProps) {
  const { state, go } = useTakingIn(of, user);
  const count = state.step === "planned" ? takingOf(state.plan).length : 0;
  return (
    <Dialog
      isOpen
      width={600}
      onOpenChange={(open) => !open && onClose()}
      title={t(state.step === "done" ? "settings.takeIn.done" : "settings.takeIn.title")}
      footer={
        <>
          <Button variant={count > 0 ? "quiet" : "secondary"} onClick={onClose}>
            {t(count > 0 ? "common.cancel" : "common.close")}
          </Button>
          {count > 0 && (
            <Button variant="primary" onClick={go}>
              {t("settings.takeIn.go", { count })}
            </Button>
          )}
        </>
      }
    >
      <div className="max-h-[60vh] overflow-auto px-6">
        {state.step === "reading" && (
          <p className="text-soft tabular-nums">
            {state.count === 0
              ? t("settings.takeIn.reading", { name: of.name })
              : t("settings.takeIn.comparing", { done: state.done, count: state.count })}
          </p>
        )}
        {state.step === "refused" && (
          <p role="alert" className="text-danger [overflow-wrap:anywhere]">
            {state.why}
          </p>
        )}
        {(state.step === "planned" || state.step === "done") && (
          <>
            <p className="[overflow-wrap:anywhere]">
              {t("settings.takeIn.from", { name: of.name, time: exportTime(state.plan.file) })}
            </p>
            {count > 0 && (
              <p className="mt-1 text-small text-soft">
                {t(hasLocalStorage() ? "settings.takeIn.what" : "settings.takeIn.whatUnkept")}
              </p>
            )}
            <PlanGroups plan={state.plan} isDone={state.step === "done"} nameOf={nameOf} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function exportTime({ exportedAt }: WorkFile): string {
  const at = Date.parse(exportedAt);
  return Number.isNaN(at) ? exportedAt : absoluteTime(at);
}
