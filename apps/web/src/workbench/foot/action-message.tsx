import { t } from "i18next";
import { Redo2, Undo2 } from "lucide-react";
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
  redo: Command;
  canUndo: boolean;
};

/** What was done last, in one line, with the way back: it never covers text or buttons (design/shell.md#toasts). */
export function ActionMessage({ said, change, undo, redo, canUndo }: ActionMessageProps) {
  const { failed } = useOutbox();
  const back = change?.undone === true ? redo : undo;
  const keys = usePrintedKeys(back);
  const nameOf = ({ position, count }: Said) => {
    if (count > 1) return t("annotation.queue.count", { count });
    return position === null ? t("annotation.foot.someRecord") : t("annotation.record.label", { position });
  };
  const wordsOf = (done: Said) => {
    const notSaved = failed.some(({ recordId }) => recordId === done.recordId);
    const what = notSaved ? "notSaved" : done.undone ? "undone" : done.kind;
    return t(`annotation.foot.message.${what}`, { record: nameOf(done) });
  };
  const ofChange = change?.undone ? t("annotation.foot.message.undone", { record: change.text }) : change?.text;
  const text = ofChange ?? (said && wordsOf(said));
  const returns = change !== null || (said !== null && !said.undone && said.kind !== "skipped");
  return (
    <p role="status" className="ml-auto flex min-w-0 items-center gap-2 pr-2 max-md:min-h-11 max-md:pl-4">
      {text && (
        <span className="truncate text-soft" title={change?.text}>
          {text}
        </span>
      )}
      {returns && (
        <Button
          variant="ghost"
          icon={back === redo ? Redo2 : Undo2}
          keys={keys}
          disabled={change === null && !canUndo}
          onClick={back.run}
        >
          {t(back === redo ? "common.redo" : "common.undo")}
        </Button>
      )}
    </p>
  );
}
