import { isPending } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { Ban, Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { useTaskPage } from "../page/task-page-context.ts";
import type { ActionName, TaskKind } from "../task-kind.ts";

type StripProps = {
  kind: TaskKind;
  /** of the page */
  selected: readonly ShownTaskRecord[];
  onSelectPage: () => void;
};

/** Over the list: what is selected, and what can be done with it (TST-18; design/tasks.md#list). */
export function Strip({ kind, selected, onSelectPage }: StripProps) {
  const { t } = useTranslation();
  const { results, labels, actions, view } = useTaskPage();
  const records = results?.records ?? [];
  const count = selected.length;
  const annotating = view.mode === "annotate";
  const annotates = annotating && view.size > 1;
  const { Strip: Labels, StripEnd } = kind;
  const total = results !== null && (
    <p className="ml-auto text-soft tabular-nums">{t("tasks.total", { count: results.total })}</p>
  );
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-6 max-md:px-4">
      {annotates && records.length > 0 && (
        <Checkbox
          label={count === 0 ? t("tasks.selectPage") : t("tasks.selected", { count })}
          checked={count === 0 ? false : count === records.length ? true : "some"}
          onChange={onSelectPage}
          className={count === 0 ? "text-soft" : "font-strong tabular-nums"}
        />
      )}
      {annotates && count > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {Labels !== undefined && <Labels records={selected} labels={labels} actions={actions} />}
          {actionsOf(kind, selected).map((name) => (
            <Button
              key={name}
              size="compact"
              variant={name === "clear" || name === "reset" ? "ghost" : "secondary"}
              {...ICONS[name]}
              disabled={name === "reset" && !selected.some(isPending)}
              onClick={() => actions[name](selected)}
            >
              {t(`tasks.actions.${name}`)}
            </Button>
          ))}
        </div>
      )}
      {StripEnd !== undefined && annotating ? <StripEnd labels={labels}>{total}</StripEnd> : total}
    </div>
  );
}

const ICONS = { validate: { icon: Check }, discard: { icon: Ban }, clear: {}, reset: {} } as const;

/** What one of them offers all are offered; several can always be validated, by what is predicted for each. */
function actionsOf(kind: TaskKind, selected: readonly ShownTaskRecord[]): readonly ActionName[] {
  const { buttons } = kind;
  const offered = new Set<ActionName>(["validate", ...selected.flatMap((record) => buttons(record))]);
  return (["validate", "discard", "clear", "reset"] as const).filter((name) => offered.has(name));
}
