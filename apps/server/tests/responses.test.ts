import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { createUser, startPeople } from "./support/people.ts";
import { createRecords, MOOD, SUBMITTED } from "./support/records.ts";

const { server, people } = await startPeople();

async function publish(records: number) {
  const { datasetId } = await createPublished(people.clients.owner, people.workspaceId);
  const ids = await createRecords(people.clients.owner, datasetId, records);
  return { datasetId, ids, params: { dataset_id: datasetId } };
}
const respond = (client: Client, record_id: string, body: unknown = SUBMITTED) =>
  client.must("createResponse", { params: { record_id }, body });
const NO_ID = "11111111-2222-4333-8444-555555555555";

test("FRS-03 FRS-10 a response is created once per user; a second time is a conflict", async () => {
  const { ids } = await publish(1);
  const [record_id = ""] = ids;
  const { annotator, admin } = people.clients;
  const made = await respond(annotator, record_id);
  expect(made).toMatchObject({ ...SUBMITTED, record_id, user_id: people.ids.annotator });
  expect(made.updated_at).toBe(made.inserted_at);
  expect(await annotator.call("createResponse", { params: { record_id }, body: { status: "draft" } })).toMatchObject({
    status: 409,
    body: {
      detail: `Response already exists for record with id \`${record_id}\` and by user with id \`${people.ids.annotator}\``,
    },
  });
  expect((await respond(admin, record_id)).id).not.toBe(made.id);
});

test("ROL-11 FRS-11 every member and every owner gives answers of their own; others of other workspaces none", async () => {
  const { ids } = await publish(1);
  const [record_id = ""] = ids;
  const asked = { params: { record_id }, body: SUBMITTED };
  for (const speaker of ["owner", "admin", "annotator"] as const)
    expect((await respond(people.clients[speaker], record_id)).user_id, speaker).toBe(people.ids[speaker]);
  for (const speaker of ["admin elsewhere", "annotator elsewhere"] as const)
    expect((await people.clients[speaker].call("createResponse", asked)).status, speaker).toBe(403);
  expect((await people.clients.nobody.call("createResponse", asked)).status).toBe(401);
});

test("FRS-04 FRS-10 an update replaces all answers and keeps the birth", async () => {
  const { ids } = await publish(1);
  const { annotator } = people.clients;
  const made = await respond(annotator, ids[0] ?? "");
  const update = (body: unknown) => annotator.must("updateResponse", { params: { response_id: made.id }, body });
  const draft = await update({ status: "draft" });
  expect(draft).toEqual({ ...made, status: "draft", values: null, updated_at: draft.updated_at });
  expect(draft.updated_at > made.updated_at).toBe(true);
  expect(await update(SUBMITTED)).toMatchObject(SUBMITTED);
  for (const name of ["updateResponse", "deleteResponse"] as const) {
    const asked = { params: { response_id: NO_ID }, ...(name === "updateResponse" ? { body: SUBMITTED } : {}) };
    expect((await annotator.call(name, asked)).status).toBe(404);
  }
});

test("FRS-09 after deleting its response a record is pending again", async () => {
  const { ids, params } = await publish(2);
  const { annotator } = people.clients;
  const made = await respond(annotator, ids[0] ?? "");
  const pending = async () =>
    (await annotator.must("listMyRecords", { params, query: { response_status: "pending" } })).total;
  expect(await pending()).toBe(1);
  expect(await annotator.must("deleteResponse", { params: { response_id: made.id } })).toEqual(made);
  expect(await pending()).toBe(2);
  expect((await annotator.must("getMyDatasetMetrics", { params })).responses.count).toBe(0);
});

test("FRS-11 its author changes a response, even one who has left; so do owners and admins of the workspace, nobody else", async () => {
  const { ids } = await publish(1);
  const leaver = await createUser(server, "annotator");
  const member = { params: { workspace_id: people.workspaceId, user_id: leaver.id } };
  const { owner, admin, annotator } = people.clients;
  await owner.must("addWorkspaceUser", { params: member.params, body: { user_id: leaver.id } });
  const made = await respond(leaver.client, ids[0] ?? "");
  await owner.must("removeWorkspaceUser", member);
  const params = { response_id: made.id };
  for (const client of [annotator, people.clients["admin elsewhere"]]) {
    expect((await client.call("updateResponse", { params, body: SUBMITTED })).status).toBe(403);
    expect((await client.call("deleteResponse", { params })).status).toBe(403);
  }
  for (const client of [leaver.client, admin, owner]) {
    const changed = await client.must("updateResponse", { params, body: { status: "draft", values: MOOD } });
    expect(changed.user_id).toBe(leaver.id);
  }
  expect(
    (await leaver.client.call("createResponse", { params: { record_id: ids[0] ?? "" }, body: SUBMITTED })).status,
  ).toBe(403);
});

test("FRS-11 the responses of a deleted user stay, without a user, and can be changed by those who manage them", async () => {
  const { ids, params } = await publish(1);
  const goner = await createUser(server, "annotator");
  const { owner, admin } = people.clients;
  const workspace = { workspace_id: people.workspaceId };
  await owner.must("addWorkspaceUser", { params: workspace, body: { user_id: goner.id } });
  const made = await respond(goner.client, ids[0] ?? "");
  await owner.must("deleteUser", { params: { user_id: goner.id } });
  const listed = await owner.must("listRecords", { params, query: { include: "responses" } });
  expect(listed.items[0]?.responses).toEqual([{ ...made, user_id: null }]);
  expect(await owner.must("getDatasetProgress", { params })).toMatchObject({ submitted: 1, pending: 0 });
  const asked = { params: { response_id: made.id }, body: { status: "discarded", values: null } };
  expect(await admin.must("updateResponse", asked)).toMatchObject({ status: "discarded", user_id: null });
  expect(await admin.must("deleteResponse", { params: { response_id: made.id } })).toMatchObject({ user_id: null });
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
});

test("FBU-04 FBU-05 API-27 API-36 a bulk call saves each item for itself and answers in order", async () => {
  const { ids } = await publish(2);
  const [first = "", second = ""] = ids;
  const foreign = await createPublished(people.clients.owner, people.elsewhereId);
  const [outside = ""] = await createRecords(people.clients.owner, foreign.datasetId, 1);
  const { annotator } = people.clients;
  const items = [
    { record_id: first, ...SUBMITTED },
    { record_id: second, status: "submitted", values: { mood: { value: "none of them" } } },
    { record_id: NO_ID, status: "draft" },
    { record_id: outside, status: "draft" },
    { record_id: first, status: "draft", values: null },
    { record_id: second, status: "discarded" },
  ];
  const reply = await annotator.must("bulkSaveResponses", { body: { items } });
  expect(reply.items.map(({ item, error }) => item?.status ?? error?.detail.split("\n")[0])).toEqual([
    "submitted",
    "'none of them' is not a valid label for label selection question.",
    `Record with id \`${NO_ID}\` not found`,
    "argilla.api.errors::ForbiddenOperationError(detail=Operation not allowed)",
    "draft",
    "discarded",
  ]);
  expect(reply.items.every(({ item, error }) => (item === null) !== (error === null))).toBe(true);
  expect(reply.items[4]?.item).toMatchObject({
    id: reply.items[0]?.item?.id,
    inserted_at: reply.items[0]?.item?.inserted_at,
  });
  const malformed = { items: [items[0], { record_id: first, status: "later" }] };
  expect((await annotator.call("bulkSaveResponses", { body: malformed })).status).toBe(422);
  expect((await annotator.call("bulkSaveResponses", { body: { items: Array(101).fill(items[0]) } })).status).toBe(422);
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
});

test("FPR-01 FPR-08 own figures count the caller's responses alone, the team's every record once", async () => {
  const { ids, params } = await publish(5);
  const { owner, admin, annotator } = people.clients;
  const discarded = { status: "discarded", values: null };
  const draft = { status: "draft", values: null };
  const [a = "", b = "", c = "", d = ""] = ids;
  await respond(annotator, a);
  await respond(annotator, b);
  await respond(annotator, c, discarded);
  await respond(annotator, d, draft);
  await respond(admin, a);
  await respond(admin, b, discarded);
  await respond(admin, d, draft);
  expect(await annotator.must("getMyDatasetMetrics", { params })).toEqual({
    records: { count: 5 },
    responses: { count: 4, submitted: 2, discarded: 1, draft: 1 },
  });
  expect(await owner.must("getMyDatasetMetrics", { params })).toEqual({
    records: { count: 5 },
    responses: { count: 0, submitted: 0, discarded: 0, draft: 0 },
  });
  const progress = { total: 5, submitted: 1, discarded: 1, conflicting: 1, pending: 2 };
  expect(await annotator.must("getDatasetProgress", { params })).toEqual({
    ...progress,
    completed: progress.submitted + progress.conflicting,
  });
});

test("FSE-29 everybody's responses are counted for who is about to delete them, by status and by person", async () => {
  const { ids, params } = await publish(3);
  const { owner, admin, annotator } = people.clients;
  const [a = "", b = "", c = ""] = ids;
  await respond(annotator, a);
  await respond(annotator, b, { status: "draft", values: null });
  await respond(admin, a);
  const taken = await respond(owner, c, { status: "discarded", values: null });
  await respond(admin, c, { status: "discarded", values: null });
  await owner.must("deleteResponse", { params: { response_id: taken.id } });
  const counts = { people: 2, submitted: 2, discarded: 1, draft: 1 };
  expect(await admin.must("countDatasetResponses", { params })).toEqual(counts);
});

test("FRS-10 the dataset's times move with responses and with nothing else that happens to records", async () => {
  const { ids, params, datasetId } = await publish(1);
  const { owner, annotator } = people.clients;
  const times = async () => {
    const { last_activity_at, updated_at } = await owner.must("getDataset", { params });
    expect(updated_at).toBe(last_activity_at);
    return last_activity_at;
  };
  const start = await times();
  await createRecords(owner, datasetId, 1);
  await owner.must("updateRecord", { params: { record_id: ids[0] ?? "" }, body: { metadata: { lang: "en" } } });
  const items = [{ id: ids[0], responses: [{ user_id: people.ids.admin, ...SUBMITTED }] }];
  await owner.must("bulkUpsertRecords", { params, body: { items } });
  expect(await times()).toBe(start);
  const { id } = await respond(annotator, ids[0] ?? "");
  const created = await times();
  await annotator.must("updateResponse", { params: { response_id: id }, body: { status: "draft" } });
  const updated = await times();
  await annotator.must("deleteResponse", { params: { response_id: id } });
  const deleted = await times();
  expect([start, created, updated, deleted].map((time) => time.padEnd(26, "0"))).toEqual(
    [...new Set([start, created, updated, deleted])].map((time) => time.padEnd(26, "0")).sort(),
  );
});

test("FAN-13 answers are refused whatever way they arrive, with the same words", async () => {
  const { ids, params } = await publish(1);
  const { owner } = people.clients;
  const wrong = { status: "submitted", values: { mood: { value: "none" } } };
  const said =
    /^'none' is not a valid label for label selection question\.\nValid labels are: \['good', 'bad', 'mixed'\]$/m;
  const [record_id = ""] = ids;
  const single = await owner.call("createResponse", { params: { record_id }, body: wrong });
  expect(single.status).toBe(422);
  expect((single.body as { detail: string }).detail).toMatch(said);
  const bulk = await owner.must("bulkSaveResponses", { body: { items: [{ record_id, ...wrong }] } });
  expect(bulk.items[0]?.error?.detail).toMatch(said);
  const embedded = [{ fields: { text: "x" }, responses: [{ user_id: people.ids.admin, ...wrong }] }];
  const withRecord = await owner.call("bulkCreateRecords", { params, body: { items: embedded } });
  expect((withRecord.body as { detail: string }).detail).toContain(
    "does not have valid responses because 'none' is not",
  );
});

test("FRS-17 with `postil_seen` a response is changed or deleted only as it was seen; else it stays as it is", async () => {
  const { ids } = await publish(1);
  const { annotator } = people.clients;
  const first = await respond(annotator, ids[0] ?? "");
  const params = { response_id: first.id };
  const changed = await annotator.must("updateResponse", {
    params,
    body: { status: "discarded", postil_seen: first.updated_at },
  });
  const late = { ...SUBMITTED, postil_seen: first.updated_at };
  expect((await annotator.call("updateResponse", { params, body: late })).status).toBe(409);
  expect((await annotator.call("updateResponse", { params, body: { ...late, postil_seen: null } })).status).toBe(409);
  const query = { postil_seen: [first.updated_at] };
  expect((await annotator.call("deleteResponse", { params, query })).status).toBe(409);
  expect((await annotator.call("updateResponse", { params, body: { ...late, postil_seen: "now" } })).status).toBe(422);
  expect(await annotator.must("deleteResponse", { params, query: { postil_seen: [changed.updated_at] } })).toEqual(
    changed,
  );
});

test("FRS-17 FRS-18 a bulk call takes each item as it was seen, tells what is there else, and withdraws what `postil_clear` names", async () => {
  const { ids } = await publish(3);
  const { annotator } = people.clients;
  const [one = "", two = "", three = ""] = ids;
  const save = async (...items: object[]) => (await annotator.must("bulkSaveResponses", { body: { items } })).items;
  const [first] = await save({ record_id: one, ...SUBMITTED, postil_seen: null });
  const seen = first?.item?.updated_at;
  const withdrawn = { status: "draft", postil_clear: true };
  const detail = "The response was changed since it was seen";
  expect(
    await save(
      { record_id: one, ...SUBMITTED, postil_seen: null },
      { record_id: two, ...withdrawn, postil_seen: seen },
      { record_id: two, ...withdrawn, postil_seen: null },
      { record_id: one, ...withdrawn, postil_seen: seen },
      { record_id: one, ...withdrawn },
      { record_id: three, status: "draft", postil_clear: false },
    ),
  ).toEqual([
    { item: null, error: { detail }, postil_now: first?.item },
    { item: null, error: { detail }, postil_now: null },
    { item: null, error: null },
    { item: null, error: null },
    { item: null, error: null },
    { item: expect.objectContaining({ record_id: three, status: "draft" }), error: null },
  ]);
  expect(await respond(annotator, one)).toMatchObject(SUBMITTED);
});
