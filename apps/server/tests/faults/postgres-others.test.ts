import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../support/client.ts";
import { postgresOfProcess } from "../support/engines.ts";
import { execute } from "../support/execute.ts";
import { expectDoctorFindsNothing } from "../support/kills.ts";
import { patiently } from "../support/patiently.ts";
import { type Postgres, startPair } from "../support/postgres.ts";
import { API_KEY, homeOfTest, newHome, removeHome, runPostil, startIn } from "../support/process.ts";
import { wayTo } from "../support/proxy.ts";
import { expectWritten, KEY, newDataset, sentenceOf, startWriters } from "../support/written.ts";

/** Faults of a database that has too little of something, that another takes the place of, or whose users disagree. */

const found = await postgresOfProcess();
const postgres = (): Postgres => {
  if (found === null) throw new Error("There is no server.");
  return found;
};
const read = (url: string) => fetch(`${url}/api/v1/me/datasets`, { headers: KEY });
const isReady = (url: string) => patiently(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
const nameIn = (url: string) => new URL(url).pathname.slice(1);

describe.skipIf(found === null)("on PostgreSQL", () => {
  /** Its half a minute goes by beside the other tests. */
  let held: Awaited<ReturnType<typeof holdWrites>>;
  beforeAll(async () => {
    held = await holdWrites();
    return held.close;
  });

  test("PGS-82 a database without a free connection: some calls are told so, and all go on when there are some", async () => {
    const direct = await postgres().database();
    const user = `few_${nameIn(direct).slice(-12)}`;
    await postgres().run(`create role ${user} login; alter database ${nameIn(direct)} owner to ${user}`);
    await execute(direct, `alter schema public owner to ${user}`);
    const home = homeOfTest();
    const server = startIn(home, [], { POSTIL_DATABASE_URL: Object.assign(new URL(direct), { username: user }).href });
    const url = await server.address;
    const datasetId = await newDataset(url);
    await postgres().run(`alter role ${user} connection limit 4`);
    await postgres().run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${user}'`);
    const { written, end } = startWriters(url, datasetId, 4);
    const sentences: string[] = [];
    const ask = async () => {
      const reply = await read(url);
      if (reply.status === 200) await reply.body?.cancel();
      else sentences.push(await sentenceOf(reply));
    };
    await patiently(async () => {
      await Promise.all(Array.from({ length: 12 }, ask));
      expect(sentences.join()).toContain("the database server has no free connection");
    });
    await postgres().run(`alter role ${user} connection limit 40`);
    const before = [sentences.length, written.answered.size] as const;
    await patiently(() => expect(written.answered.size).toBeGreaterThan(before[1] + 10));
    await Promise.all(Array.from({ length: 12 }, ask));
    expect(sentences).toHaveLength(before[0]);
    await expectWritten(url, datasetId, await end());
  });

  test("PGS-84 a full disk of the database: what is asked is answered, what is written is told, and all goes on with room", async ({
    skip,
  }) => {
    const folder = mkdtempSync("/tmp/postil-small-disk-");
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    if (!mounts(folder)) {
      console.warn("SKIPPED: no small disk can be made here, so a full one is not tested.");
      return skip();
    }
    onTestFinished(() => void execFileSync("umount", ["-l", folder]));
    const { uid, gid } = statSync(`/proc/${postgres().pid}`);
    chownSync(folder, uid, gid);
    const direct = await postgres().database();
    const space = `small_${nameIn(direct).slice(-12)}`;
    await postgres().run(`create tablespace ${space} location '${folder}'`);
    await postgres().run(`alter database ${nameIn(direct)} set tablespace ${space}`);
    const server = startIn(homeOfTest(), [], { POSTIL_DATABASE_URL: direct });
    const url = await server.address;
    const datasetId = await newDataset(url);
    const owner = createClient(url, API_KEY);
    const params = { dataset_id: datasetId };
    const write = (text: string) =>
      owner.call("bulkCreateRecords", { params, body: { items: [{ fields: { text } }] } });
    expect((await write("before")).status).toBe(201);
    const filler = join(folder, readdirSync(folder)[0] ?? "", "filler");
    fill(filler);
    let texts = 0;
    await patiently(async () => {
      const reply = await write(`${"word ".repeat(20_000)}${++texts}`);
      expect(reply).toMatchObject({
        status: 507,
        body: {
          detail: { params: { message: expect.stringMatching(/disk is full.*Nothing of this call was saved/) } },
        },
      });
    });
    expect((await read(url)).status).toBe(200);
    rmSync(filler);
    await patiently(async () => expect((await write("after")).status).toBe(201));
    const { total } = await owner.must("listRecords", { params, query: { limit: "1" } });
    // The last of the long ones was refused.
    expect(total).toBe(texts - 1 + 2);
    server.child.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    await postgres().run(`drop database ${nameIn(direct)}`);
    await postgres().run(`drop tablespace ${space}`);
  });

  test("PGS-88 the primary ends, and a standby takes its place at the same address", async () => {
    const pair = await startPair();
    if (pair === null) throw new Error("There are no programs to start servers with.");
    onTestFinished(() => pair.stop());
    const way = await wayTo(pair.url);
    const home = homeOfTest();
    const server = startIn(home, [], { POSTIL_DATABASE_URL: way.url });
    const url = await server.address;
    const datasetId = await newDataset(url);
    const { written, end } = startWriters(url, datasetId, 4);
    await patiently(() => expect(written.answered.size).toBeGreaterThan(30));
    await pair.endPrimary();
    way.leadTo(pair.standby.port);
    // As long as it is a standby it can be read.
    await patiently(async () => expect((await read(url)).status).toBe(200));
    await patiently(() => expect(written.sentences.join()).toContain("the database server is read-only"));
    await execute(pair.standby.url, "select pg_promote()");
    const before = written.answered.size;
    await patiently(() => expect(written.answered.size).toBeGreaterThan(before + 30));
    await expectWritten(url, datasetId, await end());
    server.child.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    await expectDoctorFindsNothing(home, { POSTIL_DATABASE_URL: way.url });
  });

  test("PGS-89 a server whose clock is a day ahead, and after it one whose clock is right or a day behind, lose nothing", async () => {
    const direct = await postgres().database();
    const home = homeOfTest();
    const times: string[] = [];
    let datasetId = "";
    for (const days of [1, 0, -1]) {
      const server = startIn(home, [], {
        POSTIL_DATABASE_URL: direct,
        POSTIL_TEST_DAYS: String(days),
        NODE_OPTIONS: `--require ${OTHER_DAY}`,
      });
      const url = await server.address;
      if (datasetId === "") datasetId = await newDataset(url);
      const { written, end } = startWriters(url, datasetId, 4);
      await patiently(() => expect(written.answered.size).toBeGreaterThan(20));
      const told = await end();
      expect(told.sentences).toEqual([]);
      await expectWritten(url, datasetId, told);
      const owner = createClient(url, API_KEY);
      const signedIn = { username: "owner", password: "owner-password" };
      const { access_token } = await createClient(url, null).must("createToken", { body: signedIn });
      expect((await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${access_token}` } })).status).toBe(
        200,
      );
      const { items } = await owner.must("listRecords", {
        params: { dataset_id: datasetId },
        query: { limit: "1000" },
      });
      times.push(...items.slice(times.length).map(({ inserted_at }) => inserted_at));
      server.child.kill("SIGTERM");
      expect((await server.ended).code).toBe(0);
    }
    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBe(times.length);
    await expectDoctorFindsNothing(home, { POSTIL_DATABASE_URL: direct });
  });

  test("PGS-91 a program that holds what each write wants: a write waits 30 s for it and is told, and reads go on", async () => {
    const { url, datasetId, writers, toldAfter, letGo } = held;
    expect(await toldAfter).toBeGreaterThan(29_000);
    await letGo();
    const { written, end } = writers;
    await patiently(() => expect(written.answered.size).toBeGreaterThan(3));
    await expectWritten(url, datasetId, await end());
    await isReady(url);
  });
});

/** A server whose writes wait for another program. */
async function holdWrites() {
  const direct = await postgres().database();
  const home = newHome();
  const server = runPostil(home, [], { POSTIL_DATABASE_URL: direct });
  const url = await server.address;
  const datasetId = await newDataset(url);
  const other = new Client({ connectionString: direct });
  await other.connect();
  await other.query("begin; select * from clock for update");
  const from = performance.now();
  const writers = startWriters(url, datasetId, 1);
  const told = async () => {
    await patiently(
      async () => {
        expect((await read(url)).status).toBe(200);
        expect(writers.written.sentences.join()).toContain("something else holds the data for too long");
      },
      { timeout: 60_000, interval: 1000 },
    );
    return performance.now() - from;
  };
  const toldAfter = told();
  // The test hears of it.
  toldAfter.catch(() => {});
  const close = async () => {
    await other.end();
    server.child.kill("SIGKILL");
    await server.ended;
    removeHome(home);
  };
  return { url, datasetId, writers, toldAfter, letGo: () => other.query("commit"), close };
}

const OTHER_DAY = join(import.meta.dirname, "../support/other-day.cjs");

/** Only root may, where the system lets it. */
function mounts(folder: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=32m,mode=0700", "none", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Takes all room of the disk. */
function fill(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(2 ** 26));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
}
