import { expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { createUser, type Person } from "./support/people.ts";
import { startForFile } from "./support/start-test-server.ts";

const PASSWORD = "long enough";
const server = await startForFile();
const nobody = createClient(server.url, null);

const signIn = async ({ username }: Pick<Person, "username">, password = PASSWORD) =>
  (await nobody.call("createTokenV0", { body: { username, password } })) as {
    readonly status: number;
    readonly body: { readonly access_token: string };
  };
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const statusOf = async (token: string) => (await nobody.call("getMe", withToken(token))).status;
const change = (token: string, current: string, password: string) =>
  nobody.call("changeMyPassword", { ...withToken(token), body: { current, password } });

const WITHOUT_PASSWORD = `update "user" set provider = 'github', subject = ?, password_hash = '' where id = ?`;

test("AUT-14 changing the password asks for the present one, ends the other sessions and no key", async () => {
  const person = await createUser(server, "annotator");
  const [here, there] = [(await signIn(person)).body.access_token, (await signIn(person)).body.access_token];
  const wrong = await change(here, "something else", "another one");
  expect([wrong.status, wrong.body]).toEqual([422, { detail: "The password now is another one" }]);
  expect(await statusOf(there)).toBe(200);
  expect((await change(here, PASSWORD, "short")).status).toBe(422);
  expect((await change(here, PASSWORD, "another one")).status).toBe(204);
  expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
  expect((await person.client.call("getMe")).status).toBe(200);
  expect([(await signIn(person)).status, (await signIn(person, "another one")).status]).toEqual([401, 200]);
});

test("AUT-32 AUT-14 a key that expires changes no password: that would let in for longer than the key", async () => {
  const person = await createUser(server, "annotator");
  const { key } = await person.client.must("createMyApiKey", { body: { name: "a week", days: 7 } });
  const body = { current: PASSWORD, password: "another one" };
  const refused = await createClient(server.url, key).call("changeMyPassword", { body });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain("cannot give access that lasts longer");
  expect((await signIn(person)).status).toBe(200);
  expect((await person.client.call("changeMyPassword", { body })).status).toBe(204);
});

test("AUT-14 whoever guesses the present password from an open page is made to wait", async () => {
  const person = await createUser(server, "annotator");
  const { access_token } = (await signIn(person)).body;
  const statuses: number[] = [];
  for (let guess = 0; guess < 7; guess++)
    statuses.push((await change(access_token, `guess ${guess}`, "another one")).status);
  expect(statuses).toContain(422);
  expect(statuses.at(-1)).toBe(429);
});

test("AUT-14 who came through a provider is told that there is no password, and cannot make one so", async () => {
  const person = await createUser(server, "annotator");
  expect(await person.client.must("getMyPassword")).toEqual({ set: true, provider: null });
  const { access_token } = (await signIn(person)).body;
  await server.sql(WITHOUT_PASSWORD, person.id, person.id);
  expect(await person.client.must("getMyPassword")).toEqual({ set: false, provider: "github" });
  const refused = await change(access_token, "", "another one");
  expect([refused.status, refused.body]).toEqual([
    422,
    { detail: "This account has no password that could be changed" },
  ]);
});

test("AUT-14 who has no password and comes by no provider chooses the first one, signed in and not with a key", async () => {
  const person = await createUser(server, "owner");
  const [here, there] = [(await signIn(person)).body.access_token, (await signIn(person)).body.access_token];
  const first = (how: object, password: string) => nobody.call("changeMyPassword", { ...how, body: { password } });
  // A user who has a password must give it.
  expect(await first(withToken(here), "another one")).toMatchObject({
    status: 422,
    body: { detail: "The password now is another one" },
  });
  // Makes the owner an account of a provider without a password. An owner cannot sign in through that provider.
  await server.sql(WITHOUT_PASSWORD, person.id, person.id);
  expect(await person.client.must("getMyPassword")).toEqual({ set: false, provider: null });
  expect((await person.client.call("changeMyPassword", { body: { password: "by a key" } })).status).toBe(422);
  expect((await first(withToken(here), "my first one")).status).toBe(204);
  expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
  expect((await signIn(person, "my first one")).status).toBe(200);
  expect((await first(withToken(here), "a thief's")).status).toBe(422);
});

test("AUT-14 ROL-12 an owner gives others a password or a link to choose one, and themselves neither: not by a key, not by an open page", async () => {
  const person = await createUser(server, "owner");
  const { access_token } = (await signIn(person)).body;
  const self = { params: { user_id: person.id } };
  const detail = `\`${person.username}\` is your own account; change its password in User settings, or let another owner set one`;
  for (const [client, how] of [
    [nobody, withToken(access_token)],
    [person.client, {}],
  ] as const) {
    const refused = { status: 409, body: { detail } };
    const password = "a thief's one";
    expect(await client.call("resetPassword", { ...self, ...how, body: { password } })).toMatchObject(refused);
    expect(await client.call("inviteUser", { ...self, ...how, body: {} })).toMatchObject(refused);
  }
  expect([(await signIn(person)).status, (await signIn(person, "a thief's one")).status]).toEqual([200, 401]);
  const other = await createUser(server, "owner");
  await other.client.must("resetPassword", { ...self, body: { password: "by another owner" } });
  expect((await signIn(person, "by another owner")).status).toBe(200);
});

test("AUT-14 a changed password stands in the audit trail, and no password does", async () => {
  const person = await createUser(server, "annotator");
  const { access_token } = (await signIn(person)).body;
  await change(access_token, "a secret guess", "another one");
  await change(access_token, PASSWORD, "a secret of its own");
  const entries = await server.sql("select * from audit where actor_id = ?", person.id);
  expect(entries.map(({ kind }) => kind)).toEqual(["signed_in", "password_refused", "password_changed"]);
  expect(JSON.stringify(entries)).not.toContain("secret");
});
