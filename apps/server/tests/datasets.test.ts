import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createDraft, createPublished, type Draft, LABEL } from "./support/draft.ts";
import { patiently } from "./support/patiently.ts";
import { newName, startPeople } from "./support/people.ts";

const { people, owner } = await startPeople();

const of = ({ datasetId }: Draft) => ({ params: { dataset_id: datasetId } });
const draft = () => createDraft(owner, people.workspaceId);
const published = () => createPublished(owner, people.workspaceId);

test("FEN-01 FEN-02 FEN-03 a dataset is made as a draft, with its times equal", async () => {
  const name = newName();
  const dataset = await owner.must("createDataset", { body: { name, workspace_id: people.workspaceId } });
  expect(dataset).toMatchObject({
    name,
    guidelines: null,
    allow_extra_metadata: true,
    status: "draft",
    workspace_id: people.workspaceId,
    updated_at: dataset.inserted_at,
    last_activity_at: dataset.inserted_at,
  });
});

test("FSE-22 FSE-28 a changed dataset comes back whole; what is not named stays; a change to nothing moves no time", async () => {
  const at = of(await draft());
  const before = await owner.must("updateDataset", { ...at, body: { guidelines: "Be kind." } });
  const changed = await owner.must("updateDataset", { ...at, body: { allow_extra_metadata: false } });
  expect(changed).toMatchObject({ guidelines: "Be kind.", allow_extra_metadata: false, name: before.name });
  expect(changed.updated_at > before.updated_at && changed.last_activity_at > before.last_activity_at).toBe(true);
  expect(await owner.must("updateDataset", { ...at, body: {} })).toEqual(changed);
  expect(await owner.must("updateDataset", { ...at, body: { guidelines: "Be kind." } })).toEqual(changed);
  expect(await owner.must("updateDataset", { ...at, body: { guidelines: null } })).toMatchObject({ guidelines: null });
});

test("FSE-22 a name that another dataset of the workspace has is a conflict; its own is not", async () => {
  const name = newName();
  await owner.must("createDataset", { body: { name, workspace_id: people.workspaceId } });
  const other = await owner.must("createDataset", { body: { name: newName(), workspace_id: people.workspaceId } });
  const rename = (to: string) => owner.call("updateDataset", { params: { dataset_id: other.id }, body: { name: to } });
  expect(await rename(name)).toMatchObject({
    status: 409,
    body: { detail: `Dataset with name \`${name}\` already exists for workspace with id \`${people.workspaceId}\`` },
  });
  expect((await rename(other.name)).status).toBe(200);
  const elsewhere = await owner.call("createDataset", { body: { name, workspace_id: people.elsewhereId } });
  expect(elsewhere.status).toBe(201);
});

test("DSL-05 DSL-13 the list holds the datasets of one's workspaces, drafts too, oldest first", async () => {
  const ours = [await draft(), await published()];
  const theirs = await createDraft(owner, people.elsewhereId);
  const listed = async (client: Client, query = {}) =>
    (await client.must("listMyDatasets", { query })).items.map(({ id }) => id);
  const mine = await listed(people.clients.annotator);
  expect(mine.slice(-2)).toEqual(ours.map(({ datasetId }) => datasetId));
  expect(mine).not.toContain(theirs.datasetId);
  expect(await listed(owner)).toEqual(expect.arrayContaining([...mine, theirs.datasetId]));
  const there = await listed(owner, { workspace_id: people.elsewhereId });
  expect(there).toContain(theirs.datasetId);
  expect(there.filter((id) => mine.includes(id))).toEqual([]);
  expect(await listed(owner, { workspace_id: "11111111-2222-4333-8444-555555555555" })).toEqual([]);
});

test("FSE-23 FSE-25 FSE-26 FSE-28 titles and settings of parts change in a published dataset, and come back whole", async () => {
  const made = await published();
  const field = await owner.must("updateField", {
    params: { field_id: made.fieldId },
    body: { title: "Message", settings: { type: "text", use_markdown: true }, name: "ignored" },
  });
  expect(field).toMatchObject({ name: "text", title: "Message", settings: { use_markdown: true }, required: true });
  const vectors = await owner.must("updateVectorSettings", {
    params: { vector_settings_id: made.vectorSettingsId },
    body: { title: "Minis", dimensions: 9 },
  });
  expect(vectors).toMatchObject({ name: "mini", title: "Minis", dimensions: 3 });
  const at = { params: { metadata_property_id: made.propertyId } };
  await owner.must("updateMetadataProperty", { ...at, body: { visible_for_annotators: true } });
  // The reference forgets the visibility here; clients always send both.
  const property = await owner.must("updateMetadataProperty", { ...at, body: { title: "Tongue" } });
  expect(property).toMatchObject({ name: "lang", title: "Tongue", visible_for_annotators: true });
  expect((await owner.must("listFields", of(made))).items).toEqual([field]);
  expect((await owner.must("listVectorSettings", of(made))).items).toEqual([vectors]);
  expect((await owner.must("listMyMetadataProperties", of(made))).items).toEqual([property]);
});

test("FEN-18 ROL-04 annotators get the visible properties only", async () => {
  const made = await published();
  const names = async (client: Client) =>
    (await client.must("listMyMetadataProperties", of(made))).items.map(({ name }) => name);
  await owner.must("createMetadataProperty", {
    ...of(made),
    body: { name: "year", title: "Year", settings: { type: "integer" } },
  });
  expect(await names(people.clients.annotator)).toEqual(["year"]);
  expect(await names(people.clients.admin)).toEqual(["lang", "year"]);
});

test("FSE-24 FSE-30 options of a published question are reordered, renamed and added to, never taken away", async () => {
  const made = await published();
  const update = (settings: unknown) =>
    owner.call("updateQuestion", { params: { question_id: made.questionId }, body: { settings } });
  const options = [
    { value: "mixed", text: "Both" },
    { value: "good", text: "Good" },
    { value: "new", text: "New" },
    { value: "bad", text: "Bad" },
  ];
  expect(await update({ ...LABEL, options })).toMatchObject({ status: 200, body: { settings: { options } } });
  expect(await update(LABEL)).toMatchObject({
    status: 422,
    body: { detail: "the number of options cannot be modified. expected 4 but got 3" },
  });
  const [question] = (await owner.must("listQuestions", of(made))).items;
  expect(question?.settings).toMatchObject({ options });
});

test("FEN-07 a label question takes 10,000 options", async () => {
  const options = Array.from({ length: 10_000 }, (_, i) => ({ value: `v${i}`, text: `Label ${i}` }));
  const body = { name: "many", title: "Many", settings: { type: "label_selection", options } };
  const question = await owner.must("createQuestion", { ...of(await draft()), body });
  expect(question?.settings).toMatchObject({ options: expect.objectContaining({ length: 10_000 }) });
  const more = { type: "label_selection", options: [...options, { value: "one-more", text: "One more" }] };
  expect(
    await owner.call("updateQuestion", { params: { question_id: question?.id ?? "" }, body: { settings: more } }),
  ).toMatchObject({
    status: 422,
    body: { detail: { params: { errors: [{ loc: ["body", "settings", "options"], ctx: { limit_value: 10_000 } }] } } },
  });
});

test("FEN-20 metrics are those of the stored records: terms by frequency, numbers by their bounds, nothing when there are none", async () => {
  const made = await published();
  const property = async (name: string, settings: unknown) =>
    (await owner.must("createMetadataProperty", { ...of(made), body: { name, title: name, settings } })).id;
  const year = await property("year", { type: "integer" });
  const score = await property("score", { type: "float" });
  const metrics = (id: string) => owner.must("getMetadataPropertyMetrics", { params: { metadata_property_id: id } });
  expect(await metrics(made.propertyId)).toEqual({ type: "terms", total: 0, values: [] });
  expect(await metrics(year)).toEqual({ type: "integer", min: null, max: null });
  const metadata = [
    { lang: ["en", "es"], year: 2001, score: 0.123456 },
    { lang: "es", year: 1999 },
    { lang: 5 },
    { lang: true, score: -1 },
    { lang: null, year: 2 ** 60 },
    null,
  ];
  const items = metadata.map((values) => ({ fields: { text: "a" }, metadata: values }));
  await owner.must("bulkCreateRecords", { ...of(made), body: { items } });
  expect(await metrics(made.propertyId)).toEqual({
    type: "terms",
    total: 5,
    values: [
      { term: "es", count: 2 },
      { term: "5", count: 1 },
      { term: "en", count: 1 },
      { term: "true", count: 1 },
    ],
  });
  expect(await metrics(year)).toEqual({ type: "integer", min: 1999, max: 2 ** 60 });
  expect(await metrics(score)).toEqual({ type: "float", min: -1, max: 0.12346 });
});

/** Waits until the background removal is done. */
const purged = () =>
  patiently(async () => {
    const { items } = await owner.must("listJobs");
    expect(items.filter(({ state }) => state !== "done")).toEqual([]);
  });

test("FSE-27 a deleted dataset is gone at once with all in it, and its name is free", async () => {
  const made = await published();
  const { name } = await owner.must("getDataset", of(made));
  const items = Array.from({ length: 500 }, (_, i) => ({
    fields: { text: `text ${i}` },
    external_id: `e-${i}`,
    vectors: { mini: [i, 1, 2] },
    suggestions: [{ question_id: made.questionId, value: "good" }],
  }));
  const records = (await owner.must("bulkCreateRecords", { ...of(made), body: { items } }))?.items ?? [];
  const [record] = records;
  const response = await owner.must("createResponse", {
    params: { record_id: record?.id ?? "" },
    body: { status: "submitted", values: { mood: { value: "good" } } },
  });
  const suggestionId = record?.suggestions?.[0]?.id ?? "";

  expect(await owner.call("deleteDataset", of(made))).toMatchObject({
    status: 200,
    body: { id: made.datasetId, name },
  });

  const gone = [
    await owner.call("getDataset", of(made)),
    await owner.call("listRecords", of(made)),
    await owner.call("getRecord", { params: { record_id: record?.id ?? "" } }),
    await owner.call("deleteRecord", { params: { record_id: record?.id ?? "" } }),
    await owner.call("deleteResponse", { params: { response_id: response?.id ?? "" } }),
    await owner.call("deleteSuggestion", { params: { suggestion_id: suggestionId } }),
    await owner.call("deleteField", { params: { field_id: made.fieldId } }),
    await owner.call("deleteQuestion", { params: { question_id: made.questionId } }),
    await owner.call("deleteMetadataProperty", { params: { metadata_property_id: made.propertyId } }),
    await owner.call("deleteVectorSettings", { params: { vector_settings_id: made.vectorSettingsId } }),
  ];
  expect(gone.map(({ status }) => status)).toEqual(gone.map(() => 404));

  const again = await owner.must("createDataset", { body: { name, workspace_id: people.workspaceId } });
  expect((await owner.must("listFields", { params: { dataset_id: again.id } })).items).toEqual([]);
  await purged();
});

test("contract/own.md#jobs a workspace can be deleted as soon as its last dataset is", async () => {
  const { id } = await owner.must("createWorkspace", { body: { name: newName() } });
  const made = await createPublished(owner, id);
  const at = { params: { workspace_id: id } };
  expect(await owner.call("deleteWorkspace", at)).toMatchObject({
    status: 409,
    body: { detail: `Cannot delete the workspace ${id}. This workspace has some feedback datasets linked` },
  });
  await owner.must("deleteDataset", of(made));
  expect((await owner.call("deleteWorkspace", at)).status).toBe(200);
});

test("FEN-15 vectors go with their settings, and a new kind of that name starts empty", async () => {
  const made = await published();
  const item = { fields: { text: "a" }, vectors: { mini: [1, 2, 3] } };
  await owner.must("bulkCreateRecords", { ...of(made), body: { items: [item] } });
  await owner.must("deleteVectorSettings", { params: { vector_settings_id: made.vectorSettingsId } });
  await owner.must("createVectorSettings", { ...of(made), body: { name: "mini", title: "Mini", dimensions: 2 } });
  const included = { ...of(made), query: { include: "vectors" } };
  expect((await owner.must("listRecords", included)).items[0]?.vectors).toEqual({});
  await purged();
  expect((await owner.must("listRecords", included)).items).toHaveLength(1);
});

test("FEN-13 a dataset has at most 1,000 fields, and can be published with all of them", async () => {
  const made = of(await draft());
  const add = (at: number) =>
    owner.call("createField", { ...made, body: { name: `f${at}`, title: "F", settings: { type: "text" } } });
  const added = await Promise.all(Array.from({ length: 1000 }, (_, at) => add(at)));
  // One field existed before.
  expect(added.filter(({ status }) => status === 201)).toHaveLength(999);
  expect(await add(1000)).toMatchObject({ status: 422, body: { detail: "A dataset has at most 1000 fields" } });
  expect((await owner.call("publishDataset", made)).status).toBe(200);
});

test("FEN-14 vector settings are made with a title; without one they are refused as the reference refuses them", async () => {
  const made = of(await draft());
  const send = (body: object) => owner.call("createVectorSettings", { ...made, body });
  const refused = (msg: string, type: string) => ({
    status: 422,
    body: { detail: { params: { errors: [{ loc: ["body", "title"], msg, type }] } } },
  });
  const bare = { name: "other", dimensions: 3 };
  expect(await send(bare)).toMatchObject(refused("field required", "value_error.missing"));
  expect(await send({ ...bare, title: null })).toMatchObject(
    refused("none is not an allowed value", "type_error.none.not_allowed"),
  );
  expect(await send({ ...bare, title: "Other" })).toMatchObject({ status: 201, body: { ...bare, title: "Other" } });
});
