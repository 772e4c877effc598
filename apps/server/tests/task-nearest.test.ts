import { expect, test } from "vitest";
import { createTaskDataset, startTaskPeople, typed } from "./support/task-datasets.ts";

/** Aggregations over all records of a search, and the records nearest to a vector (contract search-semantics 5, 6). */

const { people, workspace } = await startTaskPeople();

type Found = {
  readonly total: number;
  readonly records: readonly { readonly id: unknown; readonly search_keywords?: unknown }[];
  readonly aggregations?: { readonly [name: string]: unknown };
};

async function make() {
  const { name, at } = await createTaskDataset(people, workspace, "TextClassification");
  const { owner } = people.clients;
  const record = (id: string, value: readonly number[] | null, more: object = {}) => ({
    id,
    inputs: { text: `plum ${id}` },
    metadata: { even: Number(id) % 2 === 0, part: Number(id) / 4 + 0.125, n: Number(id) % 3 },
    ...(value ? { vectors: { v: { value } } } : {}),
    ...more,
  });
  const labels = [{ class: "10", score: 0.9 }];
  const records = [
    record("0", [0, 0]),
    record("1", [1, 0], {
      prediction: { agent: "m", labels },
      annotation: { agent: "me", labels },
      status: "Validated",
    }),
    record("2", [3, 0], { prediction: { agent: "m", labels: [{ class: "b", score: 0.9 }] } }),
    record("3", [0, 10], { status: "Discarded" }),
    record("4", null),
  ];
  await owner.must("logTextRecordsV0", { ...at, body: { records } as never });
  const ask = (query: object, page: object = {}) =>
    owner.call("searchTaskRecordsV0", {
      params: { name, task: "TextClassification" },
      query: { workspace, ...page },
      body: { query },
    });
  const find = async (query: object, page: object = {}) => {
    const { status, body } = await ask(query, page);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as Found;
  };
  const scan = (body: object) => owner.call("scanTaskRecordsV0", { params: { name }, query: { workspace }, body });
  return { ask, find, scan };
}

const idsOf = ({ records }: Found) => records.map(({ id }) => id);
const near = (value: readonly number[], more: object = {}) => ({ vector: { name: "v", value, ...more } });

test("TSE-26 the nearest by distance come first among those that the rest of the query finds; k of them are all there is", async () => {
  const { find } = await make();
  expect(idsOf(await find(near([2.5, 0])))).toEqual(["2", "1", "0", "3"]);
  expect(idsOf(await find({ ...near([2.5, 0]), metadata: { even: "false" } }))).toEqual(["1", "3"]);
  expect(idsOf(await find({ ...near([2.5, 0]), query_text: 'NOT id:"2"' }, { limit: "1" }))).toEqual(["1"]);
  const second = await find(near([2.5, 0], { k: 3 }), { limit: "2", from: "2" });
  expect([second.total, idsOf(second), second.aggregations]).toEqual([3, ["0"], undefined]);
  const keywords = await find({ ...near([0, 0]), query_text: "plum" });
  expect(keywords.records.map((one) => one.search_keywords)).toEqual([undefined, undefined, undefined, undefined]);
  const counted = await find(near([2.5, 0], { k: 2 }));
  expect(counted.aggregations?.predicted_as).toEqual({ "10": 1, b: 1 });
});

test("TSE-26 a vector that no record has, or of another length, is refused; a scan has one page of the nearest", async () => {
  const { ask, scan } = await make();
  const refused = { status: 400, body: typed("InvalidTextSearchError", { message: expect.any(String) }) };
  expect(await ask({ vector: { name: "w", value: [1, 2] } })).toMatchObject(refused);
  expect(await ask(near([1, 2, 3]))).toMatchObject(refused);
  const { status, body } = await scan({ query: near([0, 9], { k: 2 }), fields: ["id"] });
  expect([status, body]).toEqual([
    200,
    {
      records: [{ id: "3" }, { id: "0" }],
      next_idx: null,
      next_page_cfg: expect.stringContaining('"next_search_params": null'),
    },
  ]);
});

test("TSE-20 TEN-36 a search tells of all that it finds whatever its page, and of nothing behind the beginning", async () => {
  const { find } = await make();
  const { aggregations, records } = await find({}, { limit: "0" });
  expect(records).toEqual([]);
  expect(aggregations).toMatchObject({
    predicted_as: { "10": 1, b: 1 },
    annotated_as: { "10": 1 },
    predicted_by: { m: 2 },
    annotated_by: { me: 1 },
    status: { Default: 3, Validated: 1, Discarded: 1 },
    predicted: { ok: 1 },
    score: { "0.899": 2 },
    words: { plum: 5 },
    metadata: { even: { true: 3, false: 2 }, n: { "0": 2, "1": 2, "2": 1 } },
  });
  expect(aggregations?.metadata).toMatchObject({ part: { "argilla:stats": { count: 5, sum: 3.125, min: 0.125 } } });
  const none = await find({ query_text: "nowhere" });
  expect(none.aggregations).toMatchObject({ status: {}, score: {}, words: {}, metadata: { even: {} } });
  expect((await find({}, { from: "1" })).aggregations).toBeUndefined();
});
