import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import type { ClaimTable } from "@postil/domain/accounts/claims";
import { NO_PASSWORDS } from "@postil/domain/accounts/passwords";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProviderSettings } from "../src/providers/settings.ts";
import { type Client, createClient } from "./support/client.ts";
import { type IdentityProvider, startIdentityProvider } from "./support/identity-provider.ts";
import { newName } from "./support/people.ts";
import { createPlainBrowser, type PlainBrowser, throughProvider } from "./support/plain-browser.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

/** Sign-in as a company has it: by providers only, with their claims, and out when they say so (COM-01 to COM-13). */

const TABLE: ClaimTable = {
  path: "groups",
  rows: [
    { value: "letters", role: "annotator", workspaces: ["letters"] },
    { value: "lead", role: "admin", workspaces: ["letters", "maps", "nowhere"] },
    { value: "it", role: "owner", workspaces: [] },
  ],
  otherwise: null,
};

let idp: IdentityProvider;
let server: TestServer;
let owner: Client;
let nobody: Client;
const printed: string[] = [];

const provider = (name: string, more: Partial<ProviderSettings>): ProviderSettings => ({
  name,
  title: `Title of ${name}`,
  issuer: idp.issuer,
  clientId: idp.client.id,
  clientSecret: idp.client.secret,
  scope: "openid profile email",
  redirectUri: null,
  usernameClaim: null,
  claims: null,
  sessionHours: null,
  ...more,
});

beforeAll(async () => {
  idp = await startIdentityProvider();
  const providers = [
    provider("table", { claims: TABLE, sessionHours: 1 }),
    provider("roles", { claims: { ...TABLE, path: "realm_access.roles", otherwise: "annotator" } }),
    provider("plain", {}),
    // No server listens there.
    provider("gone", { issuer: "http://127.0.0.1:9" }),
  ];
  server = await startTestServer({
    oauth: {
      settings: { providers, workspaces: [], allowHttp: false },
      key: new TextEncoder().encode("a key for the tests of providers, long enough"),
      origin: null,
    },
    passwords: { accepted: false, min: 8 },
    trustedProxies: ["127.0.0.1"],
    logLevel: "warn",
    log: { write: (line: string) => printed.push(line) } as unknown as NodeJS.WritableStream, // all that a logger calls
  });
  idp.allow(...providers.map(({ name }) => `${server.url}/oauth/${name}/callback`));
  owner = createClient(server.url, OWNER.apiKey);
  nobody = createClient(server.url, null);
  for (const name of ["letters", "maps"]) await owner.must("createWorkspace", { body: { name } });
});
afterAll(async () => {
  await server.close();
  await idp.close();
});

let addresses = 0;
/** A new network each time, so that failures of one test do not count in the next (AUT-14). */
const newBrowser = (more: { readonly [name: string]: string } = {}) => {
  const address = `10.2.${addresses >> 8}.${addresses++ & 255}`;
  return createPlainBrowser(() => ({ "x-forwarded-for": address, ...more }));
};

type Entered = { readonly access_token: string; readonly role_lowered?: unknown };

async function come(name: string, login: string, browser: PlainBrowser = newBrowser()): Promise<Response> {
  const calls = `${server.url}/api/v1/oauth2/providers/${name}`;
  const away = await browser.ask(`${calls}/authentication`);
  const { search } = await throughProvider(browser, away.headers.get("location") ?? "", login);
  return browser.ask(`${calls}/access-token${search}`);
}
async function enter(name: string, login: string, browser?: PlainBrowser) {
  const reply = await come(name, login, browser);
  const body = (await reply.json()) as Entered; // checked next
  expect(reply.status, JSON.stringify(body)).toBe(200);
  const headers = { authorization: `Bearer ${body.access_token}` };
  const me = await nobody.must("getMeV0", { headers });
  return { ...body, headers, id: me.id, role: me.role, workspaces: me.workspaces, username: me.username };
}
async function refusal(reply: Response): Promise<[number, unknown]> {
  return [reply.status, await reply.json()];
}
const statusOf = async ({ headers }: { headers: { authorization: string } }) => nobody.call("getMe", { headers });
const ended = (why: string) => ({ status: 401, body: { detail: { params: { ended: why } } } });
const audit = async (id: string) => {
  const items = (await owner.must("listAudit", { query: { limit: "100" } })).items;
  return items.filter(({ person, actor }) => person?.id === id || actor?.id === id);
};

test("COM-01 no password signs a person in, sets or changes one, and the reason says why; keys and the operator's link do", async () => {
  const closed = { status: 409, body: { detail: NO_PASSWORDS } };
  const given = { body: { username: OWNER.username, password: OWNER.password } };
  const said = { status: 403, body: { detail: { params: { detail: NO_PASSWORDS } } } };
  for (const way of ["createToken", "createTokenV0"] as const)
    expect(await nobody.call(way, given)).toMatchObject(said);
  const accepted = { body: { code: "any code", password: "long enough" } };
  expect(await nobody.call("acceptInvitation", accepted)).toMatchObject(closed);
  const { id } = await enter("plain", newName());
  const reset = { params: { user_id: id }, body: { password: "long enough" } };
  expect(await owner.call("resetPassword", reset)).toMatchObject(closed);
  expect(await owner.call("changeMyPassword", { body: { password: "long enough" } })).toMatchObject(closed);
  expect((await owner.must("getMe")).role).toBe("owner");
  const { access_token } = await nobody.must("exchangeSignInLink", {
    body: { code: await server.shared.links.issue(server.ownerId) },
  });
  expect((await statusOf({ headers: { authorization: `Bearer ${access_token}` } })).status).toBe(200);
});

test("COM-02 the link of an invitation makes the account that of the provider, whatever its role, once", async () => {
  const [username, login] = [newName(), newName()];
  const invited = { first_name: "Ida", username, role: "admin" as const, workspaces: ["maps"] };
  const { code, user_id } = await owner.must("createInvitation", { body: invited });
  const byLink = () => newBrowser({ "x-postil-invitation": code });
  const ida = await enter("plain", login, byLink());
  expect(ida).toMatchObject({ id: user_id, username, role: "admin", workspaces: ["maps"] });
  expect((await enter("plain", login)).id).toBe(user_id);
  expect((await audit(user_id)).map(({ kind }) => kind)).toContain("invitation_used");
  const again = await refusal(await come("plain", newName(), byLink()));
  expect(again[0]).toBe(409);
  const other = await owner.must("createInvitation", { body: { first_name: "No", username: newName() } });
  expect(await refusal(await come("plain", login, newBrowser({ "x-postil-invitation": other.code })))).toEqual([
    401,
    { detail: "Another account belongs to this person at the provider" },
  ]);
});

test("COM-03 a provider that is down leaves the operator's link, and nobody else waits", async () => {
  const reply = await newBrowser().ask(`${server.url}/api/v1/oauth2/providers/gone/authentication`);
  expect(reply.headers.get("location")).toContain("error=");
  const { access_token } = await nobody.must("exchangeSignInLink", {
    body: { code: await server.shared.links.issue(server.ownerId) },
  });
  expect((await statusOf({ headers: { authorization: `Bearer ${access_token}` } })).status).toBe(200);
});

test("COM-04 COM-06 role and workspaces follow the claims at each sign-in; workspaces that no line names stay, unknown ones are not made", async () => {
  const login = newName();
  idp.tell(login, { groups: ["letters"] });
  const first = await enter("table", login);
  expect(first).toMatchObject({ role: "annotator", workspaces: ["letters"] });
  const { id: byHand } = await owner.must("createWorkspace", { body: { name: newName() } });
  await owner.must("addWorkspaceUser", { params: { workspace_id: byHand }, body: { user_id: first.id } });
  idp.tell(login, { groups: ["lead"] });
  const second = await enter("table", login);
  expect(second).toMatchObject({ id: first.id, role: "admin" });
  expect(second.role_lowered).toBeUndefined();
  expect(second.workspaces).toHaveLength(3);
  expect(second.workspaces).toEqual(expect.arrayContaining(["letters", "maps"]));
  expect(await statusOf(first)).toMatchObject(ended("role"));
  idp.tell(login, { groups: ["letters", "it"] });
  expect((await enter("table", login)).role).toBe("owner");
  const names = (await owner.must("listMyWorkspaces")).items.map(({ name }) => name);
  expect(names).not.toContain("nowhere");
});

test("COM-05 whom the table does not name is refused with the reason, and loses the sessions of before; or gets the role that it says", async () => {
  const login = newName();
  const says = [401, { detail: "The provider names no group or role that lets you in here" }];
  for (const groups of [undefined, null, 7, {}, [], [["letters"]], "Letters", Array(1000).fill("x")]) {
    idp.tell(login, { groups });
    expect(await refusal(await come("table", login))).toEqual(says);
  }
  expect((await owner.must("listUsers")).items.map(({ username }) => username)).not.toContain(login);
  idp.tell(login, { groups: [...Array.from({ length: 1000 }, (_, at) => `group ${at}`), "letters"] });
  const inside = await enter("table", login);
  idp.tell(login, { groups: "letters" });
  expect((await statusOf(inside)).status).toBe(200);
  expect((await enter("table", login)).id).toBe(inside.id);
  idp.tell(login, { groups: ["sold"] });
  expect(await refusal(await come("table", login))).toEqual(says);
  expect(await statusOf(inside)).toMatchObject(ended("provider"));
  const failed = (await owner.must("listAudit", { query: { group: ["failed_sign_in"], search: login } })).items;
  expect(failed[0]).toMatchObject({ told: { how: "provider", why: "notNamed" } });
  idp.tell(login, { realm_access: { roles: ["nothing"] } });
  expect(await enter("roles", newName())).toMatchObject({ role: "annotator", workspaces: [] });
});

test("COM-05 a nested claim, which only the user info has, is read", async () => {
  const login = newName();
  idp.tell(login, { realm_access: { roles: ["lead", 1] } });
  expect(await enter("roles", login)).toMatchObject({ role: "admin", workspaces: ["letters", "maps"] });
});

test("COM-07 who loses rights is told, the trail has before and after, and a role of the table opens the account again", async () => {
  const login = newName();
  idp.tell(login, { groups: ["lead"] });
  const { id } = await enter("table", login);
  expect((await enter("table", login)).role).toBe("admin");
  idp.tell(login, { groups: ["letters"] });
  const lowered = await enter("table", login);
  expect(lowered).toMatchObject({ id, role: "annotator", role_lowered: { from: "admin", to: "annotator" } });
  const told = (await audit(id)).map(({ kind, told }) => [kind, told]);
  const by = { provider: "Title of table" };
  expect(told).toContainEqual(["role_changed", { from: "admin", to: "annotator", ...by }]);
  expect(told).toContainEqual(["membership_removed", { workspace: "maps", ...by }]);
});

test("COM-08 the last owner keeps the role, which log and trail say", async () => {
  const login = newName();
  const database = new DatabaseSync(server.file);
  const bind = (to: string | null) =>
    database.prepare("update user set provider = ?, subject = ? where id = ?").run(to, to && login, server.ownerId);
  bind("table");
  try {
    idp.tell(login, { groups: ["letters"] });
    const kept = await enter("table", login);
    expect(kept).toMatchObject({ id: server.ownerId, role: "owner" });
    expect(kept.role_lowered).toBeUndefined();
    const told = { from: "owner", to: "annotator", provider: "Title of table" };
    expect((await audit(server.ownerId)).map(({ kind, told }) => [kind, told])).toContainEqual(["role_kept", told]);
    expect(printed.join("")).toContain(`${OWNER.username} stays an owner`);
  } finally {
    bind(null);
    database.close();
  }
});

const logout = (name: string) => `${server.url}/api/postil/v1/providers/${name}/logout`;
const sessionsOf = (id: string) => owner.must("listPersonSessions", { params: { user_id: id } });

test("COM-13 a provider ends the session that it names, or all of a person, and the page's reason says so", async () => {
  const login = newName();
  const [one, two] = [await enter("plain", login), await enter("plain", login)];
  const database = new DatabaseSync(server.file, { readOnly: true });
  const rows = database.prepare("select id, provider_session from session where user_id = ?").all(one.id);
  database.close();
  const { session } = JSON.parse(Buffer.from(one.access_token.split(".")[1] ?? "", "base64url").toString());
  const sid = String(rows.find(({ id }) => id === session)?.provider_session);
  expect(sid).not.toBe("null");
  await idp.endSession(login, sid, logout("plain"));
  expect(await statusOf(one)).toMatchObject(ended("provider"));
  expect((await statusOf(two)).status).toBe(200);
  await idp.endSession(login, null, logout("plain"));
  expect(await statusOf(two)).toMatchObject(ended("provider"));
  const told = (await audit(one.id)).filter(({ kind }) => kind === "sessions_ended").map(({ told }) => told);
  expect(told).toEqual([
    { count: 1, provider: "Title of plain" },
    { count: 1, provider: "Title of plain" },
  ]);
});

test("COM-13 a logout token is good once, and for its own provider; forged, old and other tokens end nothing", async () => {
  const login = newName();
  const inside = await enter("plain", login);
  const send = async (token: string, name = "plain") => {
    const headers = { "x-forwarded-for": `10.3.0.${addresses++}` };
    const reply = await fetch(logout(name), {
      method: "POST",
      headers,
      body: new URLSearchParams({ logout_token: token }),
    });
    return reply.status;
  };
  const forged = await new SignJWT({ sub: login, jti: "1", events: {} })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt()
    .setIssuer(idp.issuer)
    .setAudience(idp.client.id)
    .sign(new TextEncoder().encode(idp.client.secret));
  for (const token of [forged, "a.b.c", "x".repeat(16_000), inside.access_token]) expect(await send(token)).toBe(400);
  expect(await send("x".repeat(17_000))).toBe(422);
  expect(await send("a.b.c", "github")).toBe(404);
  expect((await statusOf(inside)).status).toBe(200);
  const caught = Promise.withResolvers<string>();
  const catcher = createServer(async (request, reply) => {
    caught.resolve(await text(request));
    reply.end();
  }).listen(0, "127.0.0.1");
  await once(catcher, "listening");
  await idp.endSession(login, null, `http://127.0.0.1:${(catcher.address() as AddressInfo).port}/`);
  catcher.close();
  const good = new URLSearchParams(await caught.promise).get("logout_token") ?? "";
  expect(await send(`${good.slice(0, -4)}AAAA`)).toBe(400);
  expect((await statusOf(inside)).status).toBe(200);
  expect([await send(good), await send(good)]).toEqual([200, 400]);
  expect(await statusOf(inside)).toMatchObject(ended("provider"));
});

test("COM-10 a session of a provider lasts as long as it says, however often it is renewed, and the reason asks the provider again", async () => {
  const login = newName();
  idp.tell(login, { groups: ["letters"] });
  const inside = await enter("table", login);
  const { session } = JSON.parse(Buffer.from(inside.access_token.split(".")[1] ?? "", "base64url").toString());
  const database = new DatabaseSync(server.file);
  const older = (seconds: number) => {
    const by = seconds * 1_000_000;
    const moved = "update session set began_at = began_at - ?, expires_at = expires_at - ? where id = ?";
    database.prepare(moved).run(by, by, session);
  };
  const endOf = () => database.prepare("select began_at, expires_at from session where id = ?").get(session);
  older(3000);
  const { access_token } = await nobody.must("renewToken", { headers: inside.headers });
  const row = endOf();
  expect(Number(row?.expires_at) - Number(row?.began_at)).toBe(3_600_000_000);
  older(700);
  server.accounts.forget();
  expect(await statusOf({ headers: { authorization: `Bearer ${access_token}` } })).toMatchObject(ended("recheck"));
  await enter("table", newName()).catch(() => null);
  expect(await statusOf({ headers: { authorization: `Bearer ${access_token}` } })).toMatchObject(ended("recheck"));
  database.close();
});

test("COM-15 an owner sees where each session is used, ends one of them, and the own one is marked; others see none", async () => {
  const login = newName();
  const browser = createPlainBrowser(() => ({ "x-forwarded-for": "203.0.113.77" }));
  const [one, two] = [await enter("plain", login, browser), await enter("plain", login)];
  const { items } = await sessionsOf(one.id);
  expect(items).toHaveLength(2);
  expect(items[0]).toMatchObject({ provider: "plain", program: "node", is_this: false });
  expect(items.every(({ network }) => network !== null && /^[\d.]+\.0\/24$/.test(network))).toBe(true);
  const { session } = JSON.parse(Buffer.from(one.access_token.split(".")[1] ?? "", "base64url").toString());
  const path = { params: { user_id: one.id, session_id: session } };
  expect(
    (await createClient(server.url, null).call("endPersonSession", { ...path, headers: two.headers })).status,
  ).toBe(403);
  expect((await owner.call("endPersonSession", path)).status).toBe(204);
  expect(await statusOf(one)).toMatchObject(ended("owner"));
  expect((await statusOf(two)).status).toBe(200);
  expect((await owner.call("endPersonSession", path)).status).toBe(404);
  expect((await sessionsOf(one.id)).items).toHaveLength(1);
  expect((await audit(one.id)).find(({ kind }) => kind === "sessions_ended")).toMatchObject({ told: { count: 1 } });
  const { access_token } = await nobody.must("exchangeSignInLink", {
    body: { code: await server.shared.links.issue(server.ownerId) },
  });
  const headers = { authorization: `Bearer ${access_token}` };
  const own = await nobody.must("listPersonSessions", { params: { user_id: server.ownerId }, headers });
  expect(own.items.filter(({ is_this }) => is_this)).toHaveLength(1);
});
