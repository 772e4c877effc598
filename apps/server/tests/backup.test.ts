import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { HOUR } from "@postil/domain/accounts/backups";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBackups } from "../src/backup/backups.ts";
import { endOf, readManifest, sha256 } from "../src/backup/file.ts";
import { openHome } from "../src/home.ts";
import { MOVED_NOTE } from "../src/own-files.ts";
import { type Client, createClient } from "./support/client.ts";
import { type Ran, runAt } from "./support/command-line.ts";
import { createPublished } from "./support/draft.ts";
import { expectDoctorFindsNothing } from "./support/kills.ts";
import { patiently } from "./support/patiently.ts";
import { postil as postilProcess } from "./support/process.ts";
import { SUBMITTED } from "./support/records.ts";
import { OPERATOR_KEY, OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

/** Backups and restorations over HTTP and from the command line (docs/operations.md#backup). */

let server: TestServer;
let owner: Client;
let folder: string;
let ids: readonly string[];
let whole: string;
const RECORDS = 400;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "postil-backup-"));
  server = await startTestServer();
  owner = createClient(server.url, OWNER.apiKey);
  const { items: workspaces } = await owner.must("listMyWorkspaces");
  const params = { dataset_id: (await createPublished(owner, workspaces[0]?.id ?? "")).datasetId };
  const items = Array.from({ length: RECORDS }, (_, at) => ({ fields: { text: `${at} ${"text ".repeat(2000)}` } }));
  ids = (await owner.must("bulkCreateRecords", { params, body: { items } })).items.map(({ id }) => id);
  await owner.must("takeSnapshot", { body: { ...params, name: "first" } });
  await patiently(async () => {
    const [snapshot] = (await owner.must("listSnapshots", { query: params })).items;
    expect(snapshot?.taken).not.toBeNull();
  });
  writeFileSync(join(server.home, "secret"), "s".repeat(40), { mode: 0o600 });
  whole = target("whole.backup");
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const postil = (...args: readonly string[]): Promise<Ran> =>
  runAt({ url: server.url, home: server.home, key: OPERATOR_KEY }, args);
const target = (name: string) => join(folder, name);
const answer = (at: number) => owner.must("createResponse", { params: { record_id: ids[at] ?? "" }, body: SUBMITTED });
const answersIn = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true });
  const found = database.prepare("select count(*) as count from response").get();
  database.close();
  return Number(found?.count);
};
/** Restores into a new home. */
const restore = async (file: string) => {
  const into = join(mkdtempSync(join(folder, "into-")), "home");
  return { into, ...(await postil("restore", file, "--into", into)) };
};

test("BAK-01 BAK-02 BAK-09 a backup while people answer ends, and has all that was acknowledged before it", async () => {
  for (let at = 0; at < 20; at++) await answer(at);
  let given = 20;
  let done = false;
  const people = (async () => {
    while (!done && given < RECORDS) await answer(given++);
  })();
  const made = await postil("backup", whole);
  done = true;
  await people;
  expect([made.code, made.err]).toEqual([0, ""]);
  expect(made.out).toMatch(
    /^Made the backup \S+whole\.backup \([\d.]+ MB\), with all that was saved until 20\S+ UTC\.\n$/,
  );
  expect(statSync(whole).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["whole.backup"]);

  const { code, out, into } = await restore(whole);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining(`1 person, 1 dataset, ${RECORDS.toLocaleString("en")} record`),
  ]);
  const manifest = await readManifest(whole);
  const found = answersIn(join(into, "postil.db"));
  expect(found).toBeGreaterThanOrEqual(20);
  expect(found).toBeLessThanOrEqual(given);
  expect(manifest.counts.answers).toBe(found);
  expect(readFileSync(join(into, "secret"), "utf8")).toBe("s".repeat(40));
  expect(readdirSync(join(into, "snapshots"))).toEqual(readdirSync(join(server.home, "snapshots")));
  const { items } = await owner.must("listAudit", { query: { group: "backup" } });
  expect(items[0]).toMatchObject({
    kind: "backup_made",
    program: "command line",
    told: { file: whole, how: "command" },
  });
});

test("BAK-04 BAK-09 on another machine the restored home starts, and says once that it was restored and from when", async () => {
  const { into } = await restore(whole);
  const first = await postilProcess(into, ["audit", "--output", "-", "--kind", "backup"]);
  const { taken_at } = await readManifest(whole);
  expect(first.err).toContain(`was restored from ${whole}: it is of ${taken_at}`);
  expect(JSON.parse(first.out.split("\n")[0] ?? "")).toMatchObject({ kind: "backup_restored", told: { file: whole } });
  const again = await postilProcess(into, ["doctor"]);
  expect([again.err, again.out]).toEqual(["", "All counters and bitmaps are right.\n"]);
});

describe("BAK-03 what cannot be backed up is refused in a sentence, and leaves nothing", () => {
  test.each([
    ["a file that is there", () => whole, /whole\.backup is there already\. --force writes over it$/],
    ["a folder that is not there", () => target("none/x"), /^There is no folder \S+none$/],
    [
      "a folder of a disk that is not mounted",
      () => target("disk"),
      /^There is no folder \S+disk; if it is on another disk/,
    ],
    ["a folder, by the slash after it", () => `${target("disk.d")}/`, /^There is no folder \S+disk\.d\/; if it is on/],
    ["the home itself", () => join(server.home, "x"), /is in the home folder .* Choose a folder elsewhere$/],
    ["a store by mistake", () => server.file, /is in the home folder/],
  ])("%s", async (_, path, says) => {
    const before = readdirSync(folder);
    const { code, err } = await postil("backup", path());
    expect([code, err.trim()]).toEqual([1, expect.stringMatching(says)]);
    expect(readdirSync(folder)).toEqual(before);
  });

  test("two at once: the second is refused by the name of the first", async () => {
    const [first, second] = await Promise.all([
      postil("backup", target("1.backup")),
      postil("backup", target("2.backup")),
    ]);
    const [done, refused] = first.code === 0 ? [first, second] : [second, first];
    expect([done.code, refused.code]).toEqual([0, 1]);
    expect(refused.err).toMatch(/^A backup to \S+[12]\.backup is being made; one at a time\./);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("a home without data", async () => {
    const empty = target("empty");
    mkdirSync(empty);
    const { code, err } = await runAt({ url: server.url, home: empty }, ["backup", target("3.backup")]);
    expect([code, err]).toEqual([1, expect.stringMatching(/has no data: there is nothing to back up/)]);
  });

  test("a path that an owner sends from elsewhere", async () => {
    const body = { path: target("4.backup") };
    expect((await owner.call("makeBackup", { body })).status).toBe(403);
    expect((await owner.call("makeBackup", { body: { path: "relative" } })).status).toBe(403);
    expect(await owner.call("makeBackup", { body: {} })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("POSTIL_BACKUP_FOLDER") },
    });
  });
});

test("BAK-02 --force writes over a file, and a folder gets a file with the time in its name", async () => {
  copyFileSync(whole, target("over.backup"));
  expect((await postil("backup", target("over.backup"), "--force")).code).toBe(0);
  expect((await readManifest(target("over.backup"))).id).not.toBe((await readManifest(whole)).id);
  mkdirSync(target("folder"));
  expect((await postil("backup", target("folder"))).code).toBe(0);
  const [name = ""] = readdirSync(target("folder"));
  expect(name).toMatch(/^postil-20\d\d-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.backup$/);
  expect((await postil("restore", join(target("folder"), name), "--check")).out).toMatch(/ is whole: the data of /);
});

describe("BAK-04 a restoration refuses", () => {
  /** A copy that something happened to. */
  const spoilt = (spoil: (file: string, bytes: Buffer) => void) => {
    const file = join(mkdtempSync(join(folder, "spoilt-")), "x.backup");
    copyFileSync(whole, file);
    spoil(file, readFileSync(file));
    return file;
  };
  const flipped = (at: (bytes: Buffer) => number) =>
    spoilt((file, bytes) => {
      bytes.writeUInt8(bytes.readUInt8(at(bytes)) ^ 1, at(bytes));
      writeFileSync(file, bytes);
    });
  test.each([
    ["a bit of the store", () => flipped(() => 300_000), /is damaged: postil\.db in it is not what was written/],
    ["a bit of the secret", () => flipped((bytes) => bytes.indexOf("s".repeat(40)) + 3), /is damaged: secret in it/],
    [
      "a bit of the list",
      () => flipped((bytes) => bytes.lastIndexOf('"taken_at"')),
      /is damaged: the list of what is in it/,
    ],
    ["a bit of the end", () => flipped((bytes) => bytes.length - 1), /not a whole backup: its end is missing/],
    [
      "a file that was cut",
      () => spoilt((file, bytes) => truncateSync(file, bytes.length - 5000)),
      /its end is missing/,
    ],
    ["a file that grew", () => spoilt((file) => appendFileSync(file, "x")), /its end is missing/],
    [
      "a part that is missing",
      () =>
        spoilt((file, bytes) => writeFileSync(file, Buffer.concat([bytes.subarray(0, 8192), bytes.subarray(12_288)]))),
      /is damaged: its length/,
    ],
    ["another file", () => spoilt((file) => writeFileSync(file, "no backup")), /is no backup of Postil/],
    ["an empty file", () => spoilt((file) => truncateSync(file, 0)), /is no backup of Postil/],
    ["no file", () => target("nowhere"), /^There is no file \S+nowhere\./],
    ["a folder", () => folder, /^There is no file /],
  ])("%s", async (_, make, says) => {
    const { code, err, into } = await restore(make());
    expect([code, err.trim()]).toEqual([1, expect.stringMatching(says)]);
    expect(existsSync(into)).toBe(false);
  });

  test("the backup of a newer version, and says what to do", async () => {
    const manifest = await readManifest(whole);
    const newer = spoilt((file, bytes) => {
      const end = Buffer.from(endOf({ ...manifest, schema: 1000, postil: "9.0.0" }));
      writeFileSync(file, Buffer.concat([bytes.subarray(0, bytes.length - Buffer.from(endOf(manifest)).length), end]));
    });
    const { code, err, into } = await restore(newer);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/newer Postil \(9\.0\.0, schema 1000; .* Install that version/),
    ]);
    expect(existsSync(into)).toBe(false);
  });

  test("PGS-51 a home with data unless it is told, and keeps what was there, also that it was moved away", async () => {
    const { into } = await restore(whole);
    writeFileSync(join(into, ".oauth.yaml"), "earlier");
    writeFileSync(join(into, MOVED_NOTE), "elsewhere");
    const earlier = readFileSync(join(into, "postil.db"));
    const refused = await postil("restore", target("over.backup"), "--into", into);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/has data already\. --force restores into it/),
    ]);
    const done = await postil("restore", target("over.backup"), "--into", into, "--force");
    const [, kept = ""] = /What was there is in (\S+);/.exec(done.out) ?? [];
    expect(readFileSync(join(kept, "postil.db")).equals(earlier)).toBe(true);
    expect(readdirSync(kept).toSorted()).toEqual([".oauth.yaml", MOVED_NOTE, "postil.db", "secret", "snapshots"]);
    for (const gone of [".oauth.yaml", MOVED_NOTE]) expect(existsSync(join(into, gone))).toBe(false);
    expect(answersIn(join(into, "postil.db"))).toBe((await readManifest(target("over.backup"))).counts.answers);
  });

  test("a home that a process has open", async () => {
    const { into } = await restore(whole);
    const open = openHome(into);
    const { code, err } = await postil("restore", whole, "--into", into, "--force");
    open.release();
    expect([code, err]).toEqual([1, expect.stringMatching(/is in use by/)]);
  });
});

test("BAK-04 the backup of an earlier version is brought up to date by the next start", async () => {
  const bytes = gunzipSync(readFileSync(new URL("databases/schema-6.db.gz", import.meta.url)));
  const manifest = await readManifest(whole);
  const files = [{ name: "postil.db", bytes: bytes.length, sha256: sha256(bytes) }];
  const older = target("older.backup");
  writeFileSync(older, Buffer.concat([bytes, Buffer.from(endOf({ ...manifest, schema: 6, files }))]));
  const { code, into: restoredInto } = await restore(older);
  expect(code).toBe(0);
  await expectDoctorFindsNothing(restoredInto);
});

test("BAK-06 BAK-07 BAK-08 the schedule: what is due, missed or failed, and which files go", async () => {
  let time = Date.now() * 1000;
  const later = (hours: number) => {
    time += hours * HOUR;
  };
  const scheduled = target("scheduled");
  const schedule = { folder: scheduled, every: 24 * HOUR, keep: 2 };
  const own = await startTestServer({ backups: { schedule, now: () => time } });
  try {
    const client = createClient(own.url, OWNER.apiKey);
    const state = () => client.must("getServerState").then(({ backups }) => backups);
    const files = () => readdirSync(scheduled).toSorted();
    // A missing folder may be a disk that is not mounted.
    await patiently(async () => expect((await state()).failed).not.toBeNull());
    expect(await state()).toMatchObject({
      last: null,
      failed: { scheduled: true, why: `There is no folder ${scheduled}` },
      schedule: { every_hours: 24, keep: 2 },
    });
    mkdirSync(scheduled);
    await own.backups.look();
    expect(files()).toEqual([]);
    later(1);
    await own.backups.look();
    expect(await state()).toMatchObject({
      failed: null,
      running: null,
      last: { file: join(scheduled, files()[0] ?? "") },
    });
    later(23);
    await own.backups.look();
    const [first = ""] = files();
    expect(files()).toEqual([first]);
    later(1);
    await own.backups.look();
    const [, second = ""] = files();
    // Others' files stay, and so does one that took the place of an own.
    writeFileSync(join(scheduled, "postil-2020-01-01T00-00-00-000Z.backup"), "another's");
    copyFileSync(whole, join(scheduled, first));
    later(24);
    await own.backups.look();
    expect(files()).toEqual([
      "postil-2020-01-01T00-00-00-000Z.backup",
      first,
      second,
      expect.stringMatching(/backup$/),
    ]);
    later(24);
    await own.backups.look();
    expect(files()).toHaveLength(4);
    expect(files()).not.toContain(second);
    // A clock that was set back holds back nothing.
    later(-1000);
    await own.backups.look();
    const last = (await state()).last;
    expect(files()).toHaveLength(4);

    // A later process knows it all; what one that was killed has left of a backup goes, and is told.
    const note = join(own.home, "backups.json");
    const known = JSON.parse(readFileSync(note, "utf8"));
    const part = join(scheduled, "x.backup.12345678.part");
    for (const file of [part, `${part}-journal`]) writeFileSync(file, "");
    writeFileSync(
      note,
      JSON.stringify({ ...known, began: { id: "x", file: "x.backup", at: time, part, scheduled: false } }),
    );
    const parts = {
      store: own.store,
      home: own.home,
      schedule,
      folder: scheduled,
      keepSnapshots: (work: () => Promise<void>) => work(),
    };
    const next = createBackups({ ...parts, now: () => time, onError: () => {} });
    expect(next.state()).toMatchObject({
      last: { id: last?.id, file: last?.file },
      failed: { file: "x.backup", why: "the server ended before it was whole" },
      running: null,
    });
    expect(files()).toHaveLength(4);
    await next.stop();
  } finally {
    await own.close();
  }
});

test("BAK-14 an owner makes backups from the page: into the folder of the operator, one at a time, in their name, and three stay", async () => {
  const pressed = target("pressed");
  mkdirSync(pressed);
  const own = await startTestServer({ backups: { folder: pressed } });
  try {
    const client = createClient(own.url, OWNER.apiKey);
    const press = () => client.call("makeBackup", { body: {} });
    const ended = async () => {
      await patiently(async () => expect((await client.must("getServerState")).backups.running).toBeNull());
      return (await client.must("getServerState")).backups.last;
    };
    expect((await client.must("getServerState")).backups).toMatchObject({
      folder: pressed,
      elsewhere: false,
      schedule: null,
      last: null,
    });
    const [one, two] = await Promise.all([press(), press()]);
    expect([one.status, two.status].toSorted()).toEqual([202, 409]);
    expect((one.status === 409 ? one : two).body).toMatchObject({
      detail: expect.stringMatching(/ is being made; one at a time\. Try again when it has ended$/),
    });
    const first = (await ended())?.file ?? "";
    await readManifest(first);
    expect((await client.must("listAudit", { query: { group: "backup" } })).items[0]).toMatchObject({
      actor: { username: OWNER.username },
      told: { file: first, how: "page" },
    });
    for (let more = 0; more < 3; more++) {
      expect((await press()).status).toBe(202);
      await ended();
    }
    await patiently(() => expect(readdirSync(pressed)).toHaveLength(3));
    expect(readdirSync(pressed)).not.toContain(first.split("/").at(-1));
    rmSync(pressed, { recursive: true });
    expect(await press()).toMatchObject({ status: 422, body: { detail: `There is no folder ${pressed}` } });
  } finally {
    await own.close();
  }
});
