import type { Progress } from "@postil/domain/progress";
import { ChevronDown, ChevronUp, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Command } from "../../../lib/commands/command.ts";
import { SHORTCUTS_COMMAND } from "../../../lib/commands/command-overlays.tsx";
import { useCommandRegistry, usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { ProgressShare } from "./progress-share.tsx";

type FootProps = {
  guidelines: { open: boolean; command: Command };
  progress: { open: boolean; command: Command; figures: Progress | null };
  refresh: Command;
  /** the last action, with its undo */
  message: ReactNode;
};

/** The bottom rail: what opens from here, the last action, how far one is. Not on a phone (screens 1.2). */
export function Foot({ guidelines, progress, refresh, message }: FootProps) {
  const { t } = useTranslation();
  const registry = useCommandRegistry();
  return (
    <footer className="flex h-(--foot) items-center max-md:hidden wide:grid wide:grid-cols-(--columns)">
      <div className="flex min-w-0 flex-1 items-center gap-1 pl-4">
        <DrawerButton open={guidelines.open} command={guidelines.command} />
        <Button variant="ghost" keys="?" onClick={() => registry.run(SHORTCUTS_COMMAND)}>
          {t("annotation.foot.shortcuts")}
        </Button>
        <IconButton icon={RotateCw} label={t("annotation.foot.refresh")} onClick={refresh.run} />
        {message}
      </div>
      <div className="flex min-w-0 px-6">
        <DrawerButton open={progress.open} command={progress.command} className="min-w-0 flex-1">
          {progress.figures !== null && <ProgressShare progress={progress.figures} />}
        </DrawerButton>
      </div>
    </footer>
  );
}

type DrawerButtonProps = { open: boolean; command: Command; className?: string; children?: ReactNode };

/** The head of a drawer: it stays here while the drawer opens above it. */
function DrawerButton({ open, command, className, children }: DrawerButtonProps) {
  const keys = usePrintedKeys(command);
  return (
    <Button variant="ghost" aria-expanded={open} onClick={command.run} className={cx("gap-2", className)}>
      <Icon of={open ? ChevronDown : ChevronUp} size={14} />
      {command.label}
      {keys !== undefined && <KeyCap keys={keys} />}
      {children}
    </Button>
  );
}
