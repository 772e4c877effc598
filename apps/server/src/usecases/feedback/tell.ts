import type { FeedbackRecord } from "@postil/domain/records/record";
import {
  isCompleted,
  type Told,
  type ToldDataset,
  type ToldRecord,
  type Touched,
  type WebhookEvent,
} from "@postil/domain/webhooks/webhook";
import type { Selectable } from "kysely";
import { compiled } from "../../storage/compiled.ts";
import {
  datasetFromRow,
  loadFields,
  metadataPropertyFromRow,
  vectorSettingsFromRow,
} from "../../storage/dataset-rows.ts";
import { inChunks, partsBySize } from "../../storage/parts.ts";
import { userFromRow } from "../../storage/people.ts";
import { floatsOf, type ResponseRow, recordFromRow, recordsAt, responseFromRow } from "../../storage/read-records.ts";
import { STEP_BYTES, sizesOfParts } from "../../storage/record-sizes.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import type { Db, Seqs } from "../../storage/tables.ts";
import type { UserTable } from "../../storage/tables-of-people.ts";
import { type About, addEvents, type Listener, listenersTo } from "../../storage/webhooks.ts";
import { type DatasetRow, loadQuestions } from "./load.ts";

/**
 * What changes tell webhooks (HOK-03). Each function is called in the transaction of the change, and does nothing more than
 * one look if no webhook wants its events. What an event says is read at once: later the data may be other.
 */

type DatasetEvent = Extract<WebhookEvent, `dataset.${string}`>;

/** A dataset was made, changed, published, or is deleted next. */
export async function tellDataset(
  context: Context,
  { key, workspace_id }: Pick<DatasetRow, "key" | "workspace_id">,
  type: DatasetEvent,
): Promise<void> {
  const listeners = await listenersTo(context.db, workspace_id, [type]);
  await add(context, { listeners, datasetKey: key, events: [{ type, told: { kind: "dataset" } }] });
}

type OfDataset = Pick<DatasetRow, "id" | "key" | "workspace_id">;
type Place = Pick<OfDataset, "id" | "key">;
const RECORD_EVENTS = ["record.created", "record.updated", "record.completed"] as const;

/** The records of a set that are completed; null if no webhook wants to know. */
export async function completedBefore(
  { db }: Context,
  { key, workspace_id }: OfDataset,
  seqs: Seqs,
): Promise<ReadonlySet<number> | null> {
  if (seqs.length === 0) return null;
  const listeners = await listenersTo(db, workspace_id, ["record.completed"]);
  return listeners.length === 0 ? null : completedAmong(db, key, seqs);
}

type ToldRecords = {
  readonly created?: readonly number[];
  readonly updated?: readonly number[];
  /** Those that were completed before the change. */
  readonly before?: ReadonlySet<number> | null;
};

/** Records were added or changed: one event each, and one more for those that became completed. */
export async function tellRecords(
  context: Context,
  dataset: OfDataset,
  { created = [], updated = [], before = null }: ToldRecords,
): Promise<void> {
  if (created.length + updated.length === 0) return;
  const listeners = await listenersTo(context.db, dataset.workspace_id, RECORD_EVENTS);
  if (listeners.length === 0) return;
  const changed = [...new Set(updated)];
  const told = await readTold(context.db, dataset, [...created, ...changed]);
  const events = (seqs: Seqs, type: (typeof RECORD_EVENTS)[number], was: ReadonlySet<number>) =>
    seqs.flatMap((seq): NewEvent[] => {
      const one = told.get(seq);
      if (!one) return [];
      const event = { type, told: { kind: "record" as const, ...one } };
      return one.isCompleted && !was.has(seq) ? [event, { ...event, type: "record.completed" }] : [event];
    });
  await add(context, {
    listeners,
    datasetKey: dataset.key,
    events: [
      ...events(created, "record.created", before ?? new Set()),
      ...events(changed, "record.updated", before ?? new Set(changed)),
    ],
  });
}

/** Records are there again. Those that are completed became so before they were deleted (HOK-09). */
export const tellRestoredRecords = (context: Context, dataset: OfDataset, seqs: Seqs): Promise<void> =>
  tellRecords(context, dataset, { created: seqs, before: new Set(seqs) });

/** Records are deleted next. */
export async function tellDeletedRecords(context: Context, dataset: OfDataset, seqs: Seqs): Promise<void> {
  const type = "record.deleted";
  if (seqs.length === 0) return;
  const listeners = await listenersTo(context.db, dataset.workspace_id, [type]);
  if (listeners.length === 0) return;
  const told = await readTold(context.db, dataset, seqs);
  const events = [...told.values()].map((one) => ({ type, told: { kind: "record" as const, ...one } }) as const);
  await add(context, { listeners, datasetKey: dataset.key, events });
}

type ToldResponse = {
  readonly seq: number;
  readonly userKey: number;
  /** All users' responses to the record before the change. */
  readonly standing: readonly ResponseRow[];
  /** The user's response after it; null: it was deleted. */
  readonly after: ResponseRow | null;
};

const RESPONSE_EVENTS = [
  "response.created",
  "response.updated",
  "response.deleted",
  "record.updated",
  "record.completed",
] as const;
export const listenersToResponses = (db: Db, workspaceId: string): Promise<Listener[]> =>
  listenersTo(db, workspaceId, RESPONSE_EVENTS);

/** Responses were made, changed or deleted, and with them their records; perhaps records became completed. */
export async function tellResponses(
  context: Context,
  dataset: Place,
  listeners: readonly Listener[],
  changes: readonly ToldResponse[],
): Promise<void> {
  const { db } = context;
  if (listeners.length === 0) return;
  const sizes = await sizesOfParts(
    db,
    dataset.key,
    changes.map(({ seq }) => seq),
    FIELDS,
  );
  for (const some of partsBySize(changes, ({ seq }) => sizes.get(seq) ?? 0, STEP_BYTES)) {
    const records = await readRecords(
      db,
      dataset,
      some.map(({ seq }) => seq),
    );
    const users = new Map(
      (await usersOf(db, [...new Set(some.map(({ userKey }) => userKey))])).map((row) => [row.key, row]),
    );
    const told = some.flatMap((change) => eventsOf(change, records.get(change.seq), users.get(change.userKey)));
    await add(context, { listeners, datasetKey: dataset.key, events: told });
  }
}

const FIELDS = { fields: true, responses: false, suggestions: false };

function eventsOf(
  { userKey, standing, after }: ToldResponse,
  record: FeedbackRecord | undefined,
  user: Selectable<UserTable> | undefined,
): NewEvent[] {
  const before = standing.find(({ user_key }) => user_key === userKey) ?? null;
  const response = after ?? before;
  if (response === null) return [];
  if (!record || !user) throw new Error("The record or the user of a response is not there.");
  const type = after === null ? "response.deleted" : before === null ? "response.created" : "response.updated";
  const wasCompleted = isCompleted(standing.map(({ status }) => status));
  const others = standing.filter(({ user_key }) => user_key !== userKey);
  const told = { record, isCompleted: isCompleted([...others, ...(after ? [after] : [])].map(({ status }) => status)) };
  const { apiKey: _, ...person } = userFromRow(user);
  const said = responseFromRow(response, record.id, user.deleted_at === null ? user.id : null);
  return [
    { type, told: { kind: "response", response: said, user: person, ...told } },
    { type: "record.updated", told: { kind: "record", ...told } },
    ...(told.isCompleted && !wasCompleted
      ? [{ type: "record.completed" as const, told: { kind: "record" as const, ...told } }]
      : []),
  ];
}

const usersOf = compiled((db, keys: readonly number[]) => db.selectFrom("user").selectAll().where("key", "in", keys));
const submittedTo = compiled((db, datasetKey: number, seqs: Seqs) =>
  rowsOf(db, "response", { dataset_key: datasetKey, status: "submitted" }).select("seq").where("seq", "in", seqs),
);

async function completedAmong(db: Db, datasetKey: number, seqs: Seqs): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  await inChunks(seqs, async (some) => {
    for (const { seq } of await submittedTo(db, datasetKey, some)) found.add(seq);
  });
  return found;
}

/** The records as they are now, by number. */
async function readTold(db: Db, of: OfDataset, seqs: Seqs): Promise<ReadonlyMap<number, ToldRecord>> {
  const completed = await completedAmong(db, of.key, seqs);
  const records = await readRecords(db, of, seqs);
  return new Map([...records].map(([seq, record]) => [seq, { record, isCompleted: completed.has(seq) }]));
}

async function readRecords(db: Db, { id, key }: Place, seqs: Seqs): Promise<ReadonlyMap<number, FeedbackRecord>> {
  const floats = await floatsOf(db, id);
  const records = new Map<number, FeedbackRecord>();
  await inChunks(seqs, async (some) => {
    for (const row of await recordsAt(db, key, some))
      records.set(row.seq, recordFromRow(row, id, { seen: null, floats }));
  });
  return records;
}

type NewEvent = { readonly type: WebhookEvent; readonly told: Told };
type Added = {
  readonly listeners: readonly Listener[];
  readonly datasetKey: number;
  readonly events: readonly NewEvent[];
};

async function add(context: Context, { listeners, datasetKey, events }: Added): Promise<void> {
  const wanted = events.filter(({ type }) => listeners.some((listener) => listener.events.has(type)));
  if (wanted.length === 0) return;
  const { about, touched } = await aboutDataset(context.db, datasetKey);
  await addEvents(context, {
    listeners,
    lane: datasetKey,
    about,
    events: wanted.map(({ type, told }) => ({ type, at: context.now(), told: JSON.stringify({ ...told, touched }) })),
  });
}

/**
 * What events say of their dataset. Its definition can take a megabyte and seldom changes, so it is read, and kept with the
 * events, once for as long as it stays the same (HOK-17). The times that each answer changes are told by each event.
 */

type Known = { readonly version: string; readonly about: About };
/** By dataset key. */
const TOLD = { make: () => new Map<number, Known>() };
const DATASETS_KEPT = 20;

const withWorkspace = compiled((db, key: number) =>
  db
    .selectFrom("dataset")
    .innerJoin("workspace", "workspace.id", "dataset.workspace_id")
    .leftJoin("dataset_activity as active", "active.dataset_key", "dataset.key")
    .selectAll("dataset")
    .select([
      "active.at as active_at",
      "workspace.name as workspace",
      "workspace.inserted_at as made_at",
      "workspace.updated_at as changed_at",
    ])
    .where("dataset.key", "=", key),
);
/** The times of a part's last change are unique (`loadQuestions`). Those of their creation keep the order. */
const versions = compiled((db, of: string) => {
  const ofPart = (part: "field" | "question" | "metadata_property" | "vector_settings") =>
    db.selectFrom(part).select(["id", "inserted_at", "updated_at"]).where("dataset_id", "=", of);
  return ofPart("field")
    .unionAll(ofPart("question"))
    .unionAll(ofPart("metadata_property"))
    .unionAll(ofPart("vector_settings"));
});

async function aboutDataset(db: Db, key: number): Promise<{ readonly about: About; readonly touched: Touched }> {
  const [row] = await withWorkspace(db, key);
  if (!row) throw new Error(`There is no dataset ${key} in a workspace.`);
  // Its own metadata is not told.
  const { lastActivityAt, updatedAt, ...dataset } = datasetFromRow({ ...row, metadata: null });
  const touched = { lastActivityAt, updatedAt };
  const workspace = { id: row.workspace_id, name: row.workspace, insertedAt: row.made_at, updatedAt: row.changed_at };
  const version = JSON.stringify([dataset, workspace, await versions(db, dataset.id)]);
  const cache = db.copies.of(TOLD);
  const known = cache.get(key);
  if (known?.version === version) return { about: known.about, touched };
  const told: ToldDataset = { dataset: { ...dataset, ...touched }, workspace, ...(await partsOf(db, dataset.id)) };
  const about = { text: JSON.stringify(told) };
  if (cache.size >= DATASETS_KEPT) cache.clear();
  cache.set(key, { version, about });
  return { about, touched };
}

const partsOf = async (db: Db, id: string) => ({
  fields: await loadFields(db, id),
  questions: (await loadQuestions(db, id)).map(({ key: _, ...question }) => question),
  metadataProperties: (await propertiesOf(db, id)).map(metadataPropertyFromRow),
  vectorsSettings: (await vectorsOf(db, id)).map(vectorSettingsFromRow),
});
const propertiesOf = compiled((db, of: string) =>
  db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", of).orderBy("key"),
);
const vectorsOf = compiled((db, of: string) =>
  db.selectFrom("vector_settings").selectAll().where("dataset_id", "=", of).orderBy("key"),
);
