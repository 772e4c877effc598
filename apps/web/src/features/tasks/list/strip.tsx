import { effectOf, isPending, type RecordAction, sharedActions } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { Ban, Check } from "lucide-react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { CommandButton } from "../../../ui/command-button.tsx";
import { cx } from "../../../ui/cx.ts";
import type { IconType } from "../../../ui/icon.tsx";
import { usePhone } from "../../../ui/media.ts";
import { useListCommands } from "../state/task-commands.ts";
import { useTaskPage } from "../state/task-page-context.ts";
import type { TaskKind } from "../task-kind.ts";

type StripProps = { kind: TaskKind; selected: readonly ShownTaskRecord[]; onSelectPage: () => void };

/** Above the list: the selected records, and the actions for them (TST-18; design/tasks.md#list). */
export function Strip({ kind, selected, onSelectPage }: StripProps) {
  const { results, labels, actions, view } = useTaskPage();
  const records = results?.records ?? [];
  const count = selected.length;
  const annotating = view.mode === "annotate";
  const annotates = annotating && view.size > 1;
  const { Strip: Labels, StripEnd, ReadingEnd } = kind;
  const total = results !== null && (
    <p className={cx("text-soft tabular-nums", annotating && "ml-auto")}>
      {t("tasks.total", { count: results.total })}
    </p>
  );
  const acts = annotates && count > 0 && (
    // On a phone it is below the list, so that records do not move when the first is selected. In a low window everything
    // scrolls.
    <div className="flex flex-none flex-wrap items-center gap-2 max-md:order-last max-md:border-line max-md:border-t max-md:px-4 max-md:py-1 low:order-none">
      {Labels !== undefined && <Labels records={selected} labels={labels} actions={actions} />}
      {sharedActions(selected).map((name) => (
        <StripButton
          key={name}
          name={name}
          text={effectOf(name, selected)}
          disabled={name === "reset" && !selected.some(isPending)}
        />
      ))}
    </div>
  );
  const phone = usePhone();
  const head = (
    <div className="flex min-h-11.25 flex-none flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-6 py-1 max-md:min-h-[53px] max-md:px-4">
      {annotates && records.length > 0 && (
        <Checkbox
          label={count === 0 ? t("tasks.selectPage") : t("tasks.selected", { count })}
          checked={count === 0 ? false : count === records.length ? true : "some"}
          onChange={onSelectPage}
          className={cx("min-h-9 max-md:min-h-11", count === 0 ? "text-soft" : "font-strong tabular-nums")}
        />
      )}
      {!phone && acts}
      {StripEnd !== undefined && annotating ? <StripEnd labels={labels}>{total}</StripEnd> : total}
      {ReadingEnd !== undefined && !annotating && (
        <div className="ml-auto">
          <ReadingEnd />
        </div>
      )}
    </div>
  );
  return (
    <>
      {head}
      {phone && acts}
    </>
  );
}

type StripButtonProps = { name: RecordAction; text: ReturnType<typeof effectOf>; disabled: boolean };

/** While records are selected, its key acts on them (TST-18). */
function StripButton({ name, text, disabled }: StripButtonProps) {
  return (
    <CommandButton
      command={useListCommands()[name]}
      size="compact"
      variant={name === "clear" || name === "reset" ? "ghost" : "secondary"}
      {...iconOf(name)}
      disabled={disabled}
    >
      {t(`tasks.actions.${text}`)}
    </CommandButton>
  );
}

/** Read at render time, because the icon's file may run after this one. */
function iconOf(name: RecordAction): { readonly icon?: IconType } {
  if (name === "validate") return { icon: Check };
  return name === "discard" ? { icon: Ban } : {};
}
