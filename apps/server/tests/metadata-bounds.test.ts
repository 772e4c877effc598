import { expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { startPeople } from "./support/people.ts";
import { OWNER } from "./support/start-test-server.ts";

/** The bound on one record's metadata, in every call that writes it. Each number costs more than its characters. */

const { server, people } = await startPeople();
const { datasetId } = await createPublished(people.clients.owner, people.workspaceId);
const path = `/datasets/${datasetId}/records`;
const params = { dataset_id: datasetId };
const made = await people.clients.owner.must("bulkCreateRecords", {
  params,
  body: { items: [{ fields: { text: "a" } }] },
});
const recordId = made?.items[0]?.id ?? "";

async function send(method: string, to: string, body: string) {
  const headers = { "content-type": "application/json", "x-argilla-api-key": OWNER.apiKey };
  const reply = await fetch(`${server.url}/api/v1${to}`, { method, headers, body });
  return { status: reply.status, text: await reply.text() };
}

const added = (metadata: string) => `{"items":[{"fields":{"text":"a"},"metadata":${metadata}}]}`;
const WAYS: readonly [what: string, send: (metadata: string) => ReturnType<typeof send>][] = [
  ["POST bulk", (metadata) => send("POST", `${path}/bulk`, added(metadata))],
  ["PUT bulk", (metadata) => send("PUT", `${path}/bulk`, added(metadata))],
  ["POST", (metadata) => send("POST", path, added(metadata))],
  ["PATCH", (metadata) => send("PATCH", path, `{"items":[{"id":"${recordId}","metadata":${metadata}}]}`)],
  ["PATCH of one", (metadata) => send("PATCH", `/records/${recordId}`, `{"metadata":${metadata}}`)],
];

const keys = (count: number, value: string) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${value}`)}}`;
const list = (count: number, value: string) => `{"x":[${Array.from({ length: count }, () => value)}]}`;
const VALUES = "at most 10,000 values, found more";
const TEXT = "at most 1,048,576 characters of JSON, found";

test.each(WAYS)("FEN-26 by %s metadata is refused beyond 10,000 values or 1,048,576 characters", async (_, by) => {
  for (const [metadata, why] of [
    [keys(10_001, "1.0"), VALUES],
    [keys(10_001, "1"), VALUES],
    [list(10_000, "1.0"), VALUES],
    [list(10_000, "[]"), VALUES],
    [`{"x":"${"a".repeat(1_048_576)}"}`, TEXT],
    [`{"n":1.0,"x":"${"a".repeat(1_048_576)}"}`, TEXT],
  ] as const) {
    const { status, text } = await by(metadata);
    expect([status, text], text.slice(0, 300)).toEqual([422, expect.stringContaining(why)]);
  }
  for (const metadata of [keys(10_000, "1.0"), list(9_999, "1"), `{"x":"${"a".repeat(1_048_568)}"}`])
    expect((await by(metadata)).status).toBeLessThan(300);
});

test("FEN-26 the records of one call have at most 100,000 values of metadata together, on every way in", async () => {
  const most = `{${Array.from({ length: 9_999 }, (_, index) => `"k${index}":1.0`)}}`;
  const items = (count: number, more: string) =>
    `{"items":[${Array.from({ length: count }, () => `{"fields":{"text":"a"},"metadata":${most}}`)}${more}]}`;
  const over = items(10, `,{"fields":{"text":"a"},"metadata":${keys(11, "1")}}`);
  const says = "at most 100,000 values together, found 100,001: send fewer records at once";
  for (const [method, to] of [
    ["POST", `${path}/bulk`],
    ["PUT", `${path}/bulk`],
    ["POST", path],
  ] as const) {
    const { status, text } = await send(method, to, over);
    expect([status, text.slice(0, 1000)], method).toEqual([422, expect.stringContaining(says)]);
    expect((await send(method, to, items(2, ""))).status, method).toBeLessThan(300);
  }
  const ids = (await fetched()).slice(0, 11);
  const changes = ids.map((id, at) => `{"id":"${id}","metadata":${at < 10 ? most : keys(11, "1")}}`);
  const { status, text } = await send("PATCH", path, `{"items":[${changes}]}`);
  expect([status, text.slice(0, 1000)]).toEqual([422, expect.stringContaining(says)]);
});

/** Creates some records and returns their ids. */
async function fetched(): Promise<readonly string[]> {
  const body = `{"items":[${Array.from({ length: 11 }, () => '{"fields":{"text":"a"}}')}]}`;
  const { text } = await send("POST", `${path}/bulk`, body);
  return (JSON.parse(text) as { items: { id: string }[] }).items.map(({ id }) => id); // the response of that call
}
