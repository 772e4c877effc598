import { timeToWire } from "@postil/contract/wire/mapping";
import { pickBits } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE, seqAt } from "@postil/domain/queue/places";
import { parseDocument } from "@postil/domain/tasks/task-record";
import { bitsOf } from "../storage/blocks.ts";
import { rowsOf, sameRecord } from "../storage/statements.ts";
import type { Db, Tables } from "../storage/tables.ts";
import { accountOf, type DatasetOfRows, type PersonRows, type Place, type Rows } from "./account-of-person.ts";

/** A file of a person's data: what its README says about it, and its lines. */
type PersonFile = { readonly about: string; readonly rows: (of: PersonRows) => Rows };

/** The files of a person's data, in their order (OPD-01, docs/personal-data.md). */
export const PERSON_FILES = {
  "account.json": {
    about: "the account: names, role, workspaces, sessions, API keys, invitations, preferences, files sent",
    rows: accountOf,
  },
  "answers.jsonl": { about: "the responses to records of feedback datasets, also drafts", rows: answersOf },
  "annotations.jsonl": {
    about: "the annotations and predictions in task datasets that have the name",
    rows: annotationsOf,
  },
  "suggestions.jsonl": { about: "the suggestions that name the person as their agent", rows: suggestionsOf },
  "rules.jsonl": { about: "the labeling rules that the person wrote", rows: rulesOf },
  "datasets.jsonl": {
    about:
      "the task datasets that the person made, the datasets and records that they deleted, the snapshots they asked for",
    rows: datasetsOf,
  },
  "flags.jsonl": { about: "the records that are flagged", rows: flagsOf },
  "views.jsonl": { about: "the saved views", rows: viewsOf },
  "history.jsonl": {
    about: "each change of an answer or annotation, by the person or of the person's answers",
    rows: historyOf,
  },
  "audit.jsonl": { about: "the entries of the audit trail by the person and about the person", rows: auditOf },
} as const satisfies { readonly [file: string]: PersonFile };

type FileName = keyof typeof PERSON_FILES;
const NOBODY = "no person stands in it";
const PASSING =
  "what was tried or used a few minutes ago, where several servers share a database; codes and addresses as hashes";
const DERIVED = "computed from the tables above";

/**
 * Where each table stands: in a file, or why it is in none. The compiler finds a table that is missing here, and a test compares
 * it with the schema and the documentation.
 * @public
 */
export const TABLES_OF_PERSON: { readonly [T in keyof Tables]: FileName | { readonly why: string } } = {
  user: "account.json",
  membership: "account.json",
  last_seen: "account.json",
  session: "account.json",
  invitation: "account.json",
  preference: "account.json",
  api_key: "account.json",
  key_use: "account.json",
  response: "answers.jsonl",
  task_record: "annotations.jsonl",
  suggestion: "suggestions.jsonl",
  labeling_rule: "rules.jsonl",
  task_dataset: "datasets.jsonl",
  deleted_dataset: "datasets.jsonl",
  deleted_records: "datasets.jsonl",
  snapshot: "datasets.jsonl",
  flag: "flags.jsonl",
  saved_view: "views.jsonl",
  activity: "history.jsonl",
  audit: "audit.jsonl",
  user_counts: { why: DERIVED },
  answered_block: { why: DERIVED },
  filter_value: { why: DERIVED },
  live_block: { why: NOBODY },
  changed_block: { why: NOBODY },
  job: { why: "the number of who began it, until it has ended; what it did is in the history and the audit trail" },
  record: { why: "records are about no user; those that the person answered are named with the answers" },
  deleted_person: { why: "what a restored person gets back; who deleted whom is in the audit trail" },
  webhook_event: { why: "a copy of what was told to a program; the last 200 of each webhook stay" },
  webhook_about: { why: NOBODY },
  webhook_delivery: { why: NOBODY },
  webhook_lane: { why: NOBODY },
  webhook: { why: NOBODY },
  workspace: { why: NOBODY },
  dataset_sequence: { why: NOBODY },
  dataset: { why: NOBODY },
  dataset_activity: { why: NOBODY },
  task_settings: { why: NOBODY },
  field: { why: NOBODY },
  question: { why: NOBODY },
  metadata_property: { why: NOBODY },
  vector_settings: { why: NOBODY },
  task_target: { why: NOBODY },
  task_vector: { why: NOBODY },
  vector: { why: NOBODY },
  file_columns: { why: NOBODY },
  brought: { why: NOBODY },
  clock: { why: NOBODY },
  failed_attempts: { why: PASSING },
  used_once: { why: PASSING },
  sign_in_link: { why: PASSING },
  secret: { why: NOBODY },
};

/** Rows that are read at once by their numbers, and numbers that one step passes. */
const TOGETHER = 500;
const STEP = 2000;
const AHEAD = 1;

const placeOf = ({ name, workspace, isDeleted }: DatasetOfRows): Place => ({
  dataset: name,
  workspace,
  ...(isDeleted && { deleted: true }),
});

/** What is written of rows of datasets, each with the place of its dataset. A dataset that is gone is passed over. */
async function* placed<Row extends { readonly dataset_key: number }>(
  { datasets }: PersonRows,
  rows: AsyncIterable<Row> | Iterable<Row>,
  write: (row: Row, dataset: DatasetOfRows) => object,
): Rows {
  for await (const row of rows) {
    const dataset = datasets.get(row.dataset_key);
    if (dataset) yield { ...placeOf(dataset), ...write(row, dataset) };
  }
}

/** Reads all numbers to `end` in steps, and passes on between them, so that a reader who has left is noticed. */
async function* inSteps<Row>(
  end: number,
  read: (from: number, to: number) => AsyncIterable<Row>,
  write: (row: Row) => object | null,
): Rows {
  for (let from = 0; from < end; from += STEP) {
    yield null;
    for await (const row of read(from, from + STEP)) yield write(row);
  }
}

async function* answersOf({ db, person, datasets }: PersonRows): Rows {
  const blocks = await rowsOf(db, "answered_block", { user_key: person.key })
    .select(["dataset_key", "block", "bits"])
    .orderBy("dataset_key")
    .execute();
  for (const { dataset_key, block, bits } of blocks) {
    const dataset = datasets.get(dataset_key);
    if (!dataset) continue;
    const seqs = pickBits(bitsOf(bits), 0, BLOCK_SIZE, 0, BLOCK_SIZE).map((spot) => seqAt({ block, spot }));
    for (let at = 0; at < seqs.length; at += TOGETHER) {
      const rows = responsesIn(db, dataset_key, person.key).where("response.seq", "in", seqs.slice(at, at + TOGETHER));
      for await (const row of rows.stream(AHEAD)) yield answerOf(dataset, row);
    }
  }
  for (const [key, dataset] of datasets)
    if (dataset.isHidden && dataset.family === "dataset")
      yield* inSteps(
        dataset.size,
        (from, to) =>
          responsesIn(db, key, person.key)
            .where("response.seq", ">=", from)
            .where("response.seq", "<", to)
            .stream(AHEAD),
        (row) => answerOf(dataset, row),
      );
}

const responsesIn = (db: Db, datasetKey: number, userKey: number) =>
  db
    .selectFrom("response")
    .innerJoin("record", sameRecord("record", "response"))
    .select(["response.id", "response.status", "response.values", "response.inserted_at", "response.updated_at"])
    .select(["record.id as record_id", "external_id", "fields"])
    .where("response.dataset_key", "=", datasetKey)
    .where("response.user_key", "=", userKey);

type ResponseRow = Awaited<ReturnType<ReturnType<typeof responsesIn>["executeTakeFirstOrThrow"]>>;

const answerOf = (dataset: DatasetOfRows, { values, ...row }: ResponseRow): object => ({
  ...placeOf(dataset),
  record: recordOf(row.record_id, row.external_id, dataset.isSeen ? row.fields : null),
  id: row.id,
  status: row.status,
  values: values === null ? null : JSON.parse(values),
  inserted_at: timeToWire(row.inserted_at),
  updated_at: timeToWire(row.updated_at),
});

const recordOf = (id: string, externalId: string | null, fields: string | null): object => ({
  id,
  external_id: externalId,
  ...(fields !== null && { fields: JSON.parse(fields) }),
});

async function* suggestionsOf({ db, person, datasets }: PersonRows): Rows {
  for (const [key, dataset] of datasets) {
    if (dataset.family !== "dataset") continue;
    const suggested = db
      .selectFrom("suggestion")
      .innerJoin("question", "question.key", "suggestion.question_key")
      .innerJoin("record", sameRecord("record", "suggestion"))
      .select(["record.id", "record.external_id", "question.name", "suggestion.type", "value", "score"])
      .select(["suggestion.inserted_at", "suggestion.updated_at"])
      .where("suggestion.dataset_key", "=", key)
      .where("agent", "=", person.username);
    yield* inSteps(
      dataset.size,
      (from, to) => suggested.where("suggestion.seq", ">=", from).where("suggestion.seq", "<", to).stream(AHEAD),
      (row) => ({
        ...placeOf(dataset),
        record: recordOf(row.id, row.external_id, null),
        question: row.name,
        type: row.type,
        value: JSON.parse(row.value),
        score: row.score === null ? null : JSON.parse(row.score),
        inserted_at: timeToWire(row.inserted_at),
        updated_at: timeToWire(row.updated_at),
      }),
    );
  }
}

/** Documents keep only the name of an agent. An older log can have the name too, which no index finds. */
async function* annotationsOf({ db, person: { username }, datasets }: PersonRows): Rows {
  for (const [key, dataset] of datasets) {
    if (dataset.family !== "task_dataset") continue;
    const named = rowsOf(db, "task_record", { dataset_key: key })
      .select("document")
      .where(({ ref }) => db.expressions.contains(ref("document"), JSON.stringify(username)));
    yield* inSteps(
      dataset.size,
      (from, to) => named.where("seq", ">=", from).where("seq", "<", to).stream(AHEAD),
      ({ document: json }) => {
        const document = parseDocument(json);
        const annotation = document.annotations?.[username] ?? ownPart(document.annotation, username);
        const prediction = document.predictions?.[username] ?? ownPart(document.prediction, username);
        if (!annotation && !prediction) return null;
        const { id, text, status, last_updated } = document;
        const record = dataset.isSeen ? { id, text } : { id };
        return { ...placeOf(dataset), record, status, annotation, prediction, last_updated };
      },
    );
  }
}

const ownPart = <Part extends { readonly agent: string }>(part: Part | undefined, agent: string) =>
  part?.agent === agent ? part : undefined;

async function* rulesOf(of: PersonRows): Rows {
  const rows = await rowsOf(of.db, "labeling_rule", { author: of.person.username }).selectAll().execute();
  yield* placed(of, rows, ({ query, labels, description, created_at }) => {
    return { query, labels: JSON.parse(labels), description, created_at: timeToWire(created_at) };
  });
}

async function* datasetsOf(of: PersonRows): Rows {
  const { db, datasets } = of;
  const { id, username } = of.person;
  const made = rowsOf(db, "task_dataset", { created_by: username }).select(["key as dataset_key", "created_at"]);
  yield* placed(of, await made.execute(), ({ created_at }) => ({ made_at: timeToWire(created_at) }));
  const deleted = await db
    .selectFrom("deleted_dataset")
    .select(["key", "deleted_at", "deleted_by_id", "row"])
    .orderBy("deleted_at")
    .execute();
  for (const { key, deleted_at, deleted_by_id, row } of deleted) {
    const dataset = datasets.get(key);
    const made = JSON.parse(row).created_by === username;
    if (!dataset || (!made && deleted_by_id !== id)) continue;
    yield { ...placeOf(dataset), made, ...(deleted_by_id === id && { deleted_at: timeToWire(deleted_at) }) };
  }
  const records = rowsOf(db, "deleted_records", { deleted_by_id: id })
    .select(["key as dataset_key", "records", "deleted_at"])
    .orderBy("deleted_at");
  yield* placed(of, await records.execute(), ({ records: count, deleted_at }) => {
    return { records: count, deleted_at: timeToWire(deleted_at) };
  });
  const snapshots = rowsOf(db, "snapshot", { by_id: id }).select(["dataset_key", "name", "asked_at"]).orderBy("key");
  yield* placed(of, await snapshots.execute(), ({ name, asked_at }) => {
    return { snapshot: name, asked_at: timeToWire(asked_at) };
  });
}

async function* flagsOf(of: PersonRows): Rows {
  const rows = of.db
    .selectFrom("flag")
    .leftJoin("record", sameRecord("record", "flag"))
    .leftJoin("task_record", sameRecord("task_record", "flag"))
    .select(["flag.dataset_key", "preview", "flagged_at", "record.id as feedback_id", "task_record.id as task_id"])
    .where("user_key", "=", of.person.key)
    .orderBy("flag.dataset_key");
  yield* placed(of, rows.stream(AHEAD), ({ feedback_id, task_id, preview, flagged_at }, { isSeen }) => {
    return { record: { id: feedback_id ?? task_id, ...(isSeen && { preview }) }, flagged_at: timeToWire(flagged_at) };
  });
}

async function* viewsOf(of: PersonRows): Rows {
  const rows = rowsOf(of.db, "saved_view", { user_key: of.person.key }).selectAll().orderBy("dataset_key");
  yield* placed(of, rows.stream(AHEAD), ({ name, query, inserted_at, updated_at }) => {
    return { name, query, inserted_at: timeToWire(inserted_at), updated_at: timeToWire(updated_at) };
  });
}

async function* historyOf({ db, person, datasets }: PersonRows): Rows {
  const rows = db
    .selectFrom("activity")
    .leftJoin("record", sameRecord("record", "activity"))
    .leftJoin("task_record", sameRecord("task_record", "activity"))
    .leftJoin("user as author", "author.key", "activity.user_key")
    .leftJoin("user as actor", "actor.key", "activity.actor_key")
    .select(["activity.dataset_key", "at", "kind", "before", "after", "shown_ms"])
    .select(["record.id as feedback_id", "task_record.id as task_id"])
    .select(["author.username as of", "actor.username as by"])
    .where((where) => where.or([where("user_key", "=", person.key), where("actor_key", "=", person.key)]))
    .orderBy("activity.key");
  yield* inSteps(
    await afterLast(db, "activity"),
    (from, to) => rows.where("activity.key", ">=", from).where("activity.key", "<", to).stream(AHEAD),
    ({ dataset_key, feedback_id, task_id, at, before, after, ...row }) => {
      const dataset = datasets.get(dataset_key);
      if (!dataset) return null;
      const states = { before: before && JSON.parse(before), after: after && JSON.parse(after) };
      return { ...placeOf(dataset), record: { id: feedback_id ?? task_id }, at: timeToWire(at), ...row, ...states };
    },
  );
}

/** A failed sign-in has only the name. From where others did something is about them, so it is left out. */
async function* auditOf({ db, person: { id, username, inserted_at } }: PersonRows): Rows {
  const rows = db
    .selectFrom("audit")
    .select(["at", "kind", "actor_id", "actor", "person", "told", "address", "program", "times"])
    .where((where) =>
      where.or([
        where("actor_id", "=", id),
        where("person_id", "=", id),
        where.and([where("person_id", "is", null), where("person", "=", username), where("at", ">=", inserted_at)]),
      ]),
    )
    .orderBy("key");
  yield* inSteps(
    await afterLast(db, "audit"),
    (from, to) => rows.where("key", ">=", from).where("key", "<", to).stream(AHEAD),
    ({ at, actor_id, address, program, told, ...row }) => ({
      at: timeToWire(at),
      ...row,
      told: JSON.parse(told),
      ...((actor_id === id || actor_id === null) && { address, program }),
    }),
  );
}

async function afterLast(db: Db, table: "activity" | "audit"): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>("key").as("last"))
    .executeTakeFirstOrThrow();
  return (last ?? -1) + 1;
}
