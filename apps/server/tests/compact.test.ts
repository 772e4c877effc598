import { copyFileSync, existsSync, readdirSync, statSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { type Client, createClient } from "./support/client.ts";
import { fillAndDelete, makeOfEarlierVersion, rowIn, storeOf, textAt } from "./support/deleted-room.ts";
import { expectDoctorFindsNothing } from "./support/kills.ts";
import { mountMemory } from "./support/mount.ts";
import { API_KEY, homeOfTest, postil, startIn } from "./support/process.ts";
import { SUBMITTED } from "./support/records.ts";

/** `postil compact`, beside a server and without one (docs/operations.md#compacting). */

const PAGE = 4096;

const texts = async (client: Client, ids: readonly string[]) =>
  Promise.all(ids.map(async (record_id) => (await client.must("getRecord", { params: { record_id } })).fields.text));

test("BAK-11 beside a server, while people answer: says what it needs, gives the room to the disk, loses nothing, leaves an entry", async () => {
  const home = homeOfTest();
  const server = startIn(home);
  const client = createClient(await server.address, API_KEY);
  const ids = await fillAndDelete(client);
  const before = await client.must("getStoreFile");
  expect(before).toMatchObject({ in_parts: true, running: null, last: null });
  const check = await postil(home, ["compact", "--check"]);
  expect([check.code, check.err, check.out]).toEqual([
    0,
    "",
    expect.stringMatching(
      /^The store has [\d.]+ MB, and [\d.]+ MB of it are free\. Giving them back needs [\d.]+ MB of room/,
    ),
  ]);
  expect((await client.must("getStoreFile")).last).toBeNull();

  const ran = postil(home, ["compact"]);
  let answered = 0;
  let done = false;
  void ran.then(() => {
    done = true;
  });
  for (const record_id of ids) {
    if (done) break;
    await client.must("createResponse", { params: { record_id }, body: SUBMITTED });
    answered++;
  }
  const { code, err, out } = await ran;
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/\nThe store has [\d.]+ MB now: [\d.]+ MB were given back\.\n$/);
  // What was written before may still be in the log alone, so the file can be shorter than the store.
  expect(before.bytes - statSync(storeOf(home)).size).toBeGreaterThan(0.9 * before.free);
  const after = await client.must("getStoreFile");
  expect(after.free).toBeLessThan(50 * PAGE);
  const { items } = await client.must("listAudit", { query: { group: "backup" } });
  expect(items[0]).toMatchObject({
    kind: "store_compacted",
    program: "command line",
    told: { given: after.last?.given },
  });
  expect(await texts(client, ids)).toEqual(ids.map((_, at) => textAt(at)));
  server.child.kill("SIGTERM");
  await server.ended;
  await expectDoctorFindsNothing(home);
  expect(rowIn(home, "select count(*) as count from response")).toEqual({ count: answered });
  expect(rowIn(home, "pragma integrity_check")).toEqual({ integrity_check: "ok" });
});

test("BAK-11 a file of an earlier version: refused beside a server, written anew without one, and then in parts", async () => {
  const home = homeOfTest();
  let server = startIn(home);
  let client = createClient(await server.address, API_KEY);
  const ids = await fillAndDelete(client);
  const stop = async () => {
    server.child.kill("SIGTERM");
    await server.ended;
  };
  const restart = async () => {
    server = startIn(home);
    client = createClient(await server.address, API_KEY);
  };
  await stop();
  makeOfEarlierVersion(home);
  await restart();
  await client.must("deleteRecords", {
    params: { dataset_id: await datasetOf(client) },
    query: { ids: ids.slice(0, 50).join(",") },
  });
  const refused = await postil(home, ["compact"]);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/stop the server, and run postil compact once/),
  ]);
  expect(await client.must("getStoreFile")).toMatchObject({ in_parts: false, last: null });
  await stop();

  const { code, err, out } = await postil(home, ["compact"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/ were given back\.\n$/);
  expect(readdirSync(home).filter((name) => /compacting/.test(name))).toEqual([]);
  expect(statSync(storeOf(home)).mode & 0o777).toBe(0o600);
  await restart();
  expect(await client.must("getStoreFile")).toMatchObject({ in_parts: true });
  expect((await client.must("listAudit", { query: { group: "backup" } })).items[0]).toMatchObject({
    kind: "store_compacted",
    actor: null,
  });
  expect(await texts(client, ids.slice(50))).toEqual(ids.slice(50).map((_, at) => textAt(at + 50)));
  await stop();
  await expectDoctorFindsNothing(home);
});

const datasetOf = async (client: Client): Promise<string> => (await client.must("listMyDatasets")).items[0]?.id ?? "";

test("BAK-11 a home without data, and a disk with too little room, are refused with the numbers, and nothing is changed", async ({
  skip,
}) => {
  const empty = await postil(homeOfTest(), ["compact"]);
  expect([empty.code, empty.err]).toEqual([
    1,
    expect.stringMatching(/ has no data\. POSTIL_HOME names another home\.\n$/),
  ]);
  const [home, small] = [homeOfTest(), homeOfTest()];
  const filled = startIn(home);
  await fillAndDelete(createClient(await filled.address, API_KEY));
  filled.child.kill("SIGTERM");
  await filled.ended;
  makeOfEarlierVersion(home);
  const unmount = mountMemory(small, `size=${statSync(storeOf(home)).size + 700_000}`);
  if (!unmount) return skip("needs a file system of its own");
  onTestFinished(unmount);
  copyFileSync(storeOf(home), storeOf(small));
  const { code, err } = await postil(small, ["compact"]);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /^A compaction needs [\d.]+ MB of room on the disk meanwhile, and [\d.]+ MB are free\. .*nothing was changed\.\n$/,
    ),
  ]);
  expect(existsSync(`${storeOf(small)}.compacting`)).toBe(false);
});
