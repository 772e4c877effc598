import { byName } from "@postil/domain/objects";
import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import { type ExportedResponse, type ExportedSuggestion, type ExportScope, responseOfRow } from "./exported-parts.ts";
import { type RecordParts, readRecordParts } from "./record-parts.ts";
import type { RecordRow } from "./record-rows.ts";
import { sizesOfParts } from "./record-sizes.ts";
import { ROWS_AHEAD, rowsInParts } from "./rows-in-parts.ts";
import type { Tables } from "./tables.ts";
import { partsBySize, STEP_BYTES } from "./task-record-sizes.ts";
import { vectorFromBytes } from "./vector-bytes.ts";
import { vectorsAt } from "./vectors-at.ts";

/** Rows of many records, one after the other, with their attachments as stored texts, which are not parsed. */

export type ExportedRow = {
  readonly record: RecordRow;
  /** In order of creation; null if they are not wanted. */
  readonly suggestions: readonly ExportedSuggestion[] | null;
  readonly responses: readonly ExportedResponse[] | null;
  readonly vectors: { readonly [name: string]: readonly number[] } | null;
  /** Only for a record that is too large to be read whole. It comes alone, and this replaces the lists above. */
  readonly parts?: RecordParts;
};

/** The records with these numbers, a few at a time. The numbers ascend and come in runs. */
export async function* exportedRows(
  db: Kysely<Tables>,
  scope: ExportScope,
  runs: Iterable<readonly number[]>,
  isWanted: Uint32Array,
): AsyncGenerator<readonly ExportedRow[]> {
  const all = db.selectFrom("record").selectAll().where("dataset_key", "=", scope.datasetKey).orderBy("seq");
  const records = rowsInParts<RecordRow>(runs, isWanted, {
    read: ({ seqs, first, last, isClose }) =>
      (isClose ? all.where("seq", ">=", first).where("seq", "<=", last) : all.where("seq", "in", seqs)).stream(
        ROWS_AHEAD,
      ),
    charactersOf: ({ fields, metadata }) => fields.length + (metadata?.length ?? 0),
  });
  const hanging = { fields: false, responses: scope.withResponses, suggestions: scope.withSuggestions };
  const vectorBytes = scope.withVectors ? scope.vectors.reduce((sum, { dimensions }) => sum + 4 * dimensions, 0) : 0;
  for await (const some of records) {
    const seqs = some.map(({ seq }) => seq);
    const sizes = await sizesOfParts(db, scope.datasetKey, seqs, hanging);
    const bytesOf = ({ seq }: RecordRow) => (sizes.get(seq) ?? 0) + vectorBytes;
    for (const part of partsBySize(some, bytesOf, STEP_BYTES)) {
      const [first] = part;
      if (first && bytesOf(first) > STEP_BYTES) yield [await inParts(db, scope, first)];
      else yield await attach(db, scope, part);
    }
  }
}

async function inParts(db: Kysely<Tables>, scope: ExportScope, record: RecordRow): Promise<ExportedRow> {
  const parts = await readRecordParts(db, scope, record.seq);
  return { record, suggestions: null, responses: null, vectors: null, parts };
}

async function attach(
  db: Kysely<Tables>,
  scope: ExportScope,
  records: readonly RecordRow[],
): Promise<readonly ExportedRow[]> {
  const seqs = records.map(({ seq }) => seq);
  const suggestions = scope.withSuggestions ? await readSuggestions(db, scope, seqs) : null;
  const responses = scope.withResponses ? await readResponses(db, scope, seqs) : null;
  const vectors = scope.withVectors ? await readVectors(db, scope, seqs) : null;
  return records.map((record) => ({
    record,
    suggestions: suggestions && (suggestions.get(record.seq) ?? []),
    responses: responses && (responses.get(record.seq) ?? []),
    vectors: vectors && (vectors.get(record.seq) ?? {}),
  }));
}

const suggestionsAt = compiled((db, datasetKey: number, seqs: readonly number[]) =>
  db
    .selectFrom("suggestion")
    .select(["seq", "question_key", "type", "value", "agent", "score"])
    .where("dataset_key", "=", datasetKey)
    .where("seq", "in", seqs),
);

async function readSuggestions(db: Kysely<Tables>, { datasetKey, questions }: ExportScope, seqs: readonly number[]) {
  const found = new Map<number, ExportedSuggestion[]>();
  for (const { seq, question_key, ...suggestion } of await suggestionsAt(db, datasetKey, seqs)) {
    const question = questions.get(question_key);
    if (question !== undefined) addTo(found, seq, { question, ...suggestion });
  }
  return found;
}

const responsesAt = compiled((db, datasetKey: number, seqs: readonly number[]) =>
  db
    .selectFrom("response")
    .innerJoin("user", "user.key", "response.user_key")
    .select(["seq", "status", "values", "response.inserted_at", "response.updated_at", "username", "deleted_at"])
    .where("dataset_key", "=", datasetKey)
    .where("seq", "in", seqs),
);

async function readResponses(db: Kysely<Tables>, { datasetKey }: ExportScope, seqs: readonly number[]) {
  const found = new Map<number, ExportedResponse[]>();
  for (const row of await responsesAt(db, datasetKey, seqs)) addTo(found, row.seq, responseOfRow(row));
  for (const list of found.values()) list.sort((a, b) => a.insertedAt - b.insertedAt);
  return found;
}

async function readVectors(db: Kysely<Tables>, { datasetKey, vectors }: ExportScope, seqs: readonly number[]) {
  const found = new Map<number, { [name: string]: readonly number[] }>();
  for (const { key, name, dimensions } of vectors) {
    for (const { seq, value } of await vectorsAt(db, datasetKey, key, seqs)) {
      const of = found.get(seq) ?? byName<readonly number[]>();
      of[name] = vectorFromBytes(value, dimensions);
      found.set(seq, of);
    }
  }
  return found;
}

function addTo<T>(lists: Map<number, T[]>, seq: number, item: T): void {
  const list = lists.get(seq);
  if (list) list.push(item);
  else lists.set(seq, [item]);
}
