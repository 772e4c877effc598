import { expect, test } from "vitest";
import { newId } from "../src/new-id.ts";
import { type Client, createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { createUser, newName, startPeople } from "./support/people.ts";

/** Deleted people, and the links of admins who have lost what they gave. */

const { server, people, owner } = await startPeople();

const deletedNamed = async (name: string, client: Client = owner) =>
  (await client.must("listDeleted")).items.find((item) => item.kind === "person" && item.name === name);
const personOf = async (userId: string) => (await owner.must("listPeople")).items.find(({ id }) => id === userId);

async function createMember(role: "admin" | "annotator") {
  const person = await createUser(server, role);
  await owner.must("addWorkspaceUserV0", { params: { workspace_id: people.workspaceId, user_id: person.id } });
  return person;
}

/** An annotator of the workspace with an answer. */
async function createAnswered() {
  const person = await createMember("annotator");
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  const values = { mood: { value: "good" } };
  const items = [{ fields: { text: "a" }, responses: [{ user_id: person.id, status: "submitted", values }] }];
  await owner.must("bulkCreateRecords", { params, body: { items } });
  const before = await personOf(person.id);
  return { ...person, username: before?.username ?? "", before, params };
}

test("BIN-12 BIN-13 a restored person has id, role, workspaces and answers, and no way in but a new link", async () => {
  const { id, client, username, before, params } = await createAnswered();
  await owner.must("deleteUser", { params: { user_id: id } });
  const line = await deletedNamed(username);
  expect(line).toMatchObject({ name: username, task: "annotator", workspace_id: null, answers: 1, state: "kept" });
  expect(await deletedNamed(username, people.clients.admin)).toBeUndefined();
  const deleted = { deleted_id: line?.id ?? "" };
  for (const call of ["getDeleted", "removeDeleted"] as const)
    expect((await people.clients.admin.call(call, { params: deleted })).status).toBe(403);
  expect((await people.clients.admin.call("restoreDeleted", { params: deleted, body: {} })).status).toBe(403);
  expect(await owner.must("getDeleted", { params: deleted })).toMatchObject({ offered_name: username, taken_at: null });
  const body = { workspace_id: people.workspaceId };
  expect((await owner.call("restoreDeleted", { params: deleted, body })).status).toBe(422);
  expect(await owner.must("restoreDeleted", { params: deleted, body: {} })).toMatchObject({ id, name: username });
  const after = await personOf(id);
  const facts = ({ role, workspaces }: NonNullable<typeof after>) => [role, workspaces.map((one) => one.name)];
  expect(after && facts(after)).toEqual(before && facts(before));
  expect(after).toMatchObject({ username, has_password: false, keys: 1 });
  expect((await client.call("getMe")).status).toBe(401);
  const { items } = await owner.must("listRecords", { params, query: { include: ["responses"] } });
  expect(items[0]?.responses).toMatchObject([{ user_id: id }]);
  const { code } = await owner.must("inviteUser", { params: { user_id: id }, body: { days: 7 } });
  const nobody = createClient(server.url, null);
  expect((await nobody.call("acceptInvitation", { body: { code, password: "a-new-password" } })).status).toBeLessThan(
    300,
  );
  expect(await deletedNamed(username)).toBeUndefined();
  expect((await owner.call("restoreDeleted", { params: deleted, body: {} })).status).toBe(404);
});

test("BIN-13 a user name that is taken meanwhile is refused, and another one is offered and taken", async () => {
  const { id, username } = await createAnswered();
  await owner.must("deletePerson", { params: { user_id: id } });
  const password = "some-password";
  const facts = { first_name: "New", last_name: null, role: "annotator", workspace_ids: [] } as const;
  await owner.must("createPerson", { body: { ...facts, username, password } } as never);
  const params = { deleted_id: (await deletedNamed(username))?.id ?? "" };
  expect(await owner.must("getDeleted", { params })).toMatchObject({ offered_name: `${username}-2` });
  expect((await owner.call("restoreDeleted", { params, body: {} })).status).toBe(409);
  for (const name of ["-no", "a b", "a".repeat(201)])
    expect((await owner.call("restoreDeleted", { params, body: { name } })).status, name).toBe(422);
  await owner.must("restoreDeleted", { params, body: { name: `${username}-2` } });
  expect(await personOf(id)).toMatchObject({ username: `${username}-2` });
  const { items } = await owner.must("listAudit", { query: { search: `${username}-2` } });
  expect(items[0]).toMatchObject({ kind: "person_restored", told: { from: username } });
});

test("BIN-12 a person whose time is over, or who was removed for good, stays deleted", async () => {
  const [one, other] = [await createAnswered(), await createAnswered()];
  for (const { id } of [one, other]) await owner.must("deleteUser", { params: { user_id: id } });
  const params = { deleted_id: (await deletedNamed(one.username))?.id ?? "" };
  await owner.must("removeDeleted", { params });
  expect((await owner.call("restoreDeleted", { params, body: {} })).status).toBe(404);
  while (await server.store.read("hasExpired", null, { keepDays: 0 }))
    await server.store.write("removeExpired", null, { keepDays: 0 });
  expect(await deletedNamed(other.username)).toBeUndefined();
  const { items } = await owner.must("listAudit", { query: { group: ["deletion"] } });
  expect(items.slice(0, 2).map(({ kind }) => kind)).toEqual(["person_expired", "person_removed"]);
});

test("BIN-13 a restored person does not get into a new workspace with the id of a deleted one", async () => {
  const { id: gone, name } = await owner.must("createWorkspace", { body: { id: newId(), name: newName() } } as never);
  const { id } = await createUser(server, "admin");
  for (const workspace_id of [gone, people.workspaceId])
    await owner.must("addWorkspaceUserV0", { params: { workspace_id, user_id: id } });
  const username = (await personOf(id))?.username ?? "";
  await owner.must("deleteUser", { params: { user_id: id } });
  await owner.must("deleteWorkspace", { params: { workspace_id: gone } });
  await owner.must("createWorkspace", { body: { id: gone, name: newName() } } as never);
  const line = await deletedNamed(username);
  expect(line?.workspace.split(", ")).toContain(name);
  await owner.must("restoreDeleted", { params: { deleted_id: line?.id ?? "" }, body: {} });
  expect((await personOf(id))?.workspaces.map((one) => one.id)).toEqual([people.workspaceId]);
});

test.each([
  [
    "leaves the workspace",
    (id: string) => owner.must("removeWorkspaceUser", { params: { workspace_id: people.workspaceId, user_id: id } }),
  ],
  [
    "gets another role",
    (user_id: string) => owner.must("changePerson", { params: { user_id }, body: { role: "annotator" } }),
  ],
  ["is deactivated", (user_id: string) => owner.must("deactivatePerson", { params: { user_id } })],
  ["is deleted", (user_id: string) => owner.must("deleteUser", { params: { user_id } })],
] as const)("ROL-17 the link that an admin made ends when the admin %s", async (_what, lose) => {
  const admin = await createMember("admin");
  const { name: workspace } = await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } });
  const person = { first_name: "A", username: newName(), role: "annotator", workspaces: [workspace], days: 7 };
  const { code } = await admin.client.must("createInvitation", { body: person } as never);
  const nobody = createClient(server.url, null);
  expect(await nobody.must("readInvitation", { body: { code } })).toMatchObject({ state: "open" });
  await lose(admin.id);
  expect(await nobody.must("readInvitation", { body: { code } })).toMatchObject({ state: "ended" });
});
