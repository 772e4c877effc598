import { countBits } from "@postil/domain/queue/bitmap";
import type { RecordStatus } from "@postil/domain/records/response";
import type { SearchQuery } from "@postil/domain/search/search-query";
import { compileTree } from "../records/compile-tree.ts";
import { findMatching } from "../records/find-matching.ts";
import { searchOf } from "../records/page-query.ts";
import { runsOf, type SeqSet } from "../records/seq-set.ts";
import { type ExportScope, exportedRows } from "../storage/exported-rows.ts";
import type { Context, StreamPart } from "../storage/store.ts";
import { type DatasetRow, loadDatasetForManager } from "../usecases/datasets/load-dataset.ts";
import { planRecords } from "../usecases/records/records-plan.ts";
import { csv } from "./csv.ts";
import { type Definition, readDefinition } from "./definition.ts";
import { jsonLines } from "./json-lines.ts";
import type { ExportParts, Writer } from "./writer.ts";

export type ExportDataset = {
  readonly datasetId: string;
  readonly format: "jsonl" | "csv";
  readonly parts: ExportParts;
  /** Null: all of them. Statuses and filters are by the caller's own responses. */
  readonly records: { readonly statuses: readonly RecordStatus[]; readonly search: SearchQuery } | null;
};

/** `total` records will come; the rest has been made by now. */
export type ExportNote = {
  readonly name: string;
  readonly total: number;
  readonly records: number;
  readonly responses: number;
  readonly suggestions: number;
};

/** So many characters are sent together: few, for what is on its way is memory too. */
const PART = 64 * 1024;

/** A dataset as a file, for those who manage it (EXP-01). The first part says what will come. */
export async function* exportDataset(
  context: Context,
  wish: ExportDataset,
): AsyncGenerator<StreamPart<ExportNote>, void> {
  const { db } = context;
  const dataset = await loadDatasetForManager(context, wish.datasetId);
  const definition = await readDefinition(db, dataset);
  const set = await wantedRecords(context, dataset, wish);
  const writer = writerFor(wish, definition);
  const encoder = new TextEncoder();
  let note: ExportNote = { name: dataset.name, total: countBits(set), records: 0, responses: 0, suggestions: 0 };
  let text = writer.begin;
  let unwritten: string | null = definition.text;
  yield { bytes: new Uint8Array(), note };
  for await (const rows of exportedRows(db, scopeOf(dataset, definition, wish), runsOf(set), set)) {
    text += writer.write(rows, unwritten);
    unwritten = null;
    note = {
      ...note,
      records: note.records + rows.length,
      responses: note.responses + sum(rows, ({ responses }) => responses?.length ?? 0),
      suggestions: note.suggestions + sum(rows, ({ suggestions }) => suggestions?.length ?? 0),
    };
    if (text.length < PART) continue;
    yield { bytes: encoder.encode(text), note };
    text = "";
  }
  yield { bytes: encoder.encode(text + writer.write([], unwritten)), note };
}

const sum = <T>(items: readonly T[], count: (item: T) => number): number =>
  items.reduce((total, item) => total + count(item), 0);

export const writerFor = (
  { format, parts }: Pick<ExportDataset, "format" | "parts">,
  definition: Definition,
): Writer => (format === "csv" ? csv(parts, definition) : jsonLines(parts));

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

/** The numbers of the records that are wanted, as bits. */
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
