import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSnapshots } from "../src/snapshots/keep.ts";
import { type Client, createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { postgresOfProcess } from "./support/engines.ts";
import { patiently } from "./support/patiently.ts";
import { API_KEY, homeOfTest, startIn } from "./support/process.ts";
import { createRecords } from "./support/records.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

/** Files in the folder of snapshots that the opened store does not name (docs/snapshots.md). */

const postgres = await postgresOfProcess();

const DAY_MS = 24 * 3_600_000;

async function startOne(): Promise<TestServer> {
  const server = await startTestServer();
  onTestFinished(server.close);
  return server;
}

/** Takes a snapshot of a new dataset. Waits until it is whole and the look through the folder at its end is over. Returns its id. */
async function take(owner: Client): Promise<string> {
  const { items: workspaces } = await owner.must("listMyWorkspaces");
  const { datasetId: dataset_id } = await createPublished(owner, workspaces[0]?.id ?? "");
  await createRecords(owner, dataset_id, 3);
  const { id } = await owner.must("takeSnapshot", { body: { dataset_id, name: "kept" } });
  await patiently(async () => {
    const { items } = await owner.must("listSnapshots", { query: { dataset_id } });
    expect(items[0]?.taken).not.toBeNull();
    const { items: jobs } = await owner.must("listJobs", { query: {} });
    expect(jobs.every(({ state }) => state === "done")).toBe(true);
  });
  return id;
}

const sizeUp = (owner: Client, id: string) =>
  owner.call("sizeUpSnapshot", { params: { snapshot_id: id }, body: { shape: "full", format: "jsonl" } });

/** What a start over the folder of `of` does with the store of another server. */
const opened = ({ store }: TestServer, of: TestServer) =>
  createSnapshots({ store, folder: join(of.home, "snapshots"), room: { most: 9, bytes: 2 ** 30 } });

/** A server with a snapshot, another one that does not know it, and the files of the first. */
async function startTwo() {
  const [mine, other] = [await startOne(), await startOne()];
  const owner = createClient(mine.url, OWNER.apiKey);
  const id = await take(owner);
  const folder = join(mine.home, "snapshots");
  return { mine, other, owner, id, folder, file: join(folder, `${id}.gz`), there: () => readdirSync(folder) };
}

test("SNP-15 a start with another store sets the file of a snapshot aside, and one with its own store brings it back", async () => {
  const { mine, other, owner, id, folder, file, there } = await startTwo();
  const bytes = readFileSync(file);
  // A snapshot that is older than the time for which files are kept aside.
  utimesSync(file, 0, 0);
  mkdirSync(join(folder, "lost+found"));
  for (let start = 0; start < 2; start++) {
    await opened(other, mine).sweep();
    expect(there().toSorted()).toEqual([`${id}.gz.unknown`, "lost+found"]);
  }
  expect(Date.now() - statSync(`${file}.unknown`).mtimeMs).toBeLessThan(DAY_MS);
  expect((await sizeUp(owner, id)).status).toBe(422);
  await opened(mine, mine).sweep();
  expect(there().toSorted()).toEqual([`${id}.gz`, "lost+found"]);
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(await sizeUp(owner, id)).toMatchObject({ status: 200, body: { records: 3 } });
});

test("SNP-15 a file that was set aside goes after 30 days, and not before; one that the store names comes back however old", async () => {
  const { mine, other, id, folder, file, there } = await startTwo();
  await opened(other, mine).sweep();
  const before = (days: number) => new Date(Date.now() - days * DAY_MS);
  writeFileSync(join(folder, "old.gz.unknown"), "");
  utimesSync(join(folder, "old.gz.unknown"), before(31), before(31));
  utimesSync(`${file}.unknown`, before(29), before(29));
  await opened(other, mine).sweep();
  expect(there()).toEqual([`${id}.gz.unknown`]);
  utimesSync(`${file}.unknown`, before(31), before(31));
  await opened(mine, mine).sweep();
  expect(there()).toEqual([`${id}.gz`]);
});

test("SNP-15 the file of a snapshot that the store named goes with it, also where another server has set it aside", async () => {
  const { mine, other, owner, id, there } = await startTwo();
  await opened(other, mine).sweep();
  expect(there()).toEqual([`${id}.gz.unknown`]);
  await owner.must("deleteSnapshot", { params: { snapshot_id: id } });
  expect(there()).toEqual([]);
});

test("SNP-15 a snapshot that is taken anew takes the place of its file that was set aside", async () => {
  const { mine, other, owner, id, folder, there } = await startTwo();
  await opened(other, mine).sweep();
  expect(there()).toEqual([`${id}.gz.unknown`]);
  writeFileSync(join(folder, `${id}.gz.unknown`), "of an earlier moment");
  // As after a kill before the row says that the file is whole.
  await mine.sql("update snapshot set taken_at = null where id = ?", id);
  await mine.sql("update job set state = 'waiting' where key = (select job_key from snapshot where id = ?)", id);
  // Its job wakes the others.
  const next = await take(owner);
  await patiently(() => expect(there().toSorted()).toEqual([`${id}.gz`, `${next}.gz`].toSorted()));
  await patiently(async () => expect(await sizeUp(owner, id)).toMatchObject({ status: 200, body: { records: 3 } }));
});

test("SNP-15 many starts over one folder at the same time lose no file and fail at none", async () => {
  const { mine, other, id, there } = await startTwo();
  const starts = Array.from({ length: 20 }, (_, at) => opened(at % 2 === 0 ? mine : other, mine));
  await Promise.all(starts.map((start) => start.sweep()));
  await opened(mine, mine).sweep();
  expect(there()).toEqual([`${id}.gz`]);
});

describe.skipIf(postgres === null)("a home and a database", () => {
  test("SNP-15 a home keeps the snapshots of its own store and those of a database, whichever it is started with", async () => {
    const home = homeOfTest();
    const there = () => readdirSync(join(home, "snapshots")).toSorted();
    const database = (await postgres?.database()) ?? "";
    const start = async (env: { readonly [name: string]: string }) => {
      const { address, child, ended } = startIn(home, [], env);
      const owner = createClient(await address, API_KEY);
      const stop = async () => {
        child.kill("SIGTERM");
        await ended;
      };
      return { owner, stop };
    };
    const WITH = { POSTIL_DATABASE_URL: database };
    const first = await start(WITH);
    const ofDatabase = await take(first.owner);
    await first.stop();
    const without = await start({});
    await patiently(() => expect(there()).toEqual([`${ofDatabase}.gz.unknown`]));
    const ofHome = await take(without.owner);
    await without.stop();
    const again = await start(WITH);
    await patiently(() => expect(there()).toEqual([`${ofDatabase}.gz`, `${ofHome}.gz.unknown`].toSorted()));
    expect(await sizeUp(again.owner, ofDatabase)).toMatchObject({ status: 200, body: { records: 3 } });
    await again.stop();
    const last = await start({});
    await patiently(() => expect(there()).toEqual([`${ofDatabase}.gz.unknown`, `${ofHome}.gz`].toSorted()));
    expect(await sizeUp(last.owner, ofHome)).toMatchObject({ status: 200, body: { records: 3 } });
  });
});
