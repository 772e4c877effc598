import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useRulesMode } from "./rules-mode.ts";

/** Asks once, naming the rule (TOA-11). */
export function DeleteRule({ query, onClose }: { query: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { remove } = useRulesMode();
  const [isGoing, setIsGoing] = useState(false);
  const go = async () => {
    setIsGoing(true);
    await remove(query);
    onClose();
  };
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t("taskRules.delete.title")}
      onOpenChange={(stays) => !stays && onClose()}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} autoFocus>
            {t("common.cancel")}
          </Button>
          <Button variant="danger" onClick={() => void go()} disabled={isGoing}>
            {t("taskRules.delete.go")}
          </Button>
        </>
      }
    >
      <div className="px-6">
        <p className="max-h-24 overflow-auto font-mono text-small wrap-anywhere">{query}</p>
        <p className="mt-2 text-soft">{t("taskRules.delete.body")}</p>
      </div>
    </Dialog>
  );
}
