import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exchangeTexts } from "./support/exchange-texts.ts";
import { newName, startPeople } from "./support/people.ts";
import { OWNER } from "./support/start-test-server.ts";
import { createTaskDataset } from "./support/task-datasets.ts";

const { server, people, owner } = await startPeople();
const workspace = (await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } })).name;

const exchange = exchangeTexts(() => server);

const HELD = 2n ** 53n;
/** Values on both sides of the limits of a JS number and of 64 bits, and far beyond them. */
const VALUES: readonly (bigint | null)[] = [
  0n,
  7n,
  -7n,
  null,
  HELD - 1n,
  ...[0n, 1n, 2n, 3n].flatMap((by) => [HELD + by, -HELD - by]),
  1_234_567_890_123_456_789n,
  1_234_567_890_123_456_790n,
  12_345_678_901_234_567_890_123n,
  12_345_678_901_234_567_890_124n,
  -12_345_678_901_234_567_890_123n,
];

async function newDataset(
  values: readonly (bigint | null)[],
): Promise<{ readonly id: string; readonly property: string }> {
  const { id } = await owner.must("createDataset", { body: { name: newName(), workspace_id: people.workspaceId } });
  const params = { dataset_id: id };
  const named = { name: "text", title: "T", required: true, settings: { type: "text" } };
  await owner.must("createField", { params, body: named });
  await owner.must("createQuestion", { params, body: named });
  const body = { name: "n", title: "N", settings: { type: "integer" } };
  const property = await owner.must("createMetadataProperty", { params, body });
  await owner.must("publishDataset", { params });
  const records = values.map((value, at) => {
    const metadata = value === null ? "" : `,"metadata":{"n":${value}}`;
    return `{"fields":{"text":"${at}"},"external_id":"${at}"${metadata}}`;
  });
  await exchange("POST", `/v1/datasets/${id}/records`, `{"items":[${records}]}`);
  return { id, property: property.id };
}

type Found = { readonly items: { readonly record: { readonly external_id: string } }[]; readonly total: number };

async function search(id: string, filters: string, sort = ""): Promise<readonly (bigint | null)[]> {
  const scope = `"scope":{"entity":"metadata","metadata_property":"n"}`;
  const asked = [
    ...(filters ? [`"filters":{"and":[{${scope},${filters}}]}`] : []),
    ...(sort ? [`"sort":[{${scope},"order":"${sort}"}]`] : []),
  ];
  const reply = JSON.parse(
    await exchange("POST", `/v1/datasets/${id}/records/search?limit=100`, `{${asked}}`),
  ) as Found;
  expect(reply.items).toHaveLength(reply.total);
  return reply.items.map(({ record }) => VALUES[Number(record.external_id)] ?? null);
}

const present = VALUES.filter((value) => value !== null);
const inOrder = (values: readonly (bigint | null)[]) => values.toSorted((a, b) => ((a ?? 0n) < (b ?? 0n) ? -1 : 1));

test("FFI-28 ranges and terms of whole numbers find what they name, however large they are", async () => {
  const { id } = await newDataset(VALUES);
  const end = fc.option(
    fc.oneof(
      fc.constantFrom(...present),
      fc.constantFrom(...present).map((value) => value + 1n),
    ),
  );
  await fc.assert(
    fc.asyncProperty(end, end, async (ge, le) => {
      if ((ge === null && le === null) || (ge !== null && le !== null && ge > le)) return;
      const ends = [...(ge === null ? [] : [`"ge":${ge}`]), ...(le === null ? [] : [`"le":${le}`])].join();
      const within = present.filter((value) => (ge === null || value >= ge) && (le === null || value <= le));
      expect(inOrder(await search(id, `"type":"range",${ends}`)), ends).toEqual(inOrder(within));
      const listed = await exchange(
        "GET",
        `/v1/datasets/${id}/records?limit=100&metadata=${encodeURIComponent(`n:{${ends}}`)}`,
      );
      expect(JSON.parse(listed).total, ends).toBe(within.length);
    }),
    { numRuns: 60 },
  );
  for (const value of present) {
    expect(await search(id, `"type":"terms","values":["${value}"]`)).toEqual([value]);
    expect(await search(id, `"type":"terms","values":[${value},"7"]`)).toHaveLength(value === 7n ? 1 : 2);
  }
});

test("FFI-28 a range whose ends are the wrong way round is refused, also where a number would not tell them apart", async () => {
  const { id } = await newDataset([null]);
  const range = (ge: bigint, le: bigint) =>
    fetch(`${server.url}/api/v1/datasets/${id}/records?metadata=${encodeURIComponent(`n:{"ge":${ge},"le":${le}}`)}`, {
      headers: { "x-argilla-api-key": OWNER.apiKey },
    });
  expect((await range(HELD + 1n, HELD)).status).toBe(422);
  expect((await range(HELD, HELD + 1n)).status).toBe(200);
});

test("FFI-28 records are sorted by whole numbers of any size, those without one last", async () => {
  const { id } = await newDataset(VALUES);
  const up = inOrder(present);
  expect(await search(id, "", "asc")).toEqual([...up, null]);
  expect(await search(id, "", "desc")).toEqual([...up.toReversed(), null]);
  const listed = JSON.parse(await exchange("GET", `/v1/datasets/${id}/records?limit=100&sort_by=metadata.n:desc`));
  expect(listed.items.map((item: { external_id: string }) => VALUES[Number(item.external_id)])).toEqual([
    ...up.toReversed(),
    null,
  ]);
});

test("FFI-28 the ends of an integer property are told with all of their digits", async () => {
  const { property } = await newDataset(VALUES);
  const metrics = (of: string) => exchange("GET", `/v1/metadata-properties/${of}/metrics`);
  const [least, most] = ["-12345678901234567890123", "12345678901234567890124"];
  expect(await metrics(property)).toBe(`{"type":"integer","min":${least},"max":${most}}`);
  const small = await newDataset([3n, HELD + 1n]);
  expect(await metrics(small.property)).toBe(`{"type":"integer","min":3,"max":${HELD + 1n}}`);
});

test("FFI-28 what is changed, and what goes with its property, leaves no digits behind", async () => {
  const { id, property } = await newDataset([HELD + 1n, HELD + 2n, 5n]);
  const listed = JSON.parse(await exchange("GET", `/v1/datasets/${id}/records`));
  await exchange("PATCH", `/v1/records/${listed.items[0].id}`, `{"metadata":{"n":${HELD + 3n}}}`);
  const total = async (value: bigint) =>
    JSON.parse(
      await exchange(
        "GET",
        `/v1/datasets/${id}/records?metadata=${encodeURIComponent(`n:{"ge":${value},"le":${value}}`)}`,
      ),
    ).total;
  expect([await total(HELD + 1n), await total(HELD + 2n), await total(HELD + 3n)]).toEqual([0, 1, 1]);
  await owner.must("deleteMetadataProperty", { params: { metadata_property_id: property } });
  const database = new DatabaseSync(server.file, { readOnly: true });
  const left = () =>
    database
      .prepare("select count(*) as count from filter_value where dataset_key = (select key from dataset where id = ?)")
      .get(id)?.count;
  await expect.poll(left).toBe(0);
  database.close();
});

test("FFI-28 integers in the metadata of a task dataset are found, sorted and counted with all of their digits", async () => {
  const { name } = await createTaskDataset(people, workspace, "TextClassification");
  const records = present.map((value, id) => `{"id":${id},"inputs":{"text":"a"},"metadata":{"n":${value}}}`);
  const query = `workspace=${workspace}`;
  await exchange(
    "POST",
    `/datasets/${name}/TextClassification:bulk?${query}`,
    `{"name":"${name}","records":[${records}]}`,
  );
  const asked = async (text: string, sort: object[] = []) =>
    JSON.parse(
      await exchange(
        "POST",
        `/datasets/${name}/TextClassification:search?${query}&limit=100`,
        JSON.stringify({ query: { query_text: text }, sort }),
      ),
    );
  const found = async (text: string, sort: object[] = []) =>
    ((await asked(text, sort)).records as { id: number }[]).map(({ id }) => present[id]);
  for (const value of present) {
    const range = `metadata.n:[${value} TO ${value}]`;
    expect(await found(`metadata.n:"${value}"`), String(value)).toEqual([value]);
    expect(await found(range), range).toEqual([value]);
    const above = inOrder(present.filter((other) => other > value));
    expect(inOrder((await found(`metadata.n:>${String(value).replace("-", "\\-")}`)) as bigint[])).toEqual(above);
  }
  const up = inOrder(present);
  expect(await found("*", [{ id: "metadata.n", order: "asc" }])).toEqual(up);
  const { aggregations } = await asked("*");
  expect(Object.keys(aggregations.metadata.n).toSorted()).toEqual(present.map(String).toSorted());
});
