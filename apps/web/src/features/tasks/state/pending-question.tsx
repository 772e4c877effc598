import { t } from "i18next";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

type PendingQuestionProps = { count: number; onGo: () => void; onValidate: () => void; onStay: () => void };

/** Asks what to do with records that are edited but not validated (TST-13, TOA-15). */
export default function PendingQuestion({ count, onGo, onValidate, onStay }: PendingQuestionProps) {
  return (
    <Dialog
      role="alertdialog"
      onClose={onStay}
      title={t("tasks.guard.title", { count })}
      width={560}
      footer={
        <>
          <Button variant="ghost" onClick={onStay}>
            {t("tasks.guard.stay")}
          </Button>
          <Button onClick={onGo}>{t("tasks.guard.go")}</Button>
          <Button variant="primary" autoFocus onClick={onValidate}>
            {t("tasks.guard.validate")}
          </Button>
        </>
      }
    >
      <p className="px-6 text-lead text-soft">{t("tasks.guard.text")}</p>
    </Dialog>
  );
}
