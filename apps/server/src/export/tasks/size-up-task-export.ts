import { countBits } from "@postil/domain/queue/bitmap";
import { EVERY_TASK_RECORD } from "@postil/domain/search/task-query";
import { firstOf } from "../../records/seq-set.ts";
import { exportedTaskRows } from "../../storage/exported-task-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskVectorKinds } from "../../storage/task-vectors.ts";
import { countTaskAgents } from "../../usecases/tasks/find-records.ts";
import { type ExportSize, likelyBytes } from "../likely-bytes.ts";
import { type ExportTaskDataset, openTaskDataset, taskRecordsFound } from "./export-task-dataset.ts";
import { readTaskDefinition } from "./task-definition.ts";
import { taskWriter } from "./task-writers.ts";

/** The same for a task dataset: responses are annotated records, suggestions are predicted ones (EXP-04). */
export async function sizeUpTaskExport(
  context: Context,
  wish: ExportTaskDataset & { readonly gzip: boolean },
): Promise<ExportSize> {
  const { db } = context;
  const { dataset, set } = await openTaskDataset(context, wish);
  const { key: datasetKey } = dataset;
  const definition = await readTaskDefinition(context, dataset, firstOf(set, 1)[0]);
  const vectors = [...(await loadTaskVectorKinds(db, datasetKey)).values()];
  const bytes = await likelyBytes(set, wish, vectors.length > 0, (parts, seqs) => ({
    writer: taskWriter(wish.format, parts, definition),
    batches: exportedTaskRows(db, { datasetKey, withVectors: parts.vectors }, [seqs], set),
  }));
  const agents = await countTaskAgents(context, dataset);
  const countWith = async (asked: { hasAnnotation: true } | { hasPrediction: true }) =>
    countBits(await taskRecordsFound(context, dataset, { ...EVERY_TASK_RECORD, ...asked }));
  return {
    records: countBits(set),
    responses: await countWith({ hasAnnotation: true }),
    people: agents.annotating,
    suggestions: await countWith({ hasPrediction: true }),
    agents: agents.predicting,
    properties: definition.metadata.length,
    vectors: vectors.map(({ name, dimensions }) => ({ name, dimensions })),
    ...bytes,
  };
}
