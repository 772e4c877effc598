import { questionOfShape, shapeFault, shapesOfQuestions } from "@postil/domain/exports/export-shape";
import { countBits } from "@postil/domain/queue/bitmap";
import type { RecordStatus } from "@postil/domain/records/labeled-record";
import { Refusal } from "@postil/domain/refusal";
import type { SearchQuery } from "@postil/domain/search/record-criteria";
import { compileTree } from "../records/compile-tree.ts";
import { findMatching } from "../records/find-matching.ts";
import { searchOf } from "../records/search.ts";
import type { SeqSet } from "../records/seq-set.ts";
import { type ExportedRow, exportedRows } from "../storage/exported-rows.ts";
import { rowsOf } from "../storage/statements.ts";
import type { Context, StreamPart } from "../storage/store.ts";
import { withCallerAsOfNow } from "../usecases/accounts/find-caller.ts";
import { namesOfDataset } from "../usecases/feedback/datasets.ts";
import { planRecords } from "../usecases/feedback/find-records.ts";
import { type DatasetRow, loadDatasetForManager } from "../usecases/feedback/load.ts";
import { listSuggestionAgents } from "../usecases/feedback/suggestions.ts";
import { type Definition, feedbackWriter, readDefinition, wholeRowOf } from "./feedback-file.ts";
import { feedbackShape } from "./feedback-shapes.ts";
import { type ExportNote, type ExportSize, filePartsOf, likelySize, type OpenedDataset } from "./file-parts.ts";
import { definitionUnder, pseudonymsFor, renamedRow, rowsUnder } from "./pseudonyms.ts";
import { shapeWriter } from "./shape-table.ts";
import type { FileWish, Tally } from "./writer.ts";

export type ExportDataset = FileWish & {
  readonly datasetId: string;
  /** Null means all records. Statuses and filters use the caller's own responses. */
  readonly records: { readonly statuses: readonly RecordStatus[]; readonly search: SearchQuery } | null;
};

/** Exports a dataset as a file, for its managers (EXP-01). The first part announces the content. */
export async function* exportDataset(
  asked: Context,
  wish: ExportDataset,
): AsyncGenerator<StreamPart<ExportNote>, void> {
  const context = await withCallerAsOfNow(asked);
  const { dataset, opened } = await openDataset(context, wish);
  const { workspace } = await namesOfDataset(context, dataset.key);
  yield* filePartsOf(opened, workspace, wish);
}

/** The content and the estimated size of an export, before it is made (EXP-04). */
export async function sizeUpExport(context: Context, wish: ExportDataset): Promise<ExportSize> {
  const { dataset, opened, definition } = await openDataset(context, wish);
  const { properties, vectors } = definition;
  const likely = await likelySize(opened, wish, vectors.length > 0);
  const agents = await listSuggestionAgents(context, { datasetId: dataset.id });
  return {
    records: countBits(opened.set),
    ...(await countAnswers(context, dataset)),
    agents: new Set(agents.flatMap((one) => one.agents)).size,
    properties: properties.length,
    vectors: vectors.map(({ name, dimensions }) => ({ name, dimensions })),
    ...likely,
  };
}

/** What the other shapes are made from, beside the records. */
const ANSWERS = { responses: true, suggestions: false, metadata: false, vectors: false };

/** How each file of a feedback dataset is made from its rows, wherever they come from. Refuses a shape that it cannot have. */
export function feedbackFiles(wish: FileWish, definition: Definition, name: string) {
  const { questions } = definition;
  const shapes = shapesOfQuestions(questions.map(({ settings }) => settings.type));
  const fault = shapeFault(wish, shapes);
  if (fault) throw new Refusal("unprocessable", fault);
  const type = questionOfShape(wish.shape);
  return {
    name,
    can: { shapes, questions: questions.filter(({ settings }) => settings.type === type).map((one) => one.name) },
    countsOf: ({ responses, suggestions, parts }: ExportedRow) =>
      parts?.counts ?? { responses: responses?.length ?? 0, suggestions: suggestions?.length ?? 0 },
    writer: (wanted: FileWish, tally: Tally) => {
      if (wanted.shape === "full") return feedbackWriter(wanted, definition, tally);
      const table = feedbackShape(wanted, definition, wholeRowOf(ANSWERS, definition));
      return shapeWriter(table, wanted, name, tally);
    },
    needs: ({ shape, parts }: FileWish) => (shape === "full" ? parts : ANSWERS),
  };
}

export async function openDataset(context: Context, wish: ExportDataset) {
  const { db } = context;
  const dataset = await loadDatasetForManager(context, wish.datasetId);
  const named = await pseudonymsFor(db, wish);
  const read = await readDefinition(db, dataset);
  const definition = { ...read, text: definitionUnder(named, read.text) };
  const { questions, vectors } = definition;
  const files = feedbackFiles(wish, definition, dataset.name);
  const set = await wantedRecords(context, dataset, wish);
  const opened: OpenedDataset<ExportedRow> = {
    ...files,
    set,
    batches: (parts, runs) => {
      const scope = {
        datasetKey: dataset.key,
        questions: new Map(questions.map(({ key, name }) => [key, name])),
        vectors,
        withResponses: parts.responses,
        withSuggestions: parts.suggestions,
        withVectors: parts.vectors,
      };
      return rowsUnder(named, exportedRows(db, scope, runs, set), renamedRow);
    },
  };
  return { dataset, definition, opened };
}

const EVERY: SearchQuery = { text: null, vector: null, filters: [], sort: [] };

async function wantedRecords(context: Context, dataset: DatasetRow, { records }: ExportDataset): Promise<SeqSet> {
  const { caller } = context;
  const viewer = records && caller ? { key: caller.key, id: caller.id } : null;
  const include = { responses: false, suggestions: false, vectors: "none" } as const;
  const statuses = records?.statuses ?? [];
  const query = { include, statuses, metadata: [], sort: [], offset: 0, limit: 0 };
  const plan = await planRecords(context, dataset, viewer, query, records?.search ?? EVERY);
  const { set } = await findMatching(searchOf(context.db, plan), compileTree(plan.registry, plan.tree), false);
  return set;
}

async function countAnswers({ db }: Context, { key }: DatasetRow) {
  const people = await rowsOf(db, "user_counts", { dataset_key: key })
    .select(["draft", "submitted", "discarded"])
    .execute();
  const counts = people.map(({ draft, submitted, discarded }) => draft + submitted + discarded);
  const { count } = await rowsOf(db, "suggestion", { dataset_key: key })
    .select((one) => one.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return {
    responses: counts.reduce((total, one) => total + one, 0),
    people: counts.filter((one) => one > 0).length,
    suggestions: count,
  };
}
