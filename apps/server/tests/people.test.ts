import type { Reply } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import { expect, test } from "vitest";
import { type Client, createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { createUser, newName, type Person, startPeople } from "./support/people.ts";
import { createRecords, MOOD, SUBMITTED } from "./support/records.ts";
import { OWNER, startTestServer } from "./support/start-test-server.ts";
import { createTaskDataset } from "./support/task-datasets.ts";

/** User accounts, as owners manage them and admins see them (design/administration.md#people). */

const { server, people, owner } = await startPeople();

type Listed = Reply<Routes["listPeople"]>["items"][number];
const of = (person: { readonly id: string }) => ({ params: { user_id: person.id } });
const PASSWORD = "long enough";
const newPerson = (more: object = {}) => ({
  first_name: "Nerys",
  last_name: "Tavener",
  username: newName(),
  role: "annotator",
  workspace_ids: [people.workspaceId],
  password: PASSWORD,
  ...more,
});
async function listed(by: Client, id: string): Promise<Listed | undefined> {
  const { items } = await by.must("listPeople");
  return items.find((person) => person.id === id);
}
async function signIn(username: string, password = PASSWORD): Promise<number> {
  return (await createClient(server.url, null).call("createToken", { body: { username, password } })).status;
}
async function session(username: string, password = PASSWORD): Promise<{ readonly authorization: string }> {
  const { access_token } = await createClient(server.url, null).must("createToken", { body: { username, password } });
  return { authorization: `Bearer ${access_token}` };
}

test("ROL-12 an owner makes a person with role, names and workspaces in one call, who signs in with the password", async () => {
  const body = newPerson({ workspace_ids: [people.workspaceId, people.elsewhereId] });
  const made = await owner.must("createPerson", { body });
  expect(made).toMatchObject({
    first_name: "Nerys",
    last_name: "Tavener",
    username: body.username,
    role: "annotator",
    state: "active",
    invited_until: null,
    last_seen: null,
  });
  expect(made.workspaces.map(({ id }) => id).toSorted()).toEqual([people.workspaceId, people.elsewhereId].toSorted());
  expect(await listed(owner, made.id)).toEqual(made);
  expect(await signIn(body.username)).toBe(201);
});

test("ROL-12 a name that is taken, a workspace that is not there and a short password are told, and nobody is made", async () => {
  const before = (await owner.must("listPeople")).items.length;
  const taken = await owner.call("createPerson", { body: newPerson({ username: OWNER.username }) });
  expect([taken.status, taken.body]).toEqual([409, { detail: "Username `owner` is not unique" }]);
  const id = "00000000-0000-4000-8000-000000000001";
  const nowhere = await owner.call("createPerson", { body: newPerson({ workspace_ids: [id] }) });
  expect([nowhere.status, nowhere.body]).toEqual([422, { detail: `Workspace with id \`${id}\` not found` }]);
  expect((await owner.call("createPerson", { body: newPerson({ password: "short" }) })).status).toBe(422);
  expect((await owner.must("listPeople")).items).toHaveLength(before);
});

test("ROL-12 names, role and workspaces change in one call; what is not named stays", async () => {
  const person = await owner.must("createPerson", { body: newPerson() });
  const changed = await owner.must("changePerson", {
    ...of(person),
    body: { role: "admin", workspace_ids: [people.elsewhereId] },
  });
  expect(changed).toMatchObject({ first_name: "Nerys", role: "admin", workspaces: [{ id: people.elsewhereId }] });
  const renamed = await owner.must("changePerson", { ...of(person), body: { first_name: "N.", last_name: null } });
  expect(renamed).toMatchObject({ first_name: "N.", last_name: null, role: "admin" });
  expect(renamed.workspaces).toEqual(changed.workspaces);
});

test("ROL-12 who stays in a workspace is in it since when they came", async () => {
  const person = await owner.must("createPerson", { body: newPerson() });
  const workspace_ids = [people.elsewhereId, people.workspaceId];
  const changed = await owner.must("changePerson", { ...of(person), body: { workspace_ids } });
  const since = (one: Listed) => one.workspaces.find(({ id }) => id === people.workspaceId)?.since;
  expect(since(changed)).toBe(since(person));
});

test("ROL-12 what another owner has changed since it was seen is not written over, and the refusal names the person", async () => {
  const person = await owner.must("createPerson", { body: newPerson() });
  const seen = { first_name: "Nerys", last_name: "Tavener", role: "annotator", workspace_ids: [people.workspaceId] };
  await owner.must("changePerson", { ...of(person), body: { role: "admin", seen } });
  const late = await owner.call("changePerson", { ...of(person), body: { workspace_ids: [], seen } });
  expect([late.status, late.body]).toEqual([
    409,
    { detail: `\`${person.username}\` was changed by somebody else meanwhile` },
  ]);
  expect(await listed(owner, person.id)).toMatchObject({ role: "admin", workspaces: [{ id: people.workspaceId }] });
  // A change based on the current state succeeds.
  const again = { ...seen, role: "admin" };
  await owner.must("changePerson", { ...of(person), body: { workspace_ids: [], seen: again } });
});

test("ROL-12 a person signs in with the password that was set for them, and with the earlier one no more; the key goes on", async () => {
  const person = await createUser(server, "annotator");
  await owner.must("resetPassword", { ...of(person), body: { password: "quite another" } });
  expect([await signIn(person.username), await signIn(person.username, "quite another")]).toEqual([401, 201]);
  await person.client.must("getMe");
});

test("ROL-12 sessions end with another role, another password and a deactivation, which the refusal names; the key knows of the role at once", async () => {
  const person = await createUser(server, "annotator");
  const anybody = createClient(server.url, null);
  const endedBy = async (headers: { readonly authorization: string }) => {
    const { status, body } = await anybody.call("getMe", { headers });
    return [status, (body as { detail: { params: { ended?: string } } }).detail.params.ended];
  };
  const first = await session(person.username);
  await anybody.must("getMe", { headers: first });
  await owner.must("changePerson", { ...of(person), body: { role: "admin" } });
  expect(await endedBy(first)).toEqual([401, "role"]);
  expect(await person.client.must("getMe")).toMatchObject({ role: "admin" });
  const second = await session(person.username);
  await owner.must("resetPassword", { ...of(person), body: { password: PASSWORD } });
  expect(await endedBy(second)).toEqual([401, "password"]);
  const third = await session(person.username);
  await owner.must("deactivatePerson", of(person));
  expect(await endedBy(third)).toEqual([401, "deactivated"]);
});

test("ROL-12 AUT-32 a replaced key stops at once, and the new one is that person's", async () => {
  const person = await createUser(server, "annotator");
  await person.client.must("getMe");
  const { api_key } = await owner.must("replacePersonKey", of(person));
  expect((await person.client.call("getMe")).status).toBe(401);
  expect(await createClient(server.url, api_key).must("getMe")).toMatchObject({ id: person.id });
});

test("ROL-12 AUT-32 an owner sees the keys of a person without their texts, and revokes a named one, which stops at once", async () => {
  const person = await createUser(server, "annotator");
  const { key, id: keyId } = await person.client.must("createMyApiKey", { body: { name: "old laptop" } });
  const other = await createUser(server, "annotator");
  const byKey = createClient(server.url, key);
  await byKey.must("getMe");
  const seen = await owner.must("listPersonKeys", of(person));
  expect(seen.items).toEqual((await person.client.must("listMyApiKeys")).items);
  expect(seen.items).toMatchObject([{ id: keyId, name: "old laptop", ending: key.slice(-4) }]);
  expect(JSON.stringify(seen)).not.toContain(key);
  expect(await listed(owner, person.id)).toMatchObject({ keys: 2 });

  const ofKey = (user: { readonly id: string }) => ({ params: { user_id: user.id, key_id: keyId } });
  const wrong = await owner.call("revokePersonKey", ofKey(other));
  expect([wrong.status, wrong.body]).toEqual([404, { detail: `API key with id \`${keyId}\` not found` }]);
  await byKey.must("getMe");
  expect(await owner.must("revokePersonKey", ofKey(person))).toMatchObject({ id: keyId, name: "old laptop" });
  expect((await byKey.call("getMe")).status).toBe(401);
  expect((await owner.call("revokePersonKey", ofKey(person))).status).toBe(404);
  await person.client.must("getMe");
  expect(await noted("key_revoked", person)).toMatchObject([
    { actor: { username: OWNER.username }, told: { name: "old laptop" } },
  ]);
});

test("ROL-12 AUT-14 an owner signs a person out everywhere: their sessions end and say so, password and keys stay", async () => {
  const person = await createUser(server, "annotator");
  const anybody = createClient(server.url, null);
  const sessions = [await session(person.username), await session(person.username)];
  for (const headers of sessions) await anybody.must("getMe", { headers });
  expect(await owner.must("signPersonOut", of(person))).toEqual({ count: 2 });
  for (const headers of sessions) {
    const { status, body } = await anybody.call("getMe", { headers });
    expect([status, body]).toMatchObject([401, { detail: { params: { ended: "owner" } } }]);
  }
  await person.client.must("getMe");
  expect(await signIn(person.username)).toBe(201);
  expect(await noted("sessions_ended", person)).toMatchObject([
    { actor: { username: OWNER.username }, told: { count: 2 } },
  ]);
  // An owner who signs themselves out keeps the session that makes the call.
  const chief = await createUser(server, "owner");
  const [here, there] = [await session(chief.username), await session(chief.username)];
  expect(await anybody.must("signPersonOut", { ...of(chief), headers: here })).toEqual({ count: 1 });
  expect((await anybody.call("getMe", { headers: there })).status).toBe(401);
  await anybody.must("getMe", { headers: here });
});

/** Returns the audit entries of this kind about a person. */
async function noted(kind: string, person: Person) {
  const { items } = await owner.must("listAudit", { query: { search: person.username, limit: "100" } });
  return items.filter((entry) => entry.kind === kind && entry.person?.id === person.id);
}

test("ROL-12 who is deactivated neither signs in nor calls with a key, keeps name and answers, and comes back as they were", async () => {
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const [recordId = ""] = await createRecords(owner, datasetId, 1);
  const person = await member("annotator");
  await person.client.must("createResponse", { params: { record_id: recordId }, body: SUBMITTED });
  const headers = await session(person.username);
  expect(await owner.must("deactivatePerson", of(person))).toMatchObject({ state: "deactivated" });
  expect(await owner.must("deactivatePerson", of(person))).toMatchObject({ state: "deactivated" });
  const refused = await createClient(server.url, null).call("createToken", {
    body: { username: person.username, password: PASSWORD },
  });
  expect(refused).toMatchObject({
    status: 403,
    body: { detail: { params: { detail: "This account is deactivated; an owner can let you in again." } } },
  });
  expect(await signIn(person.username, "not the password")).toBe(401);
  expect((await person.client.call("getMe")).status).toBe(401);
  expect((await createClient(server.url, null).call("getMe", { headers })).status).toBe(401);
  expect(await responsesIn(datasetId)).toMatchObject([[{ user_id: person.id, status: "submitted" }]]);
  expect((await owner.call("createPerson", { body: newPerson({ username: person.username }) })).status).toBe(409);

  const back = await owner.must("reactivatePerson", of(person));
  expect(back).toMatchObject({ state: "active", workspaces: [{ id: people.workspaceId }] });
  expect(await signIn(person.username)).toBe(201);
  await person.client.must("getMe");
});

/** Returns all users' responses, record by record. */
async function responsesIn(datasetId: string) {
  const { items } = await owner.must("listRecords", {
    params: { dataset_id: datasetId },
    query: { include: "responses" },
  });
  return items.map(({ responses }) => responses);
}

/** Creates a member of the workspace. */
async function member(role: "admin" | "annotator"): Promise<Person> {
  const person = await createUser(server, role);
  await owner.must("changePerson", { ...of(person), body: { workspace_ids: [people.workspaceId] } });
  return person;
}

test("ROL-12 what stays and what goes is counted before a deletion, which then does that", async () => {
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const [first = "", second = "", third = ""] = await createRecords(owner, datasetId, 3);
  const { name: workspace } = await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } });
  const { at } = await createTaskDataset(people, workspace, "TextClassification");
  const person = await member("annotator");
  const respond = (record_id: string, body: object) =>
    person.client.must("createResponse", { params: { record_id }, body });
  await respond(first, SUBMITTED);
  await respond(second, { status: "discarded", values: null });
  await respond(third, { status: "draft", values: MOOD });
  const annotation = { agent: person.username, labels: [{ class: "A" }] };
  const record = { id: "1", inputs: { text: "words" }, annotation, status: "Validated" };
  await person.client.must("logTextRecordsV0", { ...at, body: { records: [record] } });
  await person.client.must("createLabelingRuleV0", { ...at, body: { query: "words", labels: ["A"] } });

  expect(await owner.must("countPersonWork", of(person))).toEqual({
    answers: 2,
    datasets: 1,
    annotations: 1,
    rules: 1,
    task_datasets: 1,
    drafts: 1,
    keys: 1,
  });
  await owner.must("deletePerson", of(person));
  expect(await listed(owner, person.id)).toBeUndefined();
  expect(await responsesIn(datasetId)).toMatchObject([
    [{ user_id: null, status: "submitted" }],
    [{ user_id: null, status: "discarded" }],
    [],
  ]);
  const kept = await owner.must("getTaskRecordV0", { ...at, params: { ...at.params, id: "1" } });
  expect(kept.annotation).toMatchObject({ agent: person.username });
  expect((await person.client.call("getMe")).status).toBe(401);
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
});

test("ROL-12 contract/own.md#jobs of many drafts a job removes all before the deletion is answered, and only those of the person", async () => {
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const ids = await createRecords(owner, datasetId, 300);
  const [person, other] = [await member("annotator"), await member("annotator")];
  const answers = (status: string, some: readonly string[]) => ({
    body: { items: some.map((record_id) => ({ record_id, status, values: MOOD })) },
  });
  for (const from of [0, 100, 200])
    await person.client.must("bulkSaveResponses", answers("draft", ids.slice(from, from + 100)));
  await person.client.must("bulkSaveResponses", answers("submitted", ids.slice(0, 1)));
  await other.client.must("bulkSaveResponses", answers("draft", ids.slice(0, 2)));
  await owner.must("deletePerson", of(person));
  expect((await responsesIn(datasetId)).flat().map((response) => [response?.user_id, response?.status])).toEqual([
    [null, "submitted"],
    [other.id, "draft"],
    [other.id, "draft"],
  ]);
  const { items: jobs } = await owner.must("listJobs", { query: { dataset_id: datasetId } });
  expect(jobs).toMatchObject([{ name: "purge", state: "done", done: 299, total: 299 }]);
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
});

test("ROL-12 the last owner who can sign in is neither deleted, deactivated nor given another role", async () => {
  const alone = await startTestServer();
  try {
    const first = createClient(alone.url, OWNER.apiKey);
    const self = { params: { user_id: alone.ownerId } };
    const refusal = async (name: "deletePerson" | "deactivatePerson" | "changePerson", by: Client, body?: object) => {
      const { status, body: told } = await by.call(name, { ...self, ...(body ? { body } : {}) });
      return [status, (told as { detail: string }).detail];
    };
    const last = (done: string) => `\`owner\` is the last owner and cannot be ${done}; make another owner first`;
    expect(await refusal("changePerson", first, { role: "admin" })).toEqual([409, last("given another role")]);
    const own = (done: string) => `\`owner\` is your own account; it can be ${done} by another owner`;
    expect(await refusal("deletePerson", first)).toEqual([409, own("deleted")]);
    expect(await refusal("deactivatePerson", first)).toEqual([409, own("deactivated")]);

    // A deactivated owner does not count.
    const other = await createUser(alone, "owner");
    await first.must("deactivatePerson", of(other));
    expect(await refusal("changePerson", first, { role: "admin" })).toEqual([409, last("given another role")]);
    await first.must("reactivatePerson", of(other));
    await first.must("changePerson", { ...self, body: { role: "admin" } });
    expect((await first.call("deactivatePerson", of(other))).status).toBe(403);
    const late = await other.client.call("changePerson", { ...of(other), body: { role: "annotator" } });
    expect(late.status).toBe(409);
  } finally {
    await alone.close();
  }
});

test("ROL-12 of two owners who put each other out at once one stays", async () => {
  const alone = await startTestServer();
  try {
    const one = { id: alone.ownerId, client: createClient(alone.url, OWNER.apiKey) };
    const other = await createUser(alone, "owner");
    const done = await Promise.all([
      one.client.call("deactivatePerson", of(other)),
      other.client.call("changePerson", { ...of(one), body: { role: "annotator" } }),
    ]);
    expect(done.filter(({ status }) => status === 200)).toHaveLength(1);
  } finally {
    await alone.close();
  }
});

test("ROL-12 an admin sees the people of the workspaces they manage, those workspaces alone, and whom to ask", async () => {
  const both = await owner.must("createPerson", {
    body: newPerson({ workspace_ids: [people.workspaceId, people.elsewhereId] }),
  });
  const { items, ask } = await people.clients.admin.must("listPeople");
  expect(ask).toBe("Owner");
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([people.ids.admin, people.ids.annotator, both.id]));
  expect(items.map(({ id }) => id)).not.toContain(people.ids["admin elsewhere"]);
  const seen = items.flatMap(({ workspaces }) => workspaces.map(({ id }) => id));
  expect(new Set(seen)).toEqual(new Set([people.workspaceId]));
  const everybody = await owner.must("listPeople");
  expect(everybody.ask).toBeNull();
  expect(everybody.items.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.values(people.ids)));
});

test("ROL-12 an owner who was added to a workspace is none of its people: list, count and members agree; with another role they are", async () => {
  const { workspaceId } = people;
  const person = await owner.must("createPerson", { body: newPerson({ role: "owner" }) });
  const { items: stored } = await owner.must("listWorkspaceUsers", { params: { workspace_id: workspaceId } });
  expect(stored.map(({ id }) => id)).toContain(person.id);
  const seen = async () => {
    const shown = (await people.clients.admin.must("listPeople")).items;
    const { items, people: counted } = await people.clients.admin.must("listWorkspaces");
    const { members } = await people.clients.admin.must("getWorkspaceOverview", {
      params: { workspace_id: workspaceId },
    });
    const summary = items.find(({ id }) => id === workspaceId);
    expect([counted, summary?.members, members.length]).toEqual(Array(3).fill(shown.length));
    return shown.map(({ id }) => id);
  };
  expect(await seen()).not.toContain(person.id);
  await owner.must("changePerson", { ...of(person), body: { role: "annotator" } });
  expect(await seen()).toContain(person.id);
});

test("ROL-12 answers of the last seven days are counted by record, for admins in their workspaces alone", async () => {
  const answersOf = async (by: Client, id: string) =>
    (await by.must("countPeopleAnswers")).items.find(({ user_id }) => user_id === id)?.answers ?? 0;
  const here = await createPublished(owner, people.workspaceId);
  const elsewhere = await createPublished(owner, people.elsewhereId);
  const person = await createUser(server, "annotator");
  await owner.must("changePerson", {
    ...of(person),
    body: { workspace_ids: [people.workspaceId, people.elsewhereId] },
  });
  expect(await answersOf(owner, person.id)).toBe(0);
  const [one = "", two = ""] = await createRecords(owner, here.datasetId, 2);
  const [far = ""] = await createRecords(owner, elsewhere.datasetId, 1);
  const save = (record_id: string, more: object) =>
    person.client.must("bulkSaveResponses", { body: { items: [{ record_id, ...SUBMITTED, ...more }] } });
  await save(one, {});
  await save(one, { values: { mood: { value: "bad" } } });
  await save(two, { status: "draft" });
  await save(far, {});
  expect(await answersOf(owner, person.id)).toBe(2);
  expect(await answersOf(people.clients.admin, person.id)).toBe(1);
  expect(await answersOf(people.clients["admin elsewhere"], person.id)).toBe(1);

  // A validated task record counts as an answer if it existed before. A new record with an annotation counts as loaded.
  const { name: workspace } = await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } });
  const { at } = await createTaskDataset(people, workspace, "TextClassification");
  const record = { id: "1", inputs: { text: "words" } };
  const annotation = { agent: person.username, labels: [{ class: "A" }] };
  const validated = { annotation, status: "Validated" };
  await owner.must("logTextRecordsV0", { ...at, body: { records: [record] } });
  await person.client.must("logTextRecordsV0", { ...at, body: { records: [{ ...record, ...validated }] } });
  await person.client.must("logTextRecordsV0", { ...at, body: { records: [{ ...record, id: "2", ...validated }] } });
  expect(await answersOf(owner, person.id)).toBe(3);
  // A script's addition keeps the annotation. Another annotation replaces it.
  const prediction = { agent: "m", labels: [{ class: "A", score: 0.5 }] };
  await owner.must("logTextRecordsV0", { ...at, body: { records: [{ ...record, ...validated, prediction }] } });
  expect(await answersOf(owner, person.id)).toBe(3);
  const other = { agent: "owner", labels: [{ class: "B" }] };
  await owner.must("logTextRecordsV0", {
    ...at,
    body: { records: [{ ...record, annotation: other, status: "Validated" }] },
  });
  expect(await answersOf(owner, person.id)).toBe(2);

  // A response that is discarded or back in draft does not count.
  await save(one, { status: "discarded" });
  expect(await answersOf(owner, person.id)).toBe(1);
  const { items } = await person.client.must("listMyRecords", {
    params: { dataset_id: elsewhere.datasetId },
    query: { include: ["responses"] },
  });
  await person.client.must("deleteResponse", { params: { response_id: items[0]?.responses?.[0]?.id ?? "" } });
  expect(await answersOf(owner, person.id)).toBe(0);
});

test("ROL-12 who was here last is told at once and by what they came", async () => {
  const person = await createUser(server, "annotator");
  expect((await listed(owner, person.id))?.last_seen).toBeNull();
  const before = Date.now();
  await person.client.must("getMe");
  const byKey = (await listed(owner, person.id))?.last_seen;
  expect(byKey).toMatchObject({ by_key: true });
  expect(Date.parse(`${byKey?.at}Z`)).toBeGreaterThanOrEqual(before);
  const headers = await session(person.username);
  await createClient(server.url, null).must("getMe", { headers });
  expect((await listed(owner, person.id))?.last_seen).toMatchObject({ by_key: false });
});

test("PGS-71 the later time counts, whichever server notes it first: when somebody was seen, and when a key was used", async () => {
  const { id, username } = await createUser(server, "annotator");
  const [sooner, later] = [1_000_000, 2_000_000];
  const by = { key: 0, id, username };
  const used = (at: number) => ({ by, keyId: null, at, from: { address: "", userAgent: "", session: null } });
  for (const at of [later, sooner]) {
    await server.store.write("noteLastSeen", null, [{ userId: id, at, byKey: at === later }]);
    await server.store.write("noteKeyUses", null, [used(at)]);
  }
  expect((await listed(owner, id))?.last_seen).toEqual({ at: "1970-01-01T00:00:02", by_key: true });
  const keys = await owner.must("listPersonKeys", of({ id }));
  expect(keys.first?.last_used_at).toBe("1970-01-01T00:00:02");
});
