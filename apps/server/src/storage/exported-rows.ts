import { hasBit } from "@postil/domain/queue/bitmap";
import { parseDocument, type TaskDocument } from "@postil/domain/tasks/task-record";
import type { Selectable } from "kysely";
import { compiled } from "./compiled.ts";
import { partsBySize } from "./parts.ts";
import { addTo, type RecordRow, type ResponseRow } from "./read-records.ts";
import { STEP_BYTES, sizesOfParts, vectorBytes } from "./record-sizes.ts";
import { rowsOf } from "./statements.ts";
import type { Db, Seqs } from "./tables.ts";
import type { UserTable } from "./tables-of-people.ts";
import type { StoredTaskRecord } from "./task-records.ts";
import { readVectors, wholeDocuments } from "./vectors.ts";

/** A record and its attachments as stored texts, which are not parsed. */
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
  db: Db,
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
  const ofVectors = scope.withVectors ? vectorBytes(scope.vectors) : 0;
  for await (const some of records) {
    const seqs = some.map(({ seq }) => seq);
    const sizes = await sizesOfParts(db, scope.datasetKey, seqs, hanging);
    const bytesOf = ({ seq }: RecordRow) => (sizes.get(seq) ?? 0) + ofVectors;
    for (const part of partsBySize(some, bytesOf, STEP_BYTES)) {
      const [first] = part;
      if (first && bytesOf(first) > STEP_BYTES) {
        const parts = await readRecordParts(db, scope, first.seq);
        yield [{ record: first, suggestions: null, responses: null, vectors: null, parts }];
      } else yield await attach(db, scope, part);
    }
  }
}

async function attach(db: Db, scope: ExportScope, records: readonly RecordRow[]): Promise<readonly ExportedRow[]> {
  const seqs = records.map(({ seq }) => seq);
  const suggestions = scope.withSuggestions ? await readSuggestions(db, scope, seqs) : null;
  const responses = scope.withResponses ? await readResponses(db, scope, seqs) : null;
  const vectors = scope.withVectors ? await readVectors(db, scope.datasetKey, scope.vectors, seqs) : null;
  return records.map((record) => ({
    record,
    suggestions: suggestions && (suggestions.get(record.seq) ?? []),
    responses: responses && (responses.get(record.seq) ?? []),
    vectors: vectors && (vectors.get(record.seq) ?? {}),
  }));
}

const suggestionsAt = compiled((db, datasetKey: number, seqs: Seqs) =>
  rowsOf(db, "suggestion", { dataset_key: datasetKey })
    .select(["seq", "question_key", "type", "value", "agent", "score"])
    .where("seq", "in", seqs),
);

async function readSuggestions(db: Db, { datasetKey, questions }: ExportScope, seqs: Seqs) {
  const found = new Map<number, ExportedSuggestion[]>();
  for (const { seq, question_key, ...suggestion } of await suggestionsAt(db, datasetKey, seqs)) {
    const question = questions.get(question_key);
    if (question !== undefined) addTo(found, seq, { question, ...suggestion });
  }
  return found;
}

const responsesOf = (db: Db, datasetKey: number) =>
  db
    .selectFrom("response")
    .innerJoin("user", "user.key", "response.user_key")
    .select(["seq", "status", "values", "response.inserted_at", "response.updated_at", "username", "deleted_at"])
    .where("dataset_key", "=", datasetKey);

const responsesAt = compiled((db, datasetKey: number, seqs: Seqs) =>
  responsesOf(db, datasetKey).where("seq", "in", seqs),
);

async function readResponses(db: Db, { datasetKey }: ExportScope, seqs: Seqs) {
  const found = new Map<number, ExportedResponse[]>();
  for (const row of await responsesAt(db, datasetKey, seqs)) addTo(found, row.seq, responseOfRow(row));
  for (const list of found.values()) list.sort((a, b) => a.insertedAt - b.insertedAt);
  return found;
}

export type ExportedSuggestion = {
  readonly question: string;
  readonly type: string | null;
  /** JSON, like the score. */
  readonly value: string;
  readonly agent: string | null;
  readonly score: string | null;
};
export type ExportedResponse = {
  /** Null for a user who was deleted. */
  readonly user: string | null;
  readonly status: string;
  /** JSON. */
  readonly values: string | null;
  readonly insertedAt: number;
  readonly updatedAt: number;
};
type ExportScope = {
  readonly datasetKey: number;
  readonly questions: ReadonlyMap<number, string>;
  readonly vectors: readonly { readonly key: number; readonly name: string; readonly dimensions: number }[];
  readonly withResponses: boolean;
  readonly withSuggestions: boolean;
  readonly withVectors: boolean;
};

type ResponseOfUser = Pick<ResponseRow, "status" | "values" | "inserted_at" | "updated_at"> &
  Pick<Selectable<UserTable>, "username" | "deleted_at">;

function responseOfRow(row: ResponseOfUser): ExportedResponse {
  const { status, values, inserted_at: insertedAt, updated_at: updatedAt } = row;
  return { user: row.deleted_at === null ? row.username : null, status, values, insertedAt, updatedAt };
}

/** The attachments of one record. Each is read only on request: together they may not fit in memory. */
export type RecordParts = {
  readonly counts: { readonly suggestions: number; readonly responses: number };
  readonly suggestion: (question: string) => Promise<ExportedSuggestion | null>;
  /** In order of creation. */
  readonly responses: () => AsyncGenerator<ExportedResponse>;
  readonly vector: (name: string) => Promise<readonly number[] | null>;
};

async function readRecordParts(db: Db, scope: ExportScope, seq: number): Promise<RecordParts> {
  const { datasetKey, questions, vectors } = scope;
  const keyed = scope.withSuggestions ? await suggestedAt(db, datasetKey, seq) : [];
  const keys = new Map(
    keyed.flatMap(({ question_key: key }): [string, number][] => {
      const name = questions.get(key);
      return name === undefined ? [] : [[name, key]];
    }),
  );
  const users = scope.withResponses ? await respondedAt(db, datasetKey, seq) : [];
  return {
    counts: { suggestions: keys.size, responses: users.length },
    suggestion: async (question) => {
      const key = keys.get(question);
      const [found] = key === undefined ? [] : await suggestionAt(db, datasetKey, seq, key);
      return found ? { question, ...found } : null;
    },
    responses: async function* () {
      for (const { user_key } of users.toSorted((a, b) => a.inserted_at - b.inserted_at))
        for (const row of await responseAt(db, datasetKey, seq, user_key)) yield responseOfRow(row);
    },
    vector: async (name) => {
      const kind = vectors.find((one) => one.name === name);
      const found = await readVectors(db, datasetKey, kind ? [kind] : [], [seq]);
      return found.get(seq)?.[name] ?? null;
    },
  };
}

const suggestedAt = compiled((db, datasetKey: number, seq: number) =>
  rowsOf(db, "suggestion", { dataset_key: datasetKey, seq }).select("question_key").orderBy("question_key"),
);

const suggestionAt = compiled((db, datasetKey: number, seq: number, question: number) =>
  rowsOf(db, "suggestion", { dataset_key: datasetKey, seq, question_key: question }).select([
    "type",
    "value",
    "agent",
    "score",
  ]),
);

const respondedAt = compiled((db, datasetKey: number, seq: number) =>
  rowsOf(db, "response", { dataset_key: datasetKey, seq }).select(["user_key", "inserted_at"]),
);

const responseAt = compiled((db, datasetKey: number, seq: number, user: number) =>
  responsesOf(db, datasetKey).where("seq", "=", seq).where("user_key", "=", user),
);

/** The documents of the task records with these numbers, a few at a time. The numbers ascend and come in runs. */
export async function* exportedTaskRows(
  db: Db,
  { datasetKey, withVectors }: { readonly datasetKey: number; readonly withVectors: boolean },
  runs: Iterable<readonly number[]>,
  isWanted: Uint32Array,
): AsyncGenerator<readonly TaskDocument[]> {
  const all = rowsOf(db, "task_record", { dataset_key: datasetKey })
    .select(["seq", "id", "last_log", "vectors", "document"])
    .orderBy("seq");
  const records = rowsInParts<StoredTaskRecord>(runs, isWanted, {
    read: ({ seqs, first, last, isClose }) =>
      (isClose ? all.where("seq", ">=", first).where("seq", "<=", last) : all.where("seq", "in", seqs)).stream(
        ROWS_AHEAD,
      ),
    charactersOf: ({ document }) => document.length,
  });
  for await (const some of records) {
    const texts = withVectors ? await wholeDocuments(db, datasetKey, some) : some.map(({ document }) => document);
    yield texts.map(parseDocument);
  }
}

/** Maximum number of records per statement, and of characters in one part. A single larger record is still read. */
const TOGETHER = 500;
const CHARACTERS = 128 * 1024;
/** Number of rows that are read in advance: a single row may fill the memory. */
const ROWS_AHEAD = 1;
/** Number of rows to read for one wanted row; beyond that, single lookups are faster. */
const PASSED_OVER = 8;

/** A range of record numbers to read: all from the first to the last, or one by one if they are far apart. */
type SeqRange = {
  readonly seqs: Seqs;
  readonly first: number;
  readonly last: number;
  readonly isClose: boolean;
};

type Row = { readonly seq: number };
type RowsToRead<R extends Row> = {
  /** The rows of a range, possibly with some unwanted rows between. */
  readonly read: (range: SeqRange) => AsyncIterable<R>;
  readonly charactersOf: (row: R) => number;
};

/** Rows of many records, in parts of limited size, however large the rows are. The numbers ascend and come in runs. */
async function* rowsInParts<R extends Row>(
  runs: Iterable<readonly number[]>,
  isWanted: Uint32Array,
  { read, charactersOf }: RowsToRead<R>,
): AsyncGenerator<readonly R[]> {
  for (const range of rangesOf(runs)) {
    let rows: R[] = [];
    let characters = 0;
    for await (const row of read(range)) {
      if (!hasBit(isWanted, row.seq)) continue;
      rows.push(row);
      characters += charactersOf(row);
      if (characters < CHARACTERS) continue;
      yield rows;
      rows = [];
      characters = 0;
    }
    if (rows.length > 0) yield rows;
  }
}

function* rangesOf(runs: Iterable<readonly number[]>): Generator<SeqRange> {
  for (const run of runs) {
    for (let from = 0; from < run.length; from += TOGETHER) {
      const seqs = run.slice(from, from + TOGETHER);
      const [first = 0, last = 0] = [seqs[0], seqs.at(-1)];
      yield { seqs, first, last, isClose: last - first < seqs.length * PASSED_OVER };
    }
  }
}
