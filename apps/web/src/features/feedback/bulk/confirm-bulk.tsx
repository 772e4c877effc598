import { t } from "i18next";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { BulkAction } from "./use-bulk-run.ts";

type ConfirmBulkProps = {
  action: BulkAction;
  count: number;
  /** the values to write, shown as in the form */
  written: ReactNode;
  onGo: () => void;
  onCancel: () => void;
};

/**
 * Asks before more than 100 records are written: shows the number, the action and the values (FBU-12, design/bulk.md). Lazily
 * loaded.
 */
export default function ConfirmBulk({ action, count, written, onGo, onCancel }: ConfirmBulkProps) {
  const { kind, values } = action;
  const blank = Object.keys(values).length === 0;
  return (
    <Dialog
      role="alertdialog"
      onClose={onCancel}
      title={t(`bulk.confirm.title.${kind}`, { count })}
      footer={
        <>
          <Button autoFocus onClick={onCancel}>
            {t("common.cancel")}
          </Button>
          <Button variant={kind === "discarded" ? "danger" : "primary"} onClick={onGo}>
            {t(`bulk.confirm.go.${kind}`, { count })}
          </Button>
        </>
      }
    >
      <div className="px-6">
        <p>{t(kind === "discarded" && blank ? "bulk.confirm.discardedAsIs" : `bulk.confirm.${kind}`)}</p>
        {!blank && (
          <>
            <div className="mt-2 max-h-64 overflow-auto rounded-control bg-sunken px-3 py-2">{written}</div>
            <p className="mt-2 text-soft">{t("bulk.confirm.kept")}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
