import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { readAll, readManifest } from "../../src/backup/file.ts";
import { rowIn, storeOf } from "../support/deleted-room.ts";
import { expectDoctorFindsNothing, KILLS } from "../support/kills.ts";
import { mountMemory } from "../support/mount.ts";
import { homeOfTest, postil, runPostil } from "../support/process.ts";

const OLD = gunzipSync(readFileSync(new URL("../databases/schema-6.db.gz", import.meta.url)));
const oldHome = (): string => {
  const home = homeOfTest();
  writeFileSync(storeOf(home), OLD);
  return home;
};

/** The next start upgrades the home, loses nothing, keeps one whole copy, and leaves no part of another. */
async function expectUpgrades(home: string): Promise<void> {
  await expectDoctorFindsNothing(home);
  expect(rowIn(home, "pragma integrity_check")).toEqual({ integrity_check: "ok" });
  expect(rowIn(home, "select count(*) as count from response")).toEqual({ count: ANSWERS });
  const copies = readdirSync(home).filter((name) => name.startsWith("before-upgrade"));
  expect(copies).toEqual([expect.stringMatching(/-schema-6\.backup$/)]);
  const file = join(home, copies[0] ?? "");
  await readAll(file, await readManifest(file), () => {});
}
/** In the old store. */
const ANSWERS = 18;

const KILL_AT_CALL = fileURLToPath(new URL("../support/kill-at-call.cjs", import.meta.url));
/** A long run tries each step. */
const STEP = KILLS < 20 ? 5 : 1;

test("UPG-01 kill -9 before each step on the disk of a start that upgrades: the next start does it, and nothing is lost", {
  timeout: 300_000,
}, async () => {
  let killed = 0;
  for (let at = 1, ended = false; !ended; at += STEP) {
    const home = oldHome();
    const { signal } = await postil(home, ["doctor"], {
      NODE_OPTIONS: `--require ${KILL_AT_CALL}`,
      POSTIL_TEST_KILL_AT: String(at),
    });
    ended = signal === null;
    if (!ended) killed++;
    await expectUpgrades(home);
  }
  expect(killed).toBeGreaterThan(0);
});

test("UPG-01 kill -9 at many times of a start that upgrades: the next start does it, and nothing is lost", {
  timeout: 300_000,
}, async () => {
  const began = performance.now();
  await expectUpgrades(await startedOnce());
  const took = performance.now() - began;
  const places = Math.max(4, KILLS);
  for (let place = 0; place < places; place++) {
    const home = oldHome();
    const running = runPostil(home, ["doctor"]);
    onTestFinished(() => void running.child.kill("SIGKILL"));
    await Promise.race([
      running.ended,
      new Promise((done) => setTimeout(done, (took / 2) * (0.2 + (0.8 * place) / places))),
    ]);
    running.child.kill("SIGKILL");
    await running.ended;
    await expectUpgrades(home);
  }
});

async function startedOnce(): Promise<string> {
  const home = oldHome();
  expect((await postil(home, ["doctor"])).code).toBe(0);
  return home;
}

test("UPG-01 a home on a read-only file system: a sentence, and nothing is changed", async ({ skip }) => {
  const home = homeOfTest();
  const unmount = mountMemory(home, "size=8m");
  if (!unmount) return skip("needs a file system of its own");
  onTestFinished(unmount);
  writeFileSync(storeOf(home), OLD);
  spawnSync("mount", ["-o", "remount,ro", home]);
  const { code, err } = await postil(home, ["doctor"]);
  expect([code, err]).toEqual([
    1,
    `The home folder ${home} cannot be used: the file system is read-only. Mend that, or choose another with POSTIL_HOME.\n`,
  ]);
  expect(readFileSync(storeOf(home)).equals(OLD)).toBe(true);
});
