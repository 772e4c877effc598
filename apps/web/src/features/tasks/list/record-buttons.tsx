import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { mayValidate, takesBack } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { FILLS } from "../../../lib/presses/use-seen.ts";
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
  /** Others are selected: the keys are for those. */
  selecting: boolean;
};

const LOOKS = { validate: "primary", discard: "secondary", clear: "ghost", reset: "ghost" } as const;

const neverTyping = () => false;

/** What can be done with the cursor record, each with its key (design/tasks.md#list). */
export function RecordButtons({ record, kind, labels, alone, actions, selecting }: RecordButtonsProps) {
  const { buttons, useTyping = neverTyping, Extra } = kind;
  const typing = useTyping(record);
  return (
    <div className="@container/buttons sticky bottom-0 z-1 mt-2 -mb-2 flex flex-wrap items-center gap-2 bg-(--row) py-2 pr-19 max-md:pr-0">
      {buttons(record).map((name) => (
        <ActionButton
          key={name}
          name={name}
          text={textOf(name, record, typing)}
          keyless={typing || selecting}
          onPress={selecting ? () => actions[name]([record]) : undefined}
          disabled={name === "validate" && !typing && !mayValidate(record)}
        />
      ))}
      {Extra !== undefined && <Extra record={record} labels={labels} isCursor alone={alone} actions={actions} />}
    </div>
  );
}

/** What it does now. */
function textOf(name: ActionName, record: ShownTaskRecord, typing: boolean) {
  if (name === "validate" && typing) return "save";
  if (name === "validate" && takesBack(name, [record])) return "unvalidate";
  return name === "discard" && takesBack(name, [record]) ? "undiscard" : name;
}

type ActionButtonProps = {
  name: ActionName;
  text: ReturnType<typeof textOf>;
  /** Its keys are letters and line breaks while something is typed, and another's while something is selected. */
  keyless: boolean;
  /** In place of the command. */
  onPress: (() => void) | undefined;
  disabled: boolean;
};

function ActionButton({ name, text, keyless, onPress, disabled }: ActionButtonProps) {
  const command = useListCommands()[name];
  const keys = usePrintedKeys(command);
  return (
    <Button
      variant={text === "unvalidate" ? "secondary" : LOOKS[name]}
      keys={keyless ? undefined : keys}
      disabled={disabled}
      onClick={onPress ?? command.run}
      {...FILLS}
    >
      {t(`tasks.actions.${text}`)}
    </Button>
  );
}
