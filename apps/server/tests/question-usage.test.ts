import { expect, test } from "vitest";
import { createPublished, LABEL } from "./support/draft.ts";
import { newName, SPEAKERS, startPeople } from "./support/people.ts";
import { OWNER } from "./support/start-test-server.ts";

const { server, people } = await startPeople();

const labels = (...values: readonly string[]) => values.map((value) => ({ value, text: value }));
const QUESTIONS = {
  mood: LABEL,
  topics: { type: "multi_label_selection", options: labels("a", "b", "c") },
  clarity: { type: "rating", options: [{ value: 1 }, { value: 2 }] },
  "fix-first": { type: "ranking", options: labels("x", "y") },
  parts: { type: "span", field: "text", options: labels("who", "where") },
  note: { type: "text" },
} as const;

/** Publishes a dataset with a question of each type and two records. Returns the ids by name. */
async function publish() {
  const { owner } = people.clients;
  const dataset = await owner.must("createDataset", { body: { name: newName(), workspace_id: people.workspaceId } });
  const params = { dataset_id: dataset.id };
  const field = { name: "text", title: "Text", required: true, settings: { type: "text" } };
  await owner.must("createField", { params, body: field });
  const ids: { [name: string]: string } = {};
  for (const [name, settings] of Object.entries(QUESTIONS)) {
    const body = { name, title: name, required: name === "mood", settings };
    ids[name] = (await owner.must("createQuestion", { params, body })).id;
  }
  await owner.must("publishDataset", { params });
  const body = { items: [{ fields: { text: "in the air" } }, { fields: { text: "on the ground" } }] };
  const made = await owner.must("bulkCreateRecords", { params, body });
  const usage = async (name: string) => {
    const { items } = await owner.must("getQuestionUsage", { params: { question_id: ids[name] ?? "" } });
    return Object.fromEntries(items.map(({ value, ...counts }) => [value, counts]));
  };
  return { ids, records: made.items.map(({ id }) => id), usage };
}

const values = (given: { readonly [name: string]: unknown }) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value }]));

test("FSE-30 a manager reads how many answers use each option, everybody's, by status, for every type of question", async () => {
  const { records, usage } = await publish();
  const [first = "", second = ""] = records;
  const { owner, annotator } = people.clients;
  const full = {
    mood: "good",
    topics: ["a", "c"],
    clarity: 2,
    "fix-first": [
      { value: "x", rank: 1 },
      { value: "y", rank: 2 },
    ],
    parts: [
      { start: 0, end: 2, label: "where" },
      { start: 3, end: 6, label: "where" },
    ],
    note: "fine",
  };
  const respond = (
    client: typeof owner,
    record_id: string,
    status: string,
    given: { [name: string]: unknown } | null,
  ) => client.must("createResponse", { params: { record_id }, body: { status, values: given && values(given) } });
  await respond(annotator, first, "submitted", full);
  await respond(owner, first, "submitted", { ...full, topics: ["c"], clarity: 1 });
  await respond(annotator, second, "draft", { mood: "bad" });
  await respond(owner, second, "discarded", null);

  const none = { submitted: 0, draft: 0, discarded: 0 };
  expect(await usage("mood")).toEqual({
    good: { ...none, submitted: 2 },
    bad: { ...none, draft: 1 },
    mixed: none,
  });
  expect(await usage("topics")).toEqual({ a: { ...none, submitted: 1 }, b: none, c: { ...none, submitted: 2 } });
  expect(await usage("clarity")).toEqual({ 1: { ...none, submitted: 1 }, 2: { ...none, submitted: 1 } });
  expect(await usage("fix-first")).toEqual({ x: { ...none, submitted: 2 }, y: { ...none, submitted: 2 } });
  // Two spans in one answer count as one answer.
  expect(await usage("parts")).toEqual({ who: none, where: { ...none, submitted: 2 } });
  expect(await usage("note")).toEqual({});
});

test("ROL-10 FSE-30 only managers of the dataset may read it; an unknown question is 404", async () => {
  const { questionId } = await createPublished(people.clients.owner, people.workspaceId);
  const statuses = await Promise.all(
    SPEAKERS.map(async (speaker) => {
      const reply = await people.clients[speaker].call("getQuestionUsage", { params: { question_id: questionId } });
      return [speaker, reply.status];
    }),
  );
  expect(Object.fromEntries(statuses)).toEqual({
    owner: 200,
    admin: 200,
    annotator: 403,
    "admin elsewhere": 403,
    "annotator elsewhere": 403,
    nobody: 401,
  });
  const params = { question_id: "11111111-2222-4333-8444-555555555555" };
  expect((await people.clients.owner.call("getQuestionUsage", { params })).status).toBe(404);
});

test("FEN-10 a question of a type that this version does not know is renamed, and no call for it fails", async () => {
  const { ids, usage } = await publish();
  const params = { question_id: ids.topics ?? "" };
  const later = { type: "drawing", options: { shapes: 3 }, visible_options: 2 };
  await server.sql("update question set settings = ? where id = ?", JSON.stringify(later), params.question_id);
  // Not the client of the other tests: it refuses a reply with a type that the table of calls does not have.
  const patch = (body: object) =>
    fetch(`${server.url}/api/v1/questions/${params.question_id}`, {
      method: "PATCH",
      headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const renamed = await patch({ title: "Drawn" });
  expect(renamed.status).toBe(200);
  expect(await renamed.json()).toMatchObject({ title: "Drawn", settings: later });
  for (const type of ["drawing", "text"]) expect((await patch({ settings: { type } })).status, type).toBe(422);
  expect(await usage("topics")).toEqual({});
});
