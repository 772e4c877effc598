import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { PROVIDER_REFUSALS } from "@postil/domain/accounts/sign-in";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ProviderSettings } from "../src/providers/settings.ts";
import { type Client, createClient } from "./support/client.ts";
import { type GithubDouble, startGithubDouble } from "./support/github-double.ts";
import { type IdentityProvider, startIdentityProvider } from "./support/identity-provider.ts";
import { newName } from "./support/people.ts";
import { createPlainBrowser, type PlainBrowser, throughProvider } from "./support/plain-browser.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

/** Sign-in through providers over HTTP, as a browser does it. */

const PATIENCE_SECONDS = 0.5;
const KEY = new TextEncoder().encode("a key for the tests of providers, long enough");

let idp: IdentityProvider;
let basicIdp: IdentityProvider;
let github: GithubDouble;
let server: TestServer;
let owner: Client;
let nobody: Client;
const printed: string[] = [];

const openId = (name: string, provider: IdentityProvider): ProviderSettings => ({
  name,
  title: `Title of ${name}`,
  issuer: provider.issuer,
  clientId: provider.client.id,
  clientSecret: provider.client.secret,
  scope: "openid profile email",
  redirectUri: null,
  usernameClaim: null,
  claims: null,
  sessionHours: null,
});

beforeAll(async () => {
  [idp, basicIdp, github] = await Promise.all([
    startIdentityProvider(),
    startIdentityProvider({ authMethod: "client_secret_basic" }),
    startGithubDouble(),
  ]);
  const providers = [
    openId("huggingface", idp),
    openId("museum", idp),
    openId("basic", basicIdp),
    { ...openId("mail", idp), usernameClaim: "email" },
    {
      ...openId("github", idp),
      issuer: github.address,
      clientId: github.client.id,
      clientSecret: github.client.secret,
      scope: "read:user",
    },
  ];
  server = await startTestServer({
    oauth: {
      settings: { providers, workspaces: [OWNER.workspace, "gone-meanwhile"], allowHttp: false },
      key: KEY,
      origin: null,
      patienceSeconds: PATIENCE_SECONDS,
    },
    trustedProxies: ["127.0.0.1"],
    logLevel: "warn",
    log: { write: (line: string) => printed.push(line) } as unknown as NodeJS.WritableStream, // all that a logger calls
  });
  for (const provider of [idp, basicIdp])
    provider.allow(...providers.map(({ name }) => `${server.url}/oauth/${name}/callback`));
  owner = createClient(server.url, OWNER.apiKey);
  nobody = createClient(server.url, null);
});
afterAll(async () => {
  await server.close();
  await Promise.all([idp.close(), basicIdp.close(), github.close()]);
});
afterEach(() => {
  idp.fault = "none";
  basicIdp.fault = "none";
});

let addresses = 0;
/** Uses a new network address each time, so that one test's failures do not count in the next (AUT-14). */
const newBrowser = () =>
  createPlainBrowser(() => ({ "x-forwarded-for": `10.1.${addresses >> 8}.${addresses++ & 255}` }));
/** A browser that keeps this address. */
const browserAt = (address: string) => createPlainBrowser(() => ({ "x-forwarded-for": address }));

const calls = (name: string) => `${server.url}/api/v1/oauth2/providers/${name}`;

/** Returns the provider's address to which a click leads. */
async function leave(browser: PlainBrowser, name: string, query = ""): Promise<string> {
  const reply = await browser.ask(`${calls(name)}/authentication${query}`);
  expect(reply.status).toBe(303);
  return reply.headers.get("location") ?? "";
}
const comeBack = (browser: PlainBrowser, name: string, { search }: URL | { readonly search: string }) =>
  browser.ask(`${calls(name)}/access-token${search}`);

async function signIn(name: string, login: string | null, browser = newBrowser()): Promise<Response> {
  const callback = await throughProvider(browser, await leave(browser, name), login);
  expect(callback.pathname).toBe(`/oauth/${name}/callback`);
  return comeBack(browser, name, callback);
}

async function whoIs(reply: Response) {
  const body = (await reply.json()) as { readonly access_token: string }; // checked next
  expect(reply.status, JSON.stringify(body)).toBe(200);
  expect(Object.keys(body)).toEqual(["access_token", "token_type"]);
  return nobody.must("getMeV0", { headers: { authorization: `Bearer ${body.access_token}` } });
}
async function refused(reply: Response, status: number, detail: string) {
  expect({ status: reply.status, body: await reply.json() }).toEqual({ status, body: { detail } });
}

test("AUT-15 the list has every provider that is configured, by name and with what people call it", async () => {
  const { items } = await nobody.must("listOauthProviders");
  expect(items.map(({ name }) => name)).toEqual(["huggingface", "museum", "basic", "mail", "github"]);
  expect(items[1]).toEqual({ name: "museum", title: "Title of museum" });
});

test("AUT-20 the way to a provider: 303 with state, nonce and PKCE, the state in a cookie that works across sites and for no script", async () => {
  const reply = await fetch(
    `${calls("museum")}/authentication?ui_locales=de&__sign=of-the-platform&redirect=%2Fdatasets&redirect_uri=http%3A%2F%2Fevil.example&scope=all&state=mine`,
    { redirect: "manual" },
  );
  expect(reply.status).toBe(303);
  const address = new URL(reply.headers.get("location") ?? "");
  expect(address.origin).toBe(idp.issuer);
  const { state, nonce, code_challenge, ...sent } = Object.fromEntries(address.searchParams);
  expect(sent).toEqual({
    client_id: idp.client.id,
    response_type: "code",
    redirect_uri: `${server.url}/oauth/museum/callback`,
    scope: "openid profile email",
    code_challenge_method: "S256",
    ui_locales: "de",
  });
  for (const random of [nonce, code_challenge]) expect(random).toMatch(/^[\w-]{43}$/);
  const [cookie = "", ...others] = reply.headers.getSetCookie();
  expect(others).toEqual([]);
  expect(cookie).toContain(`oauth2_state=${state};`);
  expect(cookie.split("; ").slice(1).toSorted()).toEqual(
    ["HttpOnly", "Max-Age=600", "Path=/api/v1/oauth2/", "SameSite=None", "Secure"].toSorted(),
  );
  const again = new URL(await leave(newBrowser(), "museum"));
  expect(again.searchParams.get("state")).not.toBe(state);
  expect(again.href).not.toContain(idp.client.secret);
});

test("AUT-20 an unknown provider is not found", async () => {
  const params = { provider: "gitlab" };
  const detail = "Provider 'gitlab' not found";
  for (const name of ["startOauth", "finishOauth"] as const)
    expect(await nobody.call(name, { params })).toMatchObject({ status: 404, body: { detail } });
});

test.each(["museum", "huggingface", "basic"])(
  "AUT-21 AUT-22 who comes through %s for the first time is an annotator in the configured workspaces, and the same person the next time",
  async (provider) => {
    const login = newName();
    const first = await whoIs(await signIn(provider, login));
    expect(first).toMatchObject({
      username: login,
      first_name: `The person ${login}`,
      role: "annotator",
      workspaces: [OWNER.workspace],
    });
    expect(await whoIs(await signIn(provider, login))).toMatchObject({ id: first.id });
  },
);

test("AUT-22 a token of a provider's user is like that of a password: it lets in, and no password does", async () => {
  const login = newName();
  const me = await whoIs(await signIn("museum", login));
  expect(me.api_key).toMatch(/^[\w-]{80,}$/);
  const body = { username: login, password: "guessed" };
  expect((await nobody.call("createToken", { body })).status).toBe(401);
});

test("ROL-12 AUT-22 who came by a provider is active and not invited, also after an owner has signed them out", async () => {
  const login = newName();
  const { id } = await whoIs(await signIn("museum", login));
  await owner.must("signPersonOut", { params: { user_id: id } });
  const { items } = await owner.must("listPeople");
  expect(items.find((person) => person.id === id)).toMatchObject({
    state: "active",
    provider: "museum",
    has_password: false,
  });
});

test("AUT-22 a provider's person who is made an admin, or deactivated, is told why the provider does not let them in", async () => {
  const login = newName();
  const params = { user_id: (await whoIs(await signIn("museum", login))).id };
  await owner.must("changePerson", { params, body: { role: "admin" } });
  await refused(await signIn("museum", login), 401, "An admin's or owner's account is not opened by a provider");
  await owner.must("deactivatePerson", { params });
  await refused(await signIn("museum", login), 401, "This account is deactivated");
});

test("AUT-22 the claim that names people can be chosen, and what cannot stand in a username is replaced", async () => {
  const login = newName();
  expect(await whoIs(await signIn("mail", login))).toMatchObject({ username: `${login}-example-org` });
});

test("AUT-22 an account that was made here is not let in by its name: not an annotator's, not an owner's", async () => {
  const login = newName();
  await owner.must("createUser", { body: { first_name: "Ann", username: login, password: "long enough" } });
  await refused(await signIn("museum", login), 401, "Could not authenticate user");
  await refused(await signIn("museum", OWNER.username), 401, "Could not authenticate user");
});

test("AUT-44 who is called as somebody here but for capitals gets the name with a number, and keeps it", async () => {
  const name = newName();
  await owner.must("createUser", {
    body: { first_name: "First", username: name, role: "annotator", password: "long enough" },
  });
  const other = name.toUpperCase();
  expect((await whoIs(await signIn("museum", other))).username).toBe(`${other}-2`);
  expect((await whoIs(await signIn("museum", other))).username).toBe(`${other}-2`);
});

test("AUT-22 the same name at another provider is another person", async () => {
  const login = newName();
  await whoIs(await signIn("museum", login));
  await refused(await signIn("huggingface", login), 401, "Could not authenticate user");
});

test("AUT-22 whoever is called differently now is still the same", async () => {
  github.user = { id: 77, login: newName(), name: null };
  const before = await whoIs(await signIn("github", null));
  const former = github.user.login;
  github.user = { id: 77, login: newName(), name: "Renamed" };
  expect(await whoIs(await signIn("github", null))).toMatchObject({ id: before.id, username: former });
  // Another user has their former name now.
  github.user = { id: 78, login: former, name: null };
  await refused(await signIn("github", null), 401, "Could not authenticate user");
});

test("AUT-22 who was deactivated stays out; who was deleted comes back as somebody new, with nothing of what they had", async () => {
  const login = newName();
  const before = await whoIs(await signIn("museum", login));
  await owner.must("deactivatePerson", { params: { user_id: before.id } });
  await refused(await signIn("museum", login), 401, PROVIDER_REFUSALS.deactivated);
  await owner.must("deleteUser", { params: { user_id: before.id } });
  const after = await whoIs(await signIn("museum", login));
  expect(after.id).not.toBe(before.id);
});

test("AUT-22 GitHub: its endpoints, its refusals with status 200, and the account by its number", async () => {
  github.user = { id: 5, login: newName(), name: "Mona" };
  const browser = newBrowser();
  const address = new URL(await leave(browser, "github"));
  expect(address.pathname).toBe("/login/oauth/authorize");
  expect(address.searchParams.get("scope")).toBe("read:user");
  const callback = await throughProvider(browser, address.href, null);
  expect(await whoIs(await comeBack(browser, "github", callback))).toMatchObject({
    username: github.user.login,
    first_name: "Mona",
  });
  expect(github.exchanged.at(-1)?.get("code_verifier")).toMatch(/^[\w-]{43}$/);
  const again = new URL(await throughProvider(browser, await leave(browser, "github"), null));
  again.searchParams.set("code", "made-up");
  await refused(await comeBack(browser, "github", again), 401, PROVIDER_REFUSALS.codeRefused);
});

test("AUT-22 a callback without code or state, or with a state of another browser, another provider or nobody, is 400", async () => {
  const browser = newBrowser();
  const callback = await throughProvider(browser, await leave(browser, "museum"), newName());
  const code = callback.searchParams.get("code") ?? "";
  const state = callback.searchParams.get("state") ?? "";
  const missing = (name: string) => `'${name}' parameter was not found in callback request`;
  await refused(await comeBack(browser, "museum", { search: "" }), 400, missing("code"));
  await refused(await comeBack(browser, "museum", { search: `?state=${state}&code=` }), 400, missing("code"));
  await refused(await comeBack(browser, "museum", { search: `?code=${code}` }), 400, missing("state"));
  await refused(await comeBack(browser, "museum", { search: "?error=access_denied" }), 400, missing("state"));
  const stranger = newBrowser();
  const differs = "'state' parameter does not match";
  await refused(await comeBack(stranger, "museum", callback), 400, differs);
  await refused(await comeBack(browser, "huggingface", callback), 400, differs);
  await refused(await comeBack(browser, "museum", { search: `?code=${code}&state=${state}x` }), 400, differs);
  stranger.setCookie(server.url, "oauth2_state", "made.up.state");
  await refused(await comeBack(stranger, "museum", { search: `?code=${code}&state=made.up.state` }), 400, differs);
  // None of these attempts has used up the code.
  await whoIs(await comeBack(browser, "museum", callback));
});

test("AUT-22 a callback that is sent again is refused, with the cookie it had too", async () => {
  const browser = newBrowser();
  const callback = await throughProvider(browser, await leave(browser, "museum"), newName());
  const before = browser.cookies(server.url);
  await whoIs(await comeBack(browser, "museum", callback));
  expect(browser.cookies(server.url)).toBe("");
  await refused(await comeBack(browser, "museum", callback), 400, "'state' parameter does not match");
  browser.setCookie(server.url, "oauth2_state", before.replace("oauth2_state=", ""));
  await refused(await comeBack(browser, "museum", callback), 400, "'state' parameter does not match");
});

test("AUT-22 however often one way back is sent, at once too, the provider is asked once", async () => {
  const browser = browserAt("192.0.2.1");
  const { searchParams } = await throughProvider(browser, await leave(browser, "github"), null);
  const asked = github.exchanged.length;
  const search = (code: number) => ({ search: `?code=bad-${code}&state=${searchParams.get("state")}` });
  const replies = await Promise.all(Array.from({ length: 64 }, (_, code) => comeBack(browser, "github", search(code))));
  expect(github.exchanged.length - asked).toBe(1);
  const statuses = replies.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(4).fill(400), 401, ...Array(59).fill(429)]);
});

test("AUT-14 AUT-22 ways back that fail are limited for their network alone, and no more of them stand in the trail", async () => {
  const address = "192.0.2.2";
  github.user = { id: 911, login: newName(), name: null };
  const ways = await Promise.all(
    Array.from({ length: 20 }, async (_, code) => {
      const browser = browserAt(address);
      const { searchParams } = await throughProvider(browser, await leave(browser, "github"), null);
      return { browser, search: `?code=bad-${code}&state=${searchParams.get("state")}` };
    }),
  );
  const asked = github.exchanged.length;
  const replies = await Promise.all(ways.map(({ browser, search }) => comeBack(browser, "github", { search })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
  expect(github.exchanged.length - asked).toBe(5);
  const late = await comeBack(browserAt(address), "github", { search: "?code=a&state=b" });
  expect([late.status, Number(late.headers.get("retry-after")) > 0]).toEqual([429, true]);
  const { items } = await owner.must("listAudit", { query: { group: "failed_sign_in", limit: "100" } });
  expect(items.filter((item) => item.address === address)).toMatchObject([{ times: 5 }]);
  await whoIs(await signIn("github", null));
});

/** Prepares callbacks of `count` people behind one address, each with its own state and code. */
async function waysBack(count: number, name: string, address: string) {
  const ways = Array.from({ length: count }, async () => {
    const browser = browserAt(address);
    return { browser, callback: await throughProvider(browser, await leave(browser, name), newName()) };
  });
  return Promise.all(ways);
}

test.each([
  ["down", 502, "192.0.2.3"],
  ["failing", 502, "192.0.2.4"],
  ["slow", 504, "192.0.2.5"],
  ["nonsense", 502, "192.0.2.6"],
  ["empty", 502, "192.0.2.7"],
] as const)(
  "AUT-14 AUT-22 a provider that is %s keeps nobody behind the same address from another one, nor from itself once it is well",
  async (fault, status, address) => {
    const ways = await waysBack(8, "basic", address);
    basicIdp.fault = fault;
    const replies = await Promise.all(ways.map(({ browser, callback }) => comeBack(browser, "basic", callback)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(status));
    await whoIs(await signIn("museum", newName(), browserAt(address)));
    basicIdp.fault = "none";
    await whoIs(await signIn("basic", newName(), browserAt(address)));
  },
);

test("AUT-14 AUT-22 a provider that fails is asked so often and no more for one address, and the others go on; guesses count on", async () => {
  const address = "192.0.2.8";
  const ways = await waysBack(40, "basic", address);
  basicIdp.fault = "failing";
  const before = basicIdp.asked.length;
  const replies = await Promise.all(ways.map(({ browser, callback }) => comeBack(browser, "basic", callback)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(429), ...Array(30).fill(502)]);
  expect(basicIdp.asked.length - before).toBe(30);
  const last = await comeBack(browserAt(address), "basic", { search: "?code=a&state=b" });
  expect([last.status, Number(last.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(await last.json()).toEqual({
    detail: expect.stringMatching(/^Too many sign-ins from this network have failed\. Try again in \d+ seconds\.$/),
  });
  const guess = () => comeBack(browserAt(address), "museum", { search: "?code=a&state=b" });
  const [way] = await waysBack(1, "museum", address);
  if (way === undefined) throw new Error("There is one.");
  const statuses = [];
  for (let turn = 0; turn < 4; turn++) statuses.push((await guess()).status);
  // A failure of the provider does not count as a failed attempt, nor does it remove one from the count.
  idp.fault = "failing";
  statuses.push((await comeBack(way.browser, "museum", way.callback)).status);
  for (let turn = 0; turn < 2; turn++) statuses.push((await guess()).status);
  expect(statuses).toEqual([400, 400, 400, 400, 502, 400, 429]);
});

test("AUT-22 two tabs of one browser may each be signing in", async () => {
  const browser = newBrowser();
  const addresses = [await leave(browser, "museum"), await leave(browser, "museum")];
  const login = newName();
  const callbacks = [];
  for (const address of addresses) callbacks.push(await throughProvider(browser, address, login));
  const people = [];
  for (const callback of callbacks) people.push(await whoIs(await comeBack(browser, "museum", callback)));
  expect(people[1]).toMatchObject({ id: people[0]?.id });
});

test("AUT-22 two who come at the same moment with one name for the first time are one account", async () => {
  const login = newName();
  const browsers = [newBrowser(), newBrowser(), newBrowser()];
  const callbacks = await Promise.all(
    browsers.map(async (browser) => throughProvider(browser, await leave(browser, "museum"), login)),
  );
  const replies = await Promise.all(
    callbacks.map((callback, at) => comeBack(browsers[at] ?? newBrowser(), "museum", callback)),
  );
  const ids = await Promise.all(replies.map(async (reply) => (await whoIs(reply)).id));
  expect(new Set(ids).size).toBe(1);
});

test("AUT-22 whoever refuses at the provider, and a code that is too old, are 401", async () => {
  await refused(await signIn("museum", null), 401, PROVIDER_REFUSALS.denied);
  idp.fault = "codes expire";
  await refused(await signIn("museum", newName()), 401, PROVIDER_REFUSALS.codeRefused);
});

test("AUT-22 a provider whose clock is half a minute off does, one of an hour is told of", async () => {
  idp.fault = "clock a little behind";
  await whoIs(await signIn("museum", newName()));
  idp.fault = "clock behind";
  await refused(await signIn("museum", newName()), 502, PROVIDER_REFUSALS.clocks);
});

test("AUT-22 a provider that tells no name is told of", async () => {
  idp.fault = "no names";
  await refused(await signIn("museum", newName()), 401, PROVIDER_REFUSALS.nameMissing);
});

test.each([
  ["down", 502, PROVIDER_REFUSALS.unreachable],
  ["failing", 502, PROVIDER_REFUSALS.failing],
  ["slow", 504, PROVIDER_REFUSALS.late],
  ["nonsense", 502, PROVIDER_REFUSALS.unreadable],
  ["endless", 502, PROVIDER_REFUSALS.unreadable],
] as const)(
  "AUT-22 a provider that is %s on the way back is told of in time, and the next sign-in goes on",
  async (fault, status, detail) => {
    const browser = newBrowser();
    const callback = await throughProvider(browser, await leave(browser, "museum"), newName());
    idp.fault = fault;
    const begun = performance.now();
    await refused(await comeBack(browser, "museum", callback), status, detail);
    expect(performance.now() - begun).toBeLessThan(PATIENCE_SECONDS * 1000 + 1000);
    idp.fault = "none";
    await whoIs(await signIn("museum", newName()));
  },
);

test.each([
  ["down", "temporarily_unavailable", 502, PROVIDER_REFUSALS.unreachable],
  ["failing", "temporarily_unavailable", 502, PROVIDER_REFUSALS.failing],
  ["slow", "temporarily_unavailable", 504, PROVIDER_REFUSALS.late],
  ["nonsense", "server_error", 502, PROVIDER_REFUSALS.unreadable],
  ["endless", "server_error", 502, PROVIDER_REFUSALS.unreadable],
] as const)(
  "AUT-20 AUT-23 a provider that is %s from the start leads to the callback page, which says so, and is asked anew a second later",
  async (fault, error, status, detail) => {
    const late = await startIdentityProvider();
    const fresh = await startTestServer({
      oauth: {
        settings: { providers: [openId("museum", late)], workspaces: [], allowHttp: false },
        key: KEY,
        origin: null,
        patienceSeconds: PATIENCE_SECONDS,
      },
      logLevel: "silent",
    });
    late.allow(`${fresh.url}/oauth/museum/callback`);
    try {
      // The provider gets no request before a user signs in.
      expect(late.asked).toEqual([]);
      late.fault = fault;
      const museum = `${fresh.url}/api/v1/oauth2/providers/museum`;
      const start = `${museum}/authentication`;
      const begun = performance.now();
      const browser = newBrowser();
      const reply = await browser.ask(start);
      expect(performance.now() - begun).toBeLessThan(PATIENCE_SECONDS * 1000 + 1000);
      const { pathname, searchParams, search } = new URL(reply.headers.get("location") ?? "", fresh.url);
      expect([reply.status, pathname, searchParams.get("error")]).toEqual([303, "/oauth/museum/callback", error]);
      // Only this browser gets the reason, also when it asks again. Another browser with the link does not.
      for (let turn = 0; turn < 7; turn++)
        await refused(await browser.ask(`${museum}/access-token${search}`), status, detail);
      const stranger = await newBrowser().ask(`${museum}/access-token${search}`);
      await refused(stranger, 400, PROVIDER_REFUSALS.stateMismatch);
      late.fault = "none";
      // A second later (AUT-42).
      const leadsTo = async () => (await fetch(start, { redirect: "manual" })).headers.get("location");
      await expect.poll(leadsTo, { timeout: 10_000, interval: 100 }).toContain(late.issuer);
      const asked = late.asked.length;
      await fetch(start, { redirect: "manual" });
      expect(late.asked).toHaveLength(asked);
    } finally {
      await fresh.close();
      await late.close();
    }
  },
);

test("AUT-14 who is not let in after a provider stands in the audit trail, with why and from where, and without code or state", async () => {
  const failures = async () => {
    const query = { group: "failed_sign_in", limit: "100" };
    const { items } = await owner.must("listAudit", { query });
    return items.map(({ person, told, times, address }) => ({
      person: person?.username ?? null,
      told,
      times,
      address,
    }));
  };
  const browser = newBrowser();
  const told = (why: string) => ({ how: "provider", provider: "Title of museum", why });
  const from = { address: expect.stringMatching(/^10\.1\./) };
  const login = newName();
  await owner.must("createUser", { body: { first_name: "Ann", username: login, password: "long enough" } });
  await signIn("museum", login, browser);
  expect(await failures()).toContainEqual({ person: login, told: told("account"), times: 1, ...from });
  const callback = await throughProvider(browser, await leave(browser, "museum"), newName());
  await comeBack(browser, "museum", callback);
  // Repeats the callback that is already used.
  for (let turn = 0; turn < 3; turn++) await comeBack(newBrowser(), "museum", callback);
  const noted = await failures();
  expect(
    noted.find((one) => one.told.why === "stateMismatch" && one.told.provider === "Title of museum"),
  ).toMatchObject({
    person: null,
    ...from,
  });
  const text = JSON.stringify(noted);
  for (const secret of ["code", "state"]) expect(text).not.toContain(callback.searchParams.get(secret));
});

test("AUT-20 over plain HTTP nobody is sent to a provider from another machine, unless that is allowed", async () => {
  const visit = async (allowHttp: boolean) => {
    const other = await startTestServer({
      oauth: {
        settings: { providers: [openId("museum", idp)], workspaces: [], allowHttp },
        key: KEY,
        origin: "http://label.example.org",
      },
    });
    try {
      return await fetch(`${other.url}/api/v1/oauth2/providers/museum/authentication`, { redirect: "manual" });
    } finally {
      await other.close();
    }
  };
  expect((await visit(false)).headers.get("location")).toMatch(/^\/oauth\/museum\/callback\?error=https_needed&state=/);
  const allowed = await visit(true);
  expect(new URL(allowed.headers.get("location") ?? "").searchParams.get("redirect_uri")).toBe(
    "http://label.example.org/oauth/museum/callback",
  );
  // A browser would not keep a secure cookie on plain HTTP.
  expect(allowed.headers.get("set-cookie")).toMatch(/SameSite=Lax/);
  expect(allowed.headers.get("set-cookie")).not.toMatch(/Secure/);
});

/** Starts another server, asks it for the way to a provider, and returns the response. */
async function visitAnother(
  parts: Partial<Parameters<typeof startTestServer>[0]>,
  headers: { readonly [name: string]: string } = {},
): Promise<{ readonly status: number; readonly location: URL | null; readonly cookie: string }> {
  const settings = { providers: [openId("museum", idp)], workspaces: [], allowHttp: false };
  const other = await startTestServer({ oauth: { settings, key: KEY, origin: null }, ...parts });
  const { hostname, port } = new URL(other.url);
  try {
    // `fetch` does not allow a Host header.
    const [reply] = (await once(
      get({ hostname, port, path: "/api/v1/oauth2/providers/museum/authentication", headers }),
      "response",
    )) as [IncomingMessage];
    reply.resume();
    const { location } = reply.headers;
    const cookie = String(reply.headers["set-cookie"] ?? "");
    return { status: reply.statusCode ?? 0, location: location ? URL.parse(location, other.url) : null, cookie };
  } finally {
    await other.close();
  }
}
const comesBackTo = ({ location }: { readonly location: URL | null }) => location?.searchParams.get("redirect_uri");

test("AUT-20 people come back below the base path, and the cookie is for it alone", async () => {
  const page = { folder: "/nowhere", basePath: "/postil/" };
  const settings = { providers: [openId("museum", idp)], workspaces: [], allowHttp: false };
  const visit = await visitAnother({ page, oauth: { settings, key: KEY, origin: "https://label.example.org" } });
  expect(comesBackTo(visit)).toBe("https://label.example.org/postil/oauth/museum/callback");
  expect(visit.cookie).toContain("Path=/postil/api/v1/oauth2/");
});

test("AUT-20 behind a proxy that is trusted people come back to its address; nobody else is believed", async () => {
  const told = { "x-forwarded-proto": "https", "x-forwarded-host": "label.example.org" };
  const trusting = await visitAnother({ trustedProxies: ["127.0.0.1"] }, told);
  expect(comesBackTo(trusting)).toBe("https://label.example.org/oauth/museum/callback");
  expect(comesBackTo(await visitAnother({}, told))).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/museum\/callback$/);
});

test("AUT-20 a host that is none is a bad request", async () => {
  for (const host of ["%%%", "a b", "[", "a:99999"]) expect((await visitAnother({}, { host })).status, host).toBe(400);
});

test("AUT-20 no secret and no code stands in the log, whatever failed", () => {
  expect(printed.length).toBeGreaterThan(5);
  const log = printed.join("");
  expect(log).toContain('Signing in with the provider \\"museum\\" failed: late');
  expect(log).not.toContain(idp.client.secret);
  expect(log).not.toMatch(/code=|access_token|id_token|eyJ/);
});
