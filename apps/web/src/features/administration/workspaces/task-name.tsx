import { isTask } from "@postil/domain/datasets/dataset-links";
import { t } from "i18next";
import "../../../lib/i18n/en/names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { TASK_ICONS } from "../../../ui/task-icons.ts";

/** The task of a dataset with its icon. */
export function TaskName({ task }: { task: string }) {
  const known = isTask(task) ? task : "FeedbackTask";
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon of={TASK_ICONS[known]} className="text-soft" />
      <span className="truncate">{t(`names.task.${known}`)}</span>
    </span>
  );
}
