import { annotationPath, FEEDBACK_TASK, settingsPath, TASKS } from "@postil/domain/datasets/dataset";
import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { readTaskDatasetKey } from "@postil/domain/tasks/record-key";
import { parseRawQuery } from "./raw-query.ts";
import { taskQuery } from "./use-go-to-record.ts";

/** The first page of the bulk view. */
const FIRST_PAGE = { page: "1~10" };

/** The page where unsaved work was typed, for a dataset of either family. Keys of task datasets contain a slash. */
export function typedPlace(typed: TypedForDataset) {
  const id = typed.datasetId;
  const { workspace, dataset } = readTaskDatasetKey(id);
  const linked = { id, name: dataset, workspaceName: workspace, task: dataset === "" ? FEEDBACK_TASK : TASKS[0] };
  if (typed.kind === "bulk") {
    // The page on which the records were chosen. They are selected again only there.
    return { to: annotationPath(linked), search: { ...FIRST_PAGE, ...parseRawQuery(typed.address) } };
  }
  return typed.kind === "rule"
    ? { to: annotationPath(linked), search: { query: taskQuery(typed.rule.query), viewMode: "labelling-rules" } }
    : { to: settingsPath(linked) };
}
