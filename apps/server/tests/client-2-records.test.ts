import { expect, test } from "vitest";
import { createDraft, createPublished } from "./support/draft.ts";
import { newName, startPeople } from "./support/people.ts";

/** Records that client 2.x logs again: it sends whole items, and finds records by `external_id` or `id`. */

const { people, owner } = await startPeople();
const draft = await createPublished(owner, people.workspaceId);

const inDataset = () => ({ params: { dataset_id: draft.datasetId } });
const upsert = (...items: readonly object[]) => owner.call("bulkUpsertRecords", { ...inDataset(), body: { items } });
const logged = async (...items: readonly object[]) =>
  (await owner.must("bulkUpsertRecords", { ...inDataset(), body: { items } })).items;
async function logOne(item: object) {
  const [record] = await logged(item);
  if (!record) throw new Error("An item is always answered.");
  return record;
}
async function found(q: string): Promise<readonly string[]> {
  const page = await owner.must("searchRecords", { ...inDataset(), body: { query: { text: { q, field: "text" } } } });
  return page.items.map(({ record }) => record.id);
}

test("API-62 a known record gets the fields that were sent, searches follow, and all else stays", async () => {
  const [external_id, before, after] = [newName(), newName(), newName()];
  const made = await logOne({
    external_id,
    fields: { text: `${before} word` },
    metadata: { lang: "en" },
    suggestions: [{ question_id: draft.questionId, value: "good" }],
    vectors: { mini: [1, 2, 3] },
  });
  const params = { record_id: made.id };
  await owner.must("createResponse", { params, body: { values: { mood: { value: "bad" } }, status: "submitted" } });
  const changed = await logOne({ external_id, fields: { text: `${after} word` } });
  expect(changed).toMatchObject({ id: made.id, external_id, fields: { text: `${after} word` } });
  expect(changed).toMatchObject({ metadata: made.metadata, suggestions: made.suggestions, vectors: made.vectors });
  expect(changed.responses).toMatchObject([{ status: "submitted", values: { mood: { value: "bad" } } }]);
  expect([changed.inserted_at, changed.updated_at > made.updated_at]).toEqual([made.inserted_at, true]);
  expect([await found(before), await found(after)]).toEqual([[], [made.id]]);
  expect((await owner.must("getRecordHistory", { params })).items).toHaveLength(1);
  // By its id.
  const again = await logOne({ id: made.id, fields: { text: before } });
  expect(again).toMatchObject({ id: made.id, fields: { text: before }, external_id });
  expect([await found(before), await found(after)]).toEqual([[made.id], []]);
});

test("API-62 the same fields, none, null and an empty object change nothing", async () => {
  const external_id = newName();
  const made = await logOne({ external_id, fields: { text: "as it was" } });
  for (const fields of [{ text: "as it was" }, {}, null, undefined])
    expect(await logOne({ external_id, fields })).toEqual(made);
});

test("API-62 null for an optional field is no change of a record without it", async () => {
  const { datasetId: dataset_id } = await createDraft(owner, people.workspaceId);
  const params = { dataset_id };
  const field = { name: "more", title: "More", required: false, settings: { type: "text" } };
  await owner.must("createField", { params, body: field });
  await owner.must("publishDataset", { params });
  const log = async (fields: object) => {
    const body = { items: [{ external_id: "a", fields }] };
    return (await owner.must("bulkUpsertRecords", { params, body })).items;
  };
  const made = await log({ text: "as it was" });
  expect(await log({ text: "as it was", more: null })).toEqual(made);
  const [changed] = await log({ text: "as it was", more: "" });
  expect(changed?.fields).toEqual({ text: "as it was", more: "" });
});

test("API-62 flags show the beginning of the fields as they are now", async () => {
  const { id } = await logOne({ fields: { text: "as it was" } });
  const { id: other } = await logOne({ fields: { text: "the other" } });
  for (const record_id of [id, other]) await owner.must("flagRecord", { params: { record_id } });
  await logOne({ id, fields: { text: " as it\nis now" } });
  const { items } = await owner.must("listMyFlags", inDataset());
  expect(items.map(({ preview }) => preview)).toEqual(["the other", "as it is now"]);
});

test("API-62 of a record that is named twice the last fields count, and suggestions fit those", async () => {
  const { id } = await logOne({ fields: { text: "first" } });
  const items = await logged({ id, fields: { text: "second" } }, { id }, { id, fields: { text: "third" } });
  expect(items.map(({ fields }) => fields)).toEqual(Array(3).fill({ text: "third" }));
  expect(await found("second")).toEqual([]);
});

test("API-62 fields of known records go by the rules of new ones; one fault changes no record", async () => {
  const [external_id, word] = [newName(), newName()];
  const { id } = await logOne({ external_id, fields: { text: word } });
  const detailOf = async (...items: readonly object[]) => {
    const { status, body } = await upsert(...items);
    return [status, JSON.stringify(body)];
  };
  expect(await detailOf({ external_id, fields: { text: "new" } }, { id, fields: { text: null } })).toEqual([
    422,
    expect.stringContaining("record at position 1 is not valid because missing required value for field: 'text'"),
  ]);
  expect(await detailOf({ external_id, fields: { text: "new", more: "x" } })).toEqual([
    422,
    expect.stringContaining("found fields values for non configured fields: ['more']"),
  ]);
  expect(await detailOf({ external_id, fields: { text: 7 } })).toEqual([
    422,
    expect.stringContaining("str type expected"),
  ]);
  expect(await found(word)).toEqual([id]);
});
