import { Client } from "pg";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { postgresOfProcess } from "../support/engines.ts";
import { execute } from "../support/execute.ts";
import { expectDoctorFindsNothing } from "../support/kills.ts";
import { patiently } from "../support/patiently.ts";
import type { Postgres } from "../support/postgres.ts";
import { newHome, type PostilProcess, removeHome, runPostil } from "../support/process.ts";
import { type Way, wayTo } from "../support/proxy.ts";
import { atEnd } from "../support/start-test-server.ts";
import { expectWritten, KEY, newDataset, sentenceOf, startWriters } from "../support/written.ts";

/** What becomes of a server whose database, or the way to it, fails in one of many ways; it is never started again. */

const found = await postgresOfProcess();
const postgres = (): Postgres => {
  if (found === null) throw new Error("There is no server.");
  return found;
};
const SECRET = /a(%20| )secret/;
const METRICS_TOKEN = "m".repeat(40);

/** What a statement that nobody answers takes until its caller hears of it, ms: 10 s, the next look, and 5 s for the question. */
const TOLD_WITHIN = 19_000;

describe.skipIf(found === null)("on PostgreSQL", () => {
  const home = newHome();
  atEnd(() => removeHome(home));
  let direct: string;
  let way: Way;
  let server: PostilProcess;
  let url: string;
  let datasetId: string;

  const env = () => ({ POSTIL_DATABASE_URL: way.url, POSTIL_METRICS_TOKEN: METRICS_TOKEN });
  const nameOfDatabase = () => new URL(direct).pathname.slice(1);
  const asAdministrator = (sql: string) => postgres().run(sql);
  const terminateAll = () =>
    asAdministrator(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOfDatabase()}'`);
  const read = (path = "/api/v1/me/datasets") => fetch(`${url}${path}`, { headers: KEY });
  const isBack = () => patiently(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));

  beforeAll(async () => {
    direct = Object.assign(new URL(await postgres().database()), { password: "a%20secret" }).href;
    way = await wayTo(direct);
    server = runPostil(home, [], env());
    url = await server.address;
    datasetId = await newDataset(url);
    return async () => {
      // Whatever happened before.
      const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
      expect(await metrics.text()).not.toMatch(SECRET);
      server.child.kill("SIGTERM");
      const { code, out, err } = await server.ended;
      expect(code).toBe(0);
      expect(out + err).not.toMatch(SECRET);
      await expectDoctorFindsNothing(home, env());
    };
  });

  test("PGS-80 a network that is cut without a word: each call is told, and all goes on when it is back", async () => {
    const { written, end } = startWriters(url, datasetId, 4);
    await patiently(() => expect(written.answered.size).toBeGreaterThan(20));
    way.fallSilent();
    const cutAt = performance.now();
    const first = await Promise.all([read(), read(`/api/v1/me/datasets/${datasetId}/records`)]);
    for (const reply of first) expect(await sentenceOf(reply)).toContain("does not answer");
    expect(performance.now() - cutAt).toBeLessThan(TOLD_WITHIN);
    await patiently(() => expect(written.sentences.length).toBeGreaterThan(0));
    // Who comes later waits for a connection only.
    const later = performance.now();
    await sentenceOf(await read());
    expect(performance.now() - later).toBeLessThan(7000);
    way.goOn();
    const before = written.answered.size;
    await patiently(() => expect(written.answered.size).toBeGreaterThan(before + 20));
    expect((await read()).status).toBe(200);
    await expectWritten(url, datasetId, await end());
  });

  test("PGS-81 on a slow network, 200 ms each way, all calls are answered, only later", async () => {
    onTestFinished(() => way.slow(0));
    way.slow(200);
    const { written, end } = startWriters(url, datasetId, 1);
    await patiently(() => expect(written.saved.size).toBeGreaterThan(0), { timeout: 60_000 });
    expect((await read(`/api/v1/me/datasets/${datasetId}/records`)).status).toBe(200);
    const told = await end();
    expect(told.sentences).toEqual([]);
    await expectWritten(url, datasetId, told);
  });

  test("PGS-83 a database that is read-only answers what is asked, and refuses writes until it is not", async () => {
    const { written, end } = startWriters(url, datasetId, 4);
    await asAdministrator(`alter database ${nameOfDatabase()} set default_transaction_read_only = on`);
    await terminateAll();
    await patiently(() => expect(written.sentences.join()).toContain("the database server is read-only"));
    expect((await read()).status).toBe(200);
    await patiently(async () => expect((await fetch(`${url}/readyz`)).status).toBe(503));
    await asAdministrator(`alter database ${nameOfDatabase()} set default_transaction_read_only = off`);
    await terminateAll();
    await isBack();
    await expectWritten(url, datasetId, await end());
  });

  test("PGS-86 a change that the database could not put in order with others is tried again, and told at last", async () => {
    await execute(
      direct,
      `create sequence tried;
       create function refuse() returns trigger language plpgsql as $$ begin
         if nextval('tried') % 4 <> 3 then raise exception using errcode = 'serialization_failure'; end if;
         return new;
       end $$;
       create trigger refuse before insert on response for each row execute function refuse()`,
    );
    const { written, end } = startWriters(url, datasetId, 1);
    await patiently(() => expect(written.answered.size).toBeGreaterThan(5));
    await execute(direct, "alter sequence tried increment 4 restart with 4");
    await patiently(() => expect(written.sentences.length).toBeGreaterThan(1));
    await execute(direct, "drop trigger refuse on response");
    const told = await end();
    expect(new Set(told.sentences)).toEqual(
      new Set(["Other changes were in the way. Nothing of this was saved. Try again."]),
    );
    await expectWritten(url, datasetId, told);
  });

  test("PGS-85 deadlocks among 32 writers and a program that locks the other way round", async () => {
    const { written, end } = startWriters(url, datasetId, 32);
    await patiently(() => expect(written.answered.size).toBeGreaterThan(32));
    const deadlocks = async () => countDeadlocks(direct);
    const before = await deadlocks();
    // It holds what each answer changes, and then wants what each write holds.
    const against = `begin; set local deadlock_timeout = '20s'; select * from dataset_activity for update;
      select pg_sleep(0.2); select * from clock for update; commit`;
    for (let round = 0; round < 3; round++) await execute(direct, against);
    await patiently(async () => expect(await deadlocks()).toBeGreaterThan(before));
    await expectWritten(url, datasetId, await end());
  });

  test("PGS-87 an administrator who ends connections in the middle of reads, writes and streams", async () => {
    const { written, end } = startWriters(url, datasetId, 4);
    let goesOn = true;
    const whole = await exported(url, datasetId);
    expect(whole).not.toBeNull();
    let broken = 0;
    const reading = (async () => {
      while (goesOn) {
        const reply = await read(`/api/v1/me/datasets/${datasetId}/records`);
        if (reply.status !== 200) await sentenceOf(reply);
        else await reply.text();
      }
    })();
    const streaming = (async () => {
      while (goesOn) {
        const rows = await exported(url, datasetId);
        if (rows === null) broken++;
        // A file that ends as files do is whole.
        else expect(rows).toBeGreaterThanOrEqual(whole ?? 0);
      }
    })();
    await patiently(
      async () => {
        await terminateAll();
        expect(broken).toBeGreaterThan(2);
        expect(written.sentences.length).toBeGreaterThan(2);
      },
      { interval: 20 },
    );
    goesOn = false;
    await Promise.all([reading, streaming]);
    const told = await end();
    await isBack();
    await expectWritten(url, datasetId, told);
  });

  test("PGS-90 a server ends within its five seconds though the database does not answer", async () => {
    const own = newHome();
    atEnd(() => removeHome(own));
    const away = await wayTo(Object.assign(new URL(await postgres().database()), { password: "a%20secret" }).href);
    const ending = runPostil(own, [], { POSTIL_DATABASE_URL: away.url });
    const address = await ending.address;
    const { written, end } = startWriters(address, await newDataset(address), 4);
    await patiently(() => expect(written.answered.size).toBeGreaterThan(4));
    away.fallSilent();
    const asked = fetch(`${address}/api/v1/me/datasets`, { headers: KEY }).catch(() => null);
    const from = performance.now();
    ending.child.kill("SIGTERM");
    const { code, signal, out, err } = await ending.ended;
    expect(performance.now() - from).toBeLessThan(5000);
    expect([code, signal]).toEqual([0, null]);
    expect(out + err).not.toMatch(SECRET);
    await asked;
    await end().catch(() => {});
  });
});

async function countDeadlocks(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select deadlocks from pg_stat_database where datname = current_database()");
  await client.end();
  return Number(rows[0]?.deadlocks);
}

/** The rows of an export; null if it was refused or broken off. */
async function exported(url: string, datasetId: string): Promise<number | null> {
  try {
    const reply = await fetch(`${url}/api/postil/v1/datasets/${datasetId}/export`, {
      method: "POST",
      headers: { ...KEY, "content-type": "application/json" },
      body: JSON.stringify({ format: "jsonl" }),
    });
    if (!reply.ok) {
      await sentenceOf(reply);
      return null;
    }
    return (await reply.text()).split("\n").length;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
