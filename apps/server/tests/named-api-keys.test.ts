import { DatabaseSync } from "node:sqlite";
import type { Route } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import { KEY_PREFIX, MOST_KEYS } from "@postil/domain/accounts/api-keys";
import { timeToText } from "@postil/domain/time";
import { expect, test } from "vitest";
import { type Client, createClient, type Sending } from "./support/client.ts";
import { createUser, newName, type Person } from "./support/people.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

const server = await startForFile();
const owner = createClient(server.url, OWNER.apiKey);
const nobody = createClient(server.url, null);

const make = (client: Client, days: number | null = null, name = newName()) =>
  client.must("createMyApiKey", { body: { name, days } });
const list = (client: Client) => client.must("listMyApiKeys");
const statusWith = async (key: string) => (await createClient(server.url, key).call("getMe")).status;
/** Moves the key's expiry, as if time had passed. */
const setExpiry = (id: string, at: number) => {
  const db = new DatabaseSync(server.file);
  db.prepare("update api_key set expires_at = ? where id = ?").run(at, id);
  db.close();
};

test("AUT-32 a named key lets its person in under both headers, is told once, and is kept as a hash", async () => {
  const person = await createUser(server, "annotator");
  const { key, ...made } = await make(person.client, 30, "Slide scanner");
  expect(key).toMatch(new RegExp(`^${KEY_PREFIX}[\\w-]{43}$`));
  expect(made).toMatchObject({ name: "Slide scanner", ending: key.slice(-4), last_used_at: null, last_used_by: null });
  const days = (Date.parse(`${made.expires_at}Z`) - Date.parse(`${made.inserted_at}Z`)) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  for (const header of ["x-argilla-api-key", "x-postil-api-key"]) {
    const me = await nobody.must("getMe", { headers: { [header]: key } });
    expect(me.id).toBe(person.id);
  }
  expect((await list(person.client)).items.map(({ id }) => id)).toEqual([made.id]);
  expect(JSON.stringify(await list(person.client))).not.toContain(key);
  const db = new DatabaseSync(server.file, { readOnly: true });
  const stored = JSON.stringify(db.prepare("select * from api_key where id = ?").get(made.id));
  db.close();
  expect(stored).not.toContain(key.slice(KEY_PREFIX.length, -4));
});

test("AUT-32 ROL-12 a person sees and revokes their own keys alone; a revoked one lets nobody in any more", async () => {
  const [one, other] = [await createUser(server, "annotator"), await createUser(server, "admin")];
  const kept = await make(one.client);
  const gone = await make(one.client);
  expect(await statusWith(gone.key)).toBe(200);
  for (const client of [other.client, owner]) {
    expect((await list(client)).items.map(({ id }) => id)).not.toContain(gone.id);
    const reply = await client.call("deleteMyApiKey", { params: { key_id: gone.id } });
    expect([reply.status, reply.body]).toEqual([404, { detail: `API key with id \`${gone.id}\` not found` }]);
  }
  expect(await one.client.must("deleteMyApiKey", { params: { key_id: gone.id } })).toMatchObject({ id: gone.id });
  expect(await statusWith(gone.key)).toBe(401);
  expect(await statusWith(kept.key)).toBe(200);
  await owner.must("deleteUser", { params: { user_id: one.id } });
  expect(await statusWith(kept.key)).toBe(401);
});

test("AUT-32 an expired key is refused with its name and end, also one that was good a moment ago, and stays listed", async () => {
  const { client } = await createUser(server, "annotator");
  const { key, id } = await make(client, 1, "Old laptop");
  setExpiry(id, Date.now() * 1000 + 1_500_000);
  expect(await statusWith(key)).toBe(200);
  await expect.poll(() => statusWith(key), { timeout: 5000, interval: 100 }).toBe(401);
  const past = (Date.now() - 60_000) * 1000;
  setExpiry(id, past);
  const { body } = await createClient(server.url, key).call("getMe");
  expect(body).toEqual({
    detail: {
      code: "argilla.api.errors::UnauthorizedError",
      params: { detail: `The API key \`Old laptop\` expired at ${timeToText(past)} UTC` },
    },
  });
  expect((await list(client)).items).toMatchObject([{ id, name: "Old laptop" }]);
});

test("API-04 a good token counts beside a key that has expired", async () => {
  const person = await createUser(server, "annotator");
  const { key, id } = await make(person.client, 1);
  setExpiry(id, 1);
  const body = { username: person.username, password: "long enough" };
  const { access_token } = await nobody.must("createTokenV0", { body });
  const headers = { authorization: `Bearer ${access_token}`, "x-argilla-api-key": key };
  expect((await nobody.must("getMe", { headers })).id).toBe(person.id);
});

test("AUT-32 keys say when they were used last and by which program, the first one too", async () => {
  const person = await createUser(server, "annotator");
  const { key } = await make(person.client);
  await nobody.must("getMe", { headers: { "x-argilla-api-key": key, "user-agent": "python-httpx/0.27" } });
  const before = await list(person.client);
  expect(before.items).toMatchObject([{ last_used_by: "Python client" }]);
  expect(Date.now() - Date.parse(`${before.items[0]?.last_used_at}Z`)).toBeLessThan(60_000);
  // The list call below uses the first key.
  const own = (await nobody.must("getMe", { headers: { "x-postil-api-key": key } })).api_key;
  const { first } = await list(createClient(server.url, own));
  expect(first).toMatchObject({ ending: own.slice(-4), last_used_by: "node" });
});

test("AUT-06 the first key is replaced: the old one stops at once, and whoever replaces it names it", async () => {
  const person = await createUser(server, "annotator");
  const before = (await person.client.must("getMe")).api_key;
  const { key } = await make(person.client);
  const wrong = await person.client.call("replaceMyApiKey", { body: { ending: "none" } });
  expect(wrong.status).toBe(409);
  const { api_key } = await person.client.must("replaceMyApiKey", { body: { ending: before.slice(-4) } });
  expect([await statusWith(before), await statusWith(api_key), await statusWith(key)]).toEqual([401, 200, 200]);
  expect((await createClient(server.url, key).must("getMe")).api_key).toBe(api_key);
});

test("AUT-32 AUT-06 with a key that expires nobody reads, replaces or makes one that is good for longer", async () => {
  const person = await createUser(server, "owner");
  const { key, expires_at } = await make(person.client, 30);
  const holder = createClient(server.url, key);
  const first = (await person.client.must("getMe")).api_key;
  for (const { api_key } of [await holder.must("getMe"), await holder.must("getMeV0")]) expect(api_key).toBe(key);
  const seen = JSON.stringify([await holder.must("listUsers"), await holder.must("listUsersV0")]);
  expect(seen).not.toContain(first);
  expect(seen).not.toContain(OWNER.apiKey);
  const detail = `This API key expires at ${expires_at} UTC and cannot give access that lasts longer; sign in to do so`;
  const refused = [
    await holder.call("createMyApiKey", { body: { name: newName() } }),
    await holder.call("createMyApiKey", { body: { name: newName(), days: 31 } }),
    await holder.call("replaceMyApiKey", { body: { ending: first.slice(-4) } }),
    await holder.call("replacePersonKey", { params: { user_id: person.id } }),
  ];
  for (const { status, body } of refused) expect([status, body]).toEqual([422, { detail }]);
  expect(await statusWith(first)).toBe(200);
  expect((await make(holder, 29)).expires_at).not.toBeNull();
});

test("AUT-32 ROL-12 with a key that expires nobody gives access that lasts: no account, password, link, role, workspace or key", async () => {
  const [person, other] = [await createUser(server, "owner"), await createUser(server, "annotator")];
  const { key, expires_at } = await make(person.client, 1);
  const holder = createClient(server.url, key);
  await owner.must("deactivatePerson", { params: { user_id: other.id } });
  const { id: workspace_id } = await owner.must("createWorkspace", { body: { name: newName() } });
  const [first_name, password, api_key] = ["New", "long enough", "a-key-of-my-own"];
  const [self, them] = [{ user_id: person.id }, { user_id: other.id }];
  const hook = { url: "https://hooks.invalid/", events: ["record.created"] };
  const sent: { readonly [N in RouteName]?: readonly Sending[] } = {
    createPerson: [{ body: { first_name, username: newName(), role: "owner", workspace_ids: [], password, api_key } }],
    changePerson: [
      { params: them, body: { role: "owner" } },
      { params: them, body: { workspace_ids: [workspace_id] } },
    ],
    resetPassword: [self, them].map((params) => ({ params, body: { password } })),
    replacePersonKey: [{ params: self }, { params: them }],
    reactivatePerson: [{ params: them }],
    createInvitation: [{ body: { first_name, username: newName(), role: "owner" } }],
    createInvitations: [{ body: { people: [{ first_name, username: newName(), code: "a".repeat(43) }] } }],
    inviteUser: [self, them].map((params) => ({ params, body: {} })),
    createUser: [{ body: { first_name, username: newName(), role: "owner", password } }],
    updateUser: [
      { params: them, body: { role: "owner" } },
      { params: them, body: { password } },
    ],
    createUserV0: [{ body: { first_name, username: newName(), role: "owner", password } }],
    addWorkspaceUser: [{ params: { workspace_id }, body: them }],
    addWorkspaceUserV0: [{ params: { workspace_id, ...them } }],
    createWebhook: [{ body: hook }],
    createWorkspaceWebhook: [{ params: { workspace_id }, body: hook }],
    updateWebhook: [{ params: { webhook_id: other.id }, body: { enabled: true } }],
    replaceMyApiKey: [{ body: { ending: (await person.client.must("getMe")).api_key.slice(-4) } }],
  };
  const names = Object.keys(routes) as RouteName[]; // the table's own names
  const giving = names.filter((name) => (routes[name] as Route).givesAccess);
  expect(Object.keys(sent).toSorted()).toEqual(giving.toSorted());
  const detail = `This API key expires at ${expires_at} UTC and cannot give access that lasts longer; sign in to do so`;
  for (const name of giving)
    for (const sending of sent[name] ?? [])
      expect(await holder.call(name, sending), name).toMatchObject({ status: 422, body: { detail } });
  // A caller whose role forbids the call gets 403 instead.
  const { key: humble } = await make((await createUser(server, "admin")).client, 1);
  const admin = createClient(server.url, humble);
  for (const name of ["createUser", "resetPassword"] as const)
    expect((await admin.call(name, sent[name]?.[0])).status, name).toBe(403);
  // A key that expires can still take access away. A key that does not expire can still give access.
  await holder.must("signPersonOut", { params: them });
  const lasting = createClient(server.url, (await make(person.client)).key);
  for (const name of ["reactivatePerson", "createPerson", "createUser", "inviteUser", "addWorkspaceUser"] as const)
    await lasting.must(name, sent[name]?.at(-1));
});

/**
 * Writing calls of owners, and of users on their own account, that give no access to anything. Add each new call here
 * or mark it.
 */
const GIVES_NONE = [
  "createMyApiKey: none that is good for longer",
  "createWorkspace createWorkspaceV0 renameWorkspace deleteWorkspace: nobody comes in by them",
  "deleteUser deleteUserV0 deletePerson deactivatePerson signPersonOut endPersonSession revokePersonKey withdrawInvitation: they take away",
  "deleteMyApiKey signOut endOtherSessions: they take away",
  "changeMyPassword: asks for the present one, or for a session",
  "changeMyPreferences bulkSaveResponses: one's own",
  "bringDataset bringRecords bringTaskDataset bringTaskRecords: what was annotated elsewhere; nobody comes in by it",
  "compactStore: the store's file gets shorter",
  "makeBackup: a file on the server's machine, which nobody gets by a call",
];

test("AUT-32 every call of an owner, and of anybody in their own name, gives lasting access by its mark or none", () => {
  const harmless = new Set(GIVES_NONE.flatMap((line) => line.split(":")[0]?.split(" ")));
  const names = Object.keys(routes) as RouteName[]; // as above
  const open = names.filter((name) => {
    const { method, access, givesAccess }: Route = routes[name];
    const decidesIt = access === "owner" || access === "signed-in";
    return method !== "GET" && decidesIt && !givesAccess && !harmless.has(name);
  });
  expect(open).toEqual([]);
});

test("AUT-32 a name of one's own, a name that is none, too long a time and too many keys are refused", async () => {
  const [{ client }, other] = [await createUser(server, "annotator"), await createUser(server, "annotator")];
  await make(client, null, "Notebook");
  await make(other.client, null, "Notebook");
  const refused = async (body: unknown) => (await client.call("createMyApiKey", { body })).status;
  expect(await refused({ name: " Notebook " })).toBe(409);
  for (const body of [{}, { name: " " }, { name: "x".repeat(61) }, { name: "a", days: 0 }, { name: "a", days: 3651 }])
    expect(await refused(body), JSON.stringify(body)).toBe(422);
  expect((await client.call("createMyApiKey", { body: { name: "a", days: 1.5 } })).body).toMatchObject({
    detail: {
      params: { errors: [{ loc: ["body", "days"], msg: "a key is good for whole days, from 1 to 3650, found 1.5" }] },
    },
  });
  for (let more = 1; more < MOST_KEYS; more++) await make(client);
  const reply = await client.call("createMyApiKey", { body: { name: "one more" } });
  expect([reply.status, reply.body]).toEqual([
    422,
    { detail: `At most ${MOST_KEYS} API keys can be had; revoke one first` },
  ]);
});

test("AUT-32 keys made, first used, replaced and revoked stand in the audit trail, without the keys", async () => {
  const person: Person = await createUser(server, "annotator");
  const { key, id } = await make(person.client, null, "Trail");
  await createClient(server.url, key).must("getMe");
  await list(person.client);
  await person.client.must("deleteMyApiKey", { params: { key_id: id } });
  const { api_key } = await person.client.must("getMe");
  await person.client.must("replaceMyApiKey", { body: { ending: api_key.slice(-4) } });
  const db = new DatabaseSync(server.file, { readOnly: true });
  const entries = db.prepare("select kind, told from audit where actor_id = ? order by key").all(person.id);
  db.close();
  const kinds = entries.map(({ kind }) => kind);
  expect(kinds).toEqual(["key_made", "key_used_first", "key_revoked", "key_replaced"]);
  expect(JSON.stringify(entries)).not.toContain(key.slice(-20));
});
