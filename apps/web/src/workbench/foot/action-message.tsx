import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Command } from "../../lib/commands/command.ts";
import { usePrintedKeys } from "../../lib/commands/commands-provider.tsx";
import { useOutbox } from "../../lib/outbox/use-outbox.ts";
import { Button } from "../../ui/button.tsx";
import type { FormChange, ActionMessage as Said } from "../saving/action-session.ts";

type ActionMessageProps = {
  said: Said | null;
  /** stands for it, where something was changed since */
  change: FormChange | null;
  undo: Command;
  canUndo: boolean;
};

/** What was done last, in one line, with the way back: it never covers text or buttons (design/shell.md#toasts). */
export function ActionMessage({ said, change, undo, canUndo }: ActionMessageProps) {
  const { t } = useTranslation();
  const keys = usePrintedKeys(undo);
  const { failed } = useOutbox();
  const notSaved = said !== null && failed.some(({ recordId }) => recordId === said.recordId);
  const nameOf = ({ position, count }: Said) => {
    if (count > 1) return t("annotation.queue.count", { count });
    return position === null ? t("annotation.foot.someRecord") : t("annotation.record.label", { position });
  };
  return (
    <p role="status" className="ml-auto flex min-w-0 items-center gap-2 pr-2 max-md:min-h-11 max-md:pl-4">
      {change !== null && (
        <>
          <span className="truncate text-soft" title={change.text}>
            {change.text}
          </span>
          <Button variant="ghost" icon={Undo2} keys={keys} onClick={undo.run}>
            {t("common.undo")}
          </Button>
        </>
      )}
      {change === null && said !== null && (
        <>
          <span className="truncate text-soft">
            {t(`annotation.foot.message.${notSaved ? "notSaved" : said.undone ? "undone" : said.kind}`, {
              record: nameOf(said),
            })}
          </span>
          {!said.undone && said.kind !== "skipped" && (
            <Button variant="ghost" icon={Undo2} keys={keys} disabled={!canUndo} onClick={undo.run}>
              {t("common.undo")}
            </Button>
          )}
        </>
      )}
    </p>
  );
}
