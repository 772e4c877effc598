import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { MAIN } from "./support/built.ts";
import { createClient } from "./support/client.ts";
import { startIdentityProvider } from "./support/identity-provider.ts";
import { mountMemory } from "./support/mount.ts";
import { patiently } from "./support/patiently.ts";
import { API_KEY, freePort, homeOfTest, postil, startIn } from "./support/process.ts";

/** What an operator sees of the process that people start (docs/operations.md#watching). */

const OLD_STORE = new URL("./databases/schema-6.db.gz", import.meta.url);

test("WAT-02 the first answer of /readyz comes when the migrations of an old store are over", async () => {
  const home = homeOfTest();
  const file = join(home, "postil.db");
  writeFileSync(file, gunzipSync(readFileSync(OLD_STORE)), { mode: 0o600 });
  const version = () => {
    const database = new DatabaseSync(file, { readOnly: true });
    const found = database.prepare("pragma user_version").get()?.user_version;
    database.close();
    return Number(found);
  };
  const before = version();
  const port = await freePort();
  const { address } = startIn(home, ["start"], { POSTIL_PORT: String(port) });
  const first = await patiently(() => fetch(`http://127.0.0.1:${port}/readyz`), { interval: 10 });
  const then = version();
  await address;
  expect([first.status, then]).toEqual([200, version()]);
  expect(then).toBeGreaterThan(before);
});

test("WAT-11 a start says at once that the other disk of the backups is nearly full", async ({ skip }) => {
  const home = homeOfTest();
  const folder = homeOfTest();
  const unmount = mountMemory(folder, "size=8m");
  if (!unmount) return skip("needs a file system of its own");
  onTestFinished(unmount);
  writeFileSync(join(folder, "other"), Buffer.alloc(7.5 * 2 ** 20));
  const metrics = "a-token-of-the-metrics-0123456789abcdef";
  const env = { POSTIL_BACKUP_FOLDER: folder, POSTIL_METRICS_TOKEN: metrics };
  const { address, printed } = startIn(home, ["start"], env);
  const url = await address;
  await patiently(() => expect(printed.out).toMatch(/"warning":"backup_disk",.*disk of the backups has 0\.0 GB/));
  const { warnings } = await createClient(url, API_KEY).must("getServerState");
  expect(warnings).toContainEqual({ kind: "backup_disk", free: 2 ** 19, total: 2 ** 23 });
  const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metrics}` } });
  expect(await reply.text()).toContain(`postil_backup_disk_free_bytes ${2 ** 19}\n`);
});

describe("WAT-12 what a start says before there is a log", () => {
  const WRONG = { POSTIL_PORT: "many", POSTIL_DEMO: "x" };
  const SAYS = ['POSTIL_PORT is "many"; it must be a port', 'POSTIL_DEMO is "x"; it must be 1 or 0.'];
  const linesOf = (err: string) =>
    err
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  const line = (level: number, msg: string) => ({
    ...{ level, time: expect.any(Number), pid: expect.any(Number), hostname: expect.any(String) },
    msg: expect.stringContaining(msg),
  });

  test("is lines of a log: mistakes in settings, warnings, and why it is refused", async () => {
    const home = homeOfTest();
    const wrong = await postil(home, ["start"], WRONG);
    expect([wrong.code, wrong.out, linesOf(wrong.err)]).toEqual([1, "", SAYS.map((msg) => line(50, msg))]);
    await startIn(home).address;
    const second = await postil(home, [], { POSTIL_NONE: "1" });
    const lines = [line(40, "POSTIL_NONE is not a setting"), line(50, "is in use by process")];
    expect([second.code, second.out, linesOf(second.err)]).toEqual([1, "", lines]);
  });

  test("is plain in a terminal, and of a command that is no server", async ({ skip }) => {
    const home = homeOfTest();
    const other = await postil(home, ["doctor"], WRONG);
    expect([other.code, other.err.split("\n")]).toEqual([1, [...SAYS.map((msg) => expect.stringContaining(msg)), ""]]);
    const command = ["-qec", `"${process.execPath}" "${MAIN}" start`, "/dev/null"];
    const shown = spawnSync("script", command, { env: { ...process.env, ...WRONG, POSTIL_HOME: home } });
    if (shown.error || process.platform !== "linux") return skip("needs the program script");
    const said = String(shown.stdout).split("\r\n");
    expect([shown.status, said]).toEqual([1, [...SAYS.map((msg) => expect.stringContaining(msg)), ""]]);
  });
});

/** Every secret of the test has its own text, so that one that is found tells where it is from. */
const secretOf = (what: string): string => `${what}-SECRET-9c1f0e7b6a5d4c3b2a19`;
const SECRETS = {
  ownerPassword: secretOf("owner-password"),
  ownerKey: secretOf("owner-key"),
  signing: secretOf("auth-secret"),
  metrics: secretOf("metrics-token"),
  migrateKey: secretOf("migrate-key"),
  wrongPassword: secretOf("wrong-password"),
  wrongKey: secretOf("wrong-key"),
  wrongToken: secretOf("wrong-token"),
  wrongLink: secretOf("wrong-link"),
  newPassword: secretOf("new-password"),
  code: secretOf("provider-code"),
  inAddress: secretOf("address"),
  inBody: secretOf("body"),
  inHook: secretOf("hook"),
};

test("WAT-08 no secret is in any log, nor in the metrics: whatever people send, and whatever fails", async () => {
  const found = new Map<string, string>(Object.entries(SECRETS));
  const provider = await startIdentityProvider();
  onTestFinished(() => provider.close());
  found.set("provider", provider.client.secret);
  const folder = mkdtempSync(join(tmpdir(), "postil-watching-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const home = homeOfTest();
  const env = {
    POSTIL_LOG_LEVEL: "trace",
    POSTIL_LOG_ACCESS: "1",
    POSTIL_LOG_SLOW_MS: "1",
    POSTIL_METRICS_TOKEN: SECRETS.metrics,
    POSTIL_SIGN_IN_LINK: "never",
    POSTIL_OWNER_PASSWORD: SECRETS.ownerPassword,
    POSTIL_OWNER_API_KEY: SECRETS.ownerKey,
    POSTIL_AUTH_SECRET: SECRETS.signing,
    POSTIL_OAUTH_PROVIDERS: "museum",
    POSTIL_OAUTH_ALLOW_HTTP: "1",
    OAUTH2_MUSEUM_ISSUER: provider.issuer,
    OAUTH2_MUSEUM_CLIENT_ID: provider.client.id,
    OAUTH2_MUSEUM_CLIENT_SECRET: provider.client.secret,
    POSTIL_WEBHOOKS_PRIVATE: "127.0.0.1",
    POSTIL_MIGRATE_API_KEY: SECRETS.migrateKey,
  };
  const { address, printed } = startIn(home, ["start"], env);
  const url = await address;
  const owner = createClient(url, SECRETS.ownerKey);
  const nobody = createClient(url, null);
  const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const keep = (name: string, secret: string | null | undefined) => {
    expect(secret, name).toMatch(/\S{8}/);
    found.set(name, secret ?? "");
  };

  // By password: right and wrong, with the token that follows.
  const token = await nobody.must("createToken", { body: { username: "owner", password: SECRETS.ownerPassword } });
  keep("token", token.access_token);
  const headers = { "x-postil-renews": "true" };
  const session = await nobody.must("createToken", {
    body: { username: "owner", password: SECRETS.ownerPassword },
    headers,
  });
  keep("sessionToken", session.access_token);
  keep("renewedToken", (await nobody.must("renewToken", bearing(session.access_token))).access_token);
  await nobody.call("createToken", { body: { username: "owner", password: SECRETS.wrongPassword } });
  // By key: wrong, replaced, and a named one.
  await createClient(url, SECRETS.wrongKey).call("getMe");
  await nobody.call("getMe", bearing(SECRETS.wrongToken));
  keep("namedKey", (await owner.must("createMyApiKey", { body: { name: "script" } })).key);
  await nobody.call("exchangeSignInLink", { body: { code: SECRETS.wrongLink } });
  // By invitation.
  const person = { first_name: "A", last_name: "B", username: "anna" };
  const { code } = await owner.must("createInvitation", { body: person });
  keep("invitation", code);
  await nobody.must("readInvitation", { body: { code } });
  await nobody.must("acceptInvitation", { body: { code, password: SECRETS.newPassword } });
  await nobody.call("acceptInvitation", { body: { code, password: SECRETS.newPassword } });
  // After a provider, which refuses the code.
  const callback = `${url}/api/v1/oauth2/providers/museum`;
  const begun = await fetch(`${callback}/authentication`, { redirect: "manual" });
  const state = new URL(begun.headers.get("location") ?? "", url).searchParams.get("state") ?? "";
  keep("state", state);
  const cookie = begun.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  keep("stateCookie", cookie.split("=")[1]);
  const back = await fetch(`${callback}/access-token?code=${SECRETS.code}&state=${state}`, { headers: { cookie } });
  expect(back.status).toBeGreaterThanOrEqual(400);
  // A webhook with a secret, whose address has one too, and nobody there.
  const hook = { url: `https://127.0.0.1:9/${SECRETS.inHook}?key=${SECRETS.inHook}`, events: ["dataset.created"] };
  const { id: webhook_id, secret } = await owner.must("createWebhook", { body: hook });
  keep("hookSecret", secret);
  await owner.must("pingWebhook", { params: { webhook_id } });
  // A backup, and a command of the same machine, which signs in with a key of its own.
  expect((await postil(home, ["backup", folder], env)).code).toBe(0);
  keep("operatorKey", JSON.parse(readFileSync(join(home, "server.json"), "utf8")).key);
  const migrated = await postil(home, ["migrate", "--from", url], env);
  expect(migrated.code).not.toBe(0);
  // Values of bodies and addresses, in calls that fail in every way.
  const json = { "content-type": "application/json", "x-postil-api-key": SECRETS.ownerKey };
  const sendings: readonly (readonly [path: string, init: RequestInit])[] = [
    [`/api/v1/me?api_key=${SECRETS.inAddress}`, {}],
    [`/api/${SECRETS.inAddress}`, {}],
    [`/sign-in/${SECRETS.inAddress}#${SECRETS.inAddress}`, {}],
    [`/api/datasets/${SECRETS.inAddress}`, { headers: json }],
    [`/%zz${SECRETS.inAddress}`, {}],
    ["/api/v1/users", { method: "POST", headers: json, body: `{"password": "${SECRETS.inBody}` }],
    [
      "/api/v1/users",
      { method: "POST", headers: json, body: JSON.stringify({ password: SECRETS.inBody, role: SECRETS.inBody }) },
    ],
    ["/api/v1/token", { method: "POST", body: `username=x&password=${SECRETS.inBody.repeat(4000)}` }],
    ["/metrics", { headers: { authorization: `Bearer ${SECRETS.wrongToken}` } }],
    ["/livez", { headers: { "x-request-id": `${SECRETS.inAddress} `.repeat(3) } }],
  ];
  for (const [path, init] of sendings) await fetch(`${url}${path}`, init).then((response) => response.text());

  const metrics = await fetch(`${url}/metrics`, bearing(SECRETS.metrics)).then((response) => response.text());
  expect(metrics).toContain("postil_requests_total");
  await patiently(() => expect(printed.out).toContain('"route":"/api/v1/oauth2/providers/:provider/access-token"'));
  const said = { log: printed.out + printed.err, metrics, commands: migrated.out + migrated.err };
  for (const [where, text] of Object.entries(said)) {
    expect(text, where).not.toBe("");
    const there = [...found].filter(([, hidden]) => text.includes(hidden)).map(([name]) => name);
    expect(there, where).toEqual([]);
  }
});
