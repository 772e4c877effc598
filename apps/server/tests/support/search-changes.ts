import fc from "fast-check";
import type { Caller } from "../../src/storage/store.ts";
import { bulkUpsertRecords } from "../../src/usecases/feedback/add-records.ts";
import { changeRecord, deleteRecord } from "../../src/usecases/feedback/change-records.ts";
import { deleteResponse, saveOwnResponses } from "../../src/usecases/feedback/responses.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { addSearchable } from "./search-dataset.ts";
import { record, status, suggested, toRecord } from "./search-drawn.ts";

/** Random writes of every kind that a search must see. */

type Searchable = Awaited<ReturnType<typeof addSearchable>>;
type World = { readonly store: MemoryStore; readonly users: readonly Caller[] };

const KINDS = ["delete", "metadata", "suggestions", "upsert", "answer", "withdraw"] as const;
export const change = fc.tuple(fc.nat(24), fc.constantFrom(...KINDS), record, status);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Changes one record. If the change deletes it, removes it from `ids`. */
export async function applyChange(
  { store, users }: World,
  ids: (string | undefined)[],
  { datasetId, questionIds }: Searchable,
  given: Change,
): Promise<void> {
  const [at, what, other, status] = given;
  const recordId = ids[at];
  const context = store.as(store.owner);
  if (recordId === undefined) return;
  const suggestions = suggested(questionIds, other.suggestions);
  switch (what) {
    case "delete":
      await deleteRecord(context, { recordId, keepDays: 30 });
      ids[at] = undefined;
      return;
    case "metadata":
      return void (await changeRecord(context, { recordId, change: { metadata: other.metadata } }));
    case "suggestions":
      return void (await changeRecord(context, { recordId, change: { suggestions } }));
    case "upsert": {
      const added = { ...toRecord(questionIds, users, other), id: null };
      const changed = { ...added, id: recordId, responses: [] };
      const { items } = await bulkUpsertRecords(context, { datasetId, records: [changed, added] });
      ids.push(items[1]?.id);
      return;
    }
    case "answer": {
      const values = other.answers.first?.[1] ?? { label: { value: "good" } };
      await saveOwnResponses(context, { items: [{ recordId, status, values }], shownMs: null });
      return;
    }
    case "withdraw": {
      const response = await responseTo(store, recordId);
      if (response) await deleteResponse(context, { responseId: response, shownMs: null });
    }
  }
}

async function responseTo(store: MemoryStore, recordId: string): Promise<string | undefined> {
  const found = await store.db
    .selectFrom("response")
    .innerJoin("record", (join) =>
      join.onRef("record.dataset_key", "=", "response.dataset_key").onRef("record.seq", "=", "response.seq"),
    )
    .select("response.id")
    .where("record.id", "=", recordId)
    .where("user_key", "=", store.owner.key)
    .executeTakeFirst();
  return found?.id;
}
