import { t } from "i18next";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useRulesMode } from "./rules-mode.ts";

/** Asks once, naming the rule (TOA-11). */
export function DeleteRule({ query, onClose }: { query: string; onClose: () => void }) {
  const { remove } = useRulesMode();
  const [isGoing, setIsGoing] = useState(false);
  const go = async () => {
    setIsGoing(true);
    await remove(query);
    onClose();
  };
  return (
    <ConfirmDialog
      title={t("taskRules.delete.title")}
      action={t("taskRules.delete.go")}
      isGoing={isGoing}
      onClose={onClose}
      onConfirm={() => void go()}
    >
      <p translate="no" className="max-h-24 overflow-auto font-mono text-small wrap-anywhere">
        {query}
      </p>
      <p className="mt-2 text-soft">{t("taskRules.delete.body")}</p>
    </ConfirmDialog>
  );
}
