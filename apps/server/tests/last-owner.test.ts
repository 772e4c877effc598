import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { runAt } from "./support/command-line.ts";
import { createUser, type Person } from "./support/people.ts";
import { API_KEY, newHome, type PostilProcess, postil, removeHome, runPostil } from "./support/process.ts";
import { OWNER, startTestServer, type TestServer, type TestServerOptions } from "./support/start-test-server.ts";

const atTheEnd: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of atTheEnd.splice(0).reverse()) await step();
});

const OPERATOR = "the key of the operator";

async function started(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ operatorKey: OPERATOR, ...options });
  atTheEnd.push(server.close);
  return server;
}
const first = (server: TestServer): Person => ({
  id: server.ownerId,
  username: OWNER.username,
  client: createClient(server.url, OWNER.apiKey),
});
const goes = (who: Person) => ({ params: { user_id: who.id } });
const refused = ({ username }: Person) => ({
  status: 409,
  body: { detail: `\`${username}\` is your own account; it can be deleted by another owner` },
});

test("ROL-12 nobody deletes themselves, by any of the calls, nor while another owner is there, who does it", async () => {
  const server = await started();
  const owner = first(server);
  await createUser(server, "admin");
  const ways = ["deleteUser", "deleteUserV0", "deletePerson"] as const;
  for (const name of ways) expect(await owner.client.call(name, goes(owner))).toMatchObject(refused(owner));
  const other = await createUser(server, "owner");
  for (const name of ways) expect(await other.client.call(name, goes(other))).toMatchObject(refused(other));
  await owner.client.must("getMe");

  await other.client.must("deleteUser", goes(owner));
  expect((await owner.client.call("getMe")).status).toBe(401);
});

test("ROL-12 of two owners who delete each other at once one stays", async () => {
  const server = await started();
  const one = first(server);
  const other = await createUser(server, "owner");
  for (const { client } of [one, other]) await client.must("getMe");
  const done = await Promise.all([
    one.client.call("deleteUser", goes(other)),
    other.client.call("deleteUserV0", goes(one)),
  ]);
  expect(done.filter(({ status }) => status === 200)).toHaveLength(1);
  const left = await Promise.all([one, other].map(({ client }) => client.call("getMe")));
  expect(left.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test("ROL-12 AUT-14 an owner without a password is another one once a link of the start has let them in", async () => {
  const server = await started();
  const owner = first(server);
  const newcomer = { first_name: "Eva", username: "eva", role: "owner" } as const;
  const { user_id } = await owner.client.must("createInvitation", { body: newcomer });
  const withdraw = () => owner.client.call("changePerson", { ...goes(owner), body: { role: "admin" } });
  expect((await withdraw()).status).toBe(409);
  await createClient(server.url, null).must("exchangeSignInLink", {
    body: { code: await server.shared.links.issue(user_id) },
  });
  expect(await withdraw()).toMatchObject({ status: 200, body: { role: "admin" } });
  expect(await server.store.read("findOwner", null, { username: OWNER.username })).toMatchObject({ id: user_id });
});

function home(): string {
  const made = newHome();
  atTheEnd.push(() => removeHome(made));
  return made;
}
async function running(at: string, env = {}): Promise<PostilProcess & { readonly url: string }> {
  const server = runPostil(at, [], env);
  atTheEnd.push(async () => {
    server.child.kill("SIGKILL");
    await server.ended;
  });
  return { ...server, url: await server.address };
}
/** Removes every owner from the store, which an earlier version allowed. */
function loseOwners(file: string): void {
  // The server may be writing.
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec("update user set deleted_at = 1, api_key = 'deleted ' || id where role = 'owner'");
  db.close();
}
const EVA = ["users", "create", "eva", "--role", "owner", "--password", "long enough"];

async function signsInAfter(url: string, made: { code: number | null; out: string; err: string }): Promise<void> {
  expect([made.code, made.err, made.out]).toEqual([0, "", "Created owner eva.\n"]);
  const anybody = createClient(url, null);
  const { access_token } = await anybody.must("createToken", { body: { username: "eva", password: "long enough" } });
  const me = await anybody.must("getMe", { headers: { authorization: `Bearer ${access_token}` } });
  expect(me).toMatchObject({ username: "eva", role: "owner" });
}

test("API-37 `postil users delete` refuses the last owner with the same sentence", async () => {
  const { url } = await started();
  const refused = await runAt({ url, home: "", key: OPERATOR }, ["users", "delete", "owner", "--yes"]);
  expect([refused.code, refused.out, refused.err]).toEqual([
    1,
    "",
    "`owner` is the last owner and cannot be deleted; make another owner first\n",
  ]);
});

test("API-37 `postil users create --role owner` lets people in again though no owner is left, beside a server that runs", async () => {
  const { url, file } = await started();
  loseOwners(file);
  await signsInAfter(url, await runAt({ url, home: "", key: OPERATOR }, EVA));
});

test("API-37 the same without a server, and with one started without an owner, which says so", {
  timeout: 90_000,
}, async () => {
  const at = home();
  const made = await postil(at, ["users", "list"]);
  expect(made.code).toBe(0);
  const file = join(at, "postil.db");
  loseOwners(file);
  const server = await running(at);
  await expect.poll(() => server.printed.out).toContain("There is no owner to sign in");
  await signsInAfter(server.url, await postil(at, EVA));
  loseOwners(file);
  server.child.kill("SIGTERM");
  await server.ended;
  const alone = await postil(at, ["users", "create", "mia", "--role", "owner"]);
  expect([alone.code, alone.err]).toEqual([0, `No server has ${at} open: this command opens it by itself.\n`]);
  const again = await running(at);
  await expect.poll(() => again.printed.out).toMatch(/Sign in once {2}\S+\/sign-in#\S+/);
});

test("AUT-14 the owner of a first start without a password has none, and chooses one once the link has let them in", async () => {
  const at = home();
  const server = await running(at, { POSTIL_OWNER_PASSWORD: "" });
  await expect.poll(() => server.printed.out).toMatch(/Sign in once {2}\S+\/sign-in#\S+/);
  const code = /\/sign-in#(\S+)/.exec(server.printed.out)?.[1] ?? "";
  const nobody = createClient(server.url, null);
  const { access_token } = await nobody.must("exchangeSignInLink", { body: { code } });
  const signedIn = { headers: { authorization: `Bearer ${access_token}` } };
  expect(await nobody.must("getMyPassword", signedIn)).toEqual({ set: false, provider: null });
  expect((await nobody.must("listPeople", signedIn)).items).toMatchObject([{ username: "owner", state: "active" }]);
  await nobody.must("changeMyPassword", { ...signedIn, body: { password: "my first one" } });
  await nobody.must("createToken", { body: { username: "owner", password: "my first one" } });
});

test("API-04 the key that a running server leaves for the command line is no longer good when it has ended", async () => {
  const at = home();
  const before = await running(at);
  const { key } = JSON.parse(readFileSync(join(at, "server.json"), "utf8"));
  expect((await createClient(before.url, key).must("listUsers")).items).toMatchObject([{ username: "owner" }]);
  before.child.kill("SIGKILL");
  await before.ended;
  const after = await running(at);
  expect((await createClient(after.url, key).call("listUsers")).status).toBe(401);
  expect((await createClient(after.url, API_KEY).call("listUsers")).status).toBe(200);
});
