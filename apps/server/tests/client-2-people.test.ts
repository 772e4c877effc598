import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Client, createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { createUser, newName } from "./support/people.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

/** What client 2.x does with users and workspaces beyond the calls of 1.29. It sends whole models. */

const server = await startForFile({ limits: { keepDeletedDays: 0 } });
const owner = createClient(server.url, OWNER.apiKey);

const unset = { inserted_at: null, updated_at: null };
const newUser = (more: object = {}) => ({
  id: null,
  ...unset,
  username: newName(),
  first_name: "Ann",
  last_name: null,
  role: "annotator",
  password: "long enough",
  ...more,
});
const of = (user_id: string) => ({ params: { user_id } });
const kindsAbout = async (person: string) => {
  const { items } = await owner.must("listAudit", { query: { search: person, limit: "50" } });
  return items.map(({ kind, told }) => [kind, told]);
};

test("API-61 a user and a workspace get the ids that the caller gave, in any spelling, and new ones for null", async () => {
  const id = randomUUID();
  expect(await owner.must("createUser", { body: newUser({ id: id.toUpperCase() }) })).toMatchObject({ id });
  expect((await owner.must("createUser", { body: newUser() })).id).not.toBe(id);
  // Users and workspaces do not share their ids.
  expect(await owner.must("createWorkspace", { body: { id, ...unset, name: newName() } })).toMatchObject({ id });
  expect((await owner.must("createWorkspace", { body: { id: null, ...unset, name: newName() } })).id).not.toBe(id);
});

test("API-61 an id that is taken is 409, that of a deleted user too; one that is none is 422; nothing is made", async () => {
  const id = randomUUID();
  await owner.must("createUser", { body: newUser({ id }) });
  await owner.must("createWorkspace", { body: { id, name: newName() } });
  const [user, name] = [newUser({ id }), newName()];
  const taken = { status: 409, body: { detail: `User with id \`${id}\` is not unique` } };
  expect(await owner.call("createUser", { body: user })).toMatchObject(taken);
  expect(await owner.call("createWorkspace", { body: { id, name } })).toMatchObject({
    status: 409,
    body: { detail: `Workspace with id \`${id}\` is not unique` },
  });
  await owner.must("deleteUser", of(id));
  expect(await owner.call("createUser", { body: user })).toMatchObject(taken);
  expect((await owner.call("createUser", { body: { ...user, id: "7" } })).status).toBe(422);
  expect((await owner.call("createWorkspace", { body: { name, id: 7 } })).status).toBe(422);
  const { items } = await owner.must("listUsers");
  expect(items.map(({ username }) => username)).not.toContain(user.username);
});

test("API-61 an id of a named API key is taken, as the use of keys is stored by it", async () => {
  const { id } = await owner.must("createMyApiKey", { body: { name: newName(), days: null } });
  const body = newUser({ id });
  expect(await owner.call("createUser", { body })).toMatchObject({
    status: 409,
    body: { detail: `User with id \`${id}\` is not unique` },
  });
});

test("API-61 a workspace with the id of a deleted one does not get its jobs", async () => {
  const id = randomUUID();
  const make = () => owner.must("createWorkspace", { body: { id, name: newName() } });
  await make();
  const dataset = await createPublished(owner, id);
  const body = { items: Array.from({ length: 3 }, () => ({ fields: { text: "hello" } })) };
  const params = { dataset_id: dataset.datasetId };
  await owner.must("bulkCreateRecords", { params, body });
  await owner.must("deleteDataset", { params });
  const { id: user_id, client } = await createUser(server, "admin");
  const listed = async (who: Client) =>
    (await who.must("listJobs")).items.filter((job) => job.dataset_id === dataset.datasetId).length;
  const count = await listed(owner);
  expect(count).toBeGreaterThan(0);
  await owner.must("deleteWorkspace", { params: { workspace_id: id } });
  await make();
  await owner.must("addWorkspaceUser", { params: { workspace_id: id }, body: { user_id } });
  expect([await listed(owner), await listed(client)]).toEqual([count, 0]);
});

test("API-61 the whole user as it was read changes nothing; a changed one is changed, and the trail tells it", async () => {
  const made = await owner.must("createUser", { body: newUser() });
  const same = await owner.must("updateUser", { ...of(made.id), body: made });
  expect(same).toEqual(made);
  const username = newName();
  const change = { ...made, username, first_name: "Anna", last_name: "Bo", role: "admin" };
  const changed = await owner.must("updateUser", { ...of(made.id), body: change });
  expect(changed).toEqual({ ...change, updated_at: changed.updated_at });
  expect(changed.updated_at > made.updated_at).toBe(true);
  expect(await owner.must("getUser", of(made.id))).toEqual(changed);
  // Its key is still that user's.
  expect(await createClient(server.url, made.api_key).must("getMe")).toMatchObject({ username, role: "admin" });
  const told = [...(await kindsAbout(made.username)), ...(await kindsAbout(username))];
  expect(told).toContainEqual(["person_changed", { from: made.username, to: username }]);
  expect(told).toContainEqual(["person_changed", { from: "Ann", to: "Anna Bo" }]);
  expect(told).toContainEqual(["role_changed", { from: "annotator", to: "admin" }]);
});

test("API-61 members that are absent stay, and a null last name is none", async () => {
  const { id, username } = await owner.must("createUser", { body: newUser({ last_name: "Bo" }) });
  expect(await owner.must("updateUser", { ...of(id), body: { first_name: "Eve" } })).toMatchObject({
    username,
    first_name: "Eve",
    last_name: "Bo",
    role: "annotator",
  });
  expect(await owner.must("updateUser", { ...of(id), body: { last_name: null } })).toMatchObject({ last_name: null });
});

test("API-61 a password that is given is set, null sets none, and one's own needs more than a key", async () => {
  const { id, username } = await owner.must("createUser", { body: newUser() });
  const signIn = async (password: string) =>
    (await createClient(server.url, null).call("createToken", { body: { username, password } })).status;
  await owner.must("updateUser", { ...of(id), body: { username, password: null } });
  expect(await signIn("long enough")).toBe(201);
  await owner.must("updateUser", { ...of(id), body: { username, password: "another password" } });
  expect([await signIn("long enough"), await signIn("another password")]).toEqual([401, 201]);
  expect(await kindsAbout(username)).toContainEqual(["password_reset", {}]);
  expect(
    (await owner.call("updateUser", { ...of(server.ownerId), body: { password: "another password" } })).status,
  ).toBe(409);
});

test("API-61 a refused change leaves all of it: a taken name, the last owner, null, a bad name, nobody", async () => {
  const { id } = await owner.must("createUser", { body: newUser() });
  const before = await owner.must("getUser", of(id));
  const refused = async (body: object, user = id) => (await owner.call("updateUser", { ...of(user), body })).status;
  expect(await refused({ first_name: "Eve", username: OWNER.username })).toBe(409);
  expect(await refused({ first_name: "Eve", password: "short" })).toBe(422);
  expect(await refused({ first_name: "Eve", username: "a b" })).toBe(422);
  expect(await refused({ username: null })).toBe(422);
  expect(await refused({ role: null })).toBe(422);
  expect(await refused({ role: "chief" })).toBe(422);
  expect(await refused({ username: newName(), role: "admin" }, server.ownerId)).toBe(409);
  expect(await refused({ first_name: "Eve" }, randomUUID())).toBe(404);
  expect(await owner.must("getUser", of(id))).toEqual(before);
  expect(await owner.must("getUser", of(server.ownerId))).toMatchObject({ username: OWNER.username, role: "owner" });
  const admin = await createUser(server, "admin");
  expect((await admin.client.call("updateUser", { ...of(id), body: { first_name: "Eve" } })).status).toBe(403);
  expect((await admin.client.call("updateUser", { ...of(randomUUID()), body: {} })).status).toBe(403);
});
