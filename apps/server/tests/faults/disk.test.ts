import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Client, createClient } from "../support/client.ts";
import { startIdentityProvider } from "../support/identity-provider.ts";
import { expectDoctorFindsNothing } from "../support/kills.ts";
import { mountMemory } from "../support/mount.ts";
import { patiently } from "../support/patiently.ts";
import { createPlainBrowser, throughProvider } from "../support/plain-browser.ts";
import { API_KEY, homeOfTest, type PostilProcess, postil, saidIn, startIn } from "../support/process.ts";

const start = (home: string, env?: { readonly [name: string]: string }) => startIn(home, [], env);
async function stop(server: PostilProcess): Promise<void> {
  server.child.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
}

/** Returns where these tables begin in a store's file: the numbers of their first pages, counted from 1. */
function pagesOf(file: string, tables: readonly string[]): { readonly pageSize: number; readonly pages: number[] } {
  const store = new DatabaseSync(file, { readOnly: true });
  const { page_size } = store.prepare("pragma page_size").get() ?? {};
  const begin = store.prepare("select rootpage from sqlite_schema where type = 'table' and name = ?");
  const pages = tables.map((table) => Number(begin.get(table)?.rootpage));
  store.close();
  return { pageSize: Number(page_size), pages };
}

async function newDataset(client: Client): Promise<{ readonly dataset_id: string }> {
  const { items } = await client.must("listMyWorkspaces");
  const body = { name: "full", workspace_id: items[0]?.id };
  const params = { dataset_id: (await client.must("createDataset", { body })).id };
  const settings = { type: "text" };
  await client.must("createField", { params, body: { name: "text", title: "Text", required: true, settings } });
  await client.must("createQuestion", { params, body: { name: "note", title: "Note", required: true, settings } });
  await client.must("publishDataset", { params });
  return params;
}

/** Writes records until the disk is full. Returns the number of acknowledged records and the refusal. */
async function fillUp(client: Client, params: { readonly dataset_id: string }) {
  const items = Array.from({ length: 20 }, (_, i) => ({ fields: { text: `${i} `.repeat(1000) } }));
  for (let acknowledged = 0; acknowledged < 10_000; acknowledged += items.length) {
    const answer = await client.call("bulkCreateRecords", { params, body: { items } });
    if (answer.status !== 201) return { acknowledged, answer };
  }
  throw new Error("The disk does not get full.");
}

/** Checks that the response about a full disk names the cause, and that nothing was half saved. */
async function expectNoDamage(home: string, status: 500 | 507, settings?: { readonly [name: string]: string }) {
  const server = start(home, settings);
  const client = createClient(await server.address, API_KEY);
  const params = await newDataset(client);
  const { acknowledged, answer } = await fillUp(client, params);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toMatch(/disk (is|may be) full.*Nothing of this call was saved/);
  // Reads still work, and nothing of the refused call was saved.
  expect(await client.must("listRecords", { params, query: { limit: "1" } })).toMatchObject({ total: acknowledged });
  server.child.kill("SIGTERM");
  await server.ended;
  return { params, acknowledged };
}

async function expectAllThere(home: string, params: { readonly dataset_id: string }, acknowledged: number) {
  const server = start(home);
  const client = createClient(await server.address, API_KEY);
  expect(await client.must("listRecords", { params, query: { limit: "1" } })).toMatchObject({ total: acknowledged });
  await client.must("bulkCreateRecords", { params, body: { items: [{ fields: { text: "There is room again." } }] } });
  await stop(server);
  await expectDoctorFindsNothing(home);
}

describe("a full disk", () => {
  test("at the start: a sentence, exit code 1, and the next start works", async () => {
    const home = homeOfTest();
    const { code, err, out } = await postil(home, [], { POSTIL_TEST_FILE_KIB: "16" });
    expect([code, out]).toEqual([1, ""]);
    expect(saidIn(err)).toMatch(/^The store in \S+ cannot be opened: .*\. Nothing was changed\.\n$/);
    await stop(await ready(start(home)));
  });

  test("while it runs: writes are refused in words, reads go on, nothing acknowledged is lost", async () => {
    const home = homeOfTest();
    const { params, acknowledged } = await expectNoDamage(home, 500, { POSTIL_TEST_FILE_KIB: "700" });
    await expectAllThere(home, params, acknowledged);
  });

  test("of a real file system", async ({ skip }) => {
    const home = folderOnDisk("1m", skip);
    await expectNoDamage(home, 507);
  });
});

test.each(["removed", "replaced"])(
  "WAT-13 a home that is %s under a running server: no write is acknowledged, and the server is not ready",
  async (how) => {
    const home = homeOfTest();
    const server = start(home);
    const url = await server.address;
    const client = createClient(url, API_KEY);
    const params = await newDataset(client);
    const ready = async () => (await fetch(`${url}/readyz`)).status;
    expect(await ready()).toBe(200);
    const file = join(home, "postil.db");
    if (how === "removed") rmSync(home, { recursive: true });
    else {
      renameSync(file, join(home, "other.db"));
      writeFileSync(file, "");
    }
    const items = [{ fields: { text: "lost" } }];
    const { status, body } = await client.call("bulkCreateRecords", { params, body: { items } });
    expect(status).toBe(500);
    expect(JSON.stringify(body)).toContain(
      "its file is gone, or another one is in its place. Nothing of this call was saved",
    );
    await patiently(async () => expect(await ready()).toBe(503));
  },
);

test("API-51 with a full disk people come in, read and export, also after a start; nothing else is saved until there is room", {
  timeout: 180_000,
}, async ({ skip }) => {
  const home = folderOnDisk("40m", skip);
  const first = start(home);
  const owner = createClient(await first.address, API_KEY);
  const params = await newDataset(owner);
  const items = [{ fields: { text: "There is room." } }];
  await owner.must("bulkCreateRecords", { params, body: { items } });
  await expect.poll(() => existsSync(join(home, "reserve"))).toBe(true);
  fill(home);
  // The store's free space takes small writes, but not a large one.
  const large = { params, body: { items: [{ fields: { text: "x".repeat(900_000) } }] } };
  const refused = await untilRefused(owner, large);
  expect(refused.status).toBe(507);
  expect(JSON.stringify(refused.body)).toContain("the disk is full. Nothing of this call was saved.");

  const comesIn = async (url: string) => {
    const anybody = createClient(url, null);
    const body = { username: "owner", password: "owner-password" };
    const { access_token } = await anybody.must("createToken", { body });
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await anybody.must("getMe", { headers })).username).toBe("owner");
    const told = await fetch(`${url}/api/v1/version`);
    expect(told.headers.get("x-postil-storage")).toBe("full");
    const client = createClient(url, API_KEY);
    expect((await client.must("listRecords", { params, query: { limit: "1" } })).total).toBeGreaterThan(0);
    const small = await client.call("createWorkspace", { body: { name: "more" } });
    expect(small.status).toBe(507);
    const out = join(homeOfTest(), "out.jsonl");
    expect(await postil(home, ["export", "full", "--output", out])).toMatchObject({ code: 0 });
    const { items: events } = await client.must("listAudit");
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["signed_in", "dataset_exported"]));
  };
  const isSavedAgain = async (url: string) => {
    rmSync(join(home, "others"));
    const client = createClient(url, API_KEY);
    const saved = () => client.call("bulkCreateRecords", { params, body: { items } });
    await expect.poll(async () => (await saved()).status, { timeout: 10_000, interval: 200 }).toBe(201);
    expect((await fetch(`${url}/api/v1/version`)).headers.get("x-postil-storage")).toBeNull();
  };
  await comesIn(await first.address);
  await isSavedAgain(await first.address);
  first.child.kill("SIGKILL");
  await first.ended;
  fill(home);
  const second = start(home);
  const url = await second.address;
  expect(second.printed.err).toContain("is full: people can sign in, read and export");
  await comesIn(url);
  await isSavedAgain(url);
  await stop(second);
});

test("API-51 where other programs took the reserve people come in, read and export, and what they did is written once there is room", {
  timeout: 180_000,
}, async ({ skip }) => {
  const home = folderOnDisk("40m", skip);
  const first = start(home);
  const params = await newDataset(createClient(await first.address, API_KEY));
  const earlier = await signIn(await first.address);
  await expect.poll(() => existsSync(join(home, "reserve"))).toBe(true);
  await stop(first);
  fill(home);
  const second = start(home);
  const url = await second.address;
  const owner = createClient(url, API_KEY);
  expect(existsSync(join(home, "reserve"))).toBe(false);
  fill(home);
  const told = async () => (await owner.must("listAudit")).items;
  const before = new Set((await told()).map(({ at }) => at));

  const headers = await signIn(url);
  const anybody = createClient(url, null);
  expect((await anybody.must("getMe", { headers })).username).toBe("owner");
  expect((await anybody.must("getMe", { headers: await renewed(url, headers) })).username).toBe("owner");
  expect((await anybody.must("getMe", { headers: await renewed(url, earlier) })).username).toBe("owner");
  expect((await anybody.must("listRecords", { params, query: { limit: "1" }, headers })).total).toBe(0);
  const wrong = { username: "owner", password: "no password of theirs" };
  expect((await anybody.call("createToken", { body: wrong })).status).toBe(401);
  const file = await fetch(`${url}/api/postil/v1/datasets/${params.dataset_id}/export`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
  expect([file.status, await file.text()]).toEqual([200, expect.stringContaining('"postil"')]);
  const leaves = await signIn(url);
  await anybody.must("signOut", { headers: leaves });
  expect((await anybody.call("getMe", { headers: leaves })).status).toBe(401);
  const sinceThen = async () => (await told()).filter(({ at }) => !before.has(at)).map(({ kind }) => kind);
  expect(await sinceThen()).toEqual([]);
  const took = Date.now();

  rmSync(join(home, "others"));
  const DONE = ["signed_out", "dataset_exported", "sign_in_failed"];
  await expect.poll(sinceThen, { timeout: 15_000, interval: 200 }).toEqual(DONE);
  const items = await told();
  // Further sign-ins from the same address add to the count of the first entry.
  expect(items.find(({ kind }) => kind === "signed_in")?.times).toBe(3);
  for (const { at } of items) expect(Date.parse(`${at}Z`)).toBeLessThanOrEqual(took);
  expect((await anybody.must("getMe", { headers })).username).toBe("owner");
  expect((await anybody.call("getMe", { headers: leaves })).status).toBe(401);
  await stop(second);
  // The users are still signed in after another start.
  const third = start(home);
  expect((await createClient(await third.address, null).must("getMe", { headers })).username).toBe("owner");
  await stop(third);
});

test("API-51 AUT-22 with a full disk people of a provider come in, also where the reserve is gone; nobody new does until there is room", {
  timeout: 180_000,
}, async ({ skip }) => {
  const home = folderOnDisk("40m", skip);
  const provider = await startIdentityProvider();
  onTestFinished(provider.close);
  const settings = {
    POSTIL_OAUTH_PROVIDERS: "museum",
    OAUTH2_MUSEUM_ISSUER: provider.issuer,
    OAUTH2_MUSEUM_CLIENT_ID: provider.client.id,
    OAUTH2_MUSEUM_CLIENT_SECRET: provider.client.secret,
    POSTIL_OAUTH_ALLOW_HTTP: "1",
  };
  const comesBack = async (url: string, login: string) => {
    provider.allow(`${url}/oauth/museum/callback`);
    const browser = createPlainBrowser();
    const calls = `${url}/api/v1/oauth2/providers/museum`;
    const begun = await browser.ask(`${calls}/authentication`);
    const { search } = await throughProvider(browser, begun.headers.get("location") ?? "", login);
    const { status, body } = await answerOf(await browser.ask(`${calls}/access-token${search}`));
    return { status, headers: { authorization: `Bearer ${body.access_token}` } };
  };
  const first = start(home, settings);
  expect(await comesBack(await first.address, "ruth")).toMatchObject({ status: 200 });
  await expect.poll(() => existsSync(join(home, "reserve"))).toBe(true);
  await stop(first);
  fill(home);
  const second = start(home, settings);
  const url = await second.address;
  fill(home);
  const { status, headers } = await comesBack(url, "ruth");
  expect(status).toBe(200);
  const anybody = createClient(url, null);
  expect((await anybody.must("getMe", { headers })).username).toBe("ruth");
  expect(await comesBack(url, "hideo")).toMatchObject({ status: 507 });
  rmSync(join(home, "others"));
  await expect.poll(async () => (await comesBack(url, "hideo")).status, { timeout: 15_000, interval: 200 }).toBe(200);
  expect((await anybody.must("getMe", { headers })).username).toBe("ruth");
  await stop(second);
});

const answerOf = async (reply: Response) => ({
  status: reply.status,
  body: (await reply.json()) as { readonly access_token?: string }, // undefined if the server refused
});

async function signIn(url: string) {
  const body = { username: "owner", password: "owner-password" };
  const headers = { "x-postil-renews": "true" };
  const { access_token } = await createClient(url, null).must("createToken", { body, headers });
  return { authorization: `Bearer ${access_token}` };
}

async function renewed(url: string, headers: { readonly authorization: string }) {
  const { access_token } = await createClient(url, null).must("renewToken", { headers });
  return { authorization: `Bearer ${access_token}` };
}

/** Makes a folder on a separate disk of this size. */
function folderOnDisk(size: string, skip: (why: string) => never): string {
  const folder = homeOfTest();
  const unmount = mountMemory(folder, `size=${size}`);
  if (!unmount) return skip("mounting one takes root");
  onTestFinished(unmount);
  return folder;
}

/** Simulates other programs that fill the disk. */
function fill(home: string): void {
  const others = openSync(join(home, "others"), "a");
  for (const bytes of [65_536, 4096]) while (takes(others, Buffer.alloc(bytes)));
  closeSync(others);
}

test("API-51 a disk too small for a reserve is full while nothing is free, and not any more once a little is", async ({
  skip,
}) => {
  const home = folderOnDisk("6m", skip);
  const server = start(home);
  const url = await server.address;
  const owner = createClient(url, API_KEY);
  const params = await newDataset(owner);
  const others = openSync(join(home, "others"), "w");
  while (takes(others, Buffer.alloc(4096)));
  closeSync(others);
  const call = { params, body: { items: [{ fields: { text: "x".repeat(100_000) } }] } };
  expect((await untilRefused(owner, call)).status).toBe(507);
  rmSync(join(home, "others"));
  expect(existsSync(join(home, "reserve"))).toBe(false);
  await expect.poll(async () => (await owner.call("bulkCreateRecords", call)).status, { timeout: 10_000 }).toBe(201);
  await stop(server);
});

/** True if the disk took all of it. */
function takes(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch {
    return false;
  }
}

/** Writes until the server refuses a write. */
async function untilRefused(
  client: Client,
  call: { readonly params: { readonly dataset_id: string }; readonly body: unknown },
) {
  for (let turn = 0; turn < 100; turn++) {
    const answer = await client.call("bulkCreateRecords", call);
    if (answer.status !== 201) return answer;
  }
  throw new Error("The disk does not get full.");
}

test("a read-only home: a sentence, exit code 1", async () => {
  const home = homeOfTest();
  const unmount = mountMemory(home, "size=1m,ro");
  if (unmount) onTestFinished(unmount);
  else {
    chmodSync(home, 0o500);
    onTestFinished(() => chmodSync(home, 0o700));
  }
  const { code, err, out } = await postil(home, []);
  expect([code, out]).toEqual([1, ""]);
  expect(saidIn(err)).toMatch(
    new RegExp(`^The home folder ${home} cannot be used: .*(read-only|permission).*POSTIL_HOME\\.\n$`),
  );
});

test("a file that is damaged where every start reads: a sentence that names it, no stack, exit code 1", {
  timeout: 180_000,
}, async () => {
  const home = homeOfTest();
  await stop(await ready(start(home)));
  const file = join(home, "postil.db");
  const sound = readFileSync(file);
  const { pageSize, pages } = pagesOf(file, ["user", "clock"]);
  for (const page of pages) {
    writeFileSync(file, Buffer.from(sound).fill(0xff, (page - 1) * pageSize, page * pageSize));
    const { code, err } = await start(home).ended;
    expect(code).toBe(1);
    expect(saidIn(err)).toMatch(
      /^The store in \S+ cannot be (used|opened): the file is damaged\. .*\(docs\/operations\.md\)\.[^\n]*\n$/,
    );
  }
});

test("AUT-14 a home and a store that others may read: a line for each at the start, which goes on", async () => {
  const home = homeOfTest();
  await stop(await ready(start(home)));
  expect(statSync(join(home, "postil.db")).mode & 0o777).toBe(0o600);
  chmodSync(home, 0o755);
  chmodSync(join(home, "postil.db"), 0o644);
  const server = await ready(start(home));
  await stop(server);
  expect(server.printed.err.match(/Others than its owner may use \S+ \(its rights are (755|644)\)/g)).toHaveLength(2);
});

test("a second process on the same home is told who has it, and changes nothing", async () => {
  const home = homeOfTest();
  const first = start(home);
  const address = await first.address;
  const second = await postil(home, []);
  expect([second.code, second.out]).toEqual([1, ""]);
  expect(second.err).toContain(`is in use by process ${first.child.pid}, which answers at ${address}. `);
  await createClient(address, API_KEY).must("getMe");
});

async function ready(server: PostilProcess): Promise<PostilProcess> {
  await server.address;
  return server;
}
