import type { Task } from "@postil/domain/datasets/dataset";
import { shapeFault, shapesOfTask } from "@postil/domain/exports/export-shape";
import { countBits } from "@postil/domain/queue/bitmap";
import { Refusal } from "@postil/domain/refusal";
import { EVERY_TASK_RECORD, readTaskQuery, type TaskQuery } from "@postil/domain/search/task-query";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { firstOf, type SeqSet } from "../records/seq-set.ts";
import type { TaskDatasetRow } from "../storage/dataset-rows.ts";
import { exportedTaskRows } from "../storage/exported-rows.ts";
import type { Context, StreamPart } from "../storage/store.ts";
import { loadTaskVectorKinds } from "../storage/vectors.ts";
import { withCallerAsOfNow } from "../usecases/accounts/find-caller.ts";
import { loadTaskDatasetForManager, requireOpen, type TaskDatasetAt } from "../usecases/tasks/datasets.ts";
import { countTaskAgents, findTaskRecordsOf, loadTaskSearch } from "../usecases/tasks/find-records.ts";
import { type ExportNote, type ExportSize, filePartsOf, likelySize, type OpenedDataset } from "./file-parts.ts";
import { definitionUnder, pseudonymsFor, renamedDocument, rowsUnder } from "./pseudonyms.ts";
import { shapeWriter } from "./shape-table.ts";
import { readTaskDefinition, type TaskDefinition, taskWriter } from "./task-file.ts";
import { taskShape } from "./task-shapes.ts";
import type { FileWish, Tally } from "./writer.ts";

export type ExportTaskDataset = TaskDatasetAt &
  FileWish & {
    /** Null means all records. */
    readonly query: TaskQuery | null;
  };

/** Exports a task dataset as a file, for its managers (EXP-01). The first part announces the content. */
export async function* exportTaskDataset(
  asked: Context,
  wish: ExportTaskDataset,
): AsyncGenerator<StreamPart<ExportNote>, void> {
  const context = await withCallerAsOfNow(asked);
  const { dataset, opened } = await openTaskDataset(context, wish);
  yield* filePartsOf(opened, dataset.workspace, wish);
}

/** The size of an export: responses are annotated records, suggestions are predicted ones (EXP-04). */
export async function sizeUpTaskExport(context: Context, wish: ExportTaskDataset): Promise<ExportSize> {
  const { dataset, opened, definition } = await openTaskDataset(context, wish);
  const vectors = [...(await loadTaskVectorKinds(context.db, dataset.key)).values()];
  const likely = await likelySize(opened, wish, vectors.length > 0);
  const agents = await countTaskAgents(context, dataset);
  const countWith = async (asked: { hasAnnotation: true } | { hasPrediction: true }) =>
    countBits(await recordsFound(context, dataset, { ...EVERY_TASK_RECORD, ...asked }));
  return {
    records: countBits(opened.set),
    responses: await countWith({ hasAnnotation: true }),
    people: agents.annotating,
    suggestions: await countWith({ hasPrediction: true }),
    agents: agents.predicting,
    properties: definition.metadata.length,
    vectors: vectors.map(({ name, dimensions }) => ({ name, dimensions })),
    ...likely,
  };
}

function refuseShape(wish: FileWish, task: Task) {
  const shapes = shapesOfTask(task);
  const fault =
    wish.disagreement === "mark"
      ? "a task dataset has one annotation that stands for each record; there is no disagreement to mark"
      : shapeFault(wish, shapes);
  if (fault) throw new Refusal("unprocessable", fault);
  return shapes;
}

/** How each file of a task dataset is made from its rows, wherever they come from. Refuses a shape that it cannot have. */
export function taskFiles(wish: FileWish, definition: TaskDefinition, name: string) {
  const shapes = refuseShape(wish, definition.task);
  const { parts } = wish;
  return {
    name,
    can: { shapes, questions: [] },
    countsOf: ({ annotation, prediction }: TaskDocument) => ({
      responses: parts.responses && annotation ? 1 : 0,
      suggestions: parts.suggestions && prediction ? 1 : 0,
    }),
    writer: (wanted: FileWish, tally: Tally) =>
      wanted.shape === "full"
        ? taskWriter(wanted, definition, tally)
        : shapeWriter(taskShape(wanted, definition), wanted, name, tally),
    needs: ({ shape, parts }: FileWish) => ({ ...parts, vectors: parts.vectors && shape === "full" }),
  };
}

/** `numbered`: the labels are read too, as files need that have them as numbers. */
export async function openTaskDataset(
  context: Context,
  { query, ...wish }: ExportTaskDataset,
  numbered = wish.shape === "hf",
) {
  const dataset = await loadTaskDatasetForManager(context, wish);
  requireOpen(dataset);
  refuseShape(wish, dataset.task as Task); // what is stored was checked
  const set = await recordsFound(context, dataset, query ?? EVERY_TASK_RECORD);
  const named = await pseudonymsFor(context.db, wish);
  const read = await readTaskDefinition(context, dataset, { first: firstOf(set, 1)[0], numbered });
  const definition = { ...read, text: definitionUnder(named, read.text) };
  const opened: OpenedDataset<TaskDocument> = {
    ...taskFiles(wish, definition, dataset.name),
    set,
    batches: (parts, runs) => {
      const scope = { datasetKey: dataset.key, withVectors: parts.vectors };
      return rowsUnder(named, exportedTaskRows(context.db, scope, runs, set), renamedDocument);
    },
  };
  return { dataset, definition, opened };
}

async function recordsFound(context: Context, dataset: TaskDatasetRow, query: TaskQuery): Promise<SeqSet> {
  const search = await loadTaskSearch(context, dataset);
  const { tree } = readTaskQuery(query, search);
  return (await findTaskRecordsOf(context, search, tree)).set;
}
