import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { createServer } from "node:tls";
import { CLOCK_OFF } from "@postil/domain/accounts/warnings";
import { DAY } from "@postil/domain/time";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { engineOfRun } from "./support/engines.ts";
import { patiently } from "./support/patiently.ts";
import { SUBMITTED } from "./support/records.ts";
import { OWNER, startTestServer, type TestServer, type TestServerOptions } from "./support/start-test-server.ts";

/** What an operator sees of a server that runs (docs/operations.md#watching). */

const TOKEN = "a-token-of-the-metrics-0123456789abcdef";
type Line = { readonly msg: string; readonly level: number; readonly [member: string]: unknown };

/** A log that is kept, and read line by line. */
function keepLog() {
  let text = "";
  const log = new Writable({
    write: (part, _encoding, done) => {
      text += part;
      done();
    },
  });
  const lines = () =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line): Line => JSON.parse(line));
  return { log, lines, text: () => text };
}

const metricsOf = async ({ url }: Pick<TestServer, "url">, token = TOKEN): Promise<string> => {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain");
  return response.text();
};
/** The value of a series, or undefined. */
const seriesOf = (metrics: string, series: string): number | undefined => {
  const line = metrics.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

/** It has threads and a file. */
const OF_THE_EMBEDDED_STORE = [
  'postil_memory_bytes{part="writer",of="objects"}',
  'postil_store_file_bytes{file="data"}',
] as const;

describe("a server with everything on", () => {
  const kept = keepLog();
  let server: TestServer;
  let owner: Client;
  let datasetId: string;
  let ids: readonly string[];
  beforeAll(async () => {
    const logs = { access: true, slowMs: 0 };
    server = await startTestServer({ logLevel: "warn", log: kept.log, logs, metricsToken: TOKEN });
    owner = createClient(server.url, OWNER.apiKey);
    const { items: workspaces } = await owner.must("listMyWorkspaces");
    ({ datasetId } = await createPublished(owner, workspaces[0]?.id ?? ""));
    const items = Array.from({ length: 20 }, (_, at) => ({ fields: { text: `text ${at}` } }));
    const params = { dataset_id: datasetId };
    ids = (await owner.must("bulkCreateRecords", { params, body: { items } })).items.map(({ id }) => id);
    await server.state.look();
  });
  afterAll(() => server.close());

  test("WAT-03 metrics count requests by pattern and lane, and measure store, jobs, memory, disk and backups", async () => {
    await owner.must("createResponse", { params: { record_id: ids[0] ?? "" }, body: SUBMITTED });
    await fetch(`${server.url}/api/v1/no-such-path-of-anna`);
    await fetch(`${server.url}/api/v1/datasets/${datasetId}`);
    const metrics = await patiently(async () => {
      const text = await metricsOf(server);
      const route = `method="POST",route="/api/v1/records/:record_id/responses"`;
      expect(seriesOf(text, `postil_requests_total{${route},status="2xx"}`)).toBe(1);
      return text;
    });
    expect(seriesOf(metrics, `postil_requests_total{method="GET",route="unknown",status="4xx"}`)).toBe(1);
    expect(
      seriesOf(metrics, `postil_requests_total{method="GET",route="/api/v1/datasets/:dataset_id",status="4xx"}`),
    ).toBe(1);
    for (const series of [
      'postil_store_call_seconds_count{lane="write"}',
      'postil_store_wait_seconds_count{lane="short"}',
      'postil_request_duration_seconds_count{lane="write"}',
      'postil_memory_bytes{part="process",of="all"}',
      "postil_disk_free_bytes",
      ...(engineOfRun() === "sqlite" ? OF_THE_EMBEDDED_STORE : []),
      "process_cpu_seconds_total",
    ])
      expect(seriesOf(metrics, series), series).toBeGreaterThan(0);
    for (const series of [
      'postil_store_calls{lane="search",state="waiting"}',
      'postil_jobs{state="waiting"}',
      "postil_webhook_oldest_event_seconds",
      "postil_backup_last_timestamp_seconds",
      'postil_warning{kind="disk"}',
    ])
      expect(seriesOf(metrics, series), series).toBe(0);
  });

  test("WAT-03 no id, name or text of a path is a label, whatever is called", async () => {
    const before = await metricsOf(server);
    for (let at = 0; at < 30; at++) {
      await fetch(`${server.url}/api/datasets/name-${at}?workspace=w${at}`);
      await fetch(`${server.url}/page-${at}`);
      await fetch(`${server.url}/api/v1/datasets/${datasetId}/${at}`, { method: "PATCH" });
    }
    await new Promise<void>((resolve) => setTimeout(resolve, 1100));
    const after = await metricsOf(server);
    expect(after).not.toMatch(new RegExp(`name-1|page-1|w1|${datasetId}|${ids[0]}|${OWNER.username}"`));
    expect(after.split("\n").length - before.split("\n").length).toBeLessThan(20);
  });

  test("WAT-03 metrics are for who has the token alone, also from this machine", async () => {
    for (const headers of [
      {},
      { authorization: `Bearer ${TOKEN}x` },
      { authorization: "Bearer" },
      { "x-postil-api-key": OWNER.apiKey },
    ]) {
      const response = await fetch(`${server.url}/metrics`, { headers });
      expect([response.status, await response.text()]).toEqual([401, expect.not.stringContaining("postil_")]);
    }
  });

  test("WAT-09 each query of the board for Grafana, and of the examples of alerts, asks for metrics that there are", async () => {
    const metrics = await metricsOf(server);
    const known = new Set([...metrics.matchAll(/^([a-z_\d]+)[{ ]/gm)].map(([, name]) => name));
    const board = JSON.parse(readFileSync(new URL("../../../deploy/grafana.json", import.meta.url), "utf8"));
    const queries: string[] = board.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    );
    const docs = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
    const alerts = [...docs.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = ""]) => expr);
    expect([queries.length, alerts.length]).toEqual([expect.any(Number), 7]);
    const named = [...queries, ...alerts, ...docs.matchAll(/`(postil_[a-z_]+)`/g)].flatMap(
      (text) => String(text).match(/\b(?:postil|process|nodejs)_[a-z_\d]+/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(40);
    // A histogram is named without the ending of its series.
    const isThere = (name: string) => known.has(name) || known.has(`${name}_bucket`);
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });

  test("WAT-04 each reply has the id of its request; a caller's id is taken if it is short and plain", async () => {
    const idOf = async (given?: string) => {
      const headers = given === undefined ? {} : { "x-request-id": given };
      return (await fetch(`${server.url}/livez`, { headers })).headers.get("x-request-id");
    };
    expect(await idOf("trace-1.2_3")).toBe("trace-1.2_3");
    const made = await Promise.all([idOf(), idOf(), idOf("with space"), idOf("x".repeat(65)), idOf('"}'), idOf("")]);
    expect(new Set(made).size).toBe(made.length);
    for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/);
  });

  test("WAT-05 the access log has a line for each request: pattern, status, time and the person's id", async () => {
    const id = `of-this-test-${Date.now()}`;
    const params = { dataset_id: datasetId };
    await owner.must("getDataset", { params, headers: { "x-request-id": id } });
    const line = await patiently(async () => {
      const found = kept.lines().find(({ request }) => request === id);
      expect(found).toBeDefined();
      return found;
    });
    expect(line).toMatchObject({
      ...{ level: 30, msg: "answered", request: id, method: "GET", route: "/api/v1/datasets/:dataset_id", status: 200 },
      person: server.ownerId,
      ms: expect.any(Number),
    });
    expect(JSON.stringify(line)).not.toContain(datasetId);
  });
});

describe("WAT-01 /readyz", () => {
  const ready = async (
    options: TestServerOptions,
  ): Promise<{ status: number; body: { [member: string]: unknown } }> => {
    const server = await startTestServer({ logLevel: "silent", ...options });
    try {
      const response = await fetch(`${server.url}/readyz`);
      return { status: response.status, body: Object(await response.json()) };
    } finally {
      await server.close();
    }
  };
  const broken = () => Promise.reject(new Error("of this test"));

  test("says that the server is ready", async () => {
    expect(await ready({})).toEqual({ status: 200, body: { status: "ok" } });
  });
  test("fails when the store cannot be read", async () => {
    const around: TestServerOptions["around"] = (store) => ({ ...store, read: broken });
    expect(await ready({ around })).toEqual({
      status: 503,
      body: { status: "failed", detail: "The store does not answer." },
    });
  });
  test("fails when the store cannot be written", async () => {
    const around: TestServerOptions["around"] = (store) => ({ ...store, write: broken });
    expect((await ready({ around })).status).toBe(503);
  });
  test("says that the disk is full, and that people can read all the same", async () => {
    const { status, body } = await ready({ isFull: () => true });
    expect([status, body.status, body.detail]).toEqual([200, "full", expect.stringContaining("nothing can be saved")]);
  });
  test("looks once a second however often strangers ask", async () => {
    let looks = 0;
    const server = await startTestServer({
      around: (store) => ({
        ...store,
        write: (name, caller, input) => {
          if (name === "addMissingWorkspaces") looks++;
          return store.write(name, caller, input);
        },
      }),
    });
    const begun = performance.now();
    const asked = 200;
    await Promise.all(Array.from({ length: asked }, () => fetch(`${server.url}/readyz`).then((one) => one.text())));
    expect(looks).toBeLessThanOrEqual(1 + (performance.now() - begun) / 1000);
    await server.close();
  });
});

test("WAT-03 without a token there are no metrics", async () => {
  const server = await startTestServer();
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  await server.close();
});

test("WAT-06 a slow call says which lane it waited in and how long, also among calls that are not logged", async () => {
  const kept = keepLog();
  const server = await startTestServer({ logLevel: "warn", log: kept.log, logs: { access: false, slowMs: 30 } });
  const owner = createClient(server.url, OWNER.apiKey);
  const { items: workspaces } = await owner.must("listMyWorkspaces");
  const params = { dataset_id: (await createPublished(owner, workspaces[0]?.id ?? "")).datasetId };
  const items = Array.from({ length: 500 }, (_, at) => ({
    fields: { text: `${at} ${"words of a text ".repeat(50)}` },
  }));
  const bulk = () => owner.must("bulkCreateRecords", { params, body: { items } });
  const [{ id = "" } = {}] = (await bulk()).items;
  let writing = true;
  const load = (async () => {
    while (writing) await Promise.all([bulk(), bulk()]);
  })();
  const line = await patiently(async () => {
    await owner.must("updateRecord", { params: { record_id: id }, body: { metadata: {} } });
    const found = kept
      .lines()
      .find(({ reason, route }) => reason === "waited in the lane write" && route === "/api/v1/records/:record_id");
    expect(found).toBeDefined();
    return found;
  }).finally(() => {
    writing = false;
  });
  await load;
  expect(line).toMatchObject({
    msg: "slow",
    level: 40,
    lane: "write",
    call: "changeRecord",
    status: 200,
    person: server.ownerId,
  });
  expect(Number(line?.waited_ms)).toBeGreaterThan(15);
  expect(Number(line?.lane_ms)).toBeGreaterThanOrEqual(Number(line?.waited_ms));
  expect(kept.lines().filter(({ msg }) => msg !== "slow")).toEqual([]);
  await server.close();
});

test("WAT-04 a failure names its request, and the log has it under that id", async () => {
  const kept = keepLog();
  const server = await startTestServer({
    ...{ logLevel: "error", log: kept.log },
    around: (store) => ({
      ...store,
      read: (...call) => (call[0] === "listUsers" ? Promise.reject(new Error("of this test")) : store.read(...call)),
    }),
  });
  const response = await fetch(`${server.url}/api/v1/users`, { headers: { "x-postil-api-key": OWNER.apiKey } });
  const id = response.headers.get("x-request-id");
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining(`(request ${id})`)]);
  expect(kept.lines()).toMatchObject([{ request: id, err: { message: "of this test" } }]);
  await server.close();
});

describe("WAT-07 what is about to go wrong is said once in the log, in the metrics and to owners", () => {
  const GIB = 2 ** 30;
  let free = 50 * GIB;
  let onBackups = 50 * GIB;
  let isOneDisk = true;
  let answers = Promise.resolve();
  let asked = 0;
  let used = GIB;
  let shift = 0;
  const kept = keepLog();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      ...{ logLevel: "warn", log: kept.log, metricsToken: TOKEN },
      state: {
        backupFolder: "/mnt/backups",
        looks: {
          disk: async (folder) => {
            const isOther = folder === "/mnt/backups" && !isOneDisk;
            if (isOther) asked++;
            if (isOther) await answers;
            return { free: isOther ? onBackups : free, total: 100 * GIB, device: isOther ? 2 : 1 };
          },
          memory: () => [{ of: "process", used, limit: 2 * GIB }],
          clock: () => ({ now: Date.now() * 1000 + shift, uptime: performance.now() * 1000 }),
        },
      },
    });
  });
  afterAll(() => server.close());

  const told = async () => {
    const before = kept.lines().length;
    await server.state.look();
    await server.state.look();
    const { warnings } = await createClient(server.url, OWNER.apiKey).must("getServerState");
    return { warnings, lines: kept.lines().slice(before) };
  };

  test("nothing", async () => {
    expect(await told()).toEqual({ warnings: [], lines: [] });
  });

  test("the disk, until it has clearly more room", async () => {
    free = GIB;
    const { warnings, lines } = await told();
    expect(warnings).toEqual([{ kind: "disk", free: GIB, total: 100 * GIB }]);
    expect(lines).toMatchObject([
      { warning: "disk", level: 40, msg: expect.stringMatching(/has 1\.1 GB of 107\.4 GB left/) },
    ]);
    expect(seriesOf(await metricsOf(server), 'postil_warning{kind="disk"}')).toBe(1);
    free = 5.25 * GIB;
    expect((await told()).lines).toEqual([]);
    free = 6 * GIB;
    expect(await told()).toMatchObject({
      warnings: [],
      lines: [{ warning: "disk", msg: expect.stringContaining("again") }],
    });
  });

  test("WAT-11 the disk of the backups, where it is another one", async () => {
    [free, onBackups] = [GIB, GIB];
    expect((await told()).warnings).toEqual([{ kind: "disk", free: GIB, total: 100 * GIB }]);
    expect(seriesOf(await metricsOf(server), "postil_backup_disk_total_bytes")).toBe(0);
    [free, isOneDisk] = [50 * GIB, false];
    const { warnings, lines } = await told();
    expect(warnings).toEqual([{ kind: "backup_disk", free: GIB, total: 100 * GIB }]);
    expect(lines).toMatchObject([
      { warning: "disk", msg: expect.stringContaining("again") },
      { warning: "backup_disk", level: 40, msg: expect.stringMatching(/disk of the backups has 1\.1 GB of 107\.4 GB/) },
    ]);
    onBackups = 6 * GIB;
    expect(await told()).toMatchObject({ warnings: [], lines: [{ warning: "backup_disk" }] });
    // Of the network, and gone: it is asked once, and the rest is looked at all the same.
    let answer = () => {};
    answers = new Promise((resolve) => {
      answer = resolve;
    });
    [asked, free] = [0, GIB];
    expect((await told()).warnings).toMatchObject([{ kind: "disk" }]);
    expect(asked).toBe(1);
    answer();
    [free, isOneDisk] = [50 * GIB, true];
    expect((await told()).warnings).toEqual([]);
  });

  test("memory", async () => {
    used = 1.875 * GIB;
    const { warnings, lines } = await told();
    expect(warnings).toEqual([{ kind: "memory", of: "process", used, limit: 2 * GIB }]);
    expect(lines).toMatchObject([{ warning: "memory" }]);
    used = GIB;
  });

  test("a clock that is set back: the store has later times", async () => {
    shift = -3 * CLOCK_OFF;
    const { warnings, lines } = await told();
    expect(warnings).toEqual([{ kind: "clock", how: "behind", seconds: expect.any(Number) }]);
    expect(lines.at(-1)).toMatchObject({ warning: "clock", msg: expect.stringContaining("behind the newest time") });
    shift = 0;
  });

  test("only owners are told", async () => {
    expect((await createClient(server.url, null).call("getServerState")).status).toBe(401);
  });
});

test.each([
  [5, false],
  [40, null],
])("WAT-07 the certificate that people see, with %i days left", async (days, expired) => {
  const now = Date.now();
  const dates = { notBeforeDate: new Date(now - 50 * 86_400_000), notAfterDate: new Date(now + days * 86_400_000) };
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], dates);
  const proxy = createServer({ key, cert }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo; // listening on TCP
  const server = await startTestServer({ logLevel: "silent", state: { origin: `https://127.0.0.1:${port}` } });
  await server.state.look();
  const { warnings } = await createClient(server.url, OWNER.apiKey).must("getServerState");
  expect(warnings).toEqual(
    expired === null ? [] : [{ kind: "certificate", host: "127.0.0.1", until: expect.any(String), expired }],
  );
  proxy.close();
  // Nobody answers there now: what is known stays.
  await server.state.look();
  expect(server.state.measured().certificate?.until).toBeGreaterThan(now * 1000 + (days - 1) * DAY);
  await server.close();
});
