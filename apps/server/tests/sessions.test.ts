import { expect, test, vi } from "vitest";
import { endSessions } from "../src/storage/people.ts";
import { createClient } from "./support/client.ts";
import { openMemoryStore } from "./support/memory-store.ts";
import { createUser, type Person } from "./support/people.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

const PASSWORD = "long enough";
const server = await startForFile({ lifetimes: { token: 600, renewed: 2 } });
const owner = createClient(server.url, OWNER.apiKey);
const nobody = createClient(server.url, null);

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const signIn = async ({ username }: Pick<Person, "username">, renews = true): Promise<string> => {
  const headers: { [name: string]: string } = renews ? { "x-postil-renews": "true" } : {};
  const { access_token } = await nobody.must("createTokenV0", { body: { username, password: PASSWORD }, headers });
  return access_token;
};
const renew = (token: string) => nobody.call("renewToken", bearer(token));
const renewed = async (token: string) => (await nobody.must("renewToken", bearer(token))).access_token;
const statusOf = async (token: string) => (await nobody.call("getMe", bearer(token))).status;
const refusal = (params: { [name: string]: unknown }) => ({
  status: 401,
  body: { detail: { code: "argilla.api.errors::UnauthorizedError", params } },
});
const ended = (why: string) => refusal({ detail: "Could not validate credentials", ended: why });
const seconds = (token: string): number => {
  const { exp, iat } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return exp - iat;
};

test("AUT-14 a page's token is short and its renewal gives the next; a script's lasts as configured", async () => {
  const ann = await createUser(server, "annotator");
  const token = await signIn(ann);
  const script = await signIn(ann, false);
  expect(seconds(token)).toBeLessThanOrEqual(2);
  expect(seconds(script)).toBeGreaterThan(590);
  const next = await renewed(token);
  expect(next).not.toBe(token);
  expect(next.slice(0, 101)).toBe(token.slice(0, 101));
  expect((await signIn(ann)).slice(0, 101)).not.toBe(token.slice(0, 101));
  expect(await statusOf(next)).toBe(200);
  expect((await renew(script)).status).toBe(401);
});

test("AUT-14 a token past its end is refused, says that it can be renewed, and is", async () => {
  const token = await signIn(await createUser(server, "annotator"));
  await expect.poll(() => statusOf(token), { timeout: 5000, interval: 100 }).toBe(401);
  expect(await nobody.call("getMe", bearer(token))).toMatchObject(refusal({ detail: "Invalid token", expired: true }));
  expect(await statusOf(await renewed(token))).toBe(200);
});

test("AUT-14 the renewal before the last may be asked for again, which gives the same, by as many as like", async () => {
  const first = await signIn(await createUser(server, "annotator"));
  const replies = await Promise.all(Array.from({ length: 5 }, () => renewed(first)));
  const numbers = replies.map(
    (token) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).number,
  );
  expect(new Set(numbers)).toEqual(new Set([2]));
  // Two tabs take turns, and sometimes a response gets lost.
  let [one, other] = [replies[0] ?? "", replies[1] ?? ""];
  for (let turn = 0; turn < 3; turn++) {
    await renewed(one);
    one = await renewed(one);
    other = await renewed(other);
    expect(await statusOf(one)).toBe(200);
  }
  expect(await statusOf(other)).toBe(200);
});

test("AUT-14 a token from before that ends its session, for whoever goes on with it too, and stands in the audit trail", async () => {
  const ann = await createUser(server, "annotator");
  const [stolen, elsewhere] = [await signIn(ann), await signIn(ann)];
  const thiefs = await renewed(await renewed(stolen));
  expect(await statusOf(thiefs)).toBe(200);
  expect(await renew(stolen)).toMatchObject(ended("reused"));
  expect(await nobody.call("getMe", bearer(thiefs))).toMatchObject(ended("reused"));
  expect(await renew(thiefs)).toMatchObject(ended("reused"));
  expect(await renew(stolen)).toMatchObject(ended("reused"));
  expect(await statusOf(await renewed(elsewhere))).toBe(200);
  const { items } = await owner.must("listAudit", { query: { search: ann.username, group: "sign_out" } });
  expect(items).toMatchObject([{ kind: "session_reused", actor: null, person: { id: ann.id }, address: "127.0.0.1" }]);
});

test("AUT-14 a token later than the store knows of, as after an earlier copy of it was brought back, ends nothing", async () => {
  const ann = await createUser(server, "annotator");
  const token = await signIn(ann);
  const { session } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const issued = { session, number: 7, expiresAt: (Date.now() + 5000) * 1000 };
  const later = await server.tokens.issue({ id: ann.id, firstName: "", username: "", role: "annotator" }, issued);
  expect(await renew(later)).toMatchObject(refusal({ detail: "Invalid token" }));
  expect(await statusOf(await renewed(token))).toBe(200);
});

test("AUT-14 tokens of another session, of another user and of none are no proof for a renewal", async () => {
  const [ann, ben] = [await createUser(server, "annotator"), await createUser(server, "annotator")];
  const [anns, bens] = [await signIn(ann), await signIn(ben)];
  const [header, payload] = anns.split(".");
  const swapped = `${header}.${payload}.${bens.split(".")[2]}`;
  const claims = JSON.parse(Buffer.from(payload ?? "", "base64url").toString());
  const { session } = JSON.parse(Buffer.from(bens.split(".")[1] ?? "", "base64url").toString());
  const issued = { session, number: 1, expiresAt: (Date.now() + 5000) * 1000 };
  const mixed = await server.tokens.issue({ id: ann.id, firstName: "", username: "", role: "owner" }, issued);
  expect(claims).toMatchObject({ identity: ann.id, number: 1 });
  for (const token of [swapped, `${anns}x`, "x"]) {
    expect(await renew(token)).toMatchObject(refusal({ detail: "Invalid token" }));
    expect(await statusOf(token)).toBe(401);
  }
  // The token is signed by us, but the session belongs to another user.
  expect(await renew(mixed)).toMatchObject(ended("expired"));
  expect(await statusOf(mixed)).toBe(401);
  expect(await nobody.call("renewToken")).toMatchObject(refusal({ detail: "Invalid token" }));
});

test("AUT-12 AUT-14 signing out ends the session, for its earlier tokens too, and no other", async () => {
  const ann = await createUser(server, "annotator");
  const [here, elsewhere] = [await signIn(ann, false), await signIn(ann, false)];
  const paged = await signIn(ann);
  const next = await renewed(paged);
  await nobody.must("signOut", bearer(here));
  expect(await nobody.call("getMe", bearer(here))).toMatchObject(ended("signed_out"));
  expect(await statusOf(elsewhere)).toBe(200);
  await nobody.must("signOut", bearer(next));
  for (const token of [paged, next]) expect(await renew(token)).toMatchObject(ended("signed_out"));
  expect(await ann.client.call("signOut")).toMatchObject({ status: 204 });
  expect((await ann.client.call("getMe")).status).toBe(200);
});

test("AUT-14 the other sessions are counted and ended by one call, which keeps its own", async () => {
  const ann = await createUser(server, "annotator");
  const [here, there, further] = [await signIn(ann, false), await signIn(ann, false), await signIn(ann, false)];
  expect(await nobody.must("getOtherSessions", bearer(here))).toEqual({ count: 2 });
  expect(await nobody.must("endOtherSessions", bearer(here))).toEqual({ count: 2 });
  for (const token of [there, further])
    expect(await nobody.call("getMe", bearer(token))).toMatchObject(ended("elsewhere"));
  expect(await nobody.must("getOtherSessions", bearer(here))).toEqual({ count: 0 });
  expect(await ann.client.must("getOtherSessions")).toEqual({ count: 1 });
});

test("AUT-14 a user who was deleted has no session left, and their token says so", async () => {
  const ann = await createUser(server, "annotator");
  const token = await signIn(ann);
  await owner.must("deleteUser", { params: { user_id: ann.id } });
  const gone = refusal({ detail: "Could not validate credentials", missing: "user" });
  expect(await renew(token)).toMatchObject(gone);
});

test("AUT-14 whatever ends sessions leaves the one that is to stay, and says why the others ended", async () => {
  const store = await openMemoryStore();
  const context = store.as(store.owner);
  const at = context.now();
  const row = (id: string, user = store.owner.id) => ({
    id,
    user_id: user,
    number: 1,
    renews: 1 as const,
    began_at: at,
    renewed_at: at,
    expires_at: at + 60_000_000,
    ended_at: null,
    ended_by: null,
  });
  await store.db
    .insertInto("session")
    .values([row("a"), row("b"), row("c"), row("d", "somebody else")])
    .execute();
  expect(await endSessions(context, store.owner.id, "password", "b")).toBe(2);
  expect(await endSessions(context, store.owner.id, "role")).toBe(1);
  const rows = await store.db.selectFrom("session").select(["id", "ended_by"]).orderBy("id").execute();
  expect(rows.map(({ id, ended_by }) => [id, ended_by])).toEqual([
    ["a", "password"],
    ["b", "role"],
    ["c", "password"],
    ["d", null],
  ]);
  await store.close();
});

test("AUT-14 whose session it is is known from memory: the second time nothing is asked of the store", async () => {
  const token = await signIn(await createUser(server, "annotator"), false);
  expect(await statusOf(token)).toBe(200);
  const read = vi.spyOn(server.store, "read");
  for (let i = 0; i < 3; i++) expect(await statusOf(token)).toBe(200);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

test("AUT-14 a one-time link lets in with a token that is renewed", async () => {
  const code = await server.shared.links.issue(server.ownerId);
  const { access_token } = await nobody.must("exchangeSignInLink", { body: { code } });
  expect(seconds(access_token)).toBeLessThanOrEqual(2);
  expect(await statusOf(await renewed(access_token))).toBe(200);
});
