import type { RouteName } from "@postil/contract/routes";
import { expect, test } from "vitest";
import { createClient, type Sending } from "./support/client.ts";
import { createUser, newName, type Person } from "./support/people.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

const server = await startForFile();
const owner = createClient(server.url, OWNER.apiKey);
const workspaceId = (await owner.must("createWorkspace", { body: { name: newName() } })).id;
const admin = await createUser(server, "admin");
const member = await createUser(server, "annotator");
const join = (userId: string) =>
  owner.must("addWorkspaceUser", { params: { workspace_id: workspaceId }, body: { user_id: userId } });
for (const id of [server.ownerId, admin.id, member.id]) await join(id);

type Shown = { readonly id: string; readonly api_key: string };
const keysById = (body: unknown): ReadonlyMap<string, string> => {
  const users = Array.isArray(body) ? body : ((body as { items?: Shown[] }).items ?? [body]);
  return new Map(users.map(({ id, api_key }: Shown) => [id, api_key]));
};
const inWorkspace = (user?: Person): Sending => ({
  params: { workspace_id: workspaceId, ...(user ? { user_id: user.id } : {}) },
});

test("ROL-12 the members of a workspace come to its admin without keys but the admin's own, in both spellings", async () => {
  for (const name of ["listWorkspaceUsers", "listWorkspaceUsersV0"] as const) {
    const keys = keysById(await admin.client.must(name, inWorkspace()));
    expect(keys.get(server.ownerId), name).toBe("");
    expect(keys.get(member.id), name).toBe("");
    const mine = keys.get(admin.id) ?? "";
    expect((await createClient(server.url, mine).must("getMe")).id).toBe(admin.id);
  }
});

test("ROL-12 who is taken out of a workspace by its admin goes without their key, in both spellings", async () => {
  for (const name of ["removeWorkspaceUser", "removeWorkspaceUserV0"] as const) {
    expect(keysById(await admin.client.must(name, inWorkspace(member)))).toEqual(new Map([[member.id, ""]]));
    await join(member.id);
  }
});

test("AUT-06 everybody gets their own key, whatever their role", async () => {
  for (const { client, id } of [admin, member]) {
    for (const name of ["getMe", "getMeV0"] as const) {
      const [own = ""] = keysById(await client.must(name)).values();
      expect((await createClient(server.url, own).must("getMe")).id).toBe(id);
    }
  }
});

test("ROL-12 owners get every user with the key, and the key of a user they make", async () => {
  const body = () => ({ first_name: "New", username: newName(), password: "long enough" });
  const calls: readonly [RouteName, Sending][] = [
    ["listUsers", {}],
    ["listUsersV0", {}],
    ["getUser", { params: { user_id: member.id } }],
    ["listWorkspaceUsers", inWorkspace()],
    ["listWorkspaceUsersV0", inWorkspace()],
    ["createUser", { body: body() }],
    ["createUserV0", { body: body() }],
  ];
  for (const [name, sending] of calls) {
    for (const [id, key] of keysById(await owner.must(name, sending)))
      expect((await createClient(server.url, key).must("getMe")).id, name).toBe(id);
  }
});
