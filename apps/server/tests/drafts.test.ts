import { expect, test } from "vitest";
import { startPeople } from "./support/people.ts";

const { people } = await startPeople();

const TEXT = { type: "text" } as const;
const LABELS = { type: "label_selection", options: ["a", "b"].map((value) => ({ value, text: value })) } as const;
const SPANS = { type: "span", field: "text", options: [{ value: "who", text: "who" }] } as const;
let made = 0;

/** A draft with the fields text and title, and questions about their spans, labels and a text. */
async function draft() {
  const { admin } = people.clients;
  const body = { name: `draft ${made++}`, workspace_id: people.workspaceId };
  const at = { params: { dataset_id: (await admin.must("createDataset", { body })).id } };
  const ids = new Map<string, string>();
  for (const name of ["text", "title"])
    ids.set(name, (await admin.must("createField", { ...at, body: { name, title: name, settings: TEXT } })).id);
  for (const [name, settings] of [
    ["spans", SPANS],
    ["kind", LABELS],
    ["why", TEXT],
  ] as const)
    ids.set(name, (await admin.must("createQuestion", { ...at, body: { name, title: name, settings } })).id);
  const id = (name: string) => ids.get(name) ?? "";
  const names = async () => ({
    fields: (await admin.must("listFields", at)).items.map(({ name }) => name),
    questions: (await admin.must("listQuestions", at)).items.map(({ name }) => name),
  });
  const question = (name: string, body: object) =>
    admin.call("replaceQuestion", { params: { question_id: id(name) }, body });
  const field = (name: string, body: object) => admin.call("replaceField", { params: { field_id: id(name) }, body });
  return { admin, at, id, names, question, field };
}

test("DSB-04 a question of a draft gets another type, name, requirement and fewer options, at its place", async () => {
  const { names, question, id } = await draft();
  const rating = { type: "rating", options: [{ value: 1 }, { value: 5 }] };
  const reply = await question("kind", { name: "grade", title: "Grade", required: true, settings: rating });
  expect(reply).toMatchObject({
    status: 200,
    body: { id: id("kind"), name: "grade", required: true, settings: rating },
  });
  expect((await names()).questions).toEqual(["spans", "grade", "why"]);
  const one = { type: "multi_label_selection", options: ["x", "y"].map((value) => ({ value, text: value })) };
  expect((await question("kind", { name: "grade", title: "Grade", settings: one })).body).toMatchObject({
    ...{ required: false, description: null },
    settings: { type: "multi_label_selection", visible_options: null },
  });
});

test("DSB-04 what a new question may not be, a replaced one may not be either, and nothing changes", async () => {
  const { names, question, field, admin, at } = await draft();
  const before = await admin.must("listQuestions", at);
  const asked = { name: "kind", title: "Kind", settings: LABELS };
  expect((await question("kind", { ...asked, name: "why" })).status).toBe(409);
  expect((await question("kind", { ...asked, name: "Not a name" })).status).toBe(422);
  expect((await question("kind", { ...asked, settings: { ...LABELS, options: [] } })).status).toBe(422);
  expect((await question("kind", { ...asked, settings: { ...SPANS, field: "body" } })).status).toBe(422);
  expect((await question("kind", { ...asked, settings: SPANS })).body).toMatchObject({
    detail: expect.stringContaining("already used by span question"),
  });
  expect((await field("title", { name: "text", title: "T", settings: TEXT })).status).toBe(409);
  expect(await admin.must("listQuestions", at)).toEqual(before);
  expect((await names()).fields).toEqual(["text", "title"]);
});

test("DSB-04 the questions about the spans of a field follow its new name", async () => {
  const { admin, at, field, names } = await draft();
  expect((await field("text", { name: "body", title: "Body", required: true, settings: TEXT })).status).toBe(200);
  const [spans] = (await admin.must("listQuestions", at)).items;
  expect(spans).toMatchObject({ name: "spans", settings: { type: "span", field: "body" } });
  expect((await names()).fields).toEqual(["body", "title"]);
});

test("DSB-05 fields and questions of a draft change places; an order that is not of all of them changes nothing", async () => {
  const { admin, at, id, names } = await draft();
  const order = async (body: object) => (await admin.call("orderParts", { ...at, body })).status;
  expect(await order({ fields: ["title", "text"].map(id), questions: ["why", "spans", "kind"].map(id) })).toBe(204);
  const after = { fields: ["title", "text"], questions: ["why", "spans", "kind"] };
  expect(await names()).toEqual(after);
  for (const questions of [
    ["why", "kind"],
    ["why", "why", "kind"],
    ["why", "text", "kind"],
  ])
    expect(await order({ fields: ["text", "title"].map(id), questions: questions.map(id) })).toBe(409);
  expect(await order({ questions: ["no id"] })).toBe(422);
  expect(await names()).toEqual(after);
  await admin.must("createQuestion", { ...at, body: { name: "last", title: "L", settings: TEXT } });
  expect((await names()).questions).toEqual(["why", "spans", "kind", "last"]);
});

test("DSB-06 a draft is published when nothing lacks; then nothing is replaced or moved any more", async () => {
  const { admin, at, id, question, field } = await draft();
  const publish = async () => (await admin.call("publishDataset", at)).body;
  const refused = (what: string) => ({ detail: expect.stringContaining(what) });
  expect(await publish()).toMatchObject(refused("required fields"));
  const title = { name: "title", title: "Title", required: true, settings: TEXT };
  expect((await field("title", title)).status).toBe(200);
  expect(await publish()).toMatchObject(refused("required questions"));
  const why = { name: "why", title: "Why", required: true, settings: TEXT };
  expect((await question("why", why)).status).toBe(200);
  await admin.must("deleteField", { params: { field_id: id("text") } });
  expect(await publish()).toMatchObject(refused("'spans' asks about spans in field 'text'"));
  expect((await question("spans", { name: "spans", title: "S", settings: { ...SPANS, field: "title" } })).status).toBe(
    200,
  );
  expect(await publish()).toMatchObject({ status: "ready" });
  for (const reply of [
    await question("why", why),
    await field("title", title),
    await admin.call("orderParts", { ...at, body: { fields: [id("title")] } }),
  ])
    expect(reply).toMatchObject({ status: 422, body: refused("published dataset") });
});
