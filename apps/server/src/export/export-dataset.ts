import { countBits } from "@postil/domain/queue/bitmap";
import type { RecordStatus } from "@postil/domain/records/response";
import type { SearchQuery } from "@postil/domain/search/search-query";
import { compileTree } from "../records/compile-tree.ts";
import { findMatching } from "../records/find-matching.ts";
import { searchOf } from "../records/page-query.ts";
import { runsOf, type SeqSet } from "../records/seq-set.ts";
import type { ExportScope } from "../storage/exported-parts.ts";
import { exportedRows } from "../storage/exported-rows.ts";
import type { Context, StreamPart } from "../storage/store.ts";
import { withCallerAsOfNow } from "../usecases/accounts/caller-as-of-now.ts";
import { namesOfDataset } from "../usecases/feedback/datasets.ts";
import { planRecords } from "../usecases/feedback/find-records.ts";
import { type DatasetRow, loadDatasetForManager } from "../usecases/feedback/load-dataset.ts";
import { csv } from "./csv.ts";
import { type Definition, readDefinition } from "./definition.ts";
import { type ExportNote, filePartsOf } from "./file-parts.ts";
import { jsonLines } from "./json-lines.ts";
import type { ExportFormat, ExportParts, Writer } from "./writer.ts";

export type ExportDataset = {
  readonly datasetId: string;
  readonly format: ExportFormat;
  readonly parts: ExportParts;
  /** Null means all records. Statuses and filters use the caller's own responses. */
  readonly records: { readonly statuses: readonly RecordStatus[]; readonly search: SearchQuery } | null;
};

/** Exports a dataset as a file, for its managers (EXP-01). The first part announces the content. */
export async function* exportDataset(
  asked: Context,
  wish: ExportDataset,
): AsyncGenerator<StreamPart<ExportNote>, void> {
  const context = await withCallerAsOfNow(asked);
  const dataset = await loadDatasetForManager(context, wish.datasetId);
  const definition = await readDefinition(context.db, dataset);
  const set = await wantedRecords(context, dataset, wish);
  const { workspace } = await namesOfDataset(context, dataset.key);
  yield* filePartsOf({
    name: dataset.name,
    workspace,
    total: countBits(set),
    batches: exportedRows(context.db, scopeOf(dataset, definition, wish), runsOf(set), set),
    writer: writerFor(wish, definition),
    definition: definition.text,
    countsOf: ({ responses, suggestions, parts }) =>
      parts?.counts ?? { responses: responses?.length ?? 0, suggestions: suggestions?.length ?? 0 },
  });
}

export const writerFor = (
  { format, parts }: Pick<ExportDataset, "format" | "parts">,
  definition: Definition,
): Writer => (format === "csv" ? csv(parts, definition) : jsonLines(parts, definition));

export const scopeOf = (
  dataset: DatasetRow,
  definition: Definition,
  { parts }: Pick<ExportDataset, "parts">,
): ExportScope => ({
  datasetKey: dataset.key,
  questions: new Map(definition.questions.map(({ key, name }) => [key, name])),
  vectors: definition.vectors,
  withResponses: parts.responses,
  withSuggestions: parts.suggestions,
  withVectors: parts.vectors,
});

const EVERY: SearchQuery = { text: null, vector: null, filters: [], sort: [] };

/** The wanted records as a bitmap. */
export async function wantedRecords(
  context: Context,
  dataset: DatasetRow,
  { records }: Pick<ExportDataset, "records">,
): Promise<SeqSet> {
  const { caller } = context;
  const viewer = records && caller ? { key: caller.key, id: caller.id } : null;
  const include = { responses: false, suggestions: false, vectors: "none" } as const;
  const statuses = records?.statuses ?? [];
  const query = { include, statuses, metadata: [], sort: [], offset: 0, limit: 0 };
  const plan = await planRecords(context, dataset, viewer, query, records?.search ?? EVERY);
  const { set } = await findMatching(searchOf(context.db, plan), compileTree(plan.registry, plan.tree), false);
  return set;
}
