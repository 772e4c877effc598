import { Client as Connection, type QueryConfig } from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "./support/client.ts";
import {
  clusterDatabase,
  emptyClusterDatabase,
  hasCluster,
  killServer,
  removeClusterDatabase,
  serverOfDataset,
} from "./support/cluster.ts";
import { createPublished } from "./support/draft.ts";
import { postgresOfProcess } from "./support/engines.ts";
import { execute } from "./support/execute.ts";
import { patiently } from "./support/patiently.ts";
import { homeOfTest, postil, saidIn } from "./support/process.ts";
import { createRecords, SUBMITTED } from "./support/records.ts";
import { expectAsRecorded, LIMITS_OF_REFERENCE } from "./support/replay.ts";
import { OWNER, startTestServer } from "./support/start-test-server.ts";

/** A database that is removed with its test. */
async function forTest(made: Promise<string>): Promise<string> {
  const url = await made;
  onTestFinished(() => removeClusterDatabase(url));
  return url;
}

/** A server over a spread database, and its owner with a published dataset of some records. */
async function withRecords(count: number) {
  const url = await forTest(clusterDatabase());
  const server = await startTestServer({ engine: "postgres", database: url });
  onTestFinished(() => server.close());
  const owner = createClient(server.url, OWNER.apiKey);
  const { items } = await owner.must("listMyWorkspaces");
  const add = async () => {
    const { datasetId } = await createPublished(owner, items[0]?.id ?? "");
    return { datasetId, records: await createRecords(owner, datasetId, count) };
  };
  return { url, owner, add };
}

type Made = { readonly datasetId: string; readonly records: readonly string[] };
type Said = { readonly text: string; readonly values: unknown[] };

/** The statements that `work` sends to the database, whoever sends them. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly Said[]> {
  const said: Said[] = [];
  const sent = vi.spyOn(Connection.prototype, "query");
  try {
    await work();
    for (const [asked] of sent.mock.calls as unknown as readonly [string | QueryConfig][])
      said.push(
        typeof asked === "string" ? { text: asked, values: [] } : { text: asked.text, values: asked.values ?? [] },
      );
  } finally {
    sent.mockRestore();
  }
  return said;
}

/** What cannot be explained: it begins and ends transactions, and reads the clock of the first server. */
const OF_TRANSACTIONS = /^(begin|commit|rollback|savepoint|release|update clock)/;

/** The tasks of a statement: 0 if only the first server runs it. More than one means that several servers are asked. */
async function tasksOf(explaining: Connection, { text, values }: Said): Promise<number> {
  const { rows } = await explaining.query<{ "QUERY PLAN": string }>(`explain (costs off) ${text}`, values);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  const counts = Array.from(plan.matchAll(/Task Count: (\d+)/g), ([, count]) => Number(count));
  return counts.reduce((sum, count) => sum + count, 0);
}

describe.skipIf(!hasCluster)("on a cluster", () => {
  test("PGS-40 distribute says what is missing, prints what it would run, runs it once, and finds it there", async () => {
    const url = await forTest(emptyClusterDatabase());
    const home = homeOfTest();
    const run = (...args: string[]) => postil(home, ["distribute", ...args], { POSTIL_DATABASE_URL: url });
    const refused = await run("--apply");
    expect([refused.code, saidIn(refused.err)]).toEqual([1, expect.stringContaining("it has no tables of Postil")]);
    expect((await postil(home, ["users", "list"], { POSTIL_DATABASE_URL: url })).code).toBe(0);
    const printed = await run();
    expect(printed.out).toMatch(/^-- The cluster has \d servers for records\./);
    const statements = printed.out.split("\n").filter((line) => line.startsWith("select"));
    expect(statements).toContainEqual(
      expect.stringMatching(/^select create_distributed_table\('"response"', 'dataset_key'/),
    );
    const applied = await run("--apply");
    expect(applied.out.split("\n").filter((line) => line.startsWith("select"))).toHaveLength(statements.length);
    expect((await run()).out).toContain("all tables lie as they should");
    await execute(url, "select undistribute_table('flag')");
    expect((await run("--apply")).out).toContain("1 table lie");
  });

  test("PGS-41 each statement of the labeling loop goes to one server of the cluster", async () => {
    const { url, owner, add } = await withRecords(30);
    const { datasetId, records } = await add();
    const params = { dataset_id: datasetId };
    const loop = async () => {
      const query = { limit: "10", include: ["responses", "suggestions"], response_status: "missing" };
      const { items } = await owner.must("listMyRecords", { params, query });
      const [first, second, third] = items.map(({ id }) => id);
      const answer = await owner.must("createResponse", { params: { record_id: first ?? "" }, body: SUBMITTED });
      await owner.must("updateResponse", { params: { response_id: answer.id }, body: { status: "discarded" } });
      const bulk = [second, third].map((record_id) => ({ record_id, ...SUBMITTED }));
      await owner.must("bulkSaveResponses", { body: { items: bulk } });
      await owner.must("getMyDatasetMetrics", { params });
      await owner.must("searchMyRecords", { params, query: { limit: "10" }, body: { query: { text: { q: "text" } } } });
      await owner.must("getRecord", { params: { record_id: records[20] ?? "" } });
    };
    const explaining = new Connection({ connectionString: url });
    await explaining.connect();
    try {
      // The first time also fills what is kept in memory.
      for (let turn = 0; turn < 2; turn++)
        for (const said of await statementsOf(loop))
          if (!OF_TRANSACTIONS.test(said.text))
            expect(await tasksOf(explaining, said), said.text).toBeLessThanOrEqual(1);
    } finally {
      await explaining.end();
    }
  });

  test("PGS-42 a cluster answers as the reference did", { timeout: 300_000 }, async () => {
    const url = await forTest(clusterDatabase());
    const server = await startTestServer({ engine: "postgres", database: url, limits: LIMITS_OF_REFERENCE });
    onTestFinished(() => server.close());
    for (const file of ["v1-records.jsonl", "v0-search.jsonl"]) await expectAsRecorded(server.url, file);
  });

  test("PGS-43 a killed server holds up its own datasets, no others, and every acknowledged answer is there", async () => {
    const { url, owner, add } = await withRecords(20);
    const byServer = new Map<number, Made>();
    while (byServer.size < 2) {
      const made = await add();
      byServer.set(await serverOfDataset(url, made.datasetId), made);
    }
    const [killed] = [...byServer.keys()] as [number];
    const [held, going] = [...byServer.values()] as [Made, Made];
    const answer = (made: Made, at: number) =>
      owner.call("createResponse", { params: { record_id: made.records[at] ?? "" }, body: SUBMITTED });
    const submitted = async ({ datasetId }: Made) =>
      (await owner.must("getMyDatasetMetrics", { params: { dataset_id: datasetId } })).responses.submitted;
    for (const made of [held, going]) expect((await answer(made, 0)).status).toBe(201);
    const start = await killServer(killed);
    try {
      // Together, so that they share a transaction.
      const [refused, ...taken] = await Promise.all([answer(held, 1), answer(going, 1), answer(going, 2)]);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(refused.body).toEqual({ detail: expect.stringMatching(/Nothing of this was saved. Try again\.$/) });
      expect(taken.map(({ status }) => status)).toEqual([201, 201]);
      expect((await owner.call("listMyRecords", { params: { dataset_id: held.datasetId } })).status).toBe(503);
      expect(await submitted(going)).toBe(3);
    } finally {
      await start();
    }
    await patiently(async () => expect((await answer(held, 1)).status).toBe(201));
    expect([await submitted(held), await submitted(going)]).toEqual([2, 3]);
  });
});

const found = await postgresOfProcess();
test.skipIf(found === null)(
  "PGS-40 a database that is no cluster, and data in a home, are refused with what to do",
  async () => {
    const home = homeOfTest();
    const env = { POSTIL_DATABASE_URL: (await found?.database()) ?? "" };
    expect((await postil(home, ["users", "list"], env)).code).toBe(0);
    const plain = await postil(home, ["distribute"], env);
    expect([plain.code, saidIn(plain.err)]).toEqual([
      1,
      expect.stringContaining("it is no cluster: `create extension citus`"),
    ]);
    const embedded = await postil(home, ["distribute", "--apply"]);
    expect([embedded.code, saidIn(embedded.err)]).toEqual([1, expect.stringContaining("POSTIL_DATABASE_URL names")]);
  },
);
