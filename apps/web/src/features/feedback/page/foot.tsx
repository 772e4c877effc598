import type { Progress } from "@postil/domain/queue/progress";
import { t } from "i18next";
import { ChevronDown, ChevronUp, Redo2, RotateCw, Undo2 } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommandRegistry, usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { useOutbox } from "../../../lib/outbox/use-outbox.ts";
import { usePreference } from "../../../lib/preferences/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { SHORTCUTS_COMMAND } from "../../../ui/commands/command-overlays.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { KeyCap } from "../../../ui/key-cap.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { usePhone } from "../../../ui/media.ts";
import { Named } from "../../../ui/named.tsx";
import { ProgressSegments } from "../../../ui/status.tsx";
import { percent } from "../../../workbench/frame/percent.ts";
import type { FormChange, ActionMessage as Said } from "../../../workbench/saving/action-session.ts";
import { useFigures } from "../queue/progress.tsx";
import type { PageCommands } from "./page-commands.ts";
import type { FrameChrome } from "./panes.tsx";

const GuidelinesDrawer = lazyPart(() => import("./guidelines-drawer.tsx"));
const ProgressDrawer = lazyPart(() => import("./progress-drawer.tsx"));

type LastAction = {
  commands: PageCommands;
  /** the last action */
  message: Said | null;
  /** the last change in the form since then, not yet sent: it is shown instead */
  change: FormChange | null;
  canUndo: boolean;
};

/** Foot and drawers, the same with and without a record. */
export function useChrome(
  datasetId: string,
  dataset: { readonly name: string; readonly guidelines: string | null } | null,
  panels: Panels,
  last: LastAction,
): FrameChrome {
  const { commands, message, change } = last;
  const guidelinesKeys = usePrintedKeys(commands.guidelines);
  const phone = usePhone();
  return {
    datasetId,
    title: t("annotation.page", { name: dataset?.name ?? "" }),
    guidelines: panels.guidelines.open && dataset !== null && (
      <GuidelinesDrawer
        guidelines={dataset.guidelines}
        datasetId={datasetId}
        pinned={panels.guidelines.pinned}
        onPin={panels.pinGuidelines}
        onClose={panels.toggleGuidelines}
        keys={guidelinesKeys}
        whenMissing={panels.toggleGuidelines}
      />
    ),
    progress: panels.progress && !phone && <ProgressDrawer datasetId={datasetId} whenMissing={panels.toggleProgress} />,
    notice: phone && (
      <>
        {(message !== null || change !== null) && <ActionMessage {...last} />}
        <ProgressMeter />
      </>
    ),
    foot: phone ? null : <Foot {...last} guidelinesOpen={panels.guidelines.open} progressOpen={panels.progress} />,
  };
}

type Panels = {
  readonly guidelines: { readonly open: boolean; readonly pinned: boolean };
  readonly progress: boolean;
  readonly toggleGuidelines: () => void;
  readonly pinGuidelines: (pinned: boolean) => void;
  readonly toggleProgress: () => void;
};

/**
 * The drawers of the foot. Progress and pinned guidelines are open again on the next visit to the dataset
 * (design/annotation.md#foot).
 */
export function usePanels(datasetId: string): Panels {
  const [panels, setPanels] = usePreference("panels");
  const names = { guidelines: `${datasetId}/guidelines`, progress: `${datasetId}/progress` };
  const pinned = panels[names.guidelines] === true;
  const progress = panels[names.progress] === true;
  const [open, setOpen] = useState(pinned);
  const toggleGuidelines = useLatest(() => {
    if (open && pinned) setPanels({ ...panels, [names.guidelines]: false });
    setOpen(!open);
  });
  const pinGuidelines = useLatest((next: boolean) => setPanels({ ...panels, [names.guidelines]: next }));
  const toggleProgress = useLatest(() => setPanels({ ...panels, [names.progress]: !progress }));
  return { guidelines: { open, pinned }, progress, toggleGuidelines, pinGuidelines, toggleProgress };
}

type FootProps = LastAction & { guidelinesOpen: boolean; progressOpen: boolean };

/** The bottom bar: drawers, the last action, the progress. Not on a phone (design/shell.md#layout). */
const Foot = memo(function Foot({ guidelinesOpen, progressOpen, ...last }: FootProps) {
  const { commands } = last;
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
          <ActionMessage {...last} />
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

/** The button of a drawer. It stays here while the drawer opens above it. */
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

/** The last action in one line, with undo or redo. It never covers text or buttons (design/shell.md#toasts). */
function ActionMessage({ commands, message, change, canUndo }: LastAction) {
  const { failed } = useOutbox();
  const redoes = change?.undone === true;
  const back = redoes ? commands.redo : commands.undo;
  const keys = usePrintedKeys(back);
  const nameOf = ({ position, count }: Said) => {
    if (count > 1) return t("words.records", { count });
    return position === null ? t("annotation.foot.someRecord") : t("annotation.record.label", { position });
  };
  const wordsOf = (done: Said) => {
    const notSaved = failed.some(({ recordId }) => recordId === done.recordId);
    const what = notSaved ? "notSaved" : done.undone ? "undone" : done.kind;
    return t(`annotation.foot.message.${what}`, { record: nameOf(done) });
  };
  const ofChange = redoes ? t("annotation.foot.message.undone", { record: change.text }) : change?.text;
  const text = ofChange ?? (message && wordsOf(message));
  const returns = change !== null || (message !== null && !message.undone && message.kind !== "skipped");
  return (
    <p role="status" className="ml-auto flex min-w-0 items-center gap-2 pr-2 max-md:min-h-11 max-md:pl-4">
      {text && (
        <span className="truncate text-soft" title={change?.text}>
          <Named of={text} />
        </span>
      )}
      {returns && (
        <Button
          variant="ghost"
          icon={redoes ? Redo2 : Undo2}
          keys={keys}
          disabled={change === null && !canUndo}
          onClick={back.run}
        >
          {t(redoes ? "annotation.foot.redo" : "words.undo")}
        </Button>
      )}
    </p>
  );
}

/** A progress bar and "38 %, 212 of 560" (design/annotation.md#foot). */
export function ProgressShare() {
  const figures = useFigures();
  if (figures === null) return null;
  return (
    <>
      <ProgressBar figures={figures} className="mx-2 min-w-8 flex-1" />
      <span className="tabular-nums">
        {t("annotation.foot.share", {
          share: percent(figures.progress * 100, 0),
          done: figures.responded,
          total: figures.total,
        })}
      </span>
    </>
  );
}

/** The progress bar alone, 2 px high, because a phone has no more room. */
function ProgressMeter() {
  const figures = useFigures();
  return figures === null ? null : <ProgressBar figures={figures} className="h-0.5! rounded-none" />;
}

/** Shares of all records: submitted, discarded, draft. */
function ProgressBar({ figures, className }: { figures: Progress; className: string }) {
  const segments = (["submitted", "discarded", "draft"] as const).map((status) => ({
    status,
    value: figures[status],
    text: t("annotation.progress.of", {
      count: figures[status],
      status: t(`answerStatus.name.${status}`).toLowerCase(),
    }),
  }));
  return (
    <ProgressSegments label={t("words.progress")} total={figures.total} segments={segments} className={className} />
  );
}
