import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { type Client, createClient } from "./support/client.ts";
import { storeOf } from "./support/deleted-room.ts";
import { createPublished } from "./support/draft.ts";
import { postgresOfProcess } from "./support/engines.ts";
import { expectDoctorFindsNothing } from "./support/kills.ts";
import { patiently } from "./support/patiently.ts";
import { API_KEY, homeOfTest, postil, saidIn, startIn } from "./support/process.ts";
import { SUBMITTED } from "./support/records.ts";
import { wholeStore } from "./support/whole-store.ts";

/** `postil move`: all data of a home into a PostgreSQL database, and back. */

const postgres = await postgresOfProcess();

async function emptyDatabase(): Promise<string> {
  if (postgres === null) throw new Error("There is no server.");
  return postgres.database();
}

const ODD = ["a\u0001b \\u0000 \\", "😀 e\u0301 שלום", "'quoted' \"twice\"", "\u0001\u0002", "x".repeat(3000)];

/** Work of all kinds in both families, with deleted things beside it. Returns the id of a dataset that is in the bin. */
async function fill(owner: Client): Promise<string> {
  const { items: workspaces } = await owner.must("listMyWorkspaces");
  const workspaceId = workspaces[0]?.id ?? "";
  const make = async () => {
    const params = { dataset_id: (await createPublished(owner, workspaceId)).datasetId };
    const items = ODD.map((text, at) => ({ fields: { text }, external_id: `${text.slice(0, 9)} ${at}` }));
    const made = await owner.must("bulkCreateRecords", { params, body: { items } });
    return { params, ids: made.items.map(({ id }) => id) };
  };
  const [stays, goes] = [await make(), await make()];
  const [first = "", second = "", third = ""] = stays.ids;
  for (const record_id of [first, second, goes.ids[0] ?? ""])
    await owner.must("createResponse", { params: { record_id }, body: SUBMITTED });
  await owner.must("flagRecord", { params: { record_id: second } });
  await owner.must("createView", { params: stays.params, body: { name: "mine", query: "status=submitted" } });
  await owner.must("deleteRecord", { params: { record_id: third } });
  await owner.must("deleteDataset", { params: goes.params });
  await owner.must("createWebhook", { body: { url: "https://hooks.invalid/", events: ["record.completed"] } });
  const [deleted] = (await owner.must("listDeleted", { query: {} })).items.filter(({ kind }) => kind === "dataset");
  return deleted?.id ?? "";
}

/** A home that a server has filled and left. */
async function filledHome(): Promise<{ readonly home: string; readonly deletedId: string }> {
  const home = homeOfTest();
  const server = startIn(home, ["start"], { POSTIL_DEMO: "1" });
  const deletedId = await fill(createClient(await server.address, API_KEY));
  server.child.kill("SIGTERM");
  await server.ended;
  return { home, deletedId };
}

/** All tables, what is derived too; but for the versions of copies in memory. */
const everythingIn = (home: string) => ({ ...wholeStore(storeOf(home)), ...passing(home) });
function passing(home: string) {
  const database = new DatabaseSync(storeOf(home), { readOnly: true });
  const tables = ["audit", "clock", "dataset_sequence", "job", "key_use", "last_seen"];
  const rows = tables.map((table) => [table, database.prepare(`select * from "${table}"`).all()] as const);
  database.close();
  return Object.fromEntries(rows);
}

describe.skipIf(postgres === null)("postil move", () => {
  test("PGS-50 PGS-51 all data of a home goes into a database and back, also after kill -9: every row of every table is equal, and work goes on there", async () => {
    const { home, deletedId } = await filledHome();
    const before = everythingIn(home);
    expect(before.record?.length).toBeGreaterThan(200);
    const url = await emptyDatabase();

    const killed = startIn(home, ["move", "--to", url]);
    await patiently(async () => expect(await countIn(url, "record")).toBeGreaterThan(0));
    killed.child.kill("SIGKILL");
    await killed.ended;
    const there = await postil(home, ["move", "--to", url]);
    expect([there.code, there.err]).toEqual([0, ""]);
    expect(there.out).toMatch(/^Moved [\d,]+ rows of 44 tables\. The data in the home \S+ is as it was\.$/m);
    expect(everythingIn(home)).toEqual(before);
    const again = await postil(home, ["move", "--to", url]);
    expect([again.code, again.err]).toEqual([
      1,
      "Nothing was moved: there are people in the database already. It must be empty.\n",
    ]);

    for (const args of [["start"], ["users", "list"]]) {
      const left = await postil(home, args);
      expect(left.code).toBe(1);
      expect(saidIn(left.err)).toMatch(
        /was moved to 127\.0\.0\.1:\d+\/\w+ at 20.*POSTIL_DATABASE_URL must name that database/,
      );
    }
    expect(everythingIn(home)).toEqual(before);

    const other = homeOfTest();
    const back = await postil(other, ["move", "--from", url]);
    expect([back.code, back.err]).toEqual([0, ""]);
    expect(everythingIn(other)).toEqual(before);

    const server = startIn(home, ["start"], { POSTIL_DATABASE_URL: url });
    const owner = createClient(await server.address, API_KEY);
    await owner.must("restoreDeleted", { params: { deleted_id: deletedId }, body: {} });
    const { items: workspaces } = await owner.must("listMyWorkspaces");
    // New rows get numbers that no moved row has.
    await createPublished(owner, workspaces[0]?.id ?? "");
    const { items } = await owner.must("listMyDatasets", { query: {} });
    for (const { id: dataset_id } of items.filter(({ status }) => status === "ready")) {
      const found = await owner.must("listMyRecords", {
        params: { dataset_id },
        query: { response_status: ["missing"] },
      });
      const [record] = found.items;
      if (record)
        await owner.must("createResponse", { params: { record_id: record.id }, body: { status: "discarded" } });
    }
    server.child.kill("SIGTERM");
    await server.ended;
    await expectDoctorFindsNothing(home, { POSTIL_DATABASE_URL: url });
  });

  test("PGS-50 what is missing or wrong is said in a sentence, and nothing is changed", async () => {
    const home = homeOfTest();
    const url = await emptyDatabase();
    const refused = async (...args: readonly string[]) => {
      const { code, err } = await postil(home, ["move", ...args]);
      expect([code, err]).toEqual([1, expect.not.stringContaining("secret")]);
      return err;
    };
    expect(await refused("--to", url)).toBe(`${home} has no data to move. POSTIL_HOME names another home.\n`);
    expect(await refused("--from", url)).toBe("Nothing was moved: there are no people in the database.\n");
    expect(await refused()).toContain("Say one of --to and --from");
    expect(await refused("--from", "mysql://me:secret@host/x")).toContain("POSTIL_DATABASE_URL");
    expect(await refused("--from", "postgres://me:secret@127.0.0.1:1/x")).toContain("no database server listens");
  });
});

async function countIn(url: string, table: string): Promise<number> {
  const { Client: Connection } = await import("pg");
  const connection = new Connection({ connectionString: url });
  await connection.connect();
  try {
    const { rows } = await connection.query(`select count(*) as count from "${table}"`);
    return Number(rows[0]?.count);
  } finally {
    await connection.end();
  }
}
