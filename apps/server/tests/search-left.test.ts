import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PostilStore } from "../src/http/handler.ts";
import { createWorld, type World } from "./support/fuzz-world.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

/** Calls that may take long and whose client disconnects while they run. */

let server: TestServer;
let world: World;
/** Held calls that wait for the signal that their client has left. They stand for searches that take minutes. */
const held: { readonly name: string; readonly left: AbortSignal | undefined }[] = [];
let holding = false;

const around = (store: PostilStore): PostilStore => {
  const wait = async (name: string, left: AbortSignal | undefined) => {
    if (!holding || name === "findCaller") return;
    held.push({ name, left });
    if (left) await once(left, "abort");
  };
  return {
    ...store,
    read: (name, ...asked) => wait(name, asked[2]).then(() => store.read(name, ...asked)),
    readText: (name, ...asked) => wait(name, asked[2]).then(() => store.readText(name, ...asked)),
  };
};

beforeAll(async () => {
  server = await startTestServer({ around });
  world = await createWorld(server);
  const dataset = { name: "ruled", task: "TextClassification", workspace: world.workspace };
  await world.owner.must("createTaskDatasetV0", { body: dataset });
});
afterAll(() => server.close());

const RULES = "/api/datasets/ruled/TextClassification/labeling/rules";

type LongCall = readonly [read: string, path: () => string, body: object | null];
const calls: readonly LongCall[] = [
  ["searchOwnRecords", () => `/api/v1/me/datasets/${world.main.datasetId}/records/search`, {}],
  ["searchRecords", () => `/api/v1/datasets/${world.main.datasetId}/records/search`, {}],
  [
    "searchOwnSimilarRecords",
    () => `/api/v1/me/datasets/${world.main.datasetId}/records/search`,
    { query: { vector: { name: "mini", value: [1, 2, 3] } } },
  ],
  ["listOwnRecords", () => `/api/v1/me/datasets/${world.main.datasetId}/records?sort_by=inserted_at`, null],
  ["listRecords", () => `/api/v1/datasets/${world.main.datasetId}/records?sort_by=inserted_at`, null],
  ["getRulesMetrics", () => `${RULES}/metrics?workspace=${world.workspace}`, null],
  ["getRuleMetrics", () => `${RULES}/good/metrics?workspace=${world.workspace}`, null],
  ["getQuestionUsage", () => `/api/postil/v1/questions/${world.main.questionId}/usage`, null],
];

test.each(calls)("FFI-12 a client that leaves ends %s; one that stays has its answer", async (read, path, body) => {
  const method = body ? "POST" : "GET";
  const headers = { "x-postil-api-key": OWNER.apiKey, ...(body ? { "content-type": "application/json" } : {}) };
  const sent = body ? JSON.stringify(body) : null;
  const staying = await fetch(server.url + path(), { method, headers, body: sent });
  expect([staying.status, await staying.json()]).toEqual([200, expect.anything()]);

  holding = true;
  const leaving = request(server.url + path(), { method, headers, agent: false });
  const broken = once(leaving, "error");
  leaving.end(sent);
  await expect.poll(() => held.length).toBe(1);
  const [asked] = held.splice(0);
  holding = false;
  expect(asked).toMatchObject({ name: read, left: { aborted: false } });
  leaving.destroy();
  await broken;
  await expect.poll(() => asked?.left?.aborted).toBe(true);
});
