import { cpSync, readdirSync } from "node:fs";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createClient } from "../support/client.ts";
import { fillAndDelete, makeOfEarlierVersion, rowIn, textAt } from "../support/deleted-room.ts";
import { expectDoctorFindsNothing, KILLS } from "../support/kills.ts";
import { patiently } from "../support/patiently.ts";
import { API_KEY, homeOfTest, newHome, postil, removeHome, runPostil, startIn } from "../support/process.ts";

/** Parts of the whole at which the process is killed. */
const PLACES = Array.from({ length: Math.max(4, KILLS) }, (_, at) => at / Math.max(4, KILLS));

const made = newHome();
beforeAll(async () => {
  const server = runPostil(made);
  await fillAndDelete(createClient(await server.address, API_KEY));
  server.child.kill("SIGTERM");
  await server.ended;
  return () => removeHome(made);
});

const copyOfMade = (): string => {
  const home = homeOfTest();
  cpSync(made, home, { recursive: true });
  return home;
};

/** Nothing is lost or damaged, and the next start needs nothing else. */
async function expectWhole(home: string): Promise<void> {
  await expectDoctorFindsNothing(home);
  expect(rowIn(home, "pragma integrity_check")).toEqual({ integrity_check: "ok" });
  const texts = "select count(*) as count, sum(length(json_extract(fields, '$.text'))) as length from record";
  const length = Array.from({ length: 100 }, (_, at) => textAt(at).length).reduce((sum, one) => sum + one, 0);
  expect(rowIn(home, texts)).toEqual({ count: 100, length });
  expect(readdirSync(home).filter((name) => name.includes("compacting"))).toEqual([]);
}

test("BAK-11 kill -9 of a server that compacts, at many places: nothing is lost, and the next compaction gives the rest back", {
  timeout: 300_000,
}, async () => {
  for (const place of PLACES) {
    const home = copyOfMade();
    const server = startIn(home);
    const client = createClient(await server.address, API_KEY);
    const { free } = await client.must("getStoreFile");
    await client.must("compactStore");
    await patiently(
      async () => {
        const { running } = await client.must("getStoreFile");
        expect(running === null || running.done >= place * free).toBe(true);
      },
      { interval: 1 },
    );
    server.child.kill("SIGKILL");
    await server.ended;
    await expectWhole(home);
    const { code, err } = await postil(home, ["compact"]);
    expect([code, err]).toEqual([0, ""]);
    await expectWhole(home);
  }
});

test("BAK-11 kill -9 of a command that writes the file anew, at many places: the file is the old one or the new one", {
  timeout: 300_000,
}, async () => {
  makeOfEarlierVersion(made);
  const whole = copyOfMade();
  const began = performance.now();
  expect((await postil(whole, ["compact"])).code).toBe(0);
  const took = performance.now() - began;
  await expectWhole(whole);
  let isNew = 0;
  for (const place of PLACES) {
    const home = copyOfMade();
    const running = runPostil(home, ["compact"]);
    onTestFinished(() => void running.child.kill("SIGKILL"));
    // The start of the process is half of the time.
    await Promise.race([running.ended, new Promise((done) => setTimeout(done, took * (0.4 + 0.6 * place)))]);
    running.child.kill("SIGKILL");
    await running.ended;
    isNew += Number(JSON.stringify(rowIn(home, "pragma auto_vacuum")).includes("2"));
    await expectWhole(home);
  }
  expect(isNew).toBeLessThan(PLACES.length);
});
