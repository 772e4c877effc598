import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Command } from "../../../lib/commands/command.ts";
import { mayRun } from "../../../lib/commands/command.ts";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import type { ActionMessage as Said } from "../saving/action-session.ts";

type ActionMessageProps = { action: Said | null; undo: Command; className?: string };

/** What was done last, in one line, with the way back: it never covers text or buttons (screens 1.4). */
export function ActionMessage({ action, undo, className }: ActionMessageProps) {
  const { t } = useTranslation();
  const keys = usePrintedKeys(undo);
  const nameOf = (position: number | null) =>
    position === null ? t("annotation.foot.someRecord") : t("annotation.record.label", { position });
  return (
    <p role="status" className={cx("flex min-w-0 items-center gap-2", className)}>
      {action !== null && (
        <>
          <span className="truncate text-soft">
            {t(`annotation.foot.message.${action.undone ? "undone" : action.kind}`, {
              record: nameOf(action.position),
            })}
          </span>
          {!action.undone && (
            <Button variant="ghost" icon={Undo2} keys={keys} disabled={!mayRun(undo)} onClick={undo.run}>
              {t("common.undo")}
            </Button>
          )}
        </>
      )}
    </p>
  );
}
