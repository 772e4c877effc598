import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "../src/new-id.ts";
import { acceptInvitation, createInvitation, readInvitation } from "../src/usecases/accounts/invitations.ts";
import { createClient } from "./support/client.ts";
import { openMemoryStore } from "./support/memory-store.ts";
import { createUser, newName } from "./support/people.ts";
import { OWNER, startForFile, startTestServer } from "./support/start-test-server.ts";

const server = await startForFile();
const owner = createClient(server.url, OWNER.apiKey);
const nobody = createClient(server.url, null);

const person = (more: object = {}) => ({ body: { first_name: "Nerys", last_name: "T", username: newName(), ...more } });
const PASSWORD = "chosen by myself";
const chosen = (code: string, password = PASSWORD) => ({ body: { code, password } });
const by = (username: string, password: string) => ({ body: { username, password } });
const signedIn = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const unknown = {
  status: 401,
  body: {
    detail: {
      code: "argilla.api.errors::UnauthorizedError",
      params: { detail: "This is not the code of an invitation" },
    },
  },
};

test("ROL-12 AUT-14 a person who is invited chooses a password by the link, is signed in, and is in their workspaces", async () => {
  const made = await owner.must("createInvitation", person({ role: "admin", workspaces: [OWNER.workspace] }));
  expect(await nobody.call("createToken", by(made.username, "anything"))).toMatchObject({ status: 401 });
  const seen = await nobody.must("readInvitation", { body: { code: made.code } });
  expect(seen).toEqual({
    state: "open",
    expires_at: made.expires_at,
    person: { first_name: "Nerys", last_name: "T", username: made.username, is_new: true },
  });
  const { access_token } = await nobody.must("acceptInvitation", chosen(made.code));
  expect(await nobody.must("getMeV0", signedIn(access_token))).toMatchObject({
    id: made.user_id,
    username: made.username,
    role: "admin",
    workspaces: [OWNER.workspace],
  });
  await nobody.must("createToken", by(made.username, PASSWORD));
});

test("ROL-12 an invitation is good for seven days, or for one or thirty", async () => {
  const days = async (body: object) => {
    const { expires_at } = await owner.must("createInvitation", person(body));
    return Math.round((Date.parse(`${expires_at}Z`) - Date.now()) / 86_400_000);
  };
  expect([await days({}), await days({ days: 1 }), await days({ days: 30 })]).toEqual([7, 1, 30]);
  expect(await owner.call("createInvitation", person({ days: 2 }))).toMatchObject({
    status: 422,
    body: {
      detail: { params: { errors: [{ loc: ["body", "days"], msg: "an invitation is good for 1, 7, 30 days" }] } },
    },
  });
});

test("ROL-12 a user name that is taken and a workspace that is not there are refused, and nobody is added", async () => {
  const { username } = await createUser(server, "annotator");
  expect(await owner.call("createInvitation", person({ username }))).toMatchObject({ status: 409 });
  const wrong = person({ workspaces: [OWNER.workspace, "nowhere"] });
  expect(await owner.call("createInvitation", wrong)).toMatchObject({
    status: 422,
    body: { detail: "Workspace 'nowhere' does not exist" },
  });
  const { items } = await owner.must("listUsers");
  expect(items.map((user) => user.username)).not.toContain(wrong.body.username);
});

test("AUT-14 a link lets in once: replayed it is refused, and whose it was is not told any more", async () => {
  const { code } = await owner.must("createInvitation", person());
  await nobody.must("acceptInvitation", chosen(code));
  expect(await nobody.call("acceptInvitation", chosen(code, "of somebody else"))).toMatchObject({
    status: 409,
    body: { detail: "This invitation was used already" },
  });
  expect(await nobody.must("readInvitation", { body: { code } })).toMatchObject({ state: "used", person: null });
});

test("AUT-14 of two who open one link at once one gets in, and the other's password is not taken", async () => {
  const { code, username } = await owner.must("createInvitation", person());
  const passwords = ["of the one", "of the other"];
  const replies = await Promise.all(passwords.map((word) => nobody.call("acceptInvitation", chosen(code, word))));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  for (const [index, password] of passwords.entries()) {
    const { status } = await nobody.call("createToken", by(username, password));
    expect(status, password).toBe(replies[index]?.status === 200 ? 201 : 401);
  }
});

test("AUT-14 a link for a new password leaves the old one good until it is used; another link ends it", async () => {
  const { id, username } = await createUser(server, "annotator");
  const asked = { params: { user_id: id }, body: { days: 1 } };
  const first = await owner.must("inviteUser", asked);
  const second = await owner.must("inviteUser", asked);
  await nobody.must("createToken", by(username, "long enough"));
  expect(await nobody.call("acceptInvitation", chosen(first.code))).toMatchObject({
    status: 409,
    body: { detail: "This invitation was withdrawn, or another one took its place" },
  });
  const seen = await nobody.must("readInvitation", { body: { code: second.code } });
  expect(seen.person).toEqual({ first_name: "Test", last_name: null, username, is_new: false });
  await nobody.must("acceptInvitation", chosen(second.code));
  expect((await nobody.call("createToken", by(username, "long enough"))).status).toBe(401);
  await nobody.must("createToken", by(username, PASSWORD));
});

test("AUT-14 the audit trail says whose used-up link was tried, and of a code that is none nobody's", async () => {
  const { code, username, user_id } = await owner.must("createInvitation", person());
  const failures = async () =>
    (await owner.must("listAudit", { query: { group: "failed_sign_in", limit: "1" } })).items[0];
  await nobody.must("acceptInvitation", chosen(code));
  expect((await nobody.call("acceptInvitation", chosen(code))).status).toBe(409);
  expect(await failures()).toMatchObject({ told: { how: "invitation" }, person: { id: user_id, username } });
  expect((await nobody.call("acceptInvitation", chosen("never-made"))).status).toBe(401);
  expect(await failures()).toMatchObject({ told: { how: "invitation" }, actor: null, person: null });
});

test("AUT-14 a link that was withdrawn lets nobody in; to withdraw where there is none changes nothing", async () => {
  const { code, user_id } = await owner.must("createInvitation", person());
  for (let turn = 0; turn < 2; turn++) await owner.must("withdrawInvitation", { params: { user_id } });
  expect(await nobody.must("readInvitation", { body: { code } })).toMatchObject({ state: "ended", person: null });
  expect((await nobody.call("acceptInvitation", chosen(code))).status).toBe(409);
});

test("AUT-14 the link of somebody who is deleted is as unknown as a forged one", async () => {
  const { code, user_id } = await owner.must("createInvitation", person());
  await owner.must("deleteUser", { params: { user_id } });
  expect(await nobody.call("readInvitation", { body: { code } })).toMatchObject(unknown);
});

test("AUT-14 a link is over with its last day, by the server's clock", async () => {
  const { db, as, owner: caller, close } = await openMemoryStore();
  let at = 1_000_000;
  const context = { ...as(caller), db, now: () => at };
  const from = { address: "", userAgent: "", session: null };
  const newcomer = { firstName: "N", lastName: null, username: "n", role: "annotator", workspaces: [] } as const;
  const { code, expiresAt } = await createInvitation(context, { ...newcomer, days: 7 });
  expect(expiresAt).toBe(at + 7 * 86_400e6);
  at = expiresAt - 1;
  expect(await readInvitation(context, { code })).toMatchObject({ state: "open" });
  at = expiresAt;
  expect(await readInvitation(context, { code })).toEqual({ state: "expired", expiresAt, person: null });
  await expect(acceptInvitation(context, { code, passwordHash: "x", from })).rejects.toThrow(
    "This invitation has expired",
  );
  close();
});

test("AUT-14 over HTTP a link that is too old is refused, and the password stays as it was", async () => {
  const { id, username } = await createUser(server, "annotator");
  const { code } = await owner.must("inviteUser", { params: { user_id: id }, body: {} });
  await server.sql("update invitation set expires_at = 1 where user_id = ?", id);
  expect(await nobody.must("readInvitation", { body: { code } })).toMatchObject({ state: "expired" });
  expect(await nobody.call("acceptInvitation", chosen(code))).toMatchObject({
    status: 409,
    body: { detail: "This invitation has expired" },
  });
  await nobody.must("createToken", by(username, "long enough"));
});

test("AUT-14 the code is kept nowhere: neither the store nor a second reply has it", async () => {
  const { code, user_id } = await owner.must("createInvitation", person());
  const row = await server.sql("select * from invitation where user_id = ?", user_id);
  expect(JSON.stringify(row)).not.toContain(code);
  expect((await owner.must("inviteUser", { params: { user_id }, body: {} })).code).not.toBe(code);
});

test("AUT-14 a password that is set otherwise, and deactivating a person, end their link; a deactivated one gets none", async () => {
  const end = {
    resetPassword: { body: { password: "set by an owner" } },
    deactivatePerson: {},
  } as const;
  for (const [name, body] of Object.entries(end) as [keyof typeof end, object][]) {
    const { code, user_id } = await owner.must("createInvitation", person());
    await owner.must(name, { params: { user_id }, ...body });
    expect(await nobody.must("readInvitation", { body: { code } }), name).toMatchObject({ state: "ended" });
    expect((await nobody.call("acceptInvitation", chosen(code))).status, name).toBe(409);
    const again = await owner.call("inviteUser", { params: { user_id }, body: {} });
    expect(again.status, name).toBe(name === "resetPassword" ? 200 : 409);
  }
});

test("AUT-14 who changes their own password ends the link for another one, and a refused change does not", async () => {
  const { id, username } = await createUser(server, "annotator");
  const { code } = await owner.must("inviteUser", { params: { user_id: id }, body: {} });
  const { access_token } = await nobody.must("createToken", by(username, "long enough"));
  const change = (current: string) =>
    nobody.call("changeMyPassword", { ...signedIn(access_token), body: { current, password: PASSWORD } });
  expect((await change("not the one")).status).toBe(422);
  expect(await nobody.must("readInvitation", { body: { code } })).toMatchObject({ state: "open" });
  expect((await change("long enough")).status).toBe(204);
  expect(await nobody.must("readInvitation", { body: { code } })).toMatchObject({ state: "ended", person: null });
  expect((await nobody.call("acceptInvitation", chosen(code, "of a thief"))).status).toBe(409);
  await nobody.must("createToken", by(username, PASSWORD));
  const { items } = await owner.must("listPeople");
  expect(items.find((one) => one.id === id)).toMatchObject({ state: "active", invited_until: null });
});

test("AUT-14 what becomes of an invitation is in the audit trail, and the code is not", async () => {
  const { code, user_id, username } = await owner.must("createInvitation", person());
  await owner.must("inviteUser", { params: { user_id }, body: {} });
  await owner.must("withdrawInvitation", { params: { user_id } });
  const last = await owner.must("inviteUser", { params: { user_id }, body: {} });
  await nobody.must("acceptInvitation", chosen(last.code));
  const told = "select kind, actor, person, told from audit where person = ? or actor = ? order by key";
  const rows = await server.sql(told, username, username);
  expect(rows.map(({ kind, actor }) => `${actor} ${kind}`).slice(0, 6)).toEqual([
    "owner person_created",
    "owner invitation_made",
    "owner invitation_made",
    "owner invitation_withdrawn",
    "owner invitation_made",
    `${username} invitation_used`,
  ]);
  for (const secret of [code, last.code]) expect(JSON.stringify(rows)).not.toContain(secret);
});

test("AUT-14 whoever tries codes waits after five, and one that is sound counts for nothing", async () => {
  const guessed = await startTestServer();
  const stranger = createClient(guessed.url, null);
  const { code } = await createClient(guessed.url, OWNER.apiKey).must("createInvitation", person());
  for (let turn = 0; turn < 20; turn++) await stranger.must("readInvitation", { body: { code } });
  const tried = [];
  for (let turn = 0; turn < 6; turn++)
    tried.push((await stranger.call("acceptInvitation", chosen(`guess ${turn}`))).status);
  expect(tried).toEqual([401, 401, 401, 401, 401, 429]);
  const query = { group: "failed_sign_in" };
  const { items } = await createClient(guessed.url, OWNER.apiKey).must("listAudit", { query });
  expect(items).toMatchObject([{ told: { how: "invitation" }, person: null, address: "127.0.0.1", times: 5 }]);
  expect(JSON.stringify(items)).not.toContain("guess");
  await guessed.close();
});

const drawn = () => randomBytes(32).toString("base64url");
const invited = (more: object = {}) => ({
  ...{ first_name: "Nerys", username: newName(), workspaces: [OWNER.workspace], code: drawn() },
  ...more,
});

test("ROL-15 many are invited at once: each is added or refused alone, and the codes that were sent let them in", async () => {
  const taken = await createUser(server, "annotator");
  const people = [
    invited({ role: "admin" }),
    invited({ username: taken.username }),
    invited({ workspaces: ["nowhere"] }),
    invited(),
  ];
  const { items } = await owner.must("createInvitations", { body: { people, days: 1 } });
  expect(items.map(({ username }) => username)).toEqual(people.map(({ username }) => username));
  expect(items.map(({ refused }) => refused)).toEqual([
    null,
    `Username \`${taken.username}\` is not unique`,
    "Workspace 'nowhere' does not exist",
    null,
  ]);
  for (const at of [0, 3]) {
    const { access_token } = await nobody.must("acceptInvitation", chosen(people[at]?.code ?? ""));
    const me = await nobody.must("getMeV0", signedIn(access_token));
    expect(me).toMatchObject({ username: people[at]?.username, workspaces: [OWNER.workspace] });
  }
});

test("ROL-15 the same call again answers as before, adds nobody twice, and a code serves one person alone", async () => {
  const one = invited();
  const first = await owner.must("createInvitations", { body: { people: [one] } });
  const count = async () => (await owner.must("listUsers")).items.length;
  const before = await count();
  expect(await owner.must("createInvitations", { body: { people: [one, one] } })).toEqual({
    items: [first.items[0], first.items[0]],
  });
  const again = await owner.must("createInvitations", { body: { people: [{ ...one, username: newName() }] } });
  expect(again.items[0]?.refused).toBe("The code is that of another invitation");
  const twice = [invited(), invited()].map((person) => ({ ...person, username: "somebody-new" }));
  const { items } = await owner.must("createInvitations", { body: { people: twice } });
  expect(items.map(({ refused }) => refused)).toEqual([null, "Username `somebody-new` is not unique"]);
  expect(await count()).toBe(before + 1);
});

test("ROL-15 at most 50 people go in one call and 1,000 names are asked for; a short code is refused", async () => {
  const many = Array.from({ length: 51 }, () => invited());
  for (const people of [[], many, [invited({ code: "short" })]])
    expect((await owner.call("createInvitations", { body: { people } })).status).toBe(422);
  const usernames = [OWNER.username, newName()];
  expect(await owner.must("findTakenUsernames", { body: { usernames } })).toEqual({ items: [OWNER.username] });
  const names = Array.from({ length: 1001 }, newName);
  expect((await owner.call("findTakenUsernames", { body: { usernames: names } })).status).toBe(422);
});

test("ROL-18 a name of a table that is somebody's but for capitals is told before, and refused in the call", async () => {
  const name = `Mara-${newName()}`;
  const [same, lower, twin] = [name, name.toLowerCase(), name.toUpperCase()].map((username) => invited({ username }));
  const { items } = await owner.must("createInvitations", { body: { people: [same, lower, twin] } });
  const refused = `\`${name}\` is somebody's, in other capitals`;
  expect(items.map((one) => one.refused)).toEqual([null, refused, refused]);
  const usernames = [name.toLowerCase(), newName()];
  expect(await owner.must("findTakenUsernames", { body: { usernames } })).toEqual({ items: [name] });
  const again = await owner.must("createInvitations", { body: { people: [same] } });
  expect(again.items).toEqual([items[0]]);
});

test("ROL-16 an admin invites annotators into their own workspaces, and nobody else", async () => {
  const own = await owner.must("createWorkspace", { body: { name: newName() } });
  const admin = await createUser(server, "admin");
  await owner.must("addWorkspaceUser", { params: { workspace_id: own.id }, body: { user_id: admin.id } });
  const into = (...workspaces: string[]) => person({ workspaces });
  const made = await admin.client.must("createInvitation", into(own.name));
  for (const refused of [into(), into(OWNER.workspace), into(own.name, OWNER.workspace), into("nowhere")])
    expect((await admin.client.call("createInvitation", refused)).status).toBe(403);
  for (const role of ["admin", "owner"])
    expect((await admin.client.call("createInvitation", person({ role, workspaces: [own.name] }))).status).toBe(403);
  const people = [invited(), invited({ workspaces: [own.name] })];
  const { items } = await admin.client.must("createInvitations", { body: { people } });
  const beyond = "An admin may invite annotators, into workspaces that they manage";
  expect(items.map(({ refused }) => refused)).toEqual([beyond, null]);

  // The link of somebody who has not come can be replaced and withdrawn; that of anybody else cannot.
  const link = (user_id: string) => admin.client.call("inviteUser", { params: { user_id }, body: {} });
  expect((await link(made.user_id)).status).toBe(200);
  expect((await admin.client.call("withdrawInvitation", { params: { user_id: made.user_id } })).status).toBe(204);
  const { code, user_id } = await admin.client.must("createInvitation", into(own.name));
  await nobody.must("acceptInvitation", chosen(code));
  const elsewhere = await owner.must("createInvitation", into(own.name, OWNER.workspace));
  const boss = await owner.must("createInvitation", person({ role: "admin", workspaces: [own.name] }));
  for (const id of [user_id, elsewhere.user_id, boss.user_id, admin.id]) expect((await link(id)).status).toBe(403);
});

test("ROL-16 the link of an admin ends when an owner gives the person more than the admin could", async () => {
  const own = await owner.must("createWorkspace", { body: { name: newName() } });
  const other = await owner.must("createWorkspace", { body: { name: newName() } });
  const admin = await createUser(server, "admin");
  await owner.must("addWorkspaceUser", { params: { workspace_id: own.id }, body: { user_id: admin.id } });
  const state = async (code: string) => (await nobody.must("readInvitation", { body: { code } })).state;
  const more = [
    (user_id: string) => owner.must("changePerson", { params: { user_id }, body: { role: "owner" } }),
    (user_id: string) => owner.must("addWorkspaceUser", { params: { workspace_id: other.id }, body: { user_id } }),
  ];
  for (const give of more) {
    const made = await admin.client.must("createInvitation", person({ workspaces: [own.name] }));
    await owner.must("changePerson", { params: { user_id: made.user_id }, body: { first_name: "Other" } });
    expect(await state(made.code)).toBe("open");
    await give(made.user_id);
    expect(await state(made.code)).toBe("ended");
    expect((await nobody.call("acceptInvitation", chosen(made.code))).status).toBe(409);
    const { code } = await owner.must("inviteUser", { params: { user_id: made.user_id }, body: {} });
    await owner.must("changePerson", { params: { user_id: made.user_id }, body: { role: "admin" } });
    expect(await state(code)).toBe("open");
  }
});

test("ROL-16 only owners give a person an id, and nobody that of the operator", async () => {
  const own = await owner.must("createWorkspace", { body: { name: newName() } });
  const admin = await createUser(server, "admin");
  await owner.must("addWorkspaceUser", { params: { workspace_id: own.id }, body: { user_id: admin.id } });
  // The id of the operator, whose deletions are told as those of nobody.
  const id = "00000000-0000-0000-0000-000000000000";
  expect((await admin.client.call("createInvitation", person({ workspaces: [own.name], id }))).status).toBe(403);
  expect((await owner.call("createInvitation", person({ id }))).status).toBe(409);
  await owner.must("createInvitation", person({ id: newId() }));
});
