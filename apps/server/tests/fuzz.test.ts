import { randomUUID } from "node:crypto";
import type { Route } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkReply, createClient, readBody } from "./support/client.ts";
import { times } from "./support/effort.ts";
import { SEEDS } from "./support/fuzz-seeds.ts";
import { createWorld, type World } from "./support/fuzz-world.ts";
import { type Sent, twisted, twists } from "./support/odd-values.ts";
import { sendingNothing } from "./support/sending-nothing.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";
import { createWatch, type Watch } from "./support/watch.ts";

/** Random calls of every route with odd values. The seed of the run decides the draws. */

/** Odd calls of each route, beside one well-formed call. */
const ODD = times(10);

let server: TestServer;
let watch: Watch;
let world: World;
/** True after a call that imports or adds a file, until that is over. */
let isFileUsed = false;
beforeAll(async () => {
  server = await startTestServer({ around: sendingNothing });
  watch = createWatch(server);
});
beforeEach(async () => {
  world = await createWorld(server);
});
afterAll(async () => {
  watch.close();
  await server.close();
});

type Reply = { readonly status: number; readonly text: string };

async function send(name: RouteName, { path, headers, body }: Sent): Promise<Reply> {
  const { method }: Route = routes[name];
  const reply = await fetch(server.url + path, {
    method,
    redirect: "manual",
    headers: { "x-postil-api-key": OWNER.apiKey, ...headers },
    ...(body === null ? {} : { body }),
  });
  const text = await reply.text();
  const request = `${method} ${path.slice(0, 500)} ${body?.slice(0, 2000)} -> ${reply.status} ${text.slice(0, 500)}`;
  expect(reply.status, request).toBeLessThan(500);
  if (reply.status < 300 || reply.status >= 400) {
    const read = readBody(routes[name], reply.status, text);
    checkReply(name, { status: reply.status, body: read, headers: reply.headers });
  }
  return { status: reply.status, text };
}

/** Resolves when no file is being imported or added: that goes on after its call. */
async function filesSettled(): Promise<void> {
  const owner = createClient(server.url, OWNER.apiKey);
  while (isFileUsed) {
    const { items } = await owner.must("listUploads");
    isFileUsed = items.some(({ state }) => state === "checking" || state === "storing");
  }
}

/** Does the same, and checks that a refused call changed nothing. */
async function sendOrRefuse(name: RouteName, sent: Sent): Promise<Reply> {
  await watch.settled();
  await filesSettled();
  const before = await watch.dump();
  const reply = await send(name, sent);
  if (name === "importUpload" || name === "addUpload") isFileUsed = true;
  if (reply.status >= 400)
    expect((await watch.dump()) === before, `${name} ${sent.path} ${sent.body?.slice(0, 2000)}`).toBe(true);
  return reply;
}

const names = Object.keys(routes) as RouteName[]; // the table's own names
const nth = fc.nat({ max: 99 });
const callsOf = (name: RouteName) =>
  fc.record({ name: fc.constant(name), turn: nth, odd: fc.array(twists, { minLength: ODD, maxLength: ODD }) });
/** Every route, in any order: one well-formed call and some odd calls each. */
const everything = fc
  .tuple(...names.map(callsOf))
  .map((all) => all.flatMap(({ name, turn, odd }) => [[], ...odd].map((given) => ({ name, turn, given }))))
  .chain((calls) => fc.shuffledSubarray(calls, { minLength: calls.length }));

test("API-31 whatever is sent, no call fails over it, and what is refused changes nothing", async () => {
  const statuses = new Set<number>();
  const [calls = []] = fc.sample(everything, 1);
  for (const { name, turn, given } of calls) {
    const route: Route = routes[name];
    const sent = twisted(route, await SEEDS[name](world, turn), given, world.ids);
    const { status } = await sendOrRefuse(name, sent);
    statuses.add(status);
    // The repeated call conflicts with what the first one made.
    if (route.conflicts && given.length === 0) statuses.add((await sendOrRefuse(name, sent)).status);
    // The call may have deleted something that later calls need.
    if (routes[name].method === "DELETE" && given.length > 0 && status < 300) world = await createWorld(server);
  }
  // Calls that are all refused for the same reason would prove little.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 204, 404, 409, 422]));
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
});

const anyPath = fc.array(
  fc.constantFrom("api", "v1", "me", "datasets", "users", "", "..", ".", "%2e%2e", "%2F", "a:b", ";", "~"),
  {
    minLength: 1,
    maxLength: 7,
  },
);

const [FOUND, WAY, ERROR] = ["a page or data", "a way to it", "an error"] as const;
const KINDS: { readonly [status: number]: string } = {
  ...{ 200: FOUND, 307: WAY },
  ...{ 400: ERROR, 404: ERROR, 405: ERROR, 422: ERROR },
};
const kindOf = (location: string | null, text: string): string =>
  location === null ? (/^\{"detail":/.test(text) ? ERROR : FOUND) : WAY;

test("API-31 whatever the path, the answer is a page, a way to it, or an error in the API's shape", async () => {
  const headers = { "x-postil-api-key": OWNER.apiKey };
  const kinds = new Set<string>();
  for (const steps of fc.sample(anyPath, times(1500))) {
    const reply = await fetch(`${server.url}/${steps.join("/")}`, { headers, redirect: "manual" });
    const kind = kindOf(reply.headers.get("location"), await reply.text());
    expect(KINDS[reply.status], `${steps.join("/")} -> ${reply.status}`).toBe(kind);
    kinds.add(kind);
  }
  expect([...kinds].toSorted()).toEqual([FOUND, WAY, ERROR]);
});

/** Conflicting writes: they make, change and delete the same names, records, answers and memberships. */
const WRITES = [
  ...["createField", "createQuestion", "createMetadataProperty", "createVectorSettings", "createDataset"],
  ...["updateQuestion", "updateMetadataProperty", "updateDataset", "createUser", "createWorkspace"],
  ...[
    "createTaskDatasetV0",
    "updateTaskDatasetV0",
    "deleteTaskDatasetV0",
    "addWorkspaceUserV0",
    "removeWorkspaceUserV0",
  ],
  ...["createRecords", "bulkCreateRecords", "bulkUpsertRecords", "updateRecords", "updateRecord", "deleteRecord"],
  ...[
    "createResponse",
    "updateResponse",
    "deleteResponse",
    "bulkSaveResponses",
    "upsertSuggestion",
    "deleteSuggestions",
  ],
  ...["publishDataset", "deleteQuestion", "deleteMetadataProperty", "deleteVectorSettings"],
] as const;

/** These deletions target things that other calls use at the same time. */
const CONTESTED: { readonly [name: string]: (turn: number) => { readonly [parameter: string]: string } } = {
  deleteTaskDatasetV0: () => ({ name: world.task }),
  deleteRecord: (turn) => ({ record_id: world.records[turn % 2]?.id ?? "" }),
  publishDataset: () => ({ dataset_id: world.draft.datasetId }),
  deleteQuestion: () => ({ question_id: world.draft.questionId }),
  deleteMetadataProperty: () => ({ metadata_property_id: world.main.propertyId }),
  deleteVectorSettings: () => ({ vector_settings_id: world.main.vectorSettingsId }),
};

/** Makes a well-formed write. A new name is one of three, so names collide. */
async function contested(name: (typeof WRITES)[number], turn: number): Promise<Sent> {
  const params = CONTESTED[name]?.(turn);
  const seed = params ? { params, query: { workspace: [world.workspace] } } : await SEEDS[name](world, turn);
  const { body, ...sent } = twisted(routes[name], seed, [], []);
  const fewNames = body?.replace(/n[0-9a-f]{12}/g, (word) => (world.ids.includes(word) ? word : `n${turn % 3}`));
  return { ...sent, body: fewNames ?? null };
}

test("API-31 FPR-08 of writes at once that conflict none fails, and everything derived agrees with them", async () => {
  const writes = fc.record({ name: fc.constantFrom(...WRITES), turn: fc.nat({ max: 99 }) });
  const queue = fc.sample(writes, 400);
  const statuses = new Set<number>();
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      statuses.add((await send(next.name, await contested(next.name, next.turn))).status);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  await watch.settled();
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 204, 404, 409, 422]));
  expect(await server.store.read("checkDerived", null, undefined)).toEqual([]);
  expect(await watch.orphans()).toBe(0);
});

const inMain = (name: RouteName, body: string): [RouteName, Sent] => {
  const { path, headers } = twisted(routes[name], { params: { dataset_id: world.main.datasetId }, body: {} }, [], []);
  return [name, { path, headers, body }];
};
const items = (record: object) => JSON.stringify({ items: [{ fields: { text: "a" }, ...record }] });

test("API-31 a value nested without end where a word is wanted is refused, and not repeated", async () => {
  for (const [depth, says] of [
    [240, "[...]"],
    [50_000, "JSON may be nested 250 deep"],
  ] as const) {
    const deep = "[".repeat(depth) + "]".repeat(depth);
    const part = `{"name": "n", "title": "N", "settings": {"type": ${deep}}}`;
    const calls = [
      inMain("createField", part),
      inMain("createQuestion", part),
      inMain("searchRecords", `{"filters": {"and": [{"type": ${deep}, "scope": ${deep}}]}}`),
    ];
    for (const [name, sent] of calls) {
      const { status, text } = await sendOrRefuse(name, sent);
      expect(status, name).toBe(422);
      expect(text, name).toContain(says);
    }
  }
});

test("API-31 of a body with hundreds of thousands of mistakes a thousand are told", async () => {
  const body = items({ vectors: { mini: Array(300_000).fill("x") } });
  const { status, text } = await sendOrRefuse(...inMain("bulkCreateRecords", body));
  expect([status, JSON.parse(text).detail.params.errors.length]).toEqual([422, 1000]);
});

test("API-31 responses of more users than a statement takes are refused", async () => {
  const responses = Array.from({ length: 40_000 }, () => ({ user_id: randomUUID(), status: "draft", values: {} }));
  const { status, text } = await sendOrRefuse(...inMain("bulkCreateRecords", items({ responses })));
  expect([status, text]).toEqual([422, expect.stringContaining("not found")]);
});
