import { type RouteName, routes } from "@postil/contract/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Requester } from "../src/http/handler.ts";
import { createIntake } from "../src/http/intake/intake.ts";
import { DEFAULT_LIMITS } from "../src/limits.ts";
import type { Client, Sending } from "./support/client.ts";
import { createDraft, createPublished, type Draft, LABEL } from "./support/draft.ts";
import { createPeople, newName, type People } from "./support/people.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";
import { leastCpuMs } from "./support/yardstick.ts";

/** A separate thread reads large bodies, and only from callers with the right to send them. Nothing else differs. */

const NO_ID = "11111111-2222-4333-8444-555555555555";

let server: TestServer;
let people: People;
let owner: Client;
let draft: Draft;
let published: Draft;

beforeAll(async () => {
  server = await startTestServer();
  people = await createPeople(server);
  owner = people.clients.owner;
  draft = await createDraft(owner, people.workspaceId);
  published = await createPublished(owner, people.workspaceId);
});
afterAll(() => server.close());

const inDataset = ({ datasetId }: Draft, body: unknown) => ({ params: { dataset_id: datasetId }, body });
const makeRecord = async () => {
  const body = { items: [{ fields: { text: "a" } }] };
  const made = await owner.must("bulkCreateRecords", inDataset(published, body));
  return made?.items[0]?.id ?? "";
};
const onRecord = async (body: unknown) => ({ params: { record_id: await makeRecord() }, body });
const suggestion = (value: string) => ({ question_id: published.questionId, value, score: 0.5 });

type Case = { readonly name: RouteName; readonly send: () => Sending | Promise<Sending>; readonly status: number };

const CASES: readonly Case[] = [
  {
    name: "bulkCreateRecords",
    send: () => inDataset(published, { items: [{ fields: { text: "a" }, suggestions: [suggestion("good")] }] }),
    status: 201,
  },
  { name: "bulkCreateRecords", send: () => inDataset(published, { items: [{ fields: { text: 5 } }, 7] }), status: 422 },
  { name: "bulkCreateRecords", send: () => inDataset(draft, { items: [{ fields: { text: "a" } }] }), status: 422 },
  { name: "createRecords", send: () => inDataset(published, { items: [{ fields: { text: "a" } }] }), status: 204 },
  {
    name: "bulkUpsertRecords",
    send: () => inDataset(published, { items: [{ external_id: newName(), fields: { text: "a" } }] }),
    status: 200,
  },
  { name: "upsertSuggestion", send: () => onRecord(suggestion("bad")), status: 201 },
  { name: "upsertSuggestion", send: () => onRecord(suggestion("none")), status: 422 },
  {
    name: "createResponse",
    send: () => onRecord({ status: "submitted", values: { mood: { value: "good" } } }),
    status: 201,
  },
  { name: "updateRecord", send: () => onRecord({ metadata: { lang: "en" } }), status: 200 },
  {
    name: "createQuestion",
    send: () => inDataset(draft, { name: newName(), title: "T", settings: LABEL }),
    status: 201,
  },
  { name: "createQuestion", send: () => inDataset(draft, { name: "mood", title: "T", settings: LABEL }), status: 409 },
  { name: "searchRecords", send: () => inDataset(published, { query: { text: { q: "zebra" } } }), status: 200 },
  {
    name: "createDataset",
    send: () => ({ body: { name: newName(), workspace_id: people.workspaceId } }),
    status: 201,
  },
  { name: "createUser", send: () => ({ body: { username: "a b", password: "short" } }), status: 422 },
];

/** Replaces ids, names and times, which differ from call to call. */
const alike = (body: unknown) =>
  JSON.stringify(body)
    ?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+/g, "time")
    .replace(/"(name|external_id)":"[^"]*"/g, '"$1":""');

const padded = ({ body, ...rest }: Sending, bytes: number): Sending => ({
  ...rest,
  body: { ...(body as object), padding: "x".repeat(bytes) },
});

for (const [index, { name, send, status }] of CASES.entries()) {
  test(`API-31 a large body is answered as a small one is: ${name} ${status} (${index})`, async () => {
    const small = await owner.call(name, await send());
    expect(small.status, JSON.stringify(small.body)).toBe(status);
    const sizes = [100_000, ...("bodyLimit" in routes[name] ? [2_000_000] : [])];
    for (const bytes of sizes) {
      const large = await owner.call(name, padded(await send(), bytes));
      expect([large.status, alike(large.body)], `${bytes} bytes`).toEqual([status, alike(small.body)]);
    }
  });
}

const encode = (text: string) => new TextEncoder().encode(text);

function post(path: string, body: string | ReadableStream, key: string | null = OWNER.apiKey): Promise<Response> {
  const headers = { "content-type": "application/json", ...(key === null ? {} : { "x-postil-api-key": key }) };
  return fetch(server.url + path, { method: "POST", headers, body, duplex: "half" });
}
const chunked = (text: string) => ReadableStream.from([text.slice(0, 1000), text.slice(1000)].map(encode));

test("API-31 malformed JSON is told where, however large the body and however it comes", async () => {
  const path = `/api/v1/datasets/${published.datasetId}/records/bulk`;
  for (const bytes of [10, 100_000, 3_000_000]) {
    const text = `{"a": "${"x".repeat(bytes)}`;
    for (const body of [text, chunked(text)]) {
      const reply = await post(path, body);
      expect([reply.status, await reply.text()]).toEqual([422, expect.stringContaining(`"loc":["body",${bytes + 7}]`)]);
    }
  }
});

test("ROL-10 of who has no right to a dataset no body over 1 MB is read; a smaller one is, before the right is asked", async () => {
  const someone = { first_name: "A", username: newName(), role: "admin", password: "long enough" };
  const { api_key: outsider } = await owner.must("createUser", { body: someone });
  const path = (id: string) => `/api/v1/datasets/${id}/records/bulk`;
  const broken = (bytes: number) => "{".repeat(bytes);
  for (const wrap of [(text: string) => text, chunked]) {
    expect((await post(path(published.datasetId), wrap(broken(2_000_000)), outsider)).status).toBe(403);
    expect((await post(path(NO_ID), wrap(broken(2_000_000)), outsider)).status).toBe(404);
    expect((await post(path(published.datasetId), wrap(broken(100_000)), outsider)).status).toBe(422);
    expect((await post(path(published.datasetId), wrap(broken(2_000_000)))).status).toBe(422);
    expect((await post(path(published.datasetId), wrap(broken(100_000)), null)).status).toBe(401);
    expect((await post(path(published.datasetId), wrap(broken(34_000_000)))).status).toBe(413);
  }
});

test("API-31 more large bodies at once than there is room for are all answered", async () => {
  const path = `/api/v1/datasets/${published.datasetId}/records/bulk`;
  const body = JSON.stringify({ items: [], padding: "x".repeat(30_000_000) });
  const replies = await Promise.all(Array.from({ length: 6 }, () => post(path, body)));
  expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(422));
});

/** The most expensive body to read and check: many small parts, all well-formed. */
function manySuggestions(bytes: number): Uint8Array {
  const one = JSON.stringify({ question_id: NO_ID, value: "good", score: 0.5 });
  const many = Array(Math.floor(bytes / 10 / (one.length + 1))).fill(one);
  const items = Array(10).fill(`{"fields":{"text":"a"},"suggestions":[${many.join()}]}`);
  return new TextEncoder().encode(`{"items":[${items.join()}]}`);
}

async function asOwner(key: number): Promise<Requester> {
  const { id, role } = (await server.store.read("findCaller", null, { apiKey: OWNER.apiKey }))?.caller ?? {};
  const caller = { id: id ?? "", role: role ?? "owner", key, username: "owner", workspaceIds: [] } as const;
  const from = { address: "", userAgent: "", session: null };
  return {
    caller,
    user: null,
    shown: null,
    until: null,
    workspaces: [],
    origin: "http://127.0.0.1",
    address: "",
    from,
  };
}

test("API-31 one person's large bodies wait for each other, another's for one of them at most", async () => {
  const intake = createIntake({ store: server.store, limits: DEFAULT_LIMITS });
  const given = { params: { dataset_id: published.datasetId }, query: {}, headers: {} };
  const order: string[] = [];
  const take = async (who: string, requester: Requester) => {
    const body = { kind: "json", bytes: manySuggestions(500_000) } as const;
    await expect(intake.take({ name: "bulkCreateRecords", given, body, requester })).rejects.toThrow("question_id");
    order.push(who);
  };
  const [one, other] = [await asOwner(1), await asOwner(2)];
  await Promise.all([take("one", one), take("one", one), take("one", one), take("one", one), take("other", other)]);
  await intake.close();
  expect(order).toEqual(["one", "other", "one", "one", "one"]);
});

test("API-31 a body of 16 MB of nothing but brackets is refused in words before it is parsed", async () => {
  const { params } = await onRecord({});
  const reply = await post(`/api/v1/records/${params.record_id}/responses`, "[".repeat(15_900_000));
  const says = "JSON may be nested 250 deep, found more at position 250";
  expect([reply.status, await reply.text()]).toEqual([422, expect.stringContaining(says)]);
});

test("API-31 a body of 20 MB takes next to nothing of the thread that answers everybody", async () => {
  const intake = createIntake({ store: server.store, limits: DEFAULT_LIMITS });
  const requester = await asOwner(1);
  const given = { params: { dataset_id: published.datasetId }, query: {}, headers: {} };
  const take = async (bytes: Uint8Array) => {
    const taking = intake.take({ name: "bulkCreateRecords", given, body: { kind: "json", bytes }, requester });
    await expect(taking).rejects.toThrow("question_id");
  };
  const bytes = manySuggestions(20_000_000);
  await take(manySuggestions(1000)); // The thread for bodies starts once.
  const parsed = await leastCpuMs(() => JSON.parse(new TextDecoder().decode(bytes)));
  const bodies = [bytes.slice(), bytes];
  const taken = await leastCpuMs(() => take(bodies.pop() ?? bytes)); // each body moves to the thread for good
  await intake.close();
  expect(taken).toBeLessThan(parsed / 4);
});
