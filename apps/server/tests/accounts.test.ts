import { SignJWT } from "jose";
import { expect, test, vi } from "vitest";
import { createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { createUser, newName } from "./support/people.ts";
import { OWNER, startForFile, startTestServer } from "./support/start-test-server.ts";

const server = await startForFile();
const owner = createClient(server.url, OWNER.apiKey);
const nobody = createClient(server.url, null);

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const unauthorized = (detail: string) => ({
  detail: { code: "argilla.api.errors::UnauthorizedError", params: { detail } },
});
const UNKNOWN = unauthorized("Could not validate credentials");

const credentials = (password: string, username: string = OWNER.username) => ({ body: { username, password } });

test("AUT-01 AUT-02 AUT-04 a right password gives a token that is good for calls, under both spellings", async () => {
  for (const [name, status] of [
    ["createToken", 201],
    ["createTokenV0", 200],
  ] as const) {
    const reply = await nobody.call(name, credentials(OWNER.password));
    expect(reply.status).toBe(status);
    const { access_token } = reply.body as { access_token: string };
    const me = await nobody.must("getMeV0", bearer(access_token));
    expect(me).toMatchObject({ id: server.ownerId, username: OWNER.username });
    expect((await nobody.call("getMe", { headers: { authorization: `bEARER ${access_token}` } })).status).toBe(200);
  }
});

test("AUT-09 a sound token of a user who was deleted says so, any other unknown caller is told nothing", async () => {
  const goner = await createUser(server, "annotator");
  const { access_token } = await nobody.must("createTokenV0", credentials("long enough", goner.username));
  expect((await nobody.call("getMe", bearer(access_token))).status).toBe(200);
  await owner.must("deleteUser", { params: { user_id: goner.id } });
  const params = { detail: "Could not validate credentials", missing: "user" };
  expect(await nobody.call("getMe", bearer(access_token))).toMatchObject({
    status: 401,
    body: { detail: { code: "argilla.api.errors::UnauthorizedError", params } },
  });
  for (const headers of [{ "x-argilla-api-key": "no such key" }, {}])
    expect((await nobody.call("getMe", { headers })).body).toEqual(UNKNOWN);
});

test("AUT-02 wrong passwords and unknown names get the same 401", async () => {
  const wrong = await nobody.call("createToken", credentials("not this one"));
  const unknown = await nobody.call("createToken", credentials("not this one", "nobody-here"));
  expect(wrong).toMatchObject({ status: 401, body: UNKNOWN });
  expect(unknown).toMatchObject({ status: 401, body: UNKNOWN });
});

test("AUT-14 who is behind a proxy that is trusted counts for themselves, whoever else claims to be is not believed", async () => {
  const trusting = await startTestServer({ trustedProxies: ["127.0.0.1"] });
  const attempt = (url: string, address: string, name: string) => {
    const body = new URLSearchParams({ username: name, password: "wrong-password" });
    return fetch(`${url}/api/v1/token`, { method: "POST", body, headers: { "x-forwarded-for": address } });
  };
  const fail = async (url: string, address: (turn: number) => string) => {
    const replies = [];
    for (let turn = 0; turn < 32; turn++) replies.push((await attempt(url, address(turn), `n${turn}`)).status);
    return replies.filter((status) => status === 429).length;
  };
  try {
    expect(await fail(trusting.url, (turn) => `203.0.113.${turn}`)).toBe(0);
    expect(await fail(trusting.url, () => "198.51.100.7")).toBeGreaterThan(0);
    expect((await attempt(trusting.url, "198.51.100.8", "somebody")).status).toBe(401);
  } finally {
    await trusting.close();
  }
  const plain = await startTestServer();
  try {
    expect(await fail(plain.url, (turn) => `203.0.113.${turn}`)).toBeGreaterThan(0);
  } finally {
    await plain.close();
  }
});

test.each([
  ["another port", (turn: number) => `198.51.100.9:${40_000 + turn}`],
  ["another port of IPv6", (turn: number) => `[2001:db8::9]:${40_000 + turn}`],
  ["another text that is no address", (turn: number) => `nobody-${turn}`],
])("AUT-14 behind a trusted proxy %s each time is no way around the limit", async (_, told) => {
  const trusting = await startTestServer({ trustedProxies: ["127.0.0.1"] });
  try {
    const statuses = [];
    for (let turn = 0; turn < 6; turn++) {
      const body = new URLSearchParams({ username: "somebody", password: "wrong-password" });
      const headers = { "x-forwarded-for": told(turn) };
      statuses.push((await fetch(`${trusting.url}/api/v1/token`, { method: "POST", body, headers })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  } finally {
    await trusting.close();
  }
});

test("AUT-14 a proxy that is not trusted is told of once in the log, by its address and the setting, a trusted one never", async () => {
  const linesOf = async (trustedProxies: readonly string[]) => {
    const lines: string[] = [];
    const log = { write: (line: string) => lines.push(line) } as unknown as NodeJS.WritableStream; // all that a logger calls
    const other = await startTestServer({ trustedProxies, logLevel: "warn", log });
    const ask = (headers: { readonly [name: string]: string }) => fetch(`${other.url}/api/v1/version`, { headers });
    try {
      for (const headers of [{}, { "x-forwarded-for": "unknown" }]) await ask(headers);
      expect(lines).toEqual([]);
      for (const told of ["192.0.2.7", "192.0.2.8"]) await ask({ "x-forwarded-for": told });
      return lines;
    } finally {
      await other.close();
    }
  };
  const [line = "", ...others] = await linesOf([]);
  expect(others).toEqual([]);
  expect(line).toContain("127.0.0.1 tells in X-Forwarded-For");
  expect(line).toContain("POSTIL_TRUSTED_PROXIES");
  expect(line).not.toContain("192.0.2");
  expect(await linesOf(["127.0.0.1"])).toEqual([]);
});

test("AUT-14 after five wrong passwords in a row the answer is 429 with the time to wait, for the right one too", async () => {
  const { username } = await createUser(server, "annotator");
  const statuses = [];
  for (let i = 0; i < 5; i++)
    statuses.push((await nobody.call("createToken", credentials("wrong one", username))).status);
  const refused = await nobody.call("createTokenV0", credentials("long enough", username));
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.body).toEqual({
    detail: expect.stringMatching(/^Too many sign-ins from this network have failed\. Try again in \d+ seconds\.$/),
  });
  const other = await createUser(server, "annotator");
  expect((await nobody.call("createToken", credentials("long enough", other.username))).status).toBe(201);
});

test("AUT-14 many wrong passwords at once are no way around the limit", async () => {
  const { username } = await createUser(server, "annotator");
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => nobody.call("createToken", credentials("wrong one", username))),
  );
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(7);
});

test("AUT-14 ten sign-ins at once with the right password are all let in", async () => {
  const { username } = await createUser(server, "annotator");
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => nobody.call("createToken", credentials("long enough", username))),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201));
});

test("AUT-14 forged, broken and expired tokens are refused", async () => {
  const secret = new TextEncoder().encode("another secret that is long enough too");
  const past = Math.floor(Date.now() / 1000) - 60;
  const forged = await new SignJWT({ identity: server.ownerId, exp: past + 3600 })
    .setProtectedHeader({ alg: "HS256" })
    .sign(secret);
  for (const token of [forged, "not.a.token", "x"])
    expect(await nobody.call("getMe", bearer(token))).toMatchObject({
      status: 401,
      body: unauthorized("Invalid token"),
    });
  expect(await nobody.call("getMe", { headers: { authorization: "Basic YTpi" } })).toMatchObject({
    status: 401,
    body: UNKNOWN,
  });
});

test("API-04 either key header does; a good key needs no good token, and a good token makes up for a bad key", async () => {
  const token = await nobody.must("createToken", credentials(OWNER.password));
  const good = [
    { "x-postil-api-key": OWNER.apiKey },
    { "x-argilla-api-key": OWNER.apiKey },
    { "x-argilla-api-key": OWNER.apiKey, authorization: `Bearer ${OWNER.apiKey}` },
    { "x-argilla-api-key": "no-such-key", authorization: `Bearer ${token.access_token}` },
  ];
  for (const headers of good) expect((await nobody.call("getMe", { headers })).status).toBe(200);
  for (const headers of [{ "x-argilla-api-key": "no-such-key" }, { "x-argilla-api-key": "" }])
    expect(await nobody.call("getMe", { headers })).toMatchObject({ status: 401, body: UNKNOWN });
});

test("AUT-06 the caller's own account: all workspaces for an owner, no last name when there is none", async () => {
  const workspace = newName();
  await owner.must("createWorkspace", { body: { name: workspace } });
  const me = await owner.must("getMeV0");
  expect(me.workspaces).toEqual(expect.arrayContaining([OWNER.workspace, workspace]));
  expect(me).not.toHaveProperty("last_name");
  const ann = await owner.must("createUserV0", {
    body: {
      first_name: " Ann ",
      last_name: "Lee",
      username: newName(),
      password: "long enough",
      workspaces: [workspace],
    },
  });
  const annsMe = await createClient(server.url, ann.api_key).must("getMeV0");
  expect(annsMe).toMatchObject({ first_name: "Ann", full_name: "Ann Lee", role: "annotator", workspaces: [workspace] });
});

test("AUT-05 who asks is known from memory: the second time nothing is asked of the store", async () => {
  const ann = await createUser(server, "annotator");
  await ann.client.must("getMeV0");
  const read = vi.spyOn(server.store, "read");
  for (const name of ["getMe", "getMeV0", "listMyWorkspaces", "listWorkspacesV0"] as const) await ann.client.must(name);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

test("ROL-12 a membership given or taken counts from the next call on", async () => {
  const ann = await createUser(server, "annotator");
  const workspace = await owner.must("createWorkspace", { body: { name: newName() } });
  const at = { params: { workspace_id: workspace.id } };
  const member = { params: { workspace_id: workspace.id, user_id: ann.id } };
  expect((await ann.client.call("getWorkspace", at)).status).toBe(403);
  await owner.must("addWorkspaceUser", { ...at, body: { user_id: ann.id } });
  expect((await ann.client.call("getWorkspace", at)).status).toBe(200);
  await owner.must("removeWorkspaceUser", member);
  expect((await ann.client.call("getWorkspace", at)).status).toBe(403);
  await owner.must("addWorkspaceUserV0", member);
  await owner.must("deleteWorkspace", at);
  expect((await ann.client.must("listMyWorkspaces")).items).toEqual([]);
});

test("ROL-12 a deleted user is out at once, by key and by token; the name is free and the responses stay", async () => {
  const ann = await createUser(server, "annotator");
  const token = await nobody.must("createToken", credentials("long enough", ann.username));
  const workspace = await owner.must("createWorkspace", { body: { name: newName() } });
  await owner.must("addWorkspaceUser", { params: { workspace_id: workspace.id }, body: { user_id: ann.id } });
  const { datasetId } = await createPublished(owner, workspace.id);
  const dataset = { params: { dataset_id: datasetId } };
  const created = await owner.must("bulkCreateRecords", {
    ...dataset,
    body: { items: [{ fields: { text: "hello" } }] },
  });
  const recordId = created?.items[0]?.id ?? "";
  await ann.client.must("createResponse", {
    params: { record_id: recordId },
    body: { status: "submitted", values: { mood: { value: "good" } } },
  });

  await owner.must("deleteUser", { params: { user_id: ann.id } });

  expect((await ann.client.call("getMe")).status).toBe(401);
  expect((await nobody.call("getMe", bearer(token.access_token))).status).toBe(401);
  expect((await nobody.call("createToken", credentials("long enough", ann.username))).status).toBe(401);
  expect((await owner.call("deleteUser", { params: { user_id: ann.id } })).status).toBe(404);
  const records = await owner.must("listRecords", { ...dataset, query: { include: "responses" } });
  expect(records.items[0]?.responses).toMatchObject([{ user_id: null, status: "submitted" }]);
  const again = { first_name: "Ann", username: ann.username, password: "long enough" };
  expect((await owner.must("createUser", { body: again })).username).toBe(ann.username);
});

test("API-05 a sign-in link signs in once", async () => {
  const code = await server.shared.links.issue(server.ownerId);
  const token = await nobody.must("exchangeSignInLink", { body: { code } });
  expect(await nobody.must("getMe", bearer(token.access_token))).toMatchObject({ id: server.ownerId });
  expect((await nobody.call("exchangeSignInLink", { body: { code } })).status).toBe(401);
  expect((await nobody.call("exchangeSignInLink", { body: { code: "guessed" } })).status).toBe(401);
});

test("DSL-07 workspaces come by name in the older call, oldest first in the newer", async () => {
  const user = await createUser(server, "admin");
  const names = [`b-${newName()}`, `a-${newName()}`];
  for (const name of names) {
    const { id } = await owner.must("createWorkspace", { body: { name } });
    await owner.must("addWorkspaceUser", { params: { workspace_id: id }, body: { user_id: user.id } });
  }
  expect((await user.client.must("listMyWorkspaces")).items.map(({ name }) => name)).toEqual(names);
  expect((await user.client.must("listWorkspacesV0")).map(({ name }) => name)).toEqual(names.toReversed());
});

test("DSL-02 DSL-03 API-03 the list of task datasets knows its workspaces", async () => {
  const user = await createUser(server, "admin");
  const unknown = {
    status: 404,
    body: {
      detail: { code: "argilla.api.errors::EntityNotFoundError", params: { name: OWNER.workspace, type: "Workspace" } },
    },
  };
  const named = { query: { workspace: OWNER.workspace } };
  const byHeader = (name: string) => ({ headers: { [name]: OWNER.workspace } });
  expect(await owner.must("listTaskDatasetsV0", named)).toEqual([]);
  expect(await user.client.must("listTaskDatasetsV0")).toEqual([]);
  expect(await user.client.call("listTaskDatasetsV0", named)).toMatchObject(unknown);
  expect(await user.client.call("listTaskDatasetsV0", byHeader("x-argilla-workspace"))).toMatchObject(unknown);
  expect(await user.client.call("listTaskDatasetsV0", byHeader("x-postil-workspace"))).toMatchObject(unknown);
  const all = await user.client.call("listTaskDatasetsV0", {
    query: { workspace: "" },
    ...byHeader("x-postil-workspace"),
  });
  expect(all).toMatchObject({ status: 200, body: [] });
});

test("AUT-15 AUT-20 AUT-21 with OAuth switched off there are no providers, and the way to one and back is not found", async () => {
  expect(await nobody.must("listOauthProviders", {})).toEqual({ items: [] });
  const params = { provider: "github" };
  const off = { status: 404, body: { detail: "OAuth2 is not enabled" } };
  expect(await nobody.call("startOauth", { params, query: { redirect: "/datasets" } })).toMatchObject(off);
  expect(await nobody.call("finishOauth", { params, query: { code: "a", state: "b" } })).toMatchObject(off);
});
