import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { fillPath } from "@postil/contract/path";
import { routes } from "@postil/contract/routes";
import { expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { OWNER, startForFile, startTestServer } from "./support/start-test-server.ts";

const server = await startForFile({ corsOrigins: ["https://labels.example"] });

const KEY = { "x-argilla-api-key": OWNER.apiKey };
const ask = (path: string, init: RequestInit = {}) => fetch(server.url + path, { redirect: "manual", ...init });

test("API-14 nothing may be kept by the browser, whatever the answer", async () => {
  for (const path of ["/api/me", "/api/v1/version", "/api/v1/datasets/x", "/api/nothing", "/api/v1/me/"])
    expect((await ask(path)).headers.get("cache-control"), path).toBe("no-store");
});

test("LAY-12 API-05 Postil's own version is told apart from that of the wire format, to anybody", async () => {
  const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  const told = await createClient(server.url, null).must("getServerVersion");
  const wire = await createClient(server.url, null).must("getVersion");
  expect(told).toEqual({ version, wire: wire.version });
});

test("a server that ends soon waits for the look through its snapshots, which began with it, and logs no error", async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => lines.push(line) } as unknown as NodeJS.WritableStream; // all that a logger calls
  const [looked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = await startTestServer({
    log,
    around: (store) => {
      const late = async (...args: Parameters<typeof store.read>) => {
        if (args[0] === "listSnapshotFiles") {
          looked.resolve();
          await goOn.promise;
        }
        return store.read(...args);
      };
      return { ...store, read: late as typeof store.read }; // each output is that of the real call
    },
  });
  await looked.promise;
  let isClosed = false;
  const closed = held.close().then(() => {
    isClosed = true;
  });
  // A server that does not wait has closed its store by then.
  for (let turn = 0; turn < 20_000; turn++) await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  goOn.resolve();
  await closed;
  expect(lines).toEqual([]);
});

test("API-34 a slash too many is sent on, with the query; the list of task datasets may have one, to be read", async () => {
  const sentOn = await ask("/api/v1/me/datasets/?workspace_id=1");
  expect([sentOn.status, sentOn.headers.get("location")]).toEqual([307, "/api/v1/me/datasets?workspace_id=1"]);
  expect((await ask("/api/v1/token/", { method: "POST" })).status).toBe(307);
  expect((await ask("/api/nothing/")).status).toBe(404);
  expect((await ask("/api/datasets/", { headers: KEY })).status).toBe(200);
  expect((await ask("/api/datasets/?workspace=", { headers: KEY })).status).toBe(200);
  expect((await ask("/api/datasets/", { method: "POST", headers: KEY })).status).toBe(405);
});

test("API-31 a known path with another method is 405, an unknown path 404, before key and body are looked at", async () => {
  for (const method of ["PUT", "PATCH", "DELETE", "POST"]) {
    const reply = await ask("/api/v1/me", { method, ...(method === "DELETE" ? {} : { body: "{broken" }) });
    expect([reply.status, await reply.json()]).toEqual([405, { detail: "Method Not Allowed" }]);
  }
  expect((await ask("/api/v1/users", { method: "OPTIONS" })).status).toBe(405);
  const unknown = await ask("/api/v1/nothing");
  expect([unknown.status, await unknown.json()]).toEqual([404, { detail: "Not Found" }]);
});

test("API-14 pages of configured origins may call, others get no leave", async () => {
  const preflight = { "access-control-request-method": "PUT", "access-control-request-headers": "x-argilla-api-key" };
  const origin = "https://labels.example";
  const reply = await ask("/api/v1/datasets", { method: "OPTIONS", headers: { origin, ...preflight } });
  expect([reply.status, await reply.text()]).toEqual([200, "OK"]);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-allow-methods": "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT",
    "access-control-allow-headers": "x-argilla-api-key",
    "access-control-max-age": "600",
    vary: "Origin",
  });
  const call = await ask("/api/v1/version", { headers: { origin } });
  expect(call.headers.get("access-control-allow-origin")).toBe(origin);
  const stranger = { origin: "https://elsewhere.example" };
  expect((await ask("/api/v1/version", { headers: stranger })).headers.has("access-control-allow-origin")).toBe(false);
  const refused = await ask("/api/v1/datasets", { method: "OPTIONS", headers: { ...stranger, ...preflight } });
  expect([refused.status, refused.headers.has("access-control-allow-origin")]).toEqual([405, false]);
});

test("API-14 an origin is compared as a whole: one that begins, ends or sounds alike gets no leave", async () => {
  const alike = [
    ...["http://labels.example", "https://labels.example:8443", "https://labels.example.evil.example", "null", "*", ""],
    ...["https://evil-labels.example", "https://a.labels.example", "https://LABELS.example", "https://labels.example/"],
  ];
  for (const origin of alike) {
    const { headers } = await ask("/api/v1/version", { headers: { origin } });
    expect([headers.get("access-control-allow-origin"), headers.get("vary")], origin).toEqual([null, "Origin"]);
  }
});

test("API-14 without settings no call of the table gives another origin leave, asked beforehand or not", async () => {
  const bare = await startTestServer();
  const origin = "https://labels.example";
  const asking = { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" };
  const leaveIn = (reply: Response) => [...reply.headers.keys()].filter((name) => name.startsWith("access-control-"));
  try {
    for (const [name, { path, method }] of Object.entries(routes)) {
      const address = bare.url + fillPath(path, (parameter) => (parameter === "task" ? "TextClassification" : "x"));
      const before = await fetch(address, { method: "OPTIONS", headers: asking, redirect: "manual" });
      expect([before.status, leaveIn(before)], name).toEqual([405, []]);
      const asked = await fetch(address, { method, headers: { origin, ...KEY }, redirect: "manual" });
      expect(leaveIn(asked), name).toEqual([]);
    }
  } finally {
    await bare.close();
  }
});

test("API-14 with any origin allowed, each is named, and files that come compressed vary by both", async () => {
  const folder = await mkdtemp(join(tmpdir(), "postil-page-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/a-1b2c.js"), "export {};");
  await writeFile(join(folder, "assets/a-1b2c.js.br"), brotliCompressSync("export {};"));
  const open = await startTestServer({ corsOrigins: ["*"], page: { folder, basePath: "/" } });
  try {
    const headers = { origin: "https://anybody.example", "accept-encoding": "br" };
    const call = await fetch(`${open.url}/api/v1/version`, { headers });
    expect(call.headers.get("access-control-allow-origin")).toBe(headers.origin);
    const file = await fetch(`${open.url}/assets/a-1b2c.js`, { headers });
    expect(file.headers.get("content-encoding")).toBe("br");
    expect(file.headers.get("vary")?.toLowerCase().split(", ").toSorted()).toEqual(["accept-encoding", "origin"]);
  } finally {
    await open.close();
    await rm(folder, { recursive: true });
  }
});

test("AUT-07 AUT-08 signing in and out with a password sets no cookie: a page elsewhere has nothing to send along", async () => {
  const body = new URLSearchParams({ username: OWNER.username, password: OWNER.password });
  for (const path of ["/api/v1/token", "/api/security/token"]) {
    const reply = await ask(path, { method: "POST", body });
    expect([reply.ok, reply.headers.getSetCookie()]).toEqual([true, []]);
  }
  // The server does not accept a token in a cookie either.
  const { access_token: token } = await createClient(server.url, null).must("createTokenV0", {
    body: { username: OWNER.username, password: OWNER.password },
  });
  const cookie = `auth.token=${token}; Authorization=Bearer ${token}`;
  expect((await ask("/api/me", { headers: { cookie } })).status).toBe(401);
});

test("AUT-07 API-31 an empty user name or password in a form is a missing one", async () => {
  for (const path of ["/api/v1/token", "/api/security/token"])
    for (const [name, form] of [
      ["username", { username: "", password: "x" }],
      ["password", { username: OWNER.username, password: "" }],
      ["password", { username: OWNER.username }],
    ] as const) {
      const reply = await ask(path, { method: "POST", body: new URLSearchParams(form) });
      expect([path, reply.status, await reply.json()]).toEqual([
        path,
        422,
        {
          detail: {
            code: "argilla.api.errors::ValidationError",
            params: { errors: [{ loc: ["body", name], msg: "field required", type: "value_error.missing" }] },
          },
        },
      ]);
    }
});

test("API-05 in a space of the hosted platform the settings tell which one it is", async () => {
  expect(await (await ask("/api/v1/settings", {})).json()).toEqual({ argilla: {} });
  const space = { space_id: "mara/guide", space_host: "mara-guide.hf.space", space_persistent_storage_enabled: false };
  const hosted = await startTestServer({ space });
  try {
    expect(await (await fetch(`${hosted.url}/api/v1/settings`)).json()).toEqual({
      argilla: { show_huggingface_space_persistent_storage_warning: true },
      huggingface: space,
    });
  } finally {
    await hosted.close();
  }
});

test("API-37 a connection is kept for more than five idle minutes, and used again", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const once = () =>
    new Promise<{ port: number | undefined; keepAlive: string }>((resolve, reject) => {
      const call = request(`${server.url}/api/v1/version`, { agent }, (reply) => {
        const { localPort: port } = reply.socket;
        reply.resume().once("end", () => resolve({ port, keepAlive: String(reply.headers["keep-alive"]) }));
      });
      call.once("error", reject).end();
    });
  const first = await once();
  const second = await once();
  agent.destroy();
  expect(second.port).toBe(first.port);
  expect(Number(/timeout=(\d+)/.exec(first.keepAlive)?.[1])).toBeGreaterThanOrEqual(300);
});

test("API-31 a body of 50 MB is refused with its limit, and the client gets to read that", async () => {
  const body = "a".repeat(50_000_000);
  const reply = await ask("/api/v1/workspaces", {
    method: "POST",
    headers: { ...KEY, "content-type": "application/json" },
    body,
  });
  expect([reply.status, await reply.json()]).toEqual([
    413,
    { detail: "The request body is larger than 1048576 bytes, the most that this call takes." },
  ]);
});

test("API-05 of somebody who is not known no large body is read, however malformed; a small one is", async () => {
  const send = (path: string, bytes: number, headers: { [name: string]: string }) =>
    ask(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: "{".repeat(bytes),
    });
  const path = "/api/v1/workspaces";
  for (const headers of [{}, { "x-postil-api-key": "nobody's" }, { authorization: "Bearer x" }]) {
    expect((await send(path, 100, headers)).status).toBe(422);
    expect((await send(path, 1_000_000, headers)).status).toBe(401);
  }
  expect((await send(path, 1_000_000, KEY)).status).toBe(422);
  for (const open of ["/api/v1/token", "/api/security/token", "/api/postil/v1/sign-in-links"]) {
    const reply = await send(open, 1_000_000, {});
    expect([reply.status, await reply.text()], open).toEqual([413, expect.stringContaining("larger than 65536 bytes")]);
  }
});

/** Sends raw bytes and reads the whole response. */
const raw = (text: string) =>
  new Promise<{ status: number; head: string; body: unknown }>((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.write(text, "latin1"));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.once("error", reject);
    socket.once("close", () => {
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      resolve({ status: Number(head.split(" ")[1]), head: head.toLowerCase(), body: JSON.parse(body) });
    });
  });

const get = (target: string, ...headers: string[]) =>
  raw([`GET ${target} HTTP/1.1`, "Host: x", "Connection: close", ...headers, "", ""].join("\r\n"));
const post = (...headers: string[]) =>
  raw(["POST /api/v1/workspaces HTTP/1.1", "Host: x", "Connection: close", ...headers, "", "abcdef"].join("\r\n"));

test("API-31 tricks with paths and headers get a proper answer, never a 500", async () => {
  const key = `X-Argilla-Api-Key: ${OWNER.apiKey}`;
  const tricks: readonly (readonly [string, () => ReturnType<typeof raw>, number])[] = [
    ["encoded NUL", () => get("/api/v1/datasets/%00", key), 422],
    ["encoded slash", () => get("/api/v1/datasets/a%2Fb", key), 422],
    ["broken percent-encoding", () => get("/api/v1/datasets/%zz", key), 400],
    ["percent-encoding that is no UTF-8", () => get("/api/v1/datasets/%ff", key), 400],
    ["a very long parameter", () => get(`/api/v1/datasets/${"a".repeat(9000)}`, key), 414],
    ["dots", () => get("/api/v1/../../etc/passwd", key), 404],
    ["two slashes", () => get("//api/v1/me", key), 404],
    ["a star", () => get("*", key), 404],
    ["a slash after another host", () => get("//evil.example/api/v1/me/", key), 404],
    ["a NUL in the path", () => get("/api/v1/me\u0000", key), 400],
    ["two keys", () => get("/api/v1/me", key, "X-Argilla-Api-Key: other"), 401],
    ["a NUL in a header", () => get("/api/v1/me", "X-Argilla-Api-Key: \u0000"), 400],
    ["headers too long", () => get("/api/v1/me", `X: ${"a".repeat(20_000)}`), 431],
    ["a method there is not", () => raw("BREW /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n"), 400],
    ["no HTTP at all", () => raw("HELLO\r\n\r\n"), 400],
    ["two lengths", () => post("Content-Length: 5", "Content-Length: 6"), 400],
    ["a length and chunks", () => post("Content-Length: 5", "Transfer-Encoding: chunked"), 400],
    ["a length that is no number", () => post("Content-Length: abc"), 400],
    ["a content type that is none", () => post(key, "Content-Type: x", "Content-Length: 6"), 415],
  ];
  for (const [what, send, status] of tricks) {
    const answer = await send();
    expect(answer.status, what).toBe(status);
    expect(answer.body, what).toHaveProperty("detail");
    for (const header of ["x-content-type-options: nosniff", "referrer-policy: same-origin", "cache-control: no-store"])
      expect(answer.head, what).toContain(header);
  }
});

test("API-38 health is a real answer, without a key; an unknown path is none", async () => {
  for (const path of ["/livez", "/healthz"]) {
    const reply = await ask(path, {});
    expect([path, reply.status, await reply.json()]).toEqual([path, 200, { status: "ok" }]);
  }
  expect((await ask("/metrics", {})).status).toBe(404);
  const failing = await startTestServer({
    around: (store) => ({ ...store, read: () => Promise.reject(new Error("gone")) }),
  });
  try {
    expect((await fetch(`${failing.url}/livez`)).status).toBe(200);
    expect((await fetch(`${failing.url}/healthz`)).status).toBe(503);
  } finally {
    await failing.close();
  }
});
