import { t } from "i18next";
import { ChevronDown, ChevronUp, RotateCw } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { Command } from "../../lib/commands/command.ts";
import { useCommandRegistry, usePrintedKeys } from "../../lib/commands/commands-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { SHORTCUTS_COMMAND } from "../../ui/commands/command-overlays.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { KeyCap } from "../../ui/key-cap.tsx";
import type { FormChange, ActionMessage as Said } from "../saving/action-session.ts";
import { ActionMessage } from "./action-message.tsx";
import { ProgressShare } from "./progress-share.tsx";

type FootProps = {
  commands: {
    readonly guidelines: Command;
    readonly progress: Command;
    readonly refresh: Command;
    readonly undo: Command;
    readonly redo: Command;
  };
  guidelinesOpen: boolean;
  progressOpen: boolean;
  /** the last action */
  said: Said | null;
  /** what was changed since and not sent */
  change: FormChange | null;
  canUndo: boolean;
};

/** The bottom rail: what opens from here, the last action, how far one is. Not on a phone (design/shell.md#layout). */
export const Foot = memo(function Foot({ commands, guidelinesOpen, progressOpen, said, change, canUndo }: FootProps) {
  const registry = useCommandRegistry();
  return (
    <footer className="@container/foot low:hidden">
      <div className="flex h-(--foot) items-center wide:grid wide:grid-cols-(--columns)">
        <div className="flex min-w-0 flex-1 items-center gap-1 pl-4">
          <DrawerButton open={guidelinesOpen} command={commands.guidelines} />
          <Button
            variant="ghost"
            keys="?"
            onClick={() => registry.run(SHORTCUTS_COMMAND)}
            className="@max-[600px]/foot:hidden"
          >
            {t("annotation.foot.shortcuts")}
          </Button>
          <IconButton icon={RotateCw} label={commands.refresh.label} onClick={commands.refresh.run} />
          <ActionMessage said={said} change={change} undo={commands.undo} redo={commands.redo} canUndo={canUndo} />
        </div>
        <div className="flex min-w-0 px-6">
          <DrawerButton open={progressOpen} command={commands.progress} className="min-w-0 flex-1">
            <ProgressShare />
          </DrawerButton>
        </div>
      </div>
    </footer>
  );
});

type DrawerButtonProps = { open: boolean; command: Command; className?: string; children?: ReactNode };

/** The head of a drawer: it stays here while the drawer opens above it. */
function DrawerButton({ open, command, className, children }: DrawerButtonProps) {
  const keys = usePrintedKeys(command);
  return (
    <Button variant="ghost" aria-expanded={open} onClick={command.run} className={cx("gap-2", className)}>
      <Icon of={open ? ChevronDown : ChevronUp} size={14} />
      <span className={cx(children !== undefined && "@max-[600px]/foot:sr-only")}>{command.label}</span>
      {keys !== undefined && <KeyCap keys={keys} />}
      {children}
    </Button>
  );
}
