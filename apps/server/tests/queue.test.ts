import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { startPeople } from "./support/people.ts";
import { createRecords, SUBMITTED } from "./support/records.ts";

const { server, people } = await startPeople();

type Query = { readonly [name: string]: string };
async function page(client: Client, datasetId: string, query: Query = {}) {
  const { items, total } = await client.must("listMyRecords", { params: { dataset_id: datasetId }, query });
  return { ids: items.map(({ id }) => id), total };
}
async function everyPage(client: Client, datasetId: string, query: Query = {}) {
  const ids: string[] = [];
  for (;;) {
    const read = await page(client, datasetId, { ...query, offset: String(ids.length), limit: "1000" });
    if (read.ids.length === 0) return ids;
    ids.push(...read.ids);
  }
}

test("FQU-07 each user goes round all records in an order of their own, the same each time", {
  timeout: 60_000,
}, async () => {
  const { clients, workspaceId } = people;
  const { datasetId } = await createPublished(clients.owner, workspaceId);
  // More than one block of 8192 places in the queue.
  const ids = await createRecords(clients.owner, datasetId, 8500);
  const admin = await everyPage(clients.admin, datasetId);
  expect([...admin].sort()).toEqual([...ids].sort());
  expect(await everyPage(clients.admin, datasetId)).toEqual(admin);
  const annotator = await everyPage(clients.annotator, datasetId);
  expect([...annotator].sort()).toEqual([...ids].sort());
  expect(annotator.slice(0, 50)).not.toEqual(admin.slice(0, 50));
  expect(admin).not.toEqual(ids);
  expect((await page(clients.admin, datasetId, { offset: "8495", limit: "10" })).ids).toEqual(admin.slice(8495));
  expect(await page(clients.admin, datasetId, { offset: "8500" })).toEqual({ ids: [], total: 8500 });
  const listed = await clients.owner.must("listRecords", {
    params: { dataset_id: datasetId },
    query: { offset: "8190", limit: "5" },
  });
  expect(listed.items.map(({ id }) => id)).toEqual(ids.slice(8190, 8195));
  expect(listed.total).toBe(8500);
});

test("FQU-03 FQU-06 the queue of a status holds the caller's records of that status and keeps the order", async () => {
  const { clients, workspaceId } = people;
  const { datasetId } = await createPublished(clients.owner, workspaceId);
  await createRecords(clients.owner, datasetId, 12);
  const round = (await page(clients.annotator, datasetId)).ids;
  const statuses = [
    "submitted",
    "draft",
    "discarded",
    "submitted",
    null,
    "draft",
    null,
    null,
    "discarded",
    null,
    null,
    null,
  ];
  for (const [index, status] of statuses.entries()) {
    if (!status) continue;
    const body = status === "submitted" ? SUBMITTED : { status, values: null };
    await clients.annotator.must("createResponse", { params: { record_id: round[index] ?? "" }, body });
  }
  const having = (...wanted: (string | null)[]) => round.filter((_, index) => wanted.includes(statuses[index] ?? null));
  const of = async (query: string) => {
    const response = await fetch(`${server.url}/api/v1/me/datasets/${datasetId}/records?${query}`, {
      headers: { "x-postil-api-key": (await clients.annotator.must("getMe")).api_key },
    });
    const { items, total } = (await response.json()) as { items: { id: string }[]; total: number };
    return { ids: items.map(({ id }) => id), total };
  };
  const is = (ids: string[]) => ({ ids, total: ids.length });
  expect(await of("response_status=submitted")).toEqual(is(having("submitted")));
  expect(await of("response_status=draft")).toEqual(is(having("draft")));
  expect(await of("response_status=pending")).toEqual(is(having(null)));
  expect(await of("response_status=missing")).toEqual(is(having(null)));
  expect(await of("response_status=pending&response_status=draft")).toEqual(is(having(null, "draft")));
  expect(await of("response_status=discarded&response_status=submitted")).toEqual(is(having("discarded", "submitted")));
  expect(
    await of("response_status=missing&response_status=draft&response_status=submitted&response_status=discarded"),
  ).toEqual(is(round));
  expect(await page(clients.admin, datasetId, { response_status: "pending" })).toMatchObject({ total: 12 });
});

test("FQU-06 without a user a record has every status that anybody's response has; pending means nobody has one", async () => {
  const { clients, workspaceId } = people;
  const { datasetId } = await createPublished(clients.owner, workspaceId);
  const [both = "", draft = "", none = ""] = await createRecords(clients.owner, datasetId, 3);
  await clients.admin.must("createResponse", { params: { record_id: both }, body: SUBMITTED });
  await clients.annotator.must("createResponse", {
    params: { record_id: both },
    body: { status: "draft", values: null },
  });
  await clients.annotator.must("createResponse", {
    params: { record_id: draft },
    body: { status: "draft", values: null },
  });
  const listed = async (response_status: string) => {
    const asked = { params: { dataset_id: datasetId }, query: { response_status } };
    const { items, total } = await clients.owner.must("listRecords", asked);
    expect(total).toBe(items.length);
    return items.map(({ id }) => id);
  };
  expect(await listed("draft")).toEqual([both, draft]);
  expect(await listed("submitted")).toEqual([both]);
  expect(await listed("discarded")).toEqual([]);
  expect(await listed("pending")).toEqual([none]);
});

test("FQU-07 a sort asked for beats the own order, and metadata narrows it", async () => {
  const { clients, workspaceId } = people;
  const { datasetId } = await createPublished(clients.owner, workspaceId);
  const langs = ["en", "es", ["en", "fr"], null, "de"];
  const items = langs.map((lang) => ({ fields: { text: "a" }, metadata: { lang } }));
  const params = { dataset_id: datasetId };
  const made = await clients.owner.must("bulkCreateRecords", { params, body: { items } });
  const ids = made.items.map(({ id }) => id);
  const at = (...places: number[]) => places.map((place) => ids[place] ?? "");
  expect((await page(clients.annotator, datasetId, { sort_by: "inserted_at:desc" })).ids).toEqual([...ids].reverse());
  expect((await page(clients.annotator, datasetId, { sort_by: "metadata.lang" })).ids).toEqual(at(4, 0, 2, 1, 3));
  expect((await page(clients.annotator, datasetId, { sort_by: "metadata.lang:desc" })).ids).toEqual(at(2, 1, 0, 4, 3));
  const round = (await page(clients.annotator, datasetId)).ids;
  const english = await page(clients.annotator, datasetId, { metadata: "lang:en" });
  expect(english).toEqual({ ids: round.filter((id) => at(0, 2).includes(id)), total: 2 });
  const page2 = await page(clients.annotator, datasetId, { metadata: "lang:en", offset: "1", limit: "1" });
  expect(page2).toEqual({ ids: english.ids.slice(1), total: 2 });
});

test("API-35 FQU-08 limits of a page are told, and what to include may be repeated or joined", async () => {
  const { clients, workspaceId } = people;
  const { datasetId } = await createPublished(clients.owner, workspaceId);
  await createRecords(clients.owner, datasetId, 1);
  const status = async (query: Query) =>
    (await clients.owner.call("listMyRecords", { params: { dataset_id: datasetId }, query })).status;
  expect(await status({ limit: "1000", offset: "499000" })).toBe(200);
  expect(await status({ limit: "1000", offset: "499001" })).toBe(422);
  for (const bad of ["0", "1001", "x", ""]) expect(await status({ limit: bad })).toBe(422);
  expect(await status({ offset: "-1" })).toBe(422);

  const key = (await clients.owner.must("getMe")).api_key;
  const keys = async (query: string) => {
    const url = `${server.url}/api/v1/me/datasets/${datasetId}/records?${query}`;
    const response = await fetch(url, { headers: { "x-postil-api-key": key } });
    const body = (await response.json()) as { items?: { [name: string]: unknown }[] };
    const parts = ["responses", "suggestions", "vectors"];
    return response.status === 200 ? parts.filter((part) => part in (body.items?.[0] ?? {})) : response.status;
  };
  expect(await keys("")).toEqual([]);
  expect(await keys("include=responses&include=suggestions")).toEqual(["responses", "suggestions"]);
  expect(await keys("include=vectors,suggestions,responses")).toEqual(["responses", "suggestions", "vectors"]);
  expect(await keys("include=vectors:mini,other&include=responses")).toEqual(["responses", "vectors"]);
  expect(await keys("include=later:x&include=suggestions:x")).toEqual([]);
  for (const bad of ["include=", "include=a:b:c", "include=vectors:", "include=vectors,vectors:v", "include=later"]) {
    expect(await keys(bad), bad).toBe(422);
  }
  expect(await keys("include=vectors&include=vectors:mini")).toBe(422);
});
