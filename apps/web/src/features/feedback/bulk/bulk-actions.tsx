import type { Actions, ResponseStatus } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import type { Command } from "../../../lib/commands/command.ts";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { CommandButton } from "../../../ui/command-button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { ActionFrame, STACK } from "../page/action-bar.tsx";
import type { RecordCommands } from "../page/page-commands.ts";
import type { Underway } from "./use-bulk-run.ts";

type BulkActionsProps = {
  commands: RecordCommands;
  guidelines: Command;
  count: number;
  may: Actions;
  /** false in the queue of discarded records: they cannot be discarded again */
  discards: boolean;
  /** the reason why each action is disabled; empty when it is enabled */
  whyNot: { readonly submit: string; readonly draft: string; readonly discard: string };
  underway: Underway | null;
  /** true while no action is possible */
  rests: boolean;
  onStop: () => void;
};

/** The actions on the selected records. The buttons show the number, the pressed button shows the progress. */
export function BulkActions(props: BulkActionsProps) {
  const { commands, guidelines, count, may, discards, whyNot, underway, rests, onStop } = props;
  const busy = underway !== null;
  const part = (status: ResponseStatus) => ({ under: underway?.kind === status ? underway : null, rests });
  return (
    <ActionFrame
      guidelines={guidelines}
      aria-label={t("bulk.actions.label")}
      className="shadow-[0_-1px_0_0_var(--line)]"
    >
      {busy ? (
        <Button
          variant="ghost"
          disabled={underway.stopping || underway.percent === null}
          onClick={onStop}
          className="-ml-2"
        >
          {t(underway.stopping ? "bulk.actions.stopping" : "bulk.actions.stop")}
        </Button>
      ) : (
        <Button variant="ghost" disabled={!may.clear} onClick={commands.clear.run} className="-ml-2 max-md:hidden">
          {t("annotation.actions.clear")}
        </Button>
      )}
      <span className="flex-1 max-md:hidden" />
      {discards && (
        <ManyButton command={commands.discard} may={may.discard} whyNot={whyNot.discard} {...part("discarded")}>
          {count === 0 ? t("annotation.actions.discard") : t("bulk.actions.discard", { count })}
        </ManyButton>
      )}
      <ManyButton command={commands.draft} may={may.saveDraft} whyNot={whyNot.draft} {...part("draft")}>
        {t("annotation.actions.draft")}
      </ManyButton>
      <ManyButton
        command={commands.submit}
        may={may.submit}
        whyNot={whyNot.submit}
        variant="primary"
        {...part("submitted")}
      >
        {count === 0 ? t("annotation.actions.submit") : t("bulk.actions.submit", { count })}
      </ManyButton>
    </ActionFrame>
  );
}

function ManyButton(
  props: ButtonProps & {
    command: Command;
    may: boolean;
    whyNot: string;
    /** set while this action is running */
    under: Underway | null;
    /** true while no action is possible */
    rests: boolean;
  },
) {
  const { command, may, whyNot, under, rests, children, ...rest } = props;
  const percent = under?.percent ?? null;
  const text = percent === null ? t("bulk.actions.reading") : t("bulk.actions.running", { percent });
  return (
    <Tooltip text={may || rests ? "" : whyNot}>
      <CommandButton
        command={command}
        inactive={under === null && (!may || rests)}
        aria-disabled={!may || rests || undefined}
        {...rest}
        className={cx("relative overflow-hidden tabular-nums max-md:flex-1 max-md:justify-center max-md:px-2", STACK)}
      >
        <span className="relative">{under === null ? children : text}</span>
        {percent !== null && (
          <span
            aria-hidden="true"
            className="absolute inset-x-0 bottom-0 h-[3px] origin-left bg-current"
            style={{ transform: `scaleX(${percent / 100})` }}
          />
        )}
      </CommandButton>
    </Tooltip>
  );
}
