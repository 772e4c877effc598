import { expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { startPeople } from "./support/people.ts";
import { createRecords, SUBMITTED } from "./support/records.ts";

const { server, people } = await startPeople();

async function publish() {
  const draft = await createPublished(people.clients.owner, people.workspaceId);
  return { ...draft, params: { dataset_id: draft.datasetId } };
}
const NO_ID = "11111111-2222-4333-8444-555555555555";

test("FEN-26 a record comes back as it was sent: texts, metadata, external id and vectors to the last digit", async () => {
  const { params } = await publish();
  const { owner } = people.clients;
  const record = {
    fields: { text: "a\r\n\t'\"\\ é 😀 𝒳 \u2028" },
    metadata: { lang: ["en", "es"], deep: { list: [1, null, { a: "b" }], "odd name": -1.5e-7 }, __proto__: 1 },
    external_id: " spaced ",
    vectors: { mini: [0.1, -1e300, 5e-324] },
  };
  const sent = JSON.stringify({ items: [record, { fields: { text: "" }, vectors: { mini: [0.5, -2, 16777216] } }] });
  const { items } = await owner.must("bulkCreateRecords", { params, body: JSON.parse(sent) });
  expect(items[0]).toMatchObject(JSON.parse(JSON.stringify(record)));
  expect(items[1]).toMatchObject({ external_id: null, metadata: null, vectors: { mini: [0.5, -2, 16777216] } });
  const listed = await owner.must("listRecords", { params, query: { include: "vectors,responses,suggestions" } });
  expect(listed.items).toEqual(items);
});

test("FEN-22 records, suggestions and responses of one call have rising times in the order sent", async () => {
  const { params, questionId } = await publish();
  const { owner } = people.clients;
  const suggestions = [{ question_id: questionId, value: "good" }];
  const responses = [people.ids.admin, people.ids.annotator].map((user_id) => ({ user_id, ...SUBMITTED }));
  const items = Array.from({ length: 20 }, () => ({ fields: { text: "x" }, suggestions, responses }));
  const made = await owner.must("bulkCreateRecords", { params, body: { items } });
  const rising = (times: readonly string[]) =>
    times.every((time, index) => index === 0 || (times[index - 1] ?? "") < time);
  expect(rising(made.items.map((record) => record.inserted_at.padEnd(26, "0")))).toBe(true);
  expect(made.items.every((record) => record.updated_at === record.inserted_at)).toBe(true);
  expect(made.items.map((record) => record.responses?.map((response) => response.user_id))).toEqual(
    items.map(() => [people.ids.admin, people.ids.annotator]),
  );
});

test("FEN-26 an upsert changes what it names and leaves the rest, made anew when nothing is found", async () => {
  const { params, questionId } = await publish();
  const { owner } = people.clients;
  const first = {
    fields: { text: "one" },
    external_id: "e",
    metadata: { lang: "en" },
    suggestions: [{ question_id: questionId, value: "good" }],
    vectors: { mini: [1, 2, 3] },
  };
  const created = await owner.must("bulkUpsertRecords", { params, body: { items: [first] } });
  expect(created.updated_item_ids).toEqual([]);
  const [record] = created.items;
  const changed = await owner.must("bulkUpsertRecords", {
    params,
    body: {
      items: [
        { external_id: "e", fields: { text: "one" } },
        { id: record?.id, external_id: "f", fields: { text: "new" } },
      ],
    },
  });
  expect(changed.updated_item_ids).toEqual([record?.id]);
  expect(changed.items[0]).toEqual(record);
  expect(changed.items[1]?.id).not.toBe(record?.id);

  const twice = [
    {
      id: record?.id,
      metadata: { lang: "es" },
      responses: [{ user_id: people.ids.admin, status: "draft", values: {} }],
    },
    { id: record?.id, metadata: null, responses: [{ user_id: people.ids.admin, ...SUBMITTED }] },
  ];
  const both = await owner.must("bulkUpsertRecords", { params, body: { items: twice } });
  expect(both.updated_item_ids).toEqual([record?.id]);
  expect(both.items[0]).toEqual(both.items[1]);
  expect(both.items[0]).toMatchObject({ metadata: null, responses: [SUBMITTED] });
  expect((both.items[0]?.updated_at ?? "") > (record?.updated_at ?? "")).toBe(true);
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
});

test("FEN-26 one bad record of a batch keeps all of it out", async () => {
  const { params, datasetId } = await publish();
  const { owner } = people.clients;
  await createRecords(owner, datasetId, 2);
  const items = [
    { fields: { text: "good" }, external_id: "a" },
    { fields: { text: "bad" }, vectors: { mini: [1] } },
  ];
  for (const name of ["bulkCreateRecords", "bulkUpsertRecords", "createRecords"] as const) {
    expect((await owner.call(name, { params, body: { items } })).status, name).toBe(422);
  }
  expect((await owner.must("listRecords", { params })).total).toBe(2);
  const taken = {
    items: [
      { fields: { text: "x" }, external_id: "a" },
      { fields: { text: "x" }, external_id: "a" },
    ],
  };
  expect(await owner.call("createRecords", { params, body: taken })).toMatchObject({
    status: 422,
    body: { detail: "found records with same external ids: a" },
  });
});

test("FEN-26 an empty external id finds no record, and only one record has it", async () => {
  const { params } = await publish();
  const { owner } = people.clients;
  const body = { items: [{ fields: { text: "x" }, external_id: "" }] };
  await owner.must("bulkUpsertRecords", { params, body });
  for (const name of ["bulkUpsertRecords", "bulkCreateRecords", "createRecords"] as const) {
    expect(await owner.call(name, { params, body }), name).toMatchObject({
      status: 422,
      body: { detail: "found records with same external ids: " },
    });
  }
  expect((await owner.must("listRecords", { params })).total).toBe(1);
});

test("FEN-29 a list of changed suggestions replaces them all, a change of vectors only those named", async () => {
  const { params, datasetId, questionId } = await publish();
  const { admin } = people.clients;
  const [id = ""] = await createRecords(admin, datasetId, 1);
  const change = (body: unknown) => admin.must("updateRecord", { params: { record_id: id }, body });
  const suggested = await change({ suggestions: [{ question_id: questionId, value: "good", score: 0.5, agent: "m" }] });
  expect(suggested.suggestions).toMatchObject([{ value: "good", score: 0.5, agent: "m" }]);
  expect((await change({ vectors: { mini: [1, 2, 3] } })).suggestions).toEqual(suggested.suggestions);
  expect((await change({ suggestions: null, vectors: null })).vectors).toEqual({ mini: [1, 2, 3] });
  const before = await admin.must("getRecord", { params: { record_id: id } });
  const cleared = await change({ suggestions: [] });
  expect([cleared.suggestions, cleared.updated_at]).toEqual([[], before.updated_at]);
  expect((await change({ metadata: { lang: "x" } })).updated_at > before.updated_at).toBe(true);
  const items = [{ id, suggestions: [{ question_id: questionId, value: "bad" }] }];
  expect((await admin.call("updateRecords", { params, body: { items } })).status).toBe(204);
  expect((await admin.must("getRecord", { params: { record_id: id } })).suggestions).toMatchObject([{ value: "bad" }]);
});

test("FEN-26 a changed record is answered with its responses, with null where suggestions alone were given", async () => {
  const { datasetId, questionId } = await publish();
  const { admin } = people.clients;
  const [record_id = ""] = await createRecords(admin, datasetId, 1);
  const params = { record_id };
  await admin.must("createResponse", { params, body: SUBMITTED });
  const suggestions = [{ question_id: questionId, value: "good" }];
  for (const body of [{}, { suggestions }, { suggestions: [] }])
    expect([body, (await admin.must("updateRecord", { params, body })).responses]).toEqual([body, null]);
  for (const body of [{ metadata: { n: 1 } }, { metadata: null }, { vectors: {} }, { suggestions, metadata: {} }])
    expect([body, (await admin.must("updateRecord", { params, body })).responses]).toEqual([
      body,
      [expect.objectContaining({ status: "submitted" })],
    ]);
});

test("FEN-26 a deleted record takes along all that hung on it", async () => {
  const { params, datasetId, questionId } = await publish();
  const { owner, admin, annotator } = people.clients;
  const [gone = "", also = "", stays = ""] = await createRecords(owner, datasetId, 3);
  const attached = { suggestions: [{ question_id: questionId, value: "good" }], vectors: { mini: [1, 2, 3] } };
  for (const id of [gone, also, stays]) {
    await owner.must("updateRecord", { params: { record_id: id }, body: attached });
    await annotator.must("createResponse", { params: { record_id: id }, body: SUBMITTED });
  }
  const response = await admin.must("createResponse", {
    params: { record_id: gone },
    body: { status: "discarded", values: null },
  });
  const [suggestion] = (await owner.must("listSuggestions", { params: { record_id: gone } })).items;
  await admin.must("deleteRecord", { params: { record_id: gone } });
  const deletion = await admin.call("deleteRecords", { params, query: { ids: [also, also, NO_ID].join(",") } });
  expect(deletion.status).toBe(204);
  for (const [name, path] of [
    ["getRecord", { record_id: gone }],
    ["deleteResponse", { response_id: response.id }],
    ["deleteSuggestion", { suggestion_id: suggestion?.id ?? "" }],
  ] as const) {
    expect((await owner.call(name, { params: path })).status, name).toBe(404);
  }
  expect(await annotator.must("getMyDatasetMetrics", { params })).toEqual({
    records: { count: 1 },
    responses: { count: 1, submitted: 1, discarded: 0, draft: 0 },
  });
  expect(await owner.must("getDatasetProgress", { params })).toMatchObject({ total: 1, submitted: 1, conflicting: 0 });
  expect((await owner.must("listRecords", { params })).items.map(({ id }) => id)).toEqual([stays]);
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
});

test("ROL-04 annotators see visible metadata only: in their queue, in what they find and on a single record", async () => {
  const { params } = await publish();
  const { owner, admin, annotator } = people.clients;
  const shown = { name: "topic", title: "Topic", settings: { type: "terms" }, visible_for_annotators: true };
  await owner.must("createMetadataProperty", { params, body: shown });
  const metadata = { lang: "en", topic: "cards", undeclared: 1 };
  const items = [
    { fields: { text: "a" }, metadata },
    { fields: { text: "b" }, metadata: null },
  ];
  const made = await owner.must("bulkCreateRecords", { params, body: { items } });
  const [first = "", second = ""] = made.items.map(({ id }) => id);
  const seen = async (client: typeof owner, id: string) => {
    const single = await client.must("getRecord", { params: { record_id: id } });
    const query = { metadata: "lang:en", sort_by: "metadata.lang" };
    const lang = { entity: "metadata", metadata_property: "lang" };
    const body = { filters: { and: [{ type: "terms", scope: lang, values: ["en"] }] } };
    const listed = [
      ...(await client.must("listMyRecords", { params })).items,
      ...(await client.must("listMyRecords", { params, query })).items,
      ...(await client.must("searchMyRecords", { params, body })).items.map(({ record }) => record),
    ].filter((record) => record.id === id);
    expect(listed.map((record) => record.metadata)).toEqual(listed.map(() => single.metadata));
    expect(listed).toHaveLength(id === first ? 3 : 1);
    return single.metadata;
  };
  expect(await seen(annotator, first)).toEqual({ topic: "cards" });
  expect(await seen(annotator, second)).toBeNull();
  expect(await seen(admin, first)).toEqual(metadata);
  expect(await seen(owner, first)).toEqual(metadata);
});

test("FEN-31 suggestions are made or replaced whole, one per question, and keep their birth", async () => {
  const { datasetId, questionId } = await publish();
  const { admin, annotator } = people.clients;
  const [record_id = ""] = await createRecords(admin, datasetId, 1);
  const put = (body: object) =>
    admin.call("upsertSuggestion", { params: { record_id }, body: { question_id: questionId, ...body } });
  const made = await put({ value: "good", score: 0.25, agent: "m", type: "model" });
  const again = await put({ value: "bad" });
  expect([made.status, again.status]).toEqual([201, 200]);
  const [before, after] = [made.body as { [key: string]: unknown }, again.body as { [key: string]: unknown }];
  expect(after).toEqual({
    ...before,
    value: "bad",
    score: null,
    agent: null,
    type: null,
    updated_at: expect.any(String),
  });
  const listed = await annotator.must("listSuggestions", { params: { record_id } });
  expect(listed.items).toEqual([after]);
  const other = await publish();
  const foreign = { params: { record_id }, body: { question_id: other.questionId, value: "good" } };
  expect(await admin.call("upsertSuggestion", foreign)).toMatchObject({
    status: 422,
    body: { detail: `Question with id \`${other.questionId}\` not found` },
  });
});

test("FEN-32 drafts hold no records: their pages are empty and nothing can be added", async () => {
  const { owner } = people.clients;
  const { id } = await owner.must("createDataset", { body: { name: "empty-draft", workspace_id: people.workspaceId } });
  const params = { dataset_id: id };
  for (const name of ["listRecords", "listMyRecords"] as const) {
    expect(await owner.must(name, { params })).toEqual({ items: [], total: 0 });
  }
  expect((await owner.call("deleteRecords", { params, query: { ids: NO_ID } })).status).toBe(204);
  expect(await owner.must("getDatasetProgress", { params })).toMatchObject({ total: 0, pending: 0 });
});

test("API-31 a list of ids with a blank in it is refused, and nothing of it is obeyed", async () => {
  const { owner } = people.clients;
  const { datasetId, questionId } = await createPublished(owner, people.workspaceId);
  const [one = "", two = ""] = await createRecords(owner, datasetId, 2);
  const body = { question_id: questionId, value: "good" };
  const { id } = await owner.must("upsertSuggestion", { params: { record_id: one }, body });
  for (const ids of [`${one}, ${two}`, `${one} ,${two}`, ` ${one}`, `${one}\t`]) {
    const reply = await owner.call("deleteRecords", { params: { dataset_id: datasetId }, query: { ids } });
    expect(reply, ids).toMatchObject({ status: 422, body: { detail: "Invalid UUID format" } });
  }
  const suggestions = await owner.call("deleteSuggestions", {
    params: { record_id: one },
    query: { ids: `${id}, ${id}` },
  });
  expect(suggestions).toMatchObject({ status: 422, body: { detail: "Invalid UUID format" } });
  const { total, items } = await owner.must("listRecords", {
    params: { dataset_id: datasetId },
    query: { include: "suggestions" },
  });
  expect([total, items.flatMap((record) => record.suggestions ?? []).length]).toEqual([2, 1]);
});
