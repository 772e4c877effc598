import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { postgresOfProcess } from "./support/engines.ts";
import { execute } from "./support/execute.ts";
import { patiently } from "./support/patiently.ts";
import { newName, startPeople } from "./support/people.ts";
import type { TestServer } from "./support/start-test-server.ts";

/** Vectors that have no room in memory are searched with an index of pgvector, on a real server with that extension. */

const postgres = await postgresOfProcess();
const hasExtension = postgres !== null && (await offersVector(await postgres.database()));
if (!hasExtension) console.warn('SKIPPED: no PostgreSQL with the extension "vector" is here, so no index is tested.');

async function offersVector(url: string): Promise<boolean> {
  return execute(
    url,
    "do $$ begin assert (select count(*) from pg_available_extensions where name = 'vector') = 1; end $$",
  ).then(
    () => true,
    () => false,
  );
}

const DIMENSIONS = 32;
const RECORDS = 3000;
/** Room for 1,536 vectors of this length, and for all of three numbers. */
const SEARCH_BYTES = 2 ** 17;
const ASKED = 40;

/** The same numbers in each run. */
function createDraw(): () => number {
  let state = 7;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31 - 0.5;
  };
}
const draw = createDraw();
const drawVector = (of = DIMENSIONS) => Array.from({ length: of }, draw);
const CENTRES = Array.from({ length: 20 }, () => drawVector());
/** One half anywhere, and the other half near one of a few points. */
const vectorAt = (at: number): number[] =>
  at % 2 === 0 ? drawVector() : (CENTRES[at % 20] ?? []).map((number) => number + draw() / 20);

const cosine = (a: readonly number[], b: readonly number[]): number => {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, one, i) => sum + one * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};
const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((one, i) => one - (b[i] ?? 0)));

/** What has answered: `similarity;desc="index";dur=1.5`. */
function answeredBy(headers: Headers): string {
  const told = headers.get("server-timing") ?? "";
  expect(told).toMatch(/^similarity;desc="(copy in memory|index|scan)";dur=\d+\.\d$/);
  return told.split('"')[1] ?? "";
}

type Held = { readonly id: string; vector: readonly number[]; readonly n: number };
type Query = { readonly vector?: string; readonly filters?: object; readonly limit?: number; readonly order?: string };

describe.skipIf(!hasExtension)("an index of vectors", () => {
  let server: TestServer;
  let owner: Client;
  let params: { readonly dataset_id: string };
  let held: Held[];
  const said: string[] = [];
  beforeAll(async () => {
    const indexes = { searchBytes: SEARCH_BYTES, say: (line: string) => void said.push(line) };
    const started = await startPeople({ engine: "postgres", indexes });
    server = started.server;
    owner = started.people.clients.owner;
    const { datasetId } = await createPublished(owner, started.people.workspaceId);
    params = { dataset_id: datasetId };
    await owner.must("createVectorSettings", { params, body: { name: "wide", title: "W", dimensions: DIMENSIONS } });
    await owner.must("createMetadataProperty", {
      params,
      body: { name: "n", title: "N", settings: { type: "integer" } },
    });
    held = [];
    for (let from = 0; from < RECORDS; from += 500)
      await add(Array.from({ length: 500 }, (_, at) => vectorAt(from + at)));
  });

  async function add(vectors: readonly (readonly number[])[]) {
    const from = held.length;
    const items = vectors.map((wide, at) => ({
      fields: { text: `${from + at}` },
      metadata: { n: (from + at) % 10 },
      vectors: { wide, mini: wide.slice(0, 3) },
    }));
    const made = await owner.must("bulkCreateRecords", { params, body: { items } });
    held.push(...made.items.map(({ id }, at) => ({ id, vector: vectors[at] ?? [], n: (from + at) % 10 })));
    return made.items.map(({ id }) => id);
  }

  async function near(value: readonly number[], { vector = "wide", filters, limit = 10, order }: Query = {}) {
    const body = {
      query: { vector: { name: vector, value, ...(order ? { order } : {}) } },
      ...(filters ? { filters } : {}),
    };
    const answer = await owner.call("searchRecords", { params, query: { limit: `${limit}` }, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { items } = answer.body as { items: { record: { id: string }; query_score: number }[] };
    return {
      by: answeredBy(answer.headers),
      items: items.map(({ record: { id }, query_score }) => ({ id, score: query_score })),
    };
  }
  const untilIndexed = () =>
    patiently(async () => expect((await near(drawVector())).by).toBe("index"), { timeout: 60_000, interval: 100 });
  const exactly = (value: readonly number[], among: readonly Held[], count = 10) =>
    among
      .map(({ id, vector }) => ({ id, score: (1 + cosine(vector, value)) / 2 }))
      .sort((a, b) => b.score - a.score)
      .slice(0, count);
  /** The share of the nearest that were found. The score of each that was found is exact. */
  async function recall(filters?: object, among: readonly Held[] = held) {
    const scores = new Map<string, readonly number[]>(among.map(({ id, vector }) => [id, vector]));
    let met = 0;
    for (let at = 0; at < ASKED; at++) {
      const value = vectorAt(at);
      const { by, items } = await near(value, filters ? { filters } : {});
      expect(by).toBe("index");
      expect(items).toHaveLength(10);
      for (const { id, score } of items) expect(score).toBeCloseTo((1 + cosine(scores.get(id) ?? [], value)) / 2, 9);
      expect(items.map(({ score }) => score)).toEqual(items.map(({ score }) => score).toSorted((a, b) => b - a));
      const wanted = new Set(exactly(value, among).map(({ id }) => id));
      met += items.filter(({ id }) => wanted.has(id)).length;
    }
    return met / (ASKED * 10);
  }
  const below = (le: number) => ({
    and: [{ type: "range", scope: { entity: "metadata", metadata_property: "n" }, le }],
  });

  test("PGS-100 PGS-101 the index answers with nearly all of the nearest, and their exact scores; the reply says so", async () => {
    await untilIndexed();
    const found = await recall();
    console.log(`recall of the ten nearest of ${RECORDS}: ${found}`);
    expect(found).toBeGreaterThanOrEqual(0.95);
    // The database has used the index, and did not compare all.
    await patiently(async () => {
      const [used] = await server.sql(
        "select sum(idx_scan) as times from pg_stat_user_indexes where indexrelname ~ '^similar_vector_[0-9]+_'",
      );
      expect(used?.times).toBeGreaterThan(ASKED);
    });
  });

  test("PGS-101 with conditions the nearest are those among what meets them; of few records, and of the least similar, all are compared", async () => {
    await untilIndexed();
    const kept = held.filter(({ n }) => n <= 4);
    expect(await recall(below(4), kept)).toBeGreaterThanOrEqual(0.95);
    const value = drawVector();
    const few = await near(value, { filters: below(0) });
    expect(few.by).toBe("scan");
    expect(few.items.map(({ id }) => id)).toEqual(
      exactly(
        value,
        held.filter(({ n }) => n === 0),
      ).map(({ id }) => id),
    );
    const least = await near(value, { order: "least_similar" });
    expect(least.by).toBe("scan");
    const opposite = value.map((number) => -number);
    expect(least.items.map(({ id }) => id)).toEqual(exactly(opposite, held).map(({ id }) => id));
    // All of them, page after page.
    const all = await near(value, { limit: 1000 });
    expect(new Set(all.items.map(({ id }) => id)).size).toBe(1000);
  });

  test("PGS-101 other vectors of these records, which have room in memory, are answered from there", async () => {
    expect((await near(drawVector(3), { vector: "mini" })).by).toBe("copy in memory");
  });

  test("PGS-102 the next search finds what was just added, changed or removed, before the index knows it", async () => {
    await untilIndexed();
    for (let turn = 0; turn < 10; turn++) {
      const value = drawVector();
      const [added = ""] = await add([value]);
      expect(await near(value, { limit: 1 })).toEqual({ by: "index", items: [{ id: added, score: 1 }] });
      const changed = held[turn * 100];
      if (!changed) throw new Error("There is no such record.");
      changed.vector = value.map((number) => number * 2);
      await owner.must("updateRecords", {
        params,
        body: { items: [{ id: changed.id, vectors: { wide: changed.vector } }] },
      });
      // Equally near: the older record comes first.
      const both = await near(value, { limit: 2 });
      expect(both.items.map(({ id }) => id)).toEqual([changed.id, added]);
      await owner.must("deleteRecord", { params: { record_id: added } });
      held = held.filter(({ id }) => id !== added);
      const one = await near(value, { limit: 2 });
      expect([one.by, one.items[0]?.id]).toEqual(["index", changed.id]);
      expect(one.items.map(({ id }) => id)).not.toContain(added);
    }
    expect(await recall()).toBeGreaterThanOrEqual(0.95);
  });

  test("PGS-102 many records with one vector: any of them, each once, all with the same score; zeros are like nothing", async () => {
    const value = drawVector();
    const same = new Set(await add(Array.from({ length: 60 }, () => value)));
    const [zeros = ""] = await add([value.map(() => 0)]);
    await untilCaughtUp();
    const { by, items } = await near(value, { limit: 20 });
    expect([by, items.every(({ id, score }) => same.has(id) && score === 1)]).toEqual(["index", true]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(20);
    const found = await near(value, { limit: 1000 });
    expect(found.items.find(({ id }) => id === zeros)?.score ?? 0.5).toBe(0.5);
    for (const record_id of [...same, zeros]) await owner.must("deleteRecord", { params: { record_id } });
    held = held.filter(({ id }) => id !== zeros && !same.has(id));
  });

  const untilCaughtUp = () =>
    patiently(async () => {
      const behind = await server.sql(
        "select count(*) as count from vector join vector_index using (dataset_key, vector_settings_key) where vector.written_at > vector_index.written_at",
      );
      expect(behind).toEqual([{ count: 0 }]);
    });
  const indexes = () =>
    server.sql("select oid::bigint as oid from pg_class where relkind = 'i' and relname ~ '^similar_vector_[0-9]+_'");
  /** What the index has of vectors that are not there. */
  const leftOver = () =>
    server.sql(
      "select count(*) as count from similar_vector known where not exists (select from vector where vector.dataset_key = known.dataset_key and vector.vector_settings_key = known.vector_settings_key and vector.seq = known.seq)",
    );

  test("PGS-103 what is removed leaves nothing in the index; a rebuild makes it anew; it goes with its dataset", async () => {
    await untilIndexed();
    await untilCaughtUp();
    expect(await leftOver()).toEqual([{ count: 0 }]);
    const before = await indexes();
    expect(before).toHaveLength(1);
    await server.store.write("rebuildDerived", null, undefined);
    await patiently(async () => {
      const now = await indexes();
      expect(now).toHaveLength(1);
      expect(now).not.toEqual(before);
    });
    await untilIndexed();
    expect(await recall()).toBeGreaterThanOrEqual(0.95);
    await owner.must("deleteDataset", { params });
    await patiently(async () => {
      expect(await server.sql("select count(*) as count from vector_index")).toEqual([{ count: 0 }]);
      expect(await server.sql("select count(*) as count from similar_vector")).toEqual([{ count: 0 }]);
      expect(await indexes()).toEqual([]);
    });
    expect(said.filter((line) => !line.endsWith(" s."))).toEqual([]);
  });

  test("PGS-100 PGS-101 TSE-26 the same by distance in task datasets, whatever the lengths of vectors are", async () => {
    const [workspace] = (await owner.must("listMyWorkspaces")).items;
    const at = { name: newName(), task: "Text2Text" };
    const query = { workspace: workspace?.name ?? "" };
    await owner.must("createTaskDatasetV0", { body: { ...at, workspace: query.workspace } });
    // Numbers that no index holds are among them.
    const lengthOf = (record: number) =>
      [1, 1, 1, 30, 1e-30, 1e200][record % 97 === 0 ? 5 : record % 89 === 0 ? 4 : record % 4] ?? 1;
    const vectors = Array.from({ length: RECORDS }, (_, id) => vectorAt(id).map((number) => number * lengthOf(id)));
    for (let from = 0; from < RECORDS; from += 500) {
      const records = vectors
        .slice(from, from + 500)
        .map((value, index) => ({ id: from + index, text: "a", vectors: { v: { value } } }));
      await owner.must("logText2TextRecordsV0", { params: { name: at.name }, query, body: { records } });
    }
    const near = async (value: readonly number[]) => {
      const answer = await owner.call("searchTaskRecordsV0", {
        params: at,
        query,
        body: { query: { vector: { name: "v", value, k: 10 } } },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const { records } = answer.body as { records: { id: number }[] };
      return { by: answeredBy(answer.headers), ids: records.map(({ id }) => id) };
    };
    await patiently(async () => expect((await near(drawVector())).by).toBe("index"), {
      timeout: 60_000,
      interval: 100,
    });
    let met = 0;
    for (let turn = 0; turn < ASKED; turn++) {
      const value = turn === 0 ? drawVector().map(() => 0) : vectorAt(turn);
      const wanted = vectors
        .map((vector, id) => ({ id, distance: distance(vector, value) }))
        .sort((a, b) => a.distance - b.distance || a.id - b.id)
        .slice(0, 10);
      const { by, ids } = await near(value);
      expect(by).toBe("index");
      met += wanted.filter(({ id }) => ids.includes(id)).length;
    }
    expect(met / (ASKED * 10)).toBeGreaterThanOrEqual(0.95);
    expect((await near(drawVector().map((number) => number * 1e200))).by).toBe("scan");
  });
});

test.each([
  ["a copy in memory", 2 ** 27, "copy in memory"],
  ["a scan, where there is no memory for copies", 0, "scan"],
] as const)(
  "PGS-100 the embedded engine says that it was %s; a search without a vector says nothing",
  async (_, searchBytes, wanted) => {
    const { people } = await startPeople({ engine: "sqlite", indexes: { searchBytes, say: () => {} } });
    const { owner } = people.clients;
    const params = { dataset_id: (await createPublished(owner, people.workspaceId)).datasetId };
    const items = [1, 2, 3].map((one) => ({ fields: { text: "a" }, vectors: { mini: [one, 1, 1] } }));
    await owner.must("bulkCreateRecords", { params, body: { items } });
    const query = { vector: { name: "mini", value: [1, 1, 1] } };
    for (const call of ["searchRecords", "searchMyRecords"] as const) {
      const { headers, body } = await owner.call(call, { params, body: { query } });
      expect(answeredBy(headers)).toBe(wanted);
      expect(body).toMatchObject({ total: 3, items: [{ query_score: 1 }, {}, {}] });
      expect((await owner.call(call, { params, body: {} })).headers.get("server-timing")).toBeNull();
    }
    const [workspace] = (await owner.must("listMyWorkspaces")).items;
    const at = { params: { name: newName(), task: "Text2Text" }, query: { workspace: workspace?.name ?? "" } };
    await owner.must("createTaskDatasetV0", { body: { ...at.params, workspace: at.query.workspace } });
    const records = [1, 2].map((id) => ({ id, text: "a", vectors: { v: { value: [id, 1] } } }));
    await owner.must("logText2TextRecordsV0", { ...at, body: { records } });
    for (const call of ["searchTaskRecordsV0", "scanTaskRecordsV0"] as const) {
      const found = await owner.call(call, { ...at, body: { query: { vector: { name: "v", value: [2, 1] } } } });
      expect([answeredBy(found.headers), found.body]).toMatchObject([wanted, { records: [{ id: 2 }, { id: 1 }] }]);
      expect((await owner.call(call, { ...at, body: {} })).headers.get("server-timing")).toBeNull();
    }
  },
);
