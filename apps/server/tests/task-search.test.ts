import type { Task } from "@postil/domain/datasets/dataset";
import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { SPEAKERS } from "./support/people.ts";
import {
  createTaskDataset,
  errorsOf,
  forbidden,
  isClosed,
  missing,
  startTaskPeople,
  typed,
  wrongTask,
} from "./support/task-datasets.ts";
import { yardstickMs } from "./support/yardstick.ts";

/** Records of the older family: searched, loaded, deleted by query (contract api-v0 6.2, 7.2, 7.3). */

const { people, workspace } = await startTaskPeople();

type Found = { readonly total: number; readonly records: readonly { readonly [key: string]: unknown }[] };
type Scanned = {
  readonly records: readonly { readonly [key: string]: unknown }[];
  readonly next_idx: string | null;
  readonly next_page_cfg: string;
};

async function make(records: readonly object[], task: Task = "TextClassification") {
  const dataset = await createTaskDataset(people, workspace, task);
  const { name, at } = dataset;
  const owner = people.clients.owner;
  const log = (some: readonly object[]) => owner.must("logTextRecordsV0", { ...at, body: { records: some } as never });
  for (let from = 0; from < records.length; from += 1000) await log(records.slice(from, from + 1000));
  const search = (body: unknown, query: object = {}, client: Client = owner) =>
    client.call("searchTaskRecordsV0", { params: { name, task }, query: { workspace, ...query }, body });
  const find = async (query: object, more: object = {}) => {
    const { status, body } = await search({ query, ...more }, { limit: "1000" });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as Found;
  };
  const ids = async (query_text: string) => (await find({ query_text })).records.map(({ id }) => id);
  const scan = (body: unknown, query: object = {}, client: Client = owner) =>
    client.call("scanTaskRecordsV0", { params: { name }, query: { workspace, ...query }, body });
  const load = async (body: unknown, query: object = {}) => {
    const reply = await scan(body, query);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body as Scanned;
  };
  const remove = (body: unknown, query: object = {}, client: Client = owner) =>
    client.call("deleteTaskRecordsV0", { params: { name }, query: { workspace, ...query }, body });
  return { ...dataset, log, search, find, ids, scan, load, remove };
}

const text = (id: string | number, words: string, more: object = {}) => ({ id, inputs: { text: words }, ...more });
const part = (agent: string, name: string) => ({ agent, labels: [{ class: name, score: 0.75 }] });
const invalid = (message: unknown) => ({ status: 400, body: typed("InvalidTextSearchError", { message }) });

test("TSE-01 TSE-03 TSE-05 a search tells how many match and shows a page of them, keys without a value left out", async () => {
  const { search } = await make([
    text(1, "un ejemplo de texto", { metadata: { n: 1.0 }, prediction: part("m", "A") }),
    text("2", "otro ejemplo"),
    text("3", "nada"),
  ]);
  const { status, body } = await search({ query: { query_text: "ejemplo un" } }, { include_metrics: "true" });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    total: 1,
    records: [
      {
        id: 1,
        status: "Default",
        search_keywords: ["un ejemplo"],
        metrics: { text_length: 19 },
        prediction: { agent: "m", labels: [{ class: "A", score: 0.75 }] },
        predictions: { m: { labels: [{ class: "A", score: 0.75 }] } },
      },
    ],
  });
  const [record] = (body as Found).records;
  expect(Object.keys(record ?? {})).not.toContain("annotation");
  expect(record?.text).toBe(undefined);
  const first = await search({}, { limit: "2" });
  expect((first.body as Found).records.map(({ id, metrics }) => [id, metrics])).toEqual([
    [1, {}],
    ["2", {}],
  ]);
  expect((await search(undefined, { limit: "0" })).body).toMatchObject({ total: 3, records: [] });
  expect((await search({}, { from: "2" })).body).toMatchObject({ total: 3, records: [{ id: "3" }] });
});

test("TSE-02 TSE-21 TEN-34 TEN-35 filters, text and rules that must not match go together", async () => {
  const { find } = await make([
    text("a", "red", {
      prediction: part("m", "A"),
      annotation: part("u", "A"),
      status: "Validated",
      metadata: { k: "x" },
    }),
    text("b", "red", { prediction: part("n", "A"), annotation: part("u", "B"), metadata: { k: ["y", "z"] } }),
    text("c", "blue"),
  ]);
  const ids = async (query: object) => (await find(query)).records.map(({ id }) => id);
  expect(await ids({ query_text: "red", predicted: "ko" })).toEqual(["b"]);
  expect(await ids({ predicted_by: ["m", "n"], status: ["Validated"] })).toEqual(["a"]);
  expect(await ids({ predicted_as: ["A"] })).toEqual(["a", "b"]);
  expect(await ids({ annotated_as: ["B"], annotated_by: ["u"] })).toEqual(["b"]);
  expect(await ids({ metadata: { k: ["x", "z"] } })).toEqual(["a", "b"]);
  expect(await ids({ uncovered_by_rules: ["red AND metadata.k:x", "", "blue"] })).toEqual(["b"]);
  expect(await ids({ score: { from: 0.7 } })).toEqual(["a", "b"]);
  expect(await ids({ confidence: { to: 0.7 } })).toEqual([]);
  expect(await ids({ has_annotation: false })).toEqual(["a", "b", "c"]);
  expect(await ids({ ids: ["c", "nobody"], status: ["Validated"] })).toEqual(["c"]);
});

test("TSE-07 TSE-22 the record that others are to be like is left out by its id, whatever the id", async () => {
  const { ids } = await make([text('a-1:x "y" \\', "card"), text("b", "card"), text("c", "coin")]);
  const id = 'id:"a-1:x \\"y\\" \\\\"';
  expect(await ids(`card AND NOT ${id}`)).toEqual(["b"]);
  expect(await ids(`NOT ${id}`)).toEqual(["b", "c"]);
  expect(await ids(id)).toEqual(['a-1:x "y" \\']);
});

test("API-03 TSE-01 whoever may not, or asks of the wrong dataset or task, is told so before what they ask is read", async () => {
  const { name, at, search, scan, remove } = await make([text("a", "x")]);
  const wrong = { query: { query_text: '"' } };
  for (const call of [search, scan]) {
    for (const speaker of SPEAKERS) {
      const client = people.clients[speaker];
      const { status } = await call({}, {}, client);
      expect([speaker, status]).toEqual([speaker, (await client.call("getTaskDatasetV0", at)).status]);
    }
  }
  expect(await search(wrong)).toMatchObject(invalid('Failed to parse query ["]'));
  expect(await scan(wrong)).toMatchObject(invalid('Failed to parse query ["]'));
  expect(await remove({ query_text: '"' })).toMatchObject(invalid('Failed to parse query ["]'));
  const other = { name, task: "Text2Text" } as const;
  const mistaken = await people.clients.owner.call("searchTaskRecordsV0", { params: other, query: { workspace } });
  expect(mistaken).toMatchObject(wrongTask("Text2Text"));
  const nowhere = await people.clients.owner.call("scanTaskRecordsV0", {
    params: { name: "no" },
    query: { workspace },
  });
  expect(nowhere).toMatchObject(missing("no"));
});

test("TEN-13 the records of a closed dataset are neither found, loaded nor deleted", async () => {
  const { name, at, search, scan, remove } = await make([text("a", "x")]);
  await people.clients.owner.must("closeTaskDatasetV0", at);
  expect(await search({}, { limit: "0" })).toMatchObject(isClosed(name));
  expect(await scan({})).toMatchObject(isClosed(name));
  expect(await remove({})).toMatchObject(isClosed(name));
});

test("TSE-22 TSE-23 whatever a stranger sends is answered or refused with what is wrong", async () => {
  const { search, scan, remove } = await make([text("a", "x", { metadata: { n: 1, flag: true } })]);
  const schema: readonly (readonly [unknown, readonly (string | number)[]])[] = [
    [[], ["body"]],
    [{ query: "x" }, ["body", "query"]],
    [{ query: { ids: [1.5] } }, ["body", "query", "ids", 0]],
    [{ query: { ids: [true] } }, ["body", "query", "ids", 0]],
    [{ query: { metadata: { a: [null] } } }, ["body", "query", "metadata", "a", 0]],
    [{ query: { metadata: { a: {} } } }, ["body", "query", "metadata", "a"]],
    [{ query: { vector: { name: "v", value: [] } } }, ["body", "query", "vector", "value"]],
    [{ query: { query_text: "\ud800" } }, ["body", "query", "query_text"]],
  ];
  for (const [body, loc] of schema)
    expect(errorsOf(await search(body))[0], JSON.stringify(body)).toMatchObject({ loc });
  expect(errorsOf(await scan({ fields: Array(101).fill("a") }))[0]).toMatchObject({ loc: ["body", "fields"] });
  expect(errorsOf(await remove({ status: "x" }))[0]).toMatchObject({ loc: ["body", "status"] });
  expect(errorsOf(await remove({ query: { status: "x" } }))[0]).toMatchObject({ loc: ["body", "query", "status"] });
  expect(errorsOf(await remove({}, { mark_as_discarded: "perhaps" }))[0]).toMatchObject({
    loc: ["query", "mark_as_discarded"],
  });
  for (const query_text of [
    "metadata.n:x",
    "metadata.flag:True",
    "score:0.1*",
    "last_updated:now-",
    "/a{2,1}/",
    "(((",
  ]) {
    expect(await search({ query: { query_text } }), query_text).toMatchObject(invalid(expect.any(String)));
  }
  expect(await search({ query: { metadata: { n: "x" } } })).toMatchObject(invalid(expect.any(String)));
});

test("TSE-22 the largest and deepest queries take no longer than they are large", async () => {
  const { search } = await make(
    Array.from({ length: 500 }, (_, n) => text(n, `word${n} aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b${n % 7}`)),
  );
  const long = (piece: string) => piece.repeat(Math.floor(16_384 / piece.length)).trim();
  const sent = [
    `${"(".repeat(8192)}${")".repeat(8192)}`,
    "(".repeat(10_000),
    `${"(".repeat(90)}a${")".repeat(90)}`,
    "NOT (".repeat(3000),
    "f:(".repeat(5000),
    long("a "),
    long("a OR "),
    long("a* "),
    long("*a "),
    long('"a b"~9 '),
    `"${"a ".repeat(1000)}"`,
    `"${"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ".repeat(30)}"~900`,
    "*a".repeat(400),
    "?".repeat(16_384),
    `/${"(a*)*".repeat(150)}c/`,
    "/(a|aa)+(a|aa)+(a|aa)+c/",
    `${"a".repeat(16_000)}~2`,
    "[* TO *]",
    "\\*:a",
    "\\*:*a*",
    "_exists_:\\*",
    long("predictions.m.labels.score:1 OR ").replace(/ OR$/, ""),
    long("metrics.text_length:>1 "),
    "b? OR *b* OR /b./ OR b1~ OR [b TO c]",
    "\\".repeat(16_384),
    '"'.repeat(16_383),
    "/".repeat(16_383),
    "a".repeat(16_385),
  ];
  // The first search of this kind starts the thread that scans documents.
  await search({ query: { query_text: "\\*:*a*" } });
  const yardstick = await yardstickMs();
  for (const query_text of sent) {
    const before = process.cpuUsage();
    const { status, body } = await search({ query: { query_text } });
    // CPU time of all threads. The yardstick runs on the same busy machine.
    const { user, system } = process.cpuUsage(before);
    expect([200, 400], `${query_text.slice(0, 40)}: ${JSON.stringify(body).slice(0, 200)}`).toContain(status);
    expect((user + system) / 1000 / yardstick, query_text.slice(0, 40)).toBeLessThan(3);
  }
});

test("TSE-15 beyond ten thousand nothing is paged through", async () => {
  const { search } = await make([text("a", "x")]);
  expect(await search({}, { from: "9999", limit: "2" })).toMatchObject(invalid(expect.stringContaining("10000")));
  expect((await search({}, { from: "10000", limit: "0" })).status).toBe(200);
  expect(errorsOf(await search({}, { limit: "-1" }))[0]).toMatchObject({ loc: ["query", "limit"] });
});

test("TSE-22 loading brings stored documents, in parts that were asked for, and marks what was found", async () => {
  const { load } = await make([
    text(7, "Card lost", { metadata: { n: 5.0, a: { b: null } }, annotation: part("u", "A") }),
  ]);
  const { records, next_idx, next_page_cfg } = await load({ query: { query_text: "card" } });
  expect(records).toEqual([
    {
      id: 7,
      inputs: { text: "Card lost" },
      multi_label: false,
      metadata: { n: 5 },
      annotation: { agent: "u", labels: [{ class_label: "A", score: 0.75 }] },
      annotations: { u: { labels: [{ class_label: "A", score: 0.75 }] } },
      status: "Default",
      text: "Card lost",
      metrics: { text_length: 9 },
      last_updated: expect.any(String),
      search_keywords: ["Card"],
    },
  ]);
  expect(next_idx).toBe("7");
  expect(JSON.parse(next_page_cfg)).toMatchObject({ next_search_params: ["7"] });
  const some = await load({ query: { query_text: "card" }, fields: ["metadata.*", "annotation*"] });
  expect(Object.keys(some.records[0] ?? {}).sort()).toEqual(["annotation", "annotations", "id", "metadata"]);
  expect(some.records[0]?.id).toBe("7");
});

test("TSE-22 loading goes on where it stopped, also among records that are sorted by the same", async () => {
  const { load } = await make(
    Array.from({ length: 9 }, (_, n) => text(n, n % 2 ? "odd" : "even", { metadata: { mod: n % 2 } })),
  );
  const sort_by = [{ id: "metadata.mod", order: "desc" }];
  const loaded: unknown[] = [];
  let cfg: string | undefined;
  for (;;) {
    const page: Scanned = await load(
      { fields: ["id"], sort_by, ...(cfg ? { next_page_cfg: cfg } : {}) },
      { limit: "2" },
    );
    if (page.records.length === 0) break;
    expect(page.next_idx).toBe(null);
    loaded.push(...page.records.map(({ id }) => id));
    cfg = page.next_page_cfg;
  }
  expect(loaded).toEqual([1, 3, 5, 7, 0, 2, 4, 6, 8]);
  expect((await load({ next_idx: "5", fields: ["id"], next_page_cfg: "unreadable" })).records).toEqual(
    [6, 7, 8].map((id) => ({ id })),
  );
});

test("TSE-22 loading sorted by numbers beyond single precision comes to an end, and brings each record once", async () => {
  const numbers = [1e300, -1e300, 0.5, 1e300, null, -1e39, 3e38];
  const { load } = await make(numbers.map((f, n) => text(n, "x", { metadata: { f } })));
  const loadAll = async (order: string, limit: string) => {
    const loaded: unknown[] = [];
    let cfg: string | undefined;
    for (let pages = 0; pages <= numbers.length; pages++) {
      const sort_by = [{ id: "metadata.f", order }];
      const page = await load({ fields: ["id"], sort_by, ...(cfg ? { next_page_cfg: cfg } : {}) }, { limit });
      loaded.push(...page.records.map(({ id }) => id));
      cfg = page.next_page_cfg;
    }
    return loaded;
  };
  for (const limit of ["1", "2"]) {
    expect(await loadAll("asc", limit)).toEqual([1, 5, 2, 6, 0, 3, 4]);
    expect(await loadAll("desc", limit)).toEqual([0, 3, 6, 2, 5, 1, 4]);
  }
});

test("TSE-23 a hundred keys to sort by, told as a place too, cost in proportion to them; more are refused", async () => {
  const { search, scan, load } = await make(Array.from({ length: 3 }, (_, n) => text(n, "x", { metadata: { n } })));
  const sort = (count: number) => Array(count).fill({ id: "metadata.n", order: "desc" });
  expect((await search({ sort: sort(100) })).status).toBe(200);
  expect(errorsOf(await search({ sort: sort(101) }))[0]).toMatchObject({ loc: ["body", "sort"] });
  expect(errorsOf(await scan({ sort_by: sort(101) }))[0]).toMatchObject({ loc: ["body", "sort_by"] });
  const place = (count: number) => {
    const next_search_params = Array(count).fill(1);
    return { fields: ["id"], next_page_cfg: JSON.stringify({ sort_by: sort(count), next_search_params }) };
  };
  expect((await load(place(100))).records).toEqual([{ id: 0 }]);
  expect((await load(place(101))).records).toHaveLength(3);
});

test("TSE-21 ROL-10 a query in the language of another engine is refused, and deletes nothing", async () => {
  const { search, scan, remove, find } = await make([text("a", "red"), text("b", "blue")]);
  const raw_query = { match: { text: "red" } };
  const refused = { status: 400, body: typed("BadRequestError", { message: expect.stringContaining("raw_query") }) };
  expect(await remove({ raw_query })).toMatchObject(refused);
  expect(await remove({ query: { raw_query } })).toMatchObject(refused);
  expect(await remove({ raw_query }, { mark_as_discarded: "true" })).toMatchObject(refused);
  expect(await search({ query: { ids: ["a"], raw_query } })).toMatchObject(refused);
  expect(await scan({ query: { raw_query } })).toMatchObject(refused);
  expect((await find({ raw_query: null })).records.map(({ status }) => status)).toEqual(["Default", "Default"]);
});

test("ROL-10 what a query finds is deleted, by those who manage the dataset alone", async () => {
  const { find, remove } = await make([text("a", "red"), text("b", "red blue"), text("c", "blue")]);
  const { annotator, admin } = people.clients;
  expect(await remove({ query_text: "red" }, {}, annotator)).toMatchObject(forbidden);
  expect(await remove({ query_text: "blue -red" }, {}, admin)).toMatchObject({
    status: 200,
    body: { matched: 1, processed: 1 },
  });
  expect((await find({})).records.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(await remove({ query: { ids: ["a"] } })).toMatchObject({ body: { matched: 1, processed: 1 } });
  expect(await remove({ query_text: "nobody" })).toMatchObject({ body: { matched: 0, processed: 0 } });
  expect(await remove(undefined)).toMatchObject({ body: { matched: 1, processed: 1 } });
  expect((await find({})).total).toBe(0);
});

test("ROL-11 discarding keeps what the records are found by, and their times", async () => {
  const made = await make([
    text("a", "red", { annotation: part("u", "A") }),
    text("b", "red", { status: "Discarded" }),
    text("c", "x"),
  ]);
  const { find, remove, at } = made;
  const before = await find({ query_text: "red" });
  const { last_updated } = await people.clients.owner.must("getTaskDatasetV0", at);
  const discarded = await remove(
    { query: { query_text: "red" } },
    { mark_as_discarded: "True" },
    people.clients.annotator,
  );
  expect(discarded).toMatchObject({ status: 200, body: { matched: 2, processed: 2 } });
  const after = await find({ status: ["Discarded"], query_text: "red" });
  expect(after.records).toEqual(before.records.map((record) => ({ ...record, status: "Discarded" })));
  expect((await find({ annotated_as: ["A"], query_text: "annotated_by:u AND status:Discarded" })).total).toBe(1);
  expect((await people.clients.owner.must("getTaskDatasetV0", at)).last_updated).toBe(last_updated);
});

test("ROL-10 ROL-11 more records than one step takes are deleted and discarded whole", async () => {
  const count = 4100;
  const { find, remove } = await make(Array.from({ length: count }, (_, n) => text(n, n === 7 ? "kept" : "gone")));
  const all = { matched: count - 1, processed: count - 1 };
  expect((await remove({ query_text: "gone", status: ["Default"] }, { mark_as_discarded: "true" })).body).toEqual(all);
  expect((await find({ status: ["Discarded"] }, {})).total).toBe(count - 1);
  expect((await remove({ query_text: "NOT kept" })).body).toEqual(all);
  expect((await find({})).records.map(({ id }) => id)).toEqual([7]);
});

test("TSE-22 what is logged, changed or deleted shows in the next search", async () => {
  const { log, ids, find, at } = await make([text("a", "one")]);
  await log([text("a", "two", { metadata: { n: 1 } }), text("b", "one")]);
  expect([await ids("one"), await ids("two AND metadata.n:1")]).toEqual([["b"], ["a"]]);
  await people.clients.owner.must("updateTaskRecordV0", {
    ...at,
    params: { ...at.params, id: "a" },
    body: { status: "Edited", metadata: { n: null, m: 2 } },
  });
  expect((await find({ status: ["Edited"], metadata: { m: ["2"] } })).total).toBe(1);
  expect(await ids("_exists_:metadata.n")).toEqual([]);
});

test("TSE-22 several conditions on what agents say find together what each finds alone", async () => {
  const labels = ["A", "B", "C"];
  const scores = [0.25, 0.5, 1];
  const multi_label = true;
  const { ids } = await make(
    Array.from({ length: 60 }, (_, n) =>
      text(n, `text ${n}`, {
        prediction: {
          agent: n % 2 ? "m" : "n.2",
          labels: labels.slice(0, (n % 3) + 1).map((name) => ({ class: name, score: scores[n % 3] })),
        },
        multi_label,
        metadata: { n },
      }),
    ),
  );
  const all = await ids("*");
  const conditions = [
    "predictions.m.labels.class_label:B",
    "predictions.n.2.labels.class_label:(A OR C)",
    "predictions.m.labels.score:[0.3 TO 0.5]",
    "predictions.m.labels.score:>0.5",
    "metrics.text_length:6",
    "_exists_:predictions.n",
    "predictions.m.labels.class_label:/[BC]/",
    "NOT predictions.m.labels.class_label:B*",
  ];
  const alone = await Promise.all(conditions.map((one) => ids(one)));
  for (const found of alone) expect([0, all.length]).not.toContain(found.length);
  for (let at = 0; at < conditions.length; at++) {
    const others = [0, 1, 2, 3].map((step) => (at + step) % conditions.length);
    const written = others.map((one) => `(${conditions[one]})`);
    const holds = (id: unknown) => others.map((one) => alone[one]?.includes(id));
    expect(new Set(await ids(written.join(" AND ")))).toEqual(new Set(all.filter((id) => holds(id).every(Boolean))));
    expect(new Set(await ids(written.join(" OR ")))).toEqual(new Set(all.filter((id) => holds(id).some(Boolean))));
  }
});

test("TSE-22 TSE-23 times are compared and sorted by each of their digits, and what was last updated in one call too", async () => {
  const at = (digits: string) => `2026-01-01T00:00:00.${digits}`;
  const records = ["000700", "000300", "000900", "000100", "000500"].map((digits, n) =>
    text(n + 1, "petrol", { event_timestamp: at(digits), metadata: { seen: `${at(digits)}Z` } }),
  );
  const { ids, find, load } = await make(records);
  for (const id of ["event_timestamp", "metadata.seen"]) {
    const sorted = async (order: "asc" | "desc") =>
      (await find({}, { sort: [{ id, order }] })).records.map((record) => record.id);
    expect([id, await sorted("asc"), await sorted("desc")]).toEqual([id, [4, 2, 5, 1, 3], [3, 1, 5, 2, 4]]);
    // Loading page by page gives the same records.
    let cursor: string | undefined;
    const loaded: unknown[] = [];
    do {
      const body = { sort_by: [{ id, order: "asc" }], ...(cursor ? { next_page_cfg: cursor } : {}) };
      const page = await load(body, { limit: "2" });
      loaded.push(...page.records.map((record) => record.id));
      cursor = page.records.length === 2 ? page.next_page_cfg : undefined;
    } while (cursor);
    expect([id, loaded]).toEqual([id, [4, 2, 5, 1, 3]]);
    const found = (asked: string) => ids(`${id}:${asked}`);
    expect(await found(`"${at("000700")}"`)).toEqual([1]);
    expect(await found(`"${at("0007")}"`)).toEqual([1]);
    expect(await found(`"${at("0007001")}"`)).toEqual([]);
    expect(await found(`"${at("000")}"`)).toEqual([]);
    expect(await found(`[${at("0005")} TO *]`)).toEqual([1, 3, 5]);
    expect(await found(`{${at("0005")} TO ${at("000900")}}`)).toEqual([1]);
    expect(await found(`[* TO ${at("000")}]`)).toEqual([]);
    expect(await found('"2026-01-01T00:00:00"')).toEqual([1, 2, 3, 4, 5]);
  }
  const [first] = (await find({ query_text: "id:1" })).records;
  expect(first?.last_updated).toMatch(/\.\d{6}$/);
  expect(await ids(`last_updated:"${first?.last_updated}"`)).toContain(1);
});

test("ROL-10 ROL-11 an empty list of ids deletes and discards nothing; no condition at all is every record, as it was", async () => {
  const { find, remove } = await make([text(1, "a"), text(2, "b"), text(3, "c")]);
  const none = { matched: 0, processed: 0 };
  expect((await remove({ ids: [] })).body).toEqual(none);
  expect((await remove({ ids: [], query_text: "" }, { mark_as_discarded: "true" })).body).toEqual(none);
  expect((await find({ ids: [] })).total).toBe(3);
  expect((await remove({ ids: [], query_text: "b" })).body).toEqual({ matched: 1, processed: 1 });
  expect((await remove({ ids: [3] })).body).toEqual({ matched: 1, processed: 1 });
  expect((await remove({})).body).toEqual({ matched: 1, processed: 1 });
  expect((await find({})).total).toBe(0);
});
