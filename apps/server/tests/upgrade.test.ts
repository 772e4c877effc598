import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { readManifest } from "../src/backup/file.ts";
import { REBUILDS, recount } from "../src/storage/derived.ts";
import { migrate, openDatabase } from "../src/storage/sqlite/database.ts";
import { engineOver } from "../src/storage/sqlite/engine.ts";
import { migrations } from "../src/storage/sqlite/migrations/index.ts";
import { createClient } from "./support/client.ts";
import { rowIn, storeOf } from "./support/deleted-room.ts";
import { expectDoctorFindsNothing } from "./support/kills.ts";
import { mountMemory } from "./support/mount.ts";
import { API_KEY, homeOfTest, postil, saidIn, startIn } from "./support/process.ts";

/** Homes of earlier and of later versions (docs/operations.md#upgrading). */

const OLD = gunzipSync(readFileSync(new URL("databases/schema-6.db.gz", import.meta.url)));
const SCHEMA = migrations.length;
const oldHome = (): string => {
  const home = homeOfTest();
  writeFileSync(storeOf(home), OLD);
  return home;
};
const copiesIn = (home: string) => readdirSync(home).filter((name) => name.startsWith("before-upgrade"));
const countOf = (file: string, table: string): unknown => {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare(`select count(*) as count from ${table}`).get();
  database.close();
  return row?.count;
};

test("UPG-01 UPG-02 a start of an earlier home keeps a whole copy first, a restoration of it is the way back, and a later start upgrades again", async () => {
  const home = oldHome();
  const first = await postil(home, ["doctor"]);
  const [copy = "", ...more] = copiesIn(home);
  const file = join(home, copy);
  expect([first.code, more]).toEqual([0, []]);
  expect(copy).toMatch(/^before-upgrade-20\d\d-[\dTZ-]+-schema-6\.backup$/);
  expect(first.err).toContain(
    `The data in ${home} is of an earlier version (schema 6) and is brought up to date (${SCHEMA}). First a copy of it is made: ${file}`,
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await readManifest(file)).toMatchObject({ schema: 6, counts: { records: countOf(storeOf(home), "record") } });
  expect((await postil(home, ["restore", file, "--check"])).out).toContain(" is whole: ");
  // Nothing is to be upgraded.
  expect((await postil(home, ["doctor"])).err).toBe("");
  expect(copiesIn(home)).toEqual([copy]);

  const back = await postil(home, ["restore", file, "--force"]);
  expect([back.code, back.err]).toEqual([0, ""]);
  expect(rowIn(home, "pragma user_version")).toEqual({ user_version: 6 });
  await expectUpgrades(home);
  // The newest of each schema stays.
  expect(copiesIn(home)).toHaveLength(1);
  expect(copiesIn(home)).not.toEqual([copy]);
});

async function expectUpgrades(home: string): Promise<void> {
  expect((await postil(home, ["doctor"])).out).toBe("All counters and bitmaps are right.\n");
  expect(rowIn(home, "pragma user_version")).toEqual({ user_version: SCHEMA });
}

test("UPG-01 three copies stay, the newest of each schema; other files stay", async () => {
  const home = oldHome();
  const named = (time: string, schema: number) => `before-upgrade-${time}-schema-${schema}.backup`;
  const there = [named("2020-01-01", 2), named("2020-01-02", 3), named("2020-01-03", 5), named("2020-01-04", 5)];
  for (const name of [...there, "before-upgrade-notes"]) writeFileSync(join(home, name), "");
  writeFileSync(join(home, `${named("2020-01-05", 6)}.part`), "left by a killed start");
  await expectUpgrades(home);
  expect(copiesIn(home)).toEqual([
    named("2020-01-02", 3),
    named("2020-01-04", 5),
    expect.stringMatching(/-schema-6\.backup$/),
    "before-upgrade-notes",
  ]);
});

test("UPG-01 too little room for the copy: refused with the numbers, nothing is changed, and the operator may go on without", async ({
  skip,
}) => {
  const home = homeOfTest();
  const unmount = mountMemory(home, `size=${OLD.length + 600_000}`);
  if (!unmount) return skip("needs a file system of its own");
  onTestFinished(unmount);
  writeFileSync(storeOf(home), OLD);
  writeFileSync(join(home, "others"), Buffer.alloc(450_000));
  const { code, err } = await postil(home, ["doctor"]);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /no copy can be kept before: it needs [\d.]+ MB of room on the disk, and [\d.]+ MB are free\. Nothing was changed\. .*POSTIL_UPGRADE_WITHOUT_COPY=1\.\n$/,
    ),
  ]);
  expect(rowIn(home, "pragma user_version")).toEqual({ user_version: 6 });
  expect(copiesIn(home)).toEqual([]);
  const without = oldHome();
  const ran = await postil(without, ["doctor"], { POSTIL_UPGRADE_WITHOUT_COPY: "yes" });
  expect([ran.code, ran.err]).toEqual([0, expect.stringMatching(/, without a copy\.\n$/)]);
  expect(copiesIn(without)).toEqual([]);
});

test("UPG-02 the home of a newer version is refused: which version, where the copy is, and the command", async () => {
  const home = oldHome();
  await expectUpgrades(home);
  const [copy = ""] = copiesIn(home);
  const makeNewer = (of: string) => {
    const database = new DatabaseSync(storeOf(of));
    database.exec("pragma user_version = 1000");
    database.close();
  };
  makeNewer(home);
  const before = readFileSync(storeOf(home));
  for (const command of [["start"], ["doctor"], ["upgrade", "--check"]]) {
    const { code, err } = await postil(home, command);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /was written by a newer Postil \(schema 1000; this one, [\d.]+, knows \d+\)\. Install that version or a later one\. Or go back/,
      ),
    ]);
    expect(err).toContain(`postil restore ${join(home, copy)} --force. Nothing was changed.`);
  }
  expect(readFileSync(storeOf(home)).equals(before)).toBe(true);
  expect((await postil(home, ["restore", join(home, copy), "--force"])).code).toBe(0);
  await expectUpgrades(home);

  const bare = homeOfTest();
  copyFileSync(storeOf(home), storeOf(bare));
  makeNewer(bare);
  expect(saidIn((await postil(bare, ["start"])).err)).toMatch(
    /or restore a backup of an earlier version \(docs\/operations\.md\)\. Nothing was changed\.\n$/,
  );
});

test("UPG-01 two starts of an earlier home at once: one upgrades it, the other is refused", async () => {
  const home = oldHome();
  const both = await Promise.all([postil(home, ["doctor"]), postil(home, ["doctor"])]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect(both.map(({ err }) => err).join("")).toMatch(/ is in use by another process/);
  await expectUpgrades(home);
  expect(copiesIn(home)).toHaveLength(1);
});

test("UPG-03 upgrade --check says what would change in a home and in a backup, beside an open one too, and changes nothing", async () => {
  const home = oldHome();
  const names = readdirSync(home);
  const check = await postil(home, ["upgrade", "--check"]);
  expect([check.code, check.err]).toEqual([2, ""]);
  expect(check.out).toContain(` has schema 6; this version (Postil `);
  for (const { says } of migrations.slice(6)) expect(check.out).toContain(says);
  expect(check.out).toMatch(/ 23 {2}Writes search values for whole numbers beyond 2\^53 +27 rows\n/);
  expect(check.out).toMatch(/They take about \d+ s\. .*\nBefore, a copy .*\nNothing was changed\.\n$/);
  const tried = await postil(home, ["upgrade", "--check", "--try"], { TMPDIR: homeOfTest() });
  expect([tried.code, tried.out]).toEqual([2, expect.stringMatching(/\nA try on a copy took \d+ s\.\n/)]);
  expect(readdirSync(home)).toEqual(names);
  expect(readFileSync(storeOf(home)).equals(OLD)).toBe(true);

  const server = startIn(home);
  await createClient(await server.address, API_KEY).must("listMyWorkspaces");
  const after = await postil(home, ["upgrade", "--check"]);
  expect([after.code, after.out]).toEqual([
    0,
    expect.stringMatching(/has the data of this version .*Nothing is to be changed\.\n$/),
  ]);
  const backup = join(home, copiesIn(home)[0] ?? "");
  const bytes = readFileSync(backup);
  const ofBackup = await postil(home, ["upgrade", "--check", backup, "--try"]);
  expect([ofBackup.code, ofBackup.out]).toEqual([
    2,
    expect.stringMatching(/ has schema 6; [\s\S]*A try on a copy took/),
  ]);
  expect(readFileSync(backup).equals(bytes)).toBe(true);

  const empty = await postil(homeOfTest(), ["upgrade", "--check"]);
  expect([empty.code, empty.err]).toEqual([
    1,
    expect.stringMatching(/ has no data: there is nothing to bring up to date\.\n$/),
  ]);
  expect((await postil(home, ["upgrade"])).code).toBe(1);
});

test("UPG-04 a store of every schema since the first becomes one like a new store, and keeps its rows", async () => {
  const folder = homeOfTest();
  const dump = (database: DatabaseSync) =>
    database
      .prepare(
        "select type, name, sql from sqlite_schema where name not like 'text\\_%' escape '\\' order by type, name",
      )
      .all();
  const upgraded = async (schema: number) => {
    const file = join(folder, `${schema}.db`);
    // The records are of schema 6; earlier stores are empty.
    if (schema >= 6) writeFileSync(file, OLD);
    const database = openDatabase(file, "writer");
    for (const { sql } of migrations.slice(schema >= 6 ? 6 : 0, schema)) database.exec(sql);
    database.exec(`pragma user_version = ${schema}`);
    await migrate(database, (what) => REBUILDS[what](engineOver(database)));
    return database;
  };
  const fresh = await upgraded(0);
  const wanted = dump(fresh);
  fresh.close();
  // What was derived from the records is written anew only by the changes that follow.
  const lastRebuild = migrations.findLastIndex(({ rebuilds }) => rebuilds !== undefined);
  const firstRebuild = migrations.findIndex(({ rebuilds }, at) => at >= 6 && rebuilds !== undefined);
  expect(lastRebuild).toBeGreaterThan(6);
  for (let schema = 1; schema < SCHEMA; schema++) {
    const database = await upgraded(schema);
    expect(dump(database), `schema ${schema}`).toEqual(wanted);
    expect(database.prepare("pragma user_version").get()).toEqual({ user_version: SCHEMA });
    if (schema <= firstRebuild) expect(await recount(engineOver(database)), `schema ${schema}`).toEqual([]);
    if (schema >= 6)
      expect(database.prepare("select count(*) > 0 as some from record").get(), `schema ${schema}`).toEqual({
        some: 1,
      });
    database.close();
  }
});

test("BAK-13 five folders of earlier restorations stay, the newest", async () => {
  const [made, home] = [homeOfTest(), homeOfTest()];
  expect((await postil(made, ["users", "list"])).code).toBe(0);
  const file = join(made, "..", `${made.split("/").at(-1)}.backup`);
  onTestFinished(() => rmSync(file, { force: true }));
  expect((await postil(made, ["backup", file])).code).toBe(0);
  expect((await postil(home, ["restore", file])).code).toBe(0);
  const old = Array.from({ length: 6 }, (_, at) => `before-restore-2020-01-0${at + 1}`);
  for (const name of old) mkdirSync(join(home, name));
  const { code, out } = await postil(home, ["restore", file, "--force"]);
  const [, kept = ""] = /What was there is in (\S+);/.exec(out) ?? [];
  expect([code, existsSync(join(kept, "postil.db"))]).toEqual([0, true]);
  expect(readdirSync(home).filter((name) => name.startsWith("before-restore"))).toEqual([
    ...old.slice(2),
    kept.split("/").at(-1),
  ]);
  await expectDoctorFindsNothing(home);
});

test("BAK-13 a folder for backups in the home is refused at the start", async () => {
  const home = homeOfTest();
  const { code, err } = await postil(home, ["start"], {
    POSTIL_BACKUP_EVERY_HOURS: "24",
    POSTIL_BACKUP_FOLDER: join(home, "backups"),
  });
  expect([code, saidIn(err)]).toEqual([
    1,
    `POSTIL_BACKUP_FOLDER is "${join(home, "backups")}", in the home folder ${home}: what happens to one happens to both. Set it to a folder elsewhere.\n`,
  ]);
});
