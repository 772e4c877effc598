import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { secretsFor } from "../src/shared/shared.ts";
import { createClient } from "./support/client.ts";
import { postgresOfProcess } from "./support/engines.ts";
import { execute } from "./support/execute.ts";
import { startIdentityProvider } from "./support/identity-provider.ts";
import { expectDoctorFindsNothing } from "./support/kills.ts";
import { newName } from "./support/people.ts";
import { createPlainBrowser, throughProvider } from "./support/plain-browser.ts";
import { homeOfTest, postil, startIn } from "./support/process.ts";
import { atEnd, OWNER, startForFile, type TestServer } from "./support/start-test-server.ts";

/** Two servers on one PostgreSQL database, as a balancer has them behind it. */

const found = await postgresOfProcess();
async function newDatabase(): Promise<string> {
  if (found === null) throw new Error("There is no server.");
  return found.database();
}
const ORIGIN = "https://label.example";

describe.skipIf(found === null)("two servers of one database", () => {
  let servers: readonly [TestServer, TestServer];
  let idp: Awaited<ReturnType<typeof startIdentityProvider>>;
  beforeAll(async () => {
    idp = await startIdentityProvider();
    atEnd(() => idp.close());
    idp.allow(`${ORIGIN}/oauth/museum/callback`);
    const museum = {
      ...{ name: "museum", title: "Museum", issuer: idp.issuer, scope: "openid profile email" },
      ...{ clientId: idp.client.id, clientSecret: idp.client.secret },
      ...{ redirectUri: null, usernameClaim: null, claims: null, sessionHours: null },
    };
    const oauth = {
      settings: { providers: [museum], workspaces: [], allowHttp: false },
      key: new TextEncoder().encode("a key for the tests of providers, long enough"),
      origin: ORIGIN,
    };
    const database = await newDatabase();
    const start = () => startForFile({ database, oauth, trustedProxies: ["127.0.0.1"] });
    servers = [await start(), await start()];
  });

  let addresses = 0;
  /** Calls from a network of their own, so that failures of one test do not count in another. */
  function fromNetwork() {
    const headers = { "x-forwarded-for": `10.3.0.${addresses++}` };
    return servers.map(({ url }) => {
      const client = createClient(url, null);
      return {
        signIn: async (username: string, password: string) =>
          (await client.call("createToken", { body: { username, password }, headers })).status,
        withKey: async (key: string) =>
          (await client.call("getMe", { headers: { ...headers, "x-postil-api-key": key } })).status,
        withLink: async (code: string) => (await client.call("exchangeSignInLink", { body: { code }, headers })).status,
      };
    });
  }

  test("PGS-60 AUT-14 five wrong passwords that are spread over both are 429 at both, also with the right one", async () => {
    const clients = fromNetwork();
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn++)
      statuses.push((await clients[turn % 2]?.signIn(OWNER.username, "wrong one")) ?? 0);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    for (const { signIn } of clients)
      expect([await signIn(OWNER.username, "wrong one"), await signIn(OWNER.username, OWNER.password)]).toEqual([
        429, 429,
      ]);
    const [here] = fromNetwork();
    expect(await here?.signIn(OWNER.username, OWNER.password)).toBe(201);
  });

  test("PGS-60 AUT-14 thirty unknown keys that are spread over both are the limit of both; a good long key never waits", async () => {
    const clients = fromNetwork();
    const key = `long enough that nobody guesses it ${newName()}`;
    const owner = createClient(servers[0].url, OWNER.apiKey);
    const made = await owner.must("createMyApiKey", { body: { name: key.slice(0, 20), days: null } });
    for (let turn = 0; turn < 30; turn++) expect(await clients[turn % 2]?.withKey(`unknown-${turn}`)).toBe(401);
    for (const { withKey } of clients)
      expect([await withKey(`unknown-${newName()}`), await withKey(made.key)]).toEqual([429, 200]);
  });

  test("PGS-61 a one-time link of one server works once at the other", async () => {
    const [here, there] = fromNetwork();
    const code = await servers[0].shared.links.issue(servers[0].ownerId);
    expect([await there?.withLink(code), await here?.withLink(code), await there?.withLink(code)]).toEqual([
      200, 401, 401,
    ]);
  });

  test("PGS-62 who left for a provider from one server comes back to the other, once over both", async () => {
    const address = `10.4.0.${addresses++}`;
    const browser = createPlainBrowser(() => ({ "x-forwarded-for": address }));
    const [here, there] = servers.map(({ url }) => `${url}/api/v1/oauth2/providers/museum`);
    const away = await browser.ask(`${here}/authentication`);
    const { search } = await throughProvider(browser, away.headers.get("location") ?? "", newName());
    const [name = "", value = ""] = browser.cookies(String(here)).split(/=(.*)/);
    const back = async (calls: string | undefined) => {
      browser.setCookie(String(calls), name, value);
      return (await browser.ask(`${calls}/access-token${search}`)).status;
    };
    expect([await back(there), await back(there), await back(here)]).toEqual([200, 400, 400]);
  });

  test("PGS-64 two servers that start at once with secrets of their own agree on those of one of them", async () => {
    const homeWith = (tokens: string | null) => ({
      secret: () => "never asked",
      pseudonymSecret: () => "never asked",
      keptSecrets: () => ({ tokens, pseudonyms: null }),
    });
    const on = { databaseUrl: "postgres://somewhere/", authSecret: null };
    const agreed = await Promise.all([
      secretsFor(on, homeWith("a".repeat(40)))(servers[0].store),
      secretsFor(on, homeWith("b".repeat(40)))(servers[1].store),
    ]);
    const [one, other] = agreed.map(({ tokens, pseudonyms }) => [tokens, pseudonyms()]);
    expect(one).toEqual(other);
    expect(one?.[0]).toMatch(/^(a{40}|b{40})$/);
    expect(one?.[1]).toHaveLength(64);
    const set = await secretsFor({ ...on, authSecret: "c".repeat(40) }, homeWith(null))(servers[0].store);
    expect([set.tokens, set.pseudonyms()]).toEqual(["c".repeat(40), one?.[1]]);
  });
});

describe.skipIf(found === null)("servers one after the other", () => {
  type Way = { readonly home: string; readonly env: { readonly [name: string]: string } };
  /** What becomes of a token at a server; without one a person signs in. */
  async function signedIn({ home, env }: Way, token: string | null) {
    const server = startIn(home, [], env);
    const client = createClient(await server.address, null);
    const { access_token } =
      token === null
        ? await client.must("createToken", { body: { username: "owner", password: "owner-password" } })
        : { access_token: token };
    const { status } = await client.call("getMe", { headers: { authorization: `Bearer ${access_token}` } });
    server.child.kill("SIGTERM");
    const { code, out, err } = await server.ended;
    expect(code).toBe(0);
    return { token: access_token, status, said: out + err };
  }
  const kept = (home: string, name: string): string => readFileSync(join(home, name), "utf8").trim();

  test("PGS-64 a token of one server is good at another of the same database, whatever home it has; a set secret wins", async () => {
    const env = { POSTIL_DATABASE_URL: await newDatabase() };
    const [here, there] = [homeOfTest(), homeOfTest()];
    const { token } = await signedIn({ home: here, env }, null);
    expect(await signedIn({ home: there, env }, token)).toMatchObject({ status: 200 });
    for (const home of [here, there])
      expect([existsSync(join(home, "secret")), existsSync(join(home, "pseudonyms"))]).toEqual([false, false]);
    const set = { ...env, POSTIL_AUTH_SECRET: "s".repeat(40) };
    expect(await signedIn({ home: there, env: set }, token)).toMatchObject({ status: 401 });
    expect(await signedIn({ home: there, env }, token)).toMatchObject({ status: 200 });
  });

  test("PGS-64 PGS-50 a home's secrets go with a move, so a token is good before it, at any server of the database, and back again", async () => {
    const home = homeOfTest();
    const { token } = await signedIn({ home, env: {} }, null);
    writeFileSync(join(home, "pseudonyms"), "p".repeat(40), { mode: 0o600 });
    const secrets = [kept(home, "secret"), "p".repeat(40)];
    const url = await newDatabase();
    const said: string[] = [];
    const move = async (to: string, ...args: readonly string[]) => {
      const { code, out, err } = await postil(to, ["move", ...args]);
      expect([code, err]).toEqual([0, ""]);
      said.push(out);
      return out;
    };
    await move(home, "--to", url);
    const elsewhere = await signedIn({ home: homeOfTest(), env: { POSTIL_DATABASE_URL: url } }, token);
    expect(elsewhere.status).toBe(200);

    const back = homeOfTest();
    writeFileSync(join(back, "secret"), "o".repeat(40), { mode: 0o600 });
    expect(await move(back, "--from", url)).toContain(
      "The home had another secret of tokens. That of the database has taken its place.\n",
    );
    expect([kept(back, "secret"), kept(back, "pseudonyms")]).toEqual(secrets);
    expect(await signedIn({ home: back, env: {} }, token)).toMatchObject({ status: 200 });
    for (const secret of [...secrets, "o".repeat(40)]) expect(said.join() + elsewhere.said).not.toContain(secret);
  });

  test("PGS-64 a move to a database that has the secrets of another home is refused", async () => {
    const home = homeOfTest();
    await signedIn({ home, env: {} }, null);
    const url = await newDatabase();
    await expectDoctorFindsNothing(homeOfTest(), { POSTIL_DATABASE_URL: url });
    await execute(url, `insert into secret values ('tokens', '${"x".repeat(40)}')`);
    const { code, err } = await postil(home, ["move", "--to", url]);
    expect([code, err]).toEqual([1, "The database has secrets of another home. Empty the database and begin again.\n"]);
  });

  test("PGS-64 a home that has secrets gives them to a database that has none", async () => {
    const home = homeOfTest();
    writeFileSync(join(home, "secret"), "t".repeat(40), { mode: 0o600 });
    const env = { POSTIL_DATABASE_URL: await newDatabase() };
    const { token, said } = await signedIn({ home, env }, null);
    const other = { ...env, POSTIL_AUTH_SECRET: "t".repeat(40) };
    expect(await signedIn({ home: homeOfTest(), env: other }, token)).toMatchObject({ status: 200 });
    expect(said).not.toContain("t".repeat(40));
  });
});
