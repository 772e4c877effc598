import { describe, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { postgresOfProcess } from "./support/engines.ts";
import { at } from "./support/files-sent.ts";
import { patiently } from "./support/patiently.ts";
import { API_KEY, homeOfTest, startIn } from "./support/process.ts";
import { createRecords } from "./support/records.ts";
import { configureNginx, type Front, has, sample, send, startProxy } from "./support/sample-proxy.ts";

/** A real nginx before two servers of one database, as deploy/nginx-servers.conf sets it up. */

const postgres = await postgresOfProcess();

async function startServers() {
  if (postgres === null) throw new Error("There is no server.");
  const database = await postgres.database();
  const start = async (name: string) => {
    const env = { POSTIL_DATABASE_URL: database, POSTIL_SERVER_NAME: name, POSTIL_TRUSTED_PROXIES: "127.0.0.1" };
    const running = startIn(homeOfTest(), [], env);
    const url = await running.address;
    return { ...running, url, owner: createClient(url, API_KEY) };
  };
  const both = [await start("first"), await start("second")] as const;
  const site = ["10.0.0.11:6900", "10.0.0.12:6900"].reduce(
    (text, place, index) => text.replace(place, new URL(both[index]?.url ?? "").host),
    sample("nginx-servers.conf"),
  );
  return { both, front: await startProxy("nginx", (place) => configureNginx(site, place)) };
}

const headers = { "x-postil-api-key": API_KEY, "content-type": "application/octet-stream" };
const UPLOADS = "/api/postil/v1/uploads";
/** The addresses of eight people. */
const PEOPLE = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 11}`);

/** Sends a file through the proxy, and returns its id. */
async function sendThrough(front: Front, from: string, body: string): Promise<string> {
  const reply = await send(front, "POST", `${UPLOADS}?name=a.jsonl`, { headers, from, body });
  expect(reply.status).toBe(201);
  return JSON.parse(reply.text).id;
}

const isLinux = process.platform === "linux";

describe.skipIf(postgres === null || !has("nginx") || !isLinux)("nginx before several servers", () => {
  test("PKG-03 PGS-92 all calls of a person go to one server, where their file is, and the people of one that ends or hangs to the other", async () => {
    const { both, front } = await startServers();
    const [first, second] = both;
    const body = `${JSON.stringify({ text: "x".repeat(1000) })}\n`.repeat(500);
    const sent = await Promise.all(PEOPLE.map(async (from) => ({ from, id: await sendThrough(front, from, body) })));
    for (const { from, id } of sent) {
      const found = await Promise.all([1, 2, 3].map(() => send(front, "GET", `${UPLOADS}/${id}`, { headers, from })));
      expect(found.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    const has = async ({ owner }: typeof first, id: string) => (await owner.call("getUpload", at(id))).status === 200;
    const ofFirst: typeof sent = [];
    for (const one of sent) if (await has(first, one.id)) ofFirst.push(one);
    // By their addresses some people come to each.
    expect(ofFirst.length).toBeGreaterThan(0);
    expect(ofFirst.length).toBeLessThan(sent.length);
    const { from } = ofFirst[0] ?? { from: "" };
    expect((await send(front, "GET", "/readyz", { from })).status).toBe(200);

    const { items } = await first.owner.must("listMyWorkspaces");
    const { datasetId } = await createPublished(second.owner, items[0]?.id ?? "");
    const [record] = await createRecords(second.owner, datasetId, 1);
    first.child.kill("SIGSTOP");
    // The page asks the version when a call takes long, and waits two seconds for it.
    const asked = performance.now();
    expect((await send(front, "GET", "/api/v1/version", { from })).status).toBe(200);
    expect(performance.now() - asked).toBeLessThan(2000);
    const write = async (status: string, how: string, path: string) => {
      const json = { ...headers, "content-type": "application/json" };
      const values = { mood: { value: "good" } };
      return send(front, how, path, { from, headers: json, body: JSON.stringify({ status, values }) });
    };
    const made = await write("draft", "POST", `/api/v1/records/${record}/responses`);
    expect([made.status, performance.now() - asked < 5000]).toEqual([201, true]);

    first.child.kill("SIGKILL");
    await first.ended;
    await patiently(async () => {
      const path = `/api/v1/responses/${JSON.parse(made.text).id}`;
      expect((await write("submitted", "PUT", path)).status).toBe(200);
    });
    const lost = await send(front, "GET", `${UPLOADS}/${ofFirst[0]?.id}`, { headers, from });
    expect([lost.status, JSON.parse(lost.text).elsewhere]).toEqual([404, { asked: "second", has: null }]);
  });
});
