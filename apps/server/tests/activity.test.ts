import { afterAll, beforeAll, expect, test } from "vitest";
import { bulkCreateRecords } from "../src/usecases/feedback/add-records.ts";
import { deleteRecord } from "../src/usecases/feedback/change-records.ts";
import {
  createResponse,
  deleteResponse,
  saveOwnResponses,
  updateResponse,
} from "../src/usecases/feedback/responses.ts";
import { type MemoryStore, openMemoryStore } from "./support/memory-store.ts";

let store: MemoryStore;
beforeAll(async () => {
  store = await openMemoryStore();
});
afterAll(() => store.close());

const GOOD = { status: "submitted", values: { mood: { value: "good" } } } as const;
const DRAFT = { status: "draft", values: null } as const;
const NEW = { fields: { text: "x" }, metadata: null, externalId: null, responses: [], suggestions: [], vectors: {} };

const history = () =>
  store.db
    .selectFrom("activity")
    .select(["user_key", "actor_key", "kind", "before", "after", "shown_ms"])
    .orderBy("key")
    .execute();

test("FRS-10 every change of a response leaves a row that says who changed whose, from what to what", async () => {
  const second = await store.addOwner("second");
  const { id: datasetId } = await store.addDataset("d");
  const [own, other] = [store.as(store.owner), store.as(second)];
  const responses = [{ userId: second.id, ...DRAFT }];
  const [record] = await bulkCreateRecords(own, { datasetId, records: [{ ...NEW, responses }] });
  const recordId = record?.id ?? "";
  const made = await createResponse(own, { recordId, response: GOOD, shownMs: 1234 });
  await updateResponse(other, { responseId: made.id, response: DRAFT, shownMs: null });
  await saveOwnResponses(own, { items: [{ recordId, ...GOOD }], shownMs: 50 });
  await deleteResponse(own, { responseId: made.id, shownMs: null });
  await deleteRecord(own, { recordId, keepDays: 0 });

  const good = '{"status":"submitted","values":{"mood":{"value":"good"}}}';
  const draft = '{"status":"draft","values":null}';
  const row = (
    user: number,
    actor: number,
    kind: string,
    before: string | null,
    after: string | null,
    shown: number | null,
  ) => ({
    user_key: user,
    actor_key: actor,
    kind,
    before,
    after,
    shown_ms: shown,
  });
  const [a, b] = [store.owner.key, second.key];
  expect(await history()).toEqual([
    row(b, a, "response_created", null, draft, null),
    row(a, a, "response_created", null, good, 1234),
    row(a, b, "response_updated", good, draft, null),
    row(a, a, "response_updated", draft, good, 50),
    row(a, a, "response_deleted", good, null, null),
    row(b, a, "response_deleted", draft, null, null),
  ]);
});
