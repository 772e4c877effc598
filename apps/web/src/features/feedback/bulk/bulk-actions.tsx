import type { Actions } from "@postil/domain/records/actions";
import type { ResponseStatus } from "@postil/domain/records/response";
import { t } from "i18next";
import { BookOpen } from "lucide-react";
import type { Command } from "../../../lib/commands/command.ts";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { RecordCommands } from "../page/record-commands.ts";
import type { Underway } from "./use-bulk-run.ts";

type BulkActionsProps = {
  commands: RecordCommands;
  /** on a phone this opens the guidelines */
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
    <fieldset
      aria-label={t("bulk.actions.label")}
      className={cx(
        "@container/actions mx-6 flex h-16 items-center gap-2 bg-paper shadow-[0_-1px_0_0_var(--line)] wide:ml-8",
        "max-md:mx-0 max-md:h-17 max-md:pr-4 max-md:pl-2 max-md:shadow-none",
      )}
    >
      <IconButton icon={BookOpen} label={guidelines.label} onClick={guidelines.run} className="md:hidden" />
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
    </fieldset>
  );
}

type ManyButtonProps = ButtonProps & {
  command: Command;
  may: boolean;
  whyNot: string;
  /** set while this action is running */
  under: Underway | null;
  /** true while no action is possible */
  rests: boolean;
};

function ManyButton({ command, may, whyNot, under, rests, children, ...rest }: ManyButtonProps) {
  const keys = usePrintedKeys(command);
  const percent = under?.percent ?? null;
  const text = percent === null ? t("bulk.actions.reading") : t("bulk.actions.running", { percent });
  return (
    <Tooltip text={may || rests ? "" : whyNot}>
      <Button
        keys={keys}
        inactive={under === null && (!may || rests)}
        aria-disabled={!may || rests || undefined}
        onClick={command.run}
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
      </Button>
    </Tooltip>
  );
}

/** Below 500 px of panel, which leaves 444 for the bar, the key is shown below the word (design/annotation.md#actions). */
const STACK =
  "md:@max-[444px]/actions:h-12 md:@max-[444px]/actions:flex-col md:@max-[444px]/actions:justify-center md:@max-[444px]/actions:gap-0.5 md:@max-[444px]/actions:px-2";
