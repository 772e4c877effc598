import { countBits } from "@postil/domain/queue/bitmap";
import { EVERY_TASK_RECORD, readTaskQuery, type TaskQuery } from "@postil/domain/search/task-query";
import { firstOf, runsOf, type SeqSet } from "../../records/seq-set.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import { exportedTaskRows } from "../../storage/exported-task-rows.ts";
import type { Context, StreamPart } from "../../storage/store.ts";
import { withCallerAsOfNow } from "../../usecases/accounts/caller-as-of-now.ts";
import { findTaskRecordsOf, loadTaskSearch } from "../../usecases/tasks/find-records.ts";
import { loadTaskDatasetForManager, requireOpen, type TaskDatasetAt } from "../../usecases/tasks/load-task-dataset.ts";
import { type ExportNote, filePartsOf } from "../file-parts.ts";
import type { ExportFormat, ExportParts } from "../writer.ts";
import { readTaskDefinition } from "./task-definition.ts";
import { taskWriter } from "./task-writers.ts";

export type ExportTaskDataset = TaskDatasetAt & {
  readonly format: ExportFormat;
  readonly parts: ExportParts;
  /** Null means all records. */
  readonly query: TaskQuery | null;
};

/** Exports a task dataset as a file, for its managers (EXP-01). The first part announces the content. */
export async function* exportTaskDataset(
  asked: Context,
  wish: ExportTaskDataset,
): AsyncGenerator<StreamPart<ExportNote>, void> {
  const context = await withCallerAsOfNow(asked);
  const { format, parts } = wish;
  const { dataset, set } = await openTaskDataset(context, wish);
  const definition = await readTaskDefinition(context, dataset, firstOf(set, 1)[0]);
  const scope = { datasetKey: dataset.key, withVectors: parts.vectors };
  yield* filePartsOf({
    name: dataset.name,
    workspace: dataset.workspace,
    total: countBits(set),
    batches: exportedTaskRows(context.db, scope, runsOf(set), set),
    writer: taskWriter(format, parts, definition),
    definition: definition.text,
    countsOf: ({ annotation, prediction }) => ({
      responses: parts.responses && annotation ? 1 : 0,
      suggestions: parts.suggestions && prediction ? 1 : 0,
    }),
  });
}

/** The dataset, and its wanted records as a bitmap. */
export async function openTaskDataset(
  context: Context,
  { query, ...at }: TaskDatasetAt & Pick<ExportTaskDataset, "query">,
): Promise<{ readonly dataset: TaskDatasetRow; readonly set: SeqSet }> {
  const dataset = await loadTaskDatasetForManager(context, at);
  requireOpen(dataset);
  return { dataset, set: await taskRecordsFound(context, dataset, query ?? EVERY_TASK_RECORD) };
}

export async function taskRecordsFound(context: Context, dataset: TaskDatasetRow, query: TaskQuery): Promise<SeqSet> {
  const search = await loadTaskSearch(context, dataset);
  const { tree } = readTaskQuery(query, search);
  return (await findTaskRecordsOf(context, search, tree)).set;
}
