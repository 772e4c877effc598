import { type AddressInfo, createServer } from "node:net";
import { WEBHOOK_EVENTS, type WebhookEvent } from "@postil/domain/webhooks/webhook";
import { afterEach, expect, test } from "vitest";
import { createDraft, createPublished } from "./support/draft.ts";
import { patiently } from "./support/patiently.ts";
import { newName, startPeople } from "./support/people.ts";
import { expectedSignature, type Receiver, startReceiver } from "./support/receiver.ts";
import { createRecords, SUBMITTED } from "./support/records.ts";

const warned: string[] = [];
const webhooks = { inside: ["127.0.0.1"], patienceMs: 3000, warn: (line: string) => warned.push(line) };
const { server, people, owner } = await startPeople({ webhooks });

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const { id } of (await owner.must("listWebhookStates")).items)
    await owner.must("deleteWebhook", { params: { webhook_id: id } });
  for (const receiver of receivers.splice(0)) await receiver.close();
});
async function receive(...[answer]: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}
const hear = ({ url }: Pick<Receiver, "url">, events: readonly WebhookEvent[] = WEBHOOK_EVENTS) =>
  owner.must("createWebhook", { body: { url, events: [...events] } });
const comes = ({ received }: Receiver, count: number) =>
  patiently(() => expect(received.length).toBeGreaterThanOrEqual(count), { timeout: 20_000 });
const deliveriesOf = (webhook_id: string) => owner.must("listWebhookDeliveries", { params: { webhook_id } });
/** All events that wait are delivered or have failed. */
const settled = (webhook_id: string) =>
  patiently(async () => expect((await deliveriesOf(webhook_id)).waiting).toEqual([]), { timeout: 20_000 });

const countOf = async (table: string) => (await server.sql(`select count(*) as n from ${table}`))[0]?.n;

test("HOK-01 owners make, change and delete webhooks as clients 2.x do", async () => {
  const url = "https://hooks.example.org/a?b=1";
  const made = await owner.must("createWebhook", { body: { url, events: ["record.completed"] } });
  expect(made).toMatchObject({ url, events: ["record.completed"], enabled: true, description: null });
  expect(Buffer.from(made.secret, "base64")).toHaveLength(64);
  expect((await owner.must("listWebhooks")).items).toEqual([made]);
  const params = { webhook_id: made.id };
  const changed = await owner.must("updateWebhook", { params, body: { enabled: false, description: "For Ann" } });
  expect(changed).toEqual({ ...made, enabled: false, description: "For Ann", updated_at: changed.updated_at });
  expect(await owner.must("deleteWebhook", { params })).toEqual(changed);
  expect((await owner.call("updateWebhook", { params, body: {} })).status).toBe(404);
  expect((await owner.must("listWebhooks")).items).toEqual([]);
});

test("HOK-01 what cannot be a webhook is refused, and nothing is changed", async () => {
  const good = { url: "https://hooks.example.org/", events: ["record.created"] };
  const { id } = await owner.must("createWebhook", { body: { ...good, events: ["record.created"] } });
  for (const bad of [
    { url: "ftp://hooks.example.org/" },
    { url: "hooks.example.org" },
    { url: "https://ann:secret@hooks.example.org/" },
    { url: "https://[::g]/" },
    { url: "http://:80/" },
    { url: `https://hooks.example.org/${"a".repeat(2000)}` },
    { events: [] },
    { events: ["record.created", "record.created"] },
    { events: ["record.read"] },
    { events: ["ping"] },
    { description: "" },
    { description: "a".repeat(1001) },
  ] as never[]) {
    const body = Object.assign({}, good, bad) as never;
    expect((await owner.call("createWebhook", { body })).status, JSON.stringify(bad).slice(0, 80)).toBe(422);
    expect((await owner.call("updateWebhook", { params: { webhook_id: id }, body: bad })).status).toBe(422);
  }
  for (const key of ["url", "events", "enabled"]) {
    const answer = await owner.call("updateWebhook", { params: { webhook_id: id }, body: { [key]: null } as never });
    expect(JSON.stringify(answer.body)).toContain(`The following keys must have non-null values: ${key}`);
  }
  expect((await owner.must("listWebhooks")).items).toHaveLength(1);
});

test("HOK-01 there are ten webhooks of the server, and ten of a workspace", async () => {
  const body = { url: "https://hooks.example.org/", events: ["record.created" as const] };
  const params = { workspace_id: people.workspaceId };
  for (let n = 0; n < 10; n++) {
    await owner.must("createWebhook", { body });
    await people.clients.admin.must("createWorkspaceWebhook", { params, body });
  }
  const detail = "You can't create more than 10 webhooks. Please delete some of them first";
  expect(await owner.call("createWebhook", { body })).toMatchObject({ status: 422, body: { detail } });
  expect(await owner.call("createWorkspaceWebhook", { params, body })).toMatchObject({ status: 422, body: { detail } });
});

test("HOK-02 HOK-15 an admin's webhook, whose secret later only owners hear again, hears of the datasets of its workspace alone", async () => {
  const { admin, annotator } = people.clients;
  const receiver = await receive();
  const params = { workspace_id: people.workspaceId };
  const body = { url: receiver.url, events: ["dataset.created" as const] };
  const made = await admin.must("createWorkspaceWebhook", { params, body });
  expect((await annotator.call("createWorkspaceWebhook", { params, body })).status).toBe(403);
  expect((await admin.call("createWebhook", { body })).status).toBe(403);
  expect((await owner.must("listWebhooks")).items).toEqual([]);
  expect((await admin.must("listWebhookStates")).items).toMatchObject([
    { id: made.id, workspace: { id: people.workspaceId } },
  ]);
  expect((await people.clients["admin elsewhere"].must("listWebhookStates")).items).toEqual([]);
  const change = { params: { webhook_id: made.id }, body: { description: "For Ann" } };
  expect(await admin.must("updateWebhook", change)).toMatchObject({ description: "For Ann", secret: null });
  expect(await owner.must("updateWebhook", change)).toMatchObject({ secret: made.secret });
  expect(
    (await people.clients["admin elsewhere"].call("pingWebhook", { params: { webhook_id: made.id } })).status,
  ).toBe(403);
  await createDraft(owner, people.elsewhereId);
  const { datasetId } = await createDraft(owner, people.workspaceId);
  await comes(receiver, 1);
  await settled(made.id);
  expect(receiver.received.map(({ body: { data } }) => data.id)).toEqual([datasetId]);
});

test("HOK-03 HOK-05 every event says what was true when it happened, signed, in its order", async () => {
  const receiver = await receive();
  const webhook = await hear(receiver);
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  await owner.must("updateDataset", { params, body: { guidelines: "Read twice." } });
  const [first = "", second = ""] = await createRecords(owner, datasetId, 2);
  const { annotator } = people.clients;
  const at = { params: { record_id: first } };
  const { id: response_id } = await annotator.must("createResponse", {
    ...at,
    body: { status: "draft", values: null },
  });
  const own = { params: { response_id } };
  await annotator.must("updateResponse", { ...own, body: SUBMITTED });
  await annotator.must("updateResponse", { ...own, body: SUBMITTED });
  await owner.must("createResponse", { ...at, body: SUBMITTED });
  await annotator.must("deleteResponse", own);
  await owner.must("updateRecord", { ...at, body: { metadata: { lang: "de" } } });
  await owner.must("deleteRecord", { params: { record_id: second } });
  await owner.must("deleteDataset", { params });
  await settled(webhook.id);
  expect(receiver.types()).toEqual([
    ...["dataset.created", "dataset.published", "dataset.updated", "record.created", "record.created"],
    ...["response.created", "record.updated"],
    ...["response.updated", "record.updated", "record.completed", "response.updated", "record.updated"],
    ...["response.created", "record.updated", "response.deleted", "record.updated"],
    ...["record.updated", "record.deleted", "dataset.deleted"],
  ]);
  for (const event of receiver.received) {
    expect(event.headers["webhook-signature"]).toBe(expectedSignature(webhook.secret, event));
    expect(Number(event.headers["webhook-timestamp"])).toBeCloseTo(Date.now() / 1000, -2);
    expect(event.id).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(event.body).toMatchObject({ version: 1, timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
  }
  const [made, published, changed] = receiver.received.map(({ body }) => body.data);
  expect([made.status, made.questions, published.status, published.guidelines]).toEqual(["draft", [], "ready", null]);
  expect(Object.keys(changed).sort()).toEqual(
    [
      ...["allow_extra_metadata", "distribution", "fields", "guidelines", "id", "inserted_at", "last_activity_at"],
      ...["metadata_properties", "name", "questions", "status", "updated_at", "vectors_settings", "workspace"],
    ].sort(),
  );
  expect(changed).toMatchObject({
    guidelines: "Read twice.",
    distribution: { strategy: "overlap", min_submitted: 1 },
    workspace: { id: people.workspaceId },
    questions: [{ name: "mood", settings: { type: "label_selection" } }],
    fields: [{ name: "text" }],
  });
  const completed = receiver.received.find(({ body }) => body.type === "record.completed")?.body.data;
  expect(completed).toMatchObject({
    id: first,
    status: "completed",
    fields: { text: "a text" },
    dataset: { id: datasetId },
  });
  const answer = receiver.received.find(({ body }) => body.type === "response.created")?.body.data;
  expect(answer).toMatchObject({
    id: response_id,
    status: "draft",
    values: null,
    record: { id: first, status: "pending" },
    user: { id: people.ids.annotator, role: "annotator" },
  });
  expect(JSON.stringify(receiver.received)).not.toContain("api_key");
});

test("HOK-09 a record is completed once; a change of its dataset tells the dataset alone", async () => {
  const receiver = await receive();
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const records = await createRecords(owner, datasetId, 20);
  const webhook = await hear(receiver);
  const items = records.map((record_id) => ({ record_id, ...SUBMITTED }));
  for (const who of ["annotator", "admin"] as const)
    await people.clients[who].must("bulkSaveResponses", { body: { items } });
  await owner.must("updateDataset", { params: { dataset_id: datasetId }, body: { guidelines: "New." } });
  await settled(webhook.id);
  const counts = new Map<string, number>();
  for (const type of receiver.types()) counts.set(type, (counts.get(type) ?? 0) + 1);
  expect(Object.fromEntries(counts)).toEqual({
    "response.created": 40,
    "record.updated": 40,
    "record.completed": 20,
    "dataset.updated": 1,
  });
});

test("HOK-03 HOK-09 restored records tell that they were created, and not that they became completed", async () => {
  const receiver = await receive();
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const { name } = await owner.must("getDataset", { params: { dataset_id: datasetId } });
  const webhook = await hear(receiver, ["record.created", "record.completed", "record.deleted"]);
  const [record_id = ""] = await createRecords(owner, datasetId, 1);
  await owner.must("createResponse", { params: { record_id }, body: SUBMITTED });
  await owner.must("deleteRecord", { params: { record_id } });
  const deleted = (await owner.must("listDeleted")).items.find((line) => line.name === name);
  await owner.must("restoreDeleted", { params: { deleted_id: deleted?.id ?? "" }, body: {} });
  await settled(webhook.id);
  expect(receiver.types()).toEqual(["record.created", "record.completed", "record.deleted", "record.created"]);
  expect(receiver.received.at(-1)?.body.data).toMatchObject({ id: record_id, status: "completed" });
});

test("HOK-09 bulk calls tell one event for each record", async () => {
  const receiver = await receive();
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const webhook = await hear(receiver);
  const params = { dataset_id: datasetId };
  const responses = [{ user_id: people.ids.annotator, ...SUBMITTED }];
  const fields = { text: "a" };
  await owner.must("bulkCreateRecords", {
    params,
    body: {
      items: [
        { fields, external_id: "a" },
        { fields, external_id: "b", responses },
      ],
    },
  });
  await owner.must("bulkUpsertRecords", {
    params,
    body: {
      items: [
        { external_id: "a", fields, responses },
        { external_id: "b", fields, responses },
        { external_id: "c", fields },
      ],
    },
  } as never);
  await settled(webhook.id);
  expect(receiver.types()).toEqual([
    ...["record.created", "record.created", "record.completed"],
    ...["record.created", "record.updated", "record.completed", "record.updated"],
  ]);
});

test("HOK-05 HOK-06 what was not received is sent again with the same id and body, before later events of the dataset", async () => {
  const receiver = await receive(() => ({
    status: 302,
    headers: { location: "/elsewhere" },
    text: "Go <there>\u0000",
  }));
  const webhook = await hear(receiver, ["dataset.created", "dataset.updated"]);
  const { datasetId } = await createDraft(owner, people.workspaceId);
  const other = await createDraft(owner, people.workspaceId);
  await owner.must("updateDataset", { params: { dataset_id: datasetId }, body: { guidelines: "Later." } });
  await patiently(async () => {
    const { waiting } = await deliveriesOf(webhook.id);
    expect(waiting.map(({ event, tries, status, answer }) => [event, tries, status, answer])).toEqual([
      ["dataset.created", 1, 302, "Go <there>"],
      ["dataset.updated", 0, null, null],
      ["dataset.created", 1, 302, "Go <there>"],
    ]);
    // Only the first one of a dataset is tried.
    expect(waiting.map(({ next_at }) => next_at !== null)).toEqual([true, false, true]);
  });
  expect(receiver.received).toHaveLength(2);
  receiver.answerWith(() => ({ status: 200, text: "ok" }));
  const { waiting } = await deliveriesOf(webhook.id);
  const [first] = waiting;
  const params = { webhook_id: webhook.id, delivery_id: first?.id ?? "" };
  await owner.must("sendWebhookDelivery", { params });
  await comes(receiver, 4);
  const ofDataset = receiver.received.filter(({ body }) => body.data.id === datasetId);
  expect(ofDataset.map(({ body }) => body.type)).toEqual(["dataset.created", "dataset.created", "dataset.updated"]);
  expect([ofDataset[1]?.id, ofDataset[1]?.text]).toEqual([ofDataset[0]?.id, ofDataset[0]?.text]);
  expect(receiver.received.filter(({ body }) => body.data.id === other.datasetId)).toHaveLength(1);
});

test("HOK-06 without an answer it tries again by itself", { timeout: 30_000 }, async () => {
  let answers = 0;
  const receiver = await receive(() => ({ status: answers++ === 0 ? 500 : 200 }));
  const webhook = await hear(receiver, ["dataset.created"]);
  await createDraft(owner, people.workspaceId);
  await settled(webhook.id);
  expect(receiver.received.map(({ id }) => id)).toEqual([receiver.received[0]?.id, receiver.received[0]?.id]);
  expect((await deliveriesOf(webhook.id)).ended).toMatchObject([{ state: "delivered", tries: 2, status: 200 }]);
});

test("HOK-06 a receiver that does not answer delays no other one and no call", async () => {
  const [slow, quick] = [await receive(() => new Promise(() => {})), await receive()];
  const late = await hear(slow, ["dataset.created"]);
  await hear(quick, ["dataset.created"]);
  for (let n = 0; n < 5; n++) await createDraft(owner, people.workspaceId);
  await comes(quick, 5);
  await patiently(async () => {
    const { waiting } = await deliveriesOf(late.id);
    expect(waiting).toHaveLength(5);
    expect(waiting[0]).toMatchObject({ tries: 1, status: null, answer: "No answer in time" });
  });
});

test("HOK-06 an answer that offers another protocol counts as none", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end("HTTP/1.1 101 Upgrade\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  const webhook = await hear({ url: `http://127.0.0.1:${port}/` }, ["dataset.created"]);
  await createDraft(owner, people.workspaceId);
  await patiently(async () => {
    const { waiting } = await deliveriesOf(webhook.id);
    expect(waiting).toMatchObject([{ tries: 1, status: null, answer: "The connection was closed before an answer" }]);
  });
  server.close();
});

test("HOK-06 an address may be written in capitals; one that cannot be called counts as a try", async () => {
  const { url } = await receive();
  const webhook = await hear({ url: url.replace("http", "HTTPS") }, ["dataset.created"]);
  const tried = async (answer: unknown) =>
    patiently(
      async () => {
        const { waiting } = await deliveriesOf(webhook.id);
        expect(waiting.at(-1)).toMatchObject({ tries: 1, status: null, answer });
      },
      { timeout: 5000 },
    );
  await createDraft(owner, people.workspaceId);
  await tried(expect.stringMatching(/ssl/i));
  await server.sql("update webhook set url = 'ftp://127.0.0.1/'");
  await createDraft(owner, people.workspaceId);
  await tried("It could not be sent");
});

test("HOK-06 events fail a day after they were first tried, and the next ones follow", async () => {
  const receiver = await receive(() => ({ status: 500, text: "no" }));
  const webhook = await hear(receiver, ["dataset.created", "dataset.updated"]);
  const { datasetId } = await createDraft(owner, people.workspaceId);
  await comes(receiver, 1);
  await owner.must("updateDataset", { params: { dataset_id: datasetId }, body: { guidelines: "Later." } });
  const { waiting } = await deliveriesOf(webhook.id);
  await server.sql(
    `update webhook_delivery set since = since - 86400000000 where key = (select min(key) from webhook_delivery where ended_at is null)`,
  );
  await owner.must("sendWebhookDelivery", { params: { webhook_id: webhook.id, delivery_id: waiting[0]?.id ?? "" } });
  await comes(receiver, 3);
  expect((await deliveriesOf(webhook.id)).ended).toMatchObject([
    { event: "dataset.created", state: "failed", tries: 2 },
  ]);
  expect(receiver.received.map(({ body }) => body.type)).toEqual([
    "dataset.created",
    "dataset.created",
    "dataset.updated",
  ]);
});

test("HOK-06 a webhook that is turned on again tries what waited for a day", async () => {
  const receiver = await receive(() => ({ status: 500 }));
  const webhook = await hear(receiver, ["dataset.created"]);
  const params = { webhook_id: webhook.id };
  await createDraft(owner, people.workspaceId);
  await comes(receiver, 1);
  await owner.must("updateWebhook", { params, body: { enabled: false } });
  await server.sql("update webhook_delivery set since = since - 86400000000");
  await owner.must("updateWebhook", { params, body: { enabled: true } });
  const [waits] = (await deliveriesOf(webhook.id)).waiting;
  await owner.must("sendWebhookDelivery", { params: { ...params, delivery_id: waits?.id ?? "" } });
  await patiently(
    async () => {
      const { waiting, ended } = await deliveriesOf(webhook.id);
      expect([waiting.map(({ tries }) => tries), ended]).toEqual([[2], []]);
    },
    { timeout: 5000 },
  );
});

test("HOK-16 events that wait together share a connection, and arrive in their order", async () => {
  const receiver = await receive();
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const webhook = await hear(receiver, ["record.created"]);
  const records = await createRecords(owner, datasetId, 250);
  await settled(webhook.id);
  expect(receiver.received.map(({ body: { data } }) => data.id)).toEqual(records);
  expect(receiver.connections()).toBeLessThan(records.length / 5);
});

test("HOK-16 a connection that the receiver closes between two events costs no try", async () => {
  const receiver = await receive(() => ({ status: 204, hangsUp: true }));
  const { datasetId } = await createPublished(owner, people.workspaceId);
  const webhook = await hear(receiver, ["record.created"]);
  await createRecords(owner, datasetId, 20);
  await settled(webhook.id);
  const { ended } = await deliveriesOf(webhook.id);
  expect(ended.map(({ state, tries }) => [state, tries])).toEqual(Array(20).fill(["delivered", 1]));
});

test("HOK-16 what waits goes to the new address as soon as a webhook has one", async () => {
  const after = await receive();
  const { datasetId } = await createPublished(owner, people.workspaceId);
  let change: Promise<unknown> | undefined;
  const before = await receive(async () => {
    change ??= owner.must("updateWebhook", { params: { webhook_id: webhook.id }, body: { url: after.url } });
    await change;
    return { status: 204 };
  });
  const webhook = await hear(before, ["record.created"]);
  const records = await createRecords(owner, datasetId, 50);
  await settled(webhook.id);
  // The event that was on its way has ended there.
  expect(before.received).toHaveLength(1);
  expect(after.received.map(({ body: { data } }) => data.id)).toEqual(records.slice(1));
});

test("HOK-17 what events say of their dataset is kept once until it changes, and each says what was true then", async () => {
  const receiver = await receive(() => ({ status: 500 }));
  const { datasetId, questionId } = await createPublished(owner, people.workspaceId);
  const records = await createRecords(owner, datasetId, 4);
  const webhook = await hear(receiver, ["response.created"]);
  const answer = (at: number) =>
    owner.must("createResponse", { params: { record_id: records[at] ?? "" }, body: SUBMITTED });
  const rename = (title: string) =>
    owner.must("updateQuestion", { params: { question_id: questionId }, body: { title } });
  await answer(0);
  await answer(1);
  await rename("How it feels");
  await answer(2);
  await answer(3);
  expect([await countOf("webhook_event"), await countOf("webhook_about")]).toEqual([4, 2]);
  // As an earlier version kept it.
  const [kept] = await server.sql("select key, told from webhook_event order by key limit 1");
  const { touched, ...earlier } = JSON.parse(String(kept?.told));
  expect(touched).toBeDefined();
  await server.sql("update webhook_event set told = ? where key = ?", JSON.stringify(earlier), Number(kept?.key));
  receiver.answerWith(() => ({ status: 200 }));
  const [first] = (await deliveriesOf(webhook.id)).waiting;
  await owner.must("sendWebhookDelivery", { params: { webhook_id: webhook.id, delivery_id: first?.id ?? "" } });
  await settled(webhook.id);
  const told = new Map(receiver.received.map(({ id, body }) => [id, body.data]));
  const datasets = [...told.values()].map(({ record }) => record.dataset);
  expect(datasets.map(({ questions }) => questions[0].title)).toEqual(["Mood", "Mood", "How it feels", "How it feels"]);
  const times = datasets.map(({ last_activity_at }) => last_activity_at);
  expect(times).toEqual([...new Set(times)].toSorted());
  expect([...told.values()].map(({ inserted_at }, at) => inserted_at <= times[at])).toEqual(Array(4).fill(true));
  await owner.must("deleteWebhook", { params: { webhook_id: webhook.id } });
  await patiently(async () => expect(await countOf("webhook_about")).toBe(0));
});

test("HOK-10 a ping is tried once, and what ended can be sent again with its id", async () => {
  const receiver = await receive(() => ({ status: 500, text: "broken" }));
  const webhook = await hear(receiver, ["dataset.created"]);
  const params = { webhook_id: webhook.id };
  await owner.must("updateWebhook", { params, body: { enabled: false } });
  await owner.must("pingWebhook", { params });
  await comes(receiver, 1);
  await settled(webhook.id);
  const [failed] = (await deliveriesOf(webhook.id)).ended;
  expect(failed).toMatchObject({ event: "ping", state: "failed", tries: 1, status: 500, answer: "broken" });
  expect(receiver.received[0]?.body).toMatchObject({
    type: "ping",
    data: { agent: "postil-server", version: "0.1.0" },
  });
  receiver.answerWith(() => ({ status: 204 }));
  await owner.must("sendWebhookDelivery", { params: { ...params, delivery_id: failed?.id ?? "" } });
  await comes(receiver, 2);
  await settled(webhook.id);
  expect((await deliveriesOf(webhook.id)).ended).toMatchObject([{ id: failed?.id, state: "delivered" }]);
  expect(receiver.received[1]?.id).toBe(failed?.id);
  expect((await owner.must("listWebhookStates")).items).toMatchObject([
    { waiting: 0, last: { event: "ping", state: "delivered" } },
  ]);
  const unknown = { params: { ...params, delivery_id: "msg_none" } };
  expect((await owner.call("sendWebhookDelivery", unknown)).status).toBe(404);
});

test("HOK-01 a webhook that is turned off gets nothing, and nothing is kept for it", async () => {
  const receiver = await receive();
  const webhook = await hear(receiver, ["dataset.created"]);
  await owner.must("updateWebhook", { params: { webhook_id: webhook.id }, body: { enabled: false } });
  // What the deleted webhooks of earlier tests leave is removed later.
  await expect.poll(() => countOf("webhook_event")).toBe(0);
  await createDraft(owner, people.workspaceId);
  expect((await deliveriesOf(webhook.id)).waiting).toEqual([]);
  expect(await countOf("webhook_event")).toBe(0);
});

test("HOK-07 a webhook for which too many events wait is paused, says so, and refuses no call", async () => {
  const receiver = await receive(() => ({ status: 500 }));
  const webhook = await hear(receiver, ["dataset.created"]);
  await createDraft(owner, people.workspaceId);
  await comes(receiver, 1);
  await server.sql("update webhook set waiting = 100000");
  await createDraft(owner, people.workspaceId);
  const [state] = (await owner.must("listWebhookStates")).items;
  expect(state).toMatchObject({ enabled: false, paused_at: expect.any(String) });
  await patiently(() => expect(warned.join()).toContain(webhook.id));
  receiver.answerWith(() => ({ status: 200 }));
  const { waiting } = await deliveriesOf(webhook.id);
  expect(waiting).toHaveLength(1);
  // What waits is still sent.
  await owner.must("sendWebhookDelivery", { params: { webhook_id: webhook.id, delivery_id: waiting[0]?.id ?? "" } });
  await settled(webhook.id);
  await server.sql("update webhook set waiting = 0");
  await owner.must("updateWebhook", { params: { webhook_id: webhook.id }, body: { enabled: true } });
  await createDraft(owner, people.workspaceId);
  await comes(receiver, 3);
  expect((await owner.must("listWebhookStates")).items).toMatchObject([{ enabled: true, paused_at: null }]);
});

test("HOK-08 addresses inside the server's own network are refused unless the operator allowed them", async () => {
  for (const host of ["127.0.0.2", "10.1.2.3", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "[::1]"]) {
    const body = { url: `http://${host}/`, events: ["record.created" as const] };
    const answer = await owner.call("createWebhook", { body });
    expect([answer.status, JSON.stringify(answer.body)], host).toEqual([
      422,
      expect.stringContaining("POSTIL_WEBHOOKS_PRIVATE"),
    ]);
  }
});

test("HOK-11 the audit trail tells who made, changed and deleted a webhook, and no secret", async () => {
  const made = await owner.must("createWebhook", {
    body: { url: "https://hooks.example.org/token-123", events: ["record.created"] },
  });
  const params = { webhook_id: made.id };
  await owner.must("updateWebhook", { params, body: { enabled: false } });
  await owner.must("deleteWebhook", { params });
  const { items } = await owner.must("listAudit", { query: { group: ["webhook"] } });
  expect(items.slice(0, 3).map(({ kind, told }) => [kind, told])).toEqual(
    ["deleted", "changed", "created"].map((what) => [
      `webhook_${what}`,
      { host: "hooks.example.org", workspace: null },
    ]),
  );
  expect(JSON.stringify(items)).not.toMatch(/token-123/);
  expect(JSON.stringify(items)).not.toContain(made.secret);
  expect(JSON.stringify(await owner.must("listWebhookStates"))).not.toContain(made.secret);
});

test("HOK-07 what a deleted webhook leaves is removed", async () => {
  const receiver = await receive(() => ({ status: 500 }));
  const webhook = await hear(receiver, ["dataset.created"]);
  for (let n = 0; n < 3; n++) await createDraft(owner, people.workspaceId);
  await comes(receiver, 1);
  await owner.must("deleteWebhook", { params: { webhook_id: webhook.id } });
  await patiently(async () => {
    for (const table of ["webhook", "webhook_event", "webhook_delivery", "webhook_lane", "webhook_about"])
      expect(await countOf(table), table).toBe(0);
  });
});

test("HOK-02 HOK-07 the webhooks of a workspace go with it, and what they leave", async () => {
  const { url } = await receive();
  const { id } = await owner.must("createWorkspace", { body: { name: newName() } });
  const body = { url, events: ["record.created" as const] };
  const webhook = await owner.must("createWorkspaceWebhook", { params: { workspace_id: id }, body });
  await owner.must("pingWebhook", { params: { webhook_id: webhook.id } });
  await settled(webhook.id);
  await owner.must("deleteWorkspace", { params: { workspace_id: id } });
  expect((await owner.must("listWebhookStates")).items).toEqual([]);
  await patiently(
    async () => {
      for (const table of ["webhook_event", "webhook_delivery", "webhook_lane"])
        expect(await countOf(table), table).toBe(0);
    },
    { timeout: 5000 },
  );
});
