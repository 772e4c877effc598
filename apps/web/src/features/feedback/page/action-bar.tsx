import type { Actions, RecordStatus } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { BookOpen } from "lucide-react";
import { type ComponentProps, type CSSProperties, memo } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { FILLS } from "../../../lib/presses.ts";
import { Button, type ButtonProps, IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { type PageCommands, RESTING_HANDLERS, useRecordCommands } from "./page-commands.ts";

const LINES: { readonly [Status in RecordStatus]: string } = {
  pending: "var(--line)",
  draft: "var(--draft)",
  submitted: "var(--submitted)",
  discarded: "var(--discarded)",
};

/** px of the status line: thin while pending, thicker with a response, thickest while saving. */
const lineWidth = (status: RecordStatus, saving: boolean) => (saving ? 4 : status === "pending" ? 1 : 2);

/** On a phone the buttons share the width. */
const SHARE = "max-md:flex-1 max-md:justify-center max-md:px-2";
/** Below 500 px of panel, which leaves 444 for the bar, the key is shown below the word (design/annotation.md#actions). */
export const STACK =
  "md:@max-[444px]/actions:h-12 md:@max-[444px]/actions:flex-col md:@max-[444px]/actions:justify-center md:@max-[444px]/actions:gap-0.5 md:@max-[444px]/actions:px-2";

/**
 * The actions on the answers. The line above shows the status and the save (design/questions.md#suggestions,
 * design/annotation.md#actions).
 */
export const ActionBar = memo(function ActionBar(props: {
  commands: { readonly submit: Command; readonly draft: Command; readonly discard: Command; readonly clear: Command };
  guidelines: Command;
  may: Actions;
  status: RecordStatus;
  saving: boolean;
  /** the reason why submit is disabled; empty when it is enabled */
  whyNot: string;
}) {
  const { commands, guidelines, may, status, saving, whyNot } = props;
  const { submit, draft, discard, clear } = commands;
  // React's style type has no custom properties.
  const line = { "--status-line": `0 -${lineWidth(status, saving)}px 0 ${LINES[status]}` } as CSSProperties;
  return (
    <ActionFrame
      guidelines={guidelines}
      aria-label={t("annotation.actions.label")}
      data-status={status}
      className="shadow-(--status-line)"
      style={line}
    >
      <Button variant="ghost" disabled={!may.clear} onClick={clear.run} className="-ml-2 max-md:hidden">
        {t("annotation.actions.clear")}
      </Button>
      <span className="flex-1 max-md:hidden" />
      {status !== "discarded" && <ActionButton command={discard} disabled={!may.discard} className={SHARE} />}
      <ActionButton command={draft} disabled={!may.saveDraft} className={SHARE} />
      <Tooltip text={may.submit ? "" : whyNot}>
        <ActionButton
          command={submit}
          variant="primary"
          inactive={!may.submit}
          className={`${SHARE} max-md:flex-[1.4]`}
        />
      </Tooltip>
    </ActionFrame>
  );
});

/** The place of the actions. On a phone it also opens the guidelines. */
export function ActionFrame(props: ComponentProps<"fieldset"> & { guidelines: Command; "data-status"?: RecordStatus }) {
  const { guidelines, className, children, ...rest } = props;
  return (
    <fieldset
      className={cx(
        // Words that are longer, as in a translated page, move to a second line.
        "@container/actions mx-6 flex min-h-16 items-center gap-2 bg-paper md:flex-wrap md:justify-end md:py-2 wide:ml-8",
        "max-md:mx-0 max-md:h-17 max-md:pr-4 max-md:pl-2 max-md:shadow-none",
        className,
      )}
      {...rest}
    >
      <IconButton icon={BookOpen} label={guidelines.label} onClick={guidelines.run} className="md:hidden" />
      {children}
    </fieldset>
  );
}

function ActionButton({ command, className, ...rest }: { command: Command; className: string } & ButtonProps) {
  const keys = usePrintedKeys(command);
  return (
    <Button keys={keys} onClick={command.run} className={cx(STACK, className)} {...FILLS} {...rest}>
      {command.label}
    </Button>
  );
}

/** The actions while there is no record to answer: in place but disabled. Their keys stay reserved. */
export function RestingActions({ commands }: { commands: PageCommands }) {
  const own = useRecordCommands(RESTING_HANDLERS);
  return (
    <ActionBar
      commands={own}
      guidelines={commands.guidelines}
      may={RESTING_HANDLERS.may()}
      status="pending"
      saving={false}
      whyNot=""
    />
  );
}
