import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { mayValidate } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { useTranslation } from "react-i18next";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { useListCommands } from "../page/list-commands.ts";
import type { RecordActions } from "../saving/record-actions.ts";
import type { ActionName, TaskKind } from "../task-kind.ts";

type RecordButtonsProps = {
  record: ShownTaskRecord;
  kind: TaskKind;
  labels: readonly GlobalLabel[];
  alone: boolean;
  actions: RecordActions;
};

const LOOKS = { validate: "primary", discard: "secondary", clear: "ghost", reset: "ghost" } as const;

const neverTyping = () => false;

/** What can be done with the cursor record, each with its key (design/tasks.md#list). */
export function RecordButtons({ record, kind, labels, alone, actions }: RecordButtonsProps) {
  const { buttons, useTyping = neverTyping, Extra } = kind;
  const typing = useTyping(record);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {buttons(record).map((name) => (
        <ActionButton
          key={name}
          name={name}
          typing={typing}
          disabled={name === "validate" && !typing && !mayValidate(record)}
        />
      ))}
      {Extra !== undefined && <Extra record={record} labels={labels} isCursor alone={alone} actions={actions} />}
    </div>
  );
}

type ActionButtonProps = { name: ActionName; typing: boolean; disabled: boolean };

/** Its keys are letters and line breaks while something is typed. */
function ActionButton({ name, typing, disabled }: ActionButtonProps) {
  const { t } = useTranslation();
  const command = useListCommands()[name];
  const keys = usePrintedKeys(command);
  return (
    <Button variant={LOOKS[name]} keys={typing ? undefined : keys} disabled={disabled} onClick={command.run}>
      {t(`tasks.actions.${typing && name === "validate" ? "save" : name}`)}
    </Button>
  );
}
