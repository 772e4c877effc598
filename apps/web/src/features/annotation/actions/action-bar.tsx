import type { Obstacle } from "@postil/domain/answers";
import type { RecordStatus } from "@postil/domain/entities";
import { BookOpen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type Command, mayRun } from "../../../lib/commands/command.ts";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";

export type RecordCommands = {
  readonly submit: Command;
  readonly draft: Command;
  readonly discard: Command;
  readonly clear: Command;
};

type ActionBarProps = {
  commands: RecordCommands;
  status: RecordStatus;
  saving: boolean;
  /** why the record cannot be submitted; empty when it can */
  obstacles: readonly Obstacle[];
  /** submitted already, and nothing has changed since */
  unchanged: boolean;
  /** nothing is to be answered yet, so everything rests */
  disabled: boolean;
  /** on a phone the guidelines open from here */
  onGuidelines: () => void;
  /** leads to the first question still to answer */
  onMissing: (question: string) => void;
};

const LINES: { readonly [Status in RecordStatus]: string } = {
  pending: "var(--line)",
  draft: "var(--draft)",
  submitted: "var(--submitted)",
  discarded: "var(--discarded)",
};

/**
 * What can be done with the answers. The line above it is the record's status: a hairline while pending, 2 px in the colour of
 * a response, 4 px while it is being saved (screens 5.7).
 */
export function ActionBar(props: ActionBarProps) {
  const { commands, status, saving, disabled, onGuidelines } = props;
  const { t } = useTranslation();
  const line = saving ? 4 : status === "pending" ? 1 : 2;
  return (
    <fieldset
      aria-label={t("annotation.actions.label")}
      className={cx(
        "relative z-1 mx-6 flex h-16 items-center gap-2 bg-paper wide:ml-8",
        "max-md:mx-0 max-md:h-17 max-md:pr-4 max-md:pl-2",
      )}
      style={{ boxShadow: `0 -${line}px 0 ${LINES[status]}` }}
    >
      <IconButton
        icon={BookOpen}
        label={t("annotation.foot.guidelines")}
        onClick={onGuidelines}
        className="hidden max-md:inline-grid"
      />
      <ActionButton command={commands.clear} disabled={disabled} variant="ghost" className="-ml-2 max-md:hidden" />
      <span className="flex-1 max-md:hidden" />
      {(disabled || status !== "discarded") && (
        <ActionButton command={commands.discard} disabled={disabled} className={PHONE} />
      )}
      <ActionButton command={commands.draft} disabled={disabled} className={PHONE} />
      <SubmitButton {...props} />
    </fieldset>
  );
}

const PHONE = "max-md:flex-1 max-md:justify-center max-md:px-2";

function ActionButton({ command, disabled, ...rest }: { command: Command } & ButtonProps) {
  const keys = usePrintedKeys(command);
  return (
    <Button keys={keys} disabled={disabled === true || !mayRun(command)} onClick={command.run} {...rest}>
      {command.label}
    </Button>
  );
}

/** Where it cannot submit it says why, and pressed all the same leads to the first missing answer (screens 5.9). */
function SubmitButton({ commands: { submit }, obstacles, unchanged, disabled, onMissing }: ActionBarProps) {
  const { t } = useTranslation();
  const keys = usePrintedKeys(submit);
  const possible = !disabled && mayRun(submit);
  const first = obstacles[0];
  const press = () => {
    if (possible) submit.run();
    else if (first !== undefined) onMissing(first.question.name);
  };
  const reason = () => {
    if (possible || disabled) return "";
    if (first === undefined) return t(unchanged ? "annotation.actions.unchanged" : "annotation.actions.nothing");
    const titles = obstacles.filter(({ reason }) => reason === first.reason).map(({ question }) => question.title);
    return t(`annotation.actions.${first.reason}`, { titles: titles.join(", ") });
  };
  return (
    <Tooltip text={reason()}>
      <Button
        variant="primary"
        keys={keys}
        inactive={!possible}
        onClick={press}
        className={cx(PHONE, "max-md:flex-[1.4]")}
      >
        {submit.label}
      </Button>
    </Tooltip>
  );
}
