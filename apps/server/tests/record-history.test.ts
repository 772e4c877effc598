import { expect, test } from "vitest";
import { createDraft, createPublished } from "./support/draft.ts";
import { createUser, SPEAKERS, startPeople } from "./support/people.ts";
import { createRecords, SUBMITTED } from "./support/records.ts";

const { server, people } = await startPeople();

const of = (recordId: string) => ({ params: { record_id: recordId } });
const shown = (ms: number) => ({ headers: { "x-postil-shown-ms": String(ms) } });

async function publishOne(): Promise<string> {
  const { owner } = people.clients;
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const [id = ""] = await createRecords(owner, datasetId, 1);
  return id;
}

test("design/record.md#history the history says when, who, whose, from which status to which, and what was answered in words", async () => {
  const id = await publishOne();
  const { admin, annotator } = people.clients;
  const made = await annotator.must("createResponse", { ...of(id), ...shown(1500), body: SUBMITTED });
  const params = { response_id: made.id };
  await admin.must("updateResponse", { params, body: { status: "draft", values: { mood: { value: "bad" } } } });
  await annotator.must("deleteResponse", { params, ...shown(20) });

  const { items, more } = await admin.must("getRecordHistory", of(id));
  expect(more).toBe(false);
  const answer = { question_name: "mood", question_title: "Mood", written: false };
  expect(
    items.map(({ id: _id, at: _at, actor, author, ...entry }) => ({ ...entry, who: [actor?.id, author?.id] })),
  ).toEqual([
    {
      who: [people.ids.annotator, people.ids.annotator],
      status_before: "draft",
      status_after: null,
      shown_ms: 20,
      answers: [{ ...answer, before: "BAD", after: null }],
    },
    {
      who: [people.ids.admin, people.ids.annotator],
      status_before: "submitted",
      status_after: "draft",
      shown_ms: null,
      answers: [{ ...answer, before: "GOOD", after: "BAD" }],
    },
    {
      who: [people.ids.annotator, people.ids.annotator],
      status_before: null,
      status_after: "submitted",
      shown_ms: 1500,
      answers: [{ ...answer, before: null, after: "GOOD" }],
    },
  ]);
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  expect(items[2]?.actor).toEqual({ id: people.ids.annotator, username: expect.any(String) });
});

test("ROL-10 managers read everybody's changes, an annotator those of their own response, others none", async () => {
  const id = await publishOne();
  for (const speaker of ["owner", "annotator"] as const) {
    await people.clients[speaker].must("createResponse", { ...of(id), body: SUBMITTED });
  }
  const found: { [speaker: string]: unknown } = {};
  for (const speaker of SPEAKERS) {
    const { status, body } = await people.clients[speaker].call("getRecordHistory", of(id));
    const { items } = body as { items?: readonly { author: { id: string } | null }[] }; // a refusal has no items
    found[speaker] = items?.map(({ author }) => author?.id) ?? status;
  }
  const { owner, annotator } = people.ids;
  expect(found).toEqual({
    owner: [annotator, owner],
    admin: [annotator, owner],
    annotator: [annotator],
    "admin elsewhere": 403,
    "annotator elsewhere": 403,
    nobody: 401,
  });
  const nowhere = of("11111111-2222-4333-8444-555555555555");
  expect((await people.clients["annotator elsewhere"].call("getRecordHistory", nowhere)).status).toBe(404);
});

test("design/record.md#history of a user who is deleted the changes stay, without a name", async () => {
  const id = await publishOne();
  const { owner } = people.clients;
  const leaving = await createUser(server, "owner");
  await leaving.client.must("createResponse", { ...of(id), body: SUBMITTED });
  await owner.must("deleteUser", { params: { user_id: leaving.id } });
  const { items } = await owner.must("getRecordHistory", of(id));
  expect(items.map(({ actor, author, status_after }) => [actor, author, status_after])).toEqual([
    [null, null, "submitted"],
  ]);
});

test("design/record.md#history the history comes page by page, each going on where the last ended, whatever was added meanwhile", async () => {
  const id = await publishOne();
  const { annotator } = people.clients;
  const save = (status: string) =>
    annotator.must("bulkSaveResponses", { body: { items: [{ record_id: id, status, values: null }] } });
  for (let n = 0; n < 5; n++) await save(n % 2 === 0 ? "draft" : "discarded");
  const first = await annotator.must("getRecordHistory", { ...of(id), query: { limit: "2" } });
  await save("discarded");
  const query = { limit: "3", before: String(first.items[1]?.id) };
  const second = await annotator.must("getRecordHistory", { ...of(id), query });
  const statuses = [...first.items, ...second.items].map(({ status_after }) => status_after);
  expect(statuses).toEqual(["draft", "discarded", "draft", "discarded", "draft"]);
  expect([first.more, second.more]).toEqual([true, false]);
  for (const bad of [{ limit: "0" }, { limit: "101" }, { before: "0" }, { before: "x" }]) {
    expect((await annotator.call("getRecordHistory", { ...of(id), query: bad })).status).toBe(422);
  }
});

test("API-40 a history of long answers is told in replies of a bounded size, each step once", async () => {
  const { owner } = people.clients;
  const { datasetId } = await createDraft(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  const question = { name: "note", title: "Note", settings: { type: "text" } };
  await owner.must("createQuestion", { params, body: question });
  await owner.must("publishDataset", { params });
  const [id = ""] = await createRecords(owner, datasetId, 1);
  const draft = (n: number) => ({ status: "draft", values: { note: { value: String(n % 10).repeat(1_000_000) } } });
  const made = await owner.must("createResponse", { ...of(id), body: draft(0) });
  const steps = 9;
  for (let n = 1; n < steps; n++)
    await owner.must("updateResponse", { params: { response_id: made.id }, body: draft(n) });
  const ids: number[] = [];
  let replies = 0;
  for (let more = true; more; replies++) {
    const before = ids.at(-1);
    const query = { limit: "100", ...(before === undefined ? {} : { before: String(before) }) };
    const reply = await owner.must("getRecordHistory", { ...of(id), query });
    expect(reply.items.length).toBeLessThanOrEqual(5);
    expect(reply.items.length).toBeGreaterThan(0);
    ids.push(...reply.items.map((item) => item.id));
    more = reply.more;
  }
  expect(replies).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(steps);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});
