import type { FeedbackRecord, FeedbackResponse, MetadataValues, Suggestion } from "@postil/domain/records/record";
import type { RecordsInclude } from "@postil/domain/search/record-criteria";
import { asFloat, mayLoseForm, parseKeepingForm, parseWithNames } from "@postil/domain/text/json-text";
import type { Selectable } from "kysely";
import { compiled } from "./compiled.ts";
import { times } from "./dataset-rows.ts";
import { refuseLargePage } from "./record-sizes.ts";
import { rowsOf } from "./statements.ts";
import type { Db, RecordTable, ResponseTable, Seqs, SuggestionTable } from "./tables.ts";
import { together } from "./together.ts";
import { readVectors } from "./vectors.ts";

/** Rows of records and their attachments as entities. JSON columns have values that were valid when written. */

export type RecordRow = Selectable<RecordTable>;
export type ResponseRow = Selectable<ResponseTable>;
export type SuggestionRow = Selectable<SuggestionTable>;

/** How metadata is returned: the visible names (null: all), and those that are floats, whatever their stored form. */
type MetadataReading = { readonly seen: ReadonlySet<string> | null; readonly floats: readonly string[] };

export const recordFromRow = (row: RecordRow, datasetId: string, reading: MetadataReading): FeedbackRecord => ({
  id: row.id,
  fields: JSON.parse(row.fields),
  ...(row.metadata === null ? { metadata: null } : metadataFromText(row.metadata, reading)),
  externalId: row.external_id,
  datasetId,
  ...times(row),
});

function metadataFromText(stored: string, { seen, floats }: MetadataReading) {
  const hidden = (values: MetadataValues): MetadataValues =>
    seen ? Object.fromEntries(Object.entries(values).filter(([name]) => seen.has(name))) : values;
  const metadata = hidden(parseWithNames(stored) as MetadataValues); // as it was stored
  // Checks the plain numbers: objects that keep an integer's digits do not count as numbers here.
  const whole = floats.filter((name) => Number.isInteger(metadata[name]));
  if (whole.length === 0 && !mayLoseForm(stored)) return { metadata };
  // Nothing to hide or to change, so the writing thread does not need to parse more.
  if (whole.length === 0 && !seen) return { metadata, metadataText: stored };
  const kept = hidden(parseKeepingForm(stored) as MetadataValues); // as it was read above
  const exact = { ...kept, ...Object.fromEntries(whole.map((name) => [name, asFloat(metadata[name] as number)])) }; // numbers
  return { metadata, metadataText: JSON.stringify(exact) };
}

/** `userId` is null if the user is deleted. */
export const responseFromRow = (
  row: Omit<ResponseRow, "dataset_key" | "seq" | "user_key">,
  recordId: string,
  userId: string | null,
): FeedbackResponse => ({
  id: row.id,
  values: row.values === null ? null : JSON.parse(row.values),
  status: row.status,
  recordId,
  userId,
  ...times(row),
});

export const suggestionFromRow = (
  row: Omit<SuggestionRow, "dataset_key" | "seq" | "question_key">,
  questionId: string,
): Suggestion => ({
  id: row.id,
  questionId,
  type: row.type,
  value: JSON.parse(row.value),
  agent: row.agent,
  score: row.score === null ? null : JSON.parse(row.score),
  ...times(row),
});

/** How records of a dataset are read for a viewer. */
export type Reading = {
  readonly datasetKey: number;
  readonly datasetId: string;
  readonly include: RecordsInclude;
  /** The user whose responses are read; null means all users (FEN-26). */
  readonly viewerKey: number | null;
  /** False: only declared metadata that annotators may see (ROL-03, ROL-04). */
  readonly seesAllMetadata: boolean;
};

type Numbered<T> = Map<number, T>;

export const recordsAt = compiled((db, datasetKey: number, seqs: Seqs) =>
  db.selectFrom("record").selectAll().where("dataset_key", "=", datasetKey).where("seq", "in", seqs),
);

/** The records with these numbers, in their order. Missing ones are left out. A page that is too large is refused. */
export async function readRecords(db: Db, reading: Reading, seqs: Seqs): Promise<FeedbackRecord[]> {
  if (seqs.length === 0) return [];
  const { datasetKey, datasetId, include } = reading;
  const [properties, questions, kinds] = await together([
    propertiesOf(db, datasetId),
    include.suggestions ? questionIds(db, datasetId) : null,
    include.vectors === "none" ? null : kindsOf(db, datasetId),
    refuseLargePage(db, datasetKey, seqs, include),
  ]);
  const [rows, responses, suggestionsOf, vectorsOf] = await together([
    recordsAt(db, datasetKey, seqs),
    include.responses ? responseRows(db, reading, seqs) : null,
    questions && readSuggestions(db, datasetKey, questions, seqs),
    kinds && readVectors(db, datasetKey, wantedOf(kinds, include), seqs),
  ]);
  const metadata = {
    seen: reading.seesAllMetadata ? null : namesOf(properties.filter((one) => one.visible_for_annotators === 1)),
    floats: floatsAmong(properties),
  };
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  const responsesOf = responses && responsesByRecord(responses, bySeq);
  return seqs.flatMap((seq) => {
    const row = bySeq.get(seq);
    if (!row) return [];
    return {
      ...recordFromRow(row, reading.datasetId, metadata),
      ...(responsesOf ? { responses: oldestFirst(responsesOf.get(seq)) } : {}),
      ...(suggestionsOf ? { suggestions: oldestFirst(suggestionsOf.get(seq)) } : {}),
      ...(vectorsOf ? { vectors: vectorsOf.get(seq) ?? {} } : {}),
    };
  });
}

const propertiesOf = compiled((db, datasetId: string) =>
  rowsOf(db, "metadata_property", { dataset_id: datasetId }).select(["name", "settings", "visible_for_annotators"]),
);
type Properties = readonly { readonly name: string; readonly settings: string }[];
const namesOf = (properties: Properties): ReadonlySet<string> => new Set(properties.map(({ name }) => name));
const floatsAmong = (properties: Properties): string[] =>
  properties.flatMap(({ name, settings }) => (JSON.parse(settings).type === "float" ? [name] : []));

/** The names of a dataset's metadata whose values are floats. */
export async function floatsOf(db: Db, datasetId: string): Promise<string[]> {
  return floatsAmong(await propertiesOf(db, datasetId));
}

/** Sorts here, a few rows of one record at a time: the engine would sort all rows of the page together. */
function oldestFirst<T extends { readonly insertedAt: number }>(items: readonly T[] = []): T[] {
  return [...items].sort((a, b) => a.insertedAt - b.insertedAt);
}

export function addTo<T>(lists: Map<number, T[]>, seq: number, item: T): void {
  const list = lists.get(seq);
  if (list) list.push(item);
  else lists.set(seq, [item]);
}

const responsesQuery = (db: Db, datasetKey: number, seqs: Seqs) =>
  db
    .selectFrom("response")
    .innerJoin("user", "user.key", "response.user_key")
    .select(["seq", "response.id", "values", "status", "response.inserted_at", "response.updated_at"])
    .select(["user.id as user_id", "user.deleted_at"])
    .where("dataset_key", "=", datasetKey)
    .where("seq", "in", seqs);

const responsesAt = compiled(responsesQuery);
const ownResponsesAt = compiled((db, datasetKey: number, seqs: Seqs, userKey: number) =>
  responsesQuery(db, datasetKey, seqs).where("user_key", "=", userKey),
);

const responseRows = (db: Db, { datasetKey, viewerKey }: Reading, seqs: Seqs) =>
  viewerKey === null ? responsesAt(db, datasetKey, seqs) : ownResponsesAt(db, datasetKey, seqs, viewerKey);

function responsesByRecord(
  rows: Awaited<ReturnType<typeof responseRows>>,
  records: ReadonlyMap<number, RecordRow>,
): Numbered<FeedbackResponse[]> {
  const lists: Numbered<FeedbackResponse[]> = new Map();
  for (const row of rows) {
    const userId = row.deleted_at === null ? row.user_id : null;
    addTo(lists, row.seq, responseFromRow(row, records.get(row.seq)?.id ?? "", userId));
  }
  return lists;
}

const questionIds = compiled((db, datasetId: string) =>
  db.selectFrom("question").select(["key", "id"]).where("dataset_id", "=", datasetId),
);

const suggestionsAt = compiled((db, datasetKey: number, seqs: Seqs) =>
  db.selectFrom("suggestion").selectAll().where("dataset_key", "=", datasetKey).where("seq", "in", seqs),
);

async function readSuggestions(
  db: Db,
  datasetKey: number,
  questions: readonly { readonly key: number; readonly id: string }[],
  seqs: Seqs,
): Promise<Numbered<Suggestion[]>> {
  const ids = new Map(questions.map(({ key, id }) => [key, id]));
  const rows = await suggestionsAt(db, datasetKey, seqs);
  const lists: Numbered<Suggestion[]> = new Map();
  for (const row of rows) addTo(lists, row.seq, suggestionFromRow(row, ids.get(row.question_key) ?? ""));
  return lists;
}

const kindsOf = compiled((db, datasetId: string) =>
  rowsOf(db, "vector_settings", { dataset_id: datasetId }).select(["key", "name", "dimensions"]).orderBy("key"),
);

const wantedOf = <K extends { readonly name: string }>(
  kinds: readonly K[],
  { vectors }: RecordsInclude,
): readonly K[] => kinds.filter(({ name }) => vectors === "all" || vectors.includes(name));
