import { modesOf } from "@postil/domain/tasks/task-view";
import { t } from "i18next";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { useTaskPage } from "./task-page-context.ts";

/** Annotate, explore, rules (TAN-12). */
export function ModeSwitch() {
  const { dataset, view, changeView } = useTaskPage();
  return (
    <SegmentedControl
      label={t("tasks.modes")}
      options={modesOf(dataset.task).map((value) => ({ value, label: t(`tasks.mode.${value}`) }))}
      value={view.mode}
      onChange={(mode) => changeView({ mode, page: view.page })}
    />
  );
}
