import type { Task } from "@postil/domain/datasets/dataset";
import { fillTaskDataset } from "../client/fill.ts";
import { labelDoubts } from "../import/labels.ts";
import { judgeTaskRows, taskRecordsLeftIn } from "../import/tasks/check-task-rows.ts";
import { rememberedRoles } from "../import/tasks/task-target.ts";
import { StartFailure } from "../start-failure.ts";
import type { ReadFile } from "./file-reader.ts";
import { checkRowsOf, type Importing, refuseNothing, throttled } from "./import-file.ts";
import { taskPlanOf } from "./task-file.ts";
import { sortedLabels } from "./task-understanding.ts";

/** Makes the dataset of a task, and leaves out the rows that are bad. */
export async function importTaskFile(read: ReadFile, task: Task, importing: Importing): Promise<void> {
  const { wish, target, call } = importing;
  const { dataset, wishes, roles } = taskPlanOf(read, wish, task);
  const { verdicts, found } = judgeTaskRows(read.source, wishes);
  const { progress, isRefused } = await checkRowsOf(read, verdicts, importing);
  const isAsked = !(wishes.isExport || wish.as_written || task === "Text2Text");
  const [doubt] = isAsked ? labelDoubts("The file", found.labels, wish.reading?.missing ?? null) : [];
  if (doubt !== undefined) throw new StartFailure(doubt);
  importing.tell(progress);
  refuseNothing(progress);
  const labels = [...new Set([...sortedLabels(found.labels.keys()), ...(wish.task?.labels ?? [])])];
  const settings =
    wishes.isExport || task === "Text2Text" || labels.length === 0
      ? dataset.settings
      : { label_schema: { labels: labels.map((name) => ({ id: name, name })) } };
  const tell = throttled(importing.tell);
  const plan = {
    ...{ ...dataset, workspace: target.workspace, columns: roles.size > 0 ? rememberedRoles(roles) : null },
    ...(settings === undefined ? {} : { settings }),
  };
  const stored = await fillTaskDataset(call, plan, taskRecordsLeftIn(read.source, wishes, isRefused), {
    home: null,
    importId: target.importId,
    onProgress: (count) => tell({ ...progress, stored: count }),
  });
  importing.tell({ ...progress, stored });
}
