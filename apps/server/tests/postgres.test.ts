import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { postgresOfProcess } from "./support/engines.ts";
import { execute } from "./support/execute.ts";
import { patiently } from "./support/patiently.ts";
import type { Postgres } from "./support/postgres.ts";
import { API_KEY, homeOfTest, newHome, postil, removeHome, saidIn, startIn } from "./support/process.ts";
import { expectAsRecorded, LIMITS_OF_REFERENCE } from "./support/replay.ts";
import { startForFile } from "./support/start-test-server.ts";

const found = await postgresOfProcess();
const postgres = (): Postgres => {
  if (found === null) throw new Error("There is no server.");
  return found;
};

/** An address with a password, which the server takes but does not ask for. */
async function databaseWithPassword(): Promise<string> {
  return Object.assign(new URL(await postgres().database()), { password: "a%20secret" }).href;
}
const SECRET = /a(%20| )secret/;

describe.skipIf(found === null)("on PostgreSQL", () => {
  test("PGS-31 the server answers as the reference did", { timeout: 300_000 }, async () => {
    const server = await startForFile({ engine: "postgres", limits: LIMITS_OF_REFERENCE });
    for (const file of ["v1-records.jsonl", "v0-search.jsonl"]) await expectAsRecorded(server.url, file);
  });

  test("PGS-30 a database that cannot be used ends the start at once, with a sentence and without the password", async () => {
    const good = await databaseWithPassword();
    const changed = (parts: Partial<Record<"port" | "pathname" | "username" | "password", string>>) =>
      Object.assign(new URL(good), parts).href;
    const newer = await databaseWithPassword();
    await execute(newer, "create table schema_version (version bigint); insert into schema_version values (999)");
    const cases: (readonly [url: string, reason: RegExp])[] = [
      [changed({ port: "1" }), /no database server listens at 127\.0\.0\.1:1/],
      [changed({ pathname: "/nobody_made_it" }), /there is no database "nobody_made_it"/],
      [newer, /written by a newer Postil \(schema 999/],
      ["postgres://me:a%20secret@127.0.0.1", /must be the address of a PostgreSQL database/],
    ];
    for (const [url, reason] of cases) {
      const home = homeOfTest();
      const { code, err } = await postil(home, [], { POSTIL_DATABASE_URL: url });
      expect(code).toBe(1);
      expect(saidIn(err)).toMatch(reason);
      expect(saidIn(err).trimEnd().split("\n")).toHaveLength(1);
      expect(err).not.toMatch(SECRET);
    }
  });

  test("PGS-32 a database that goes away and comes back: calls can be tried again, and go on without a restart", async () => {
    const home = homeOfTest();
    const env = { POSTIL_DATABASE_URL: await databaseWithPassword(), POSTIL_METRICS_TOKEN: "m".repeat(40) };
    const server = startIn(home, [], env);
    const url = await server.address;
    const client = createClient(url, API_KEY);
    const { items } = await client.must("listMyWorkspaces");
    await createPublished(client, items[0]?.id ?? "");
    const ready = async () => (await fetch(`${url}/readyz`)).status;
    expect(await ready()).toBe(200);
    await postgres().without(async () => {
      const reply = await fetch(`${url}/api/v1/me/datasets`, { headers: { "x-postil-api-key": API_KEY } });
      expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(await reply.json()).toEqual({
        detail: expect.stringMatching(
          /^The server's store cannot be reached: .* Nothing of this was saved\. Try again\.$/,
        ),
      });
      await patiently(async () => expect(await ready()).toBe(503));
      expect((await fetch(`${url}/livez`)).status).toBe(200);
    });
    await patiently(async () => expect(await ready()).toBe(200));
    expect((await client.must("listMyDatasets")).items).toHaveLength(1);
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${"m".repeat(40)}` } });
    expect(await metrics.text()).not.toMatch(SECRET);
    expect(readFileSync(join(home, "server.json"), "utf8")).not.toMatch(SECRET);
    expect(server.printed.err + server.printed.out).not.toMatch(SECRET);
  });

  test("PGS-45 metrics tell the connections to the database, and of its standbys what is known", async () => {
    const token = "m".repeat(40);
    const server = await startForFile({ engine: "postgres", metricsToken: token });
    const reply = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const metrics = await reply.text();
    const states = Array.from(metrics.matchAll(/^postil_database_connections\{state="\w+"\} (\d+)$/gm), ([, count]) =>
      Number(count),
    );
    expect(states).toHaveLength(2);
    expect(states.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    expect(metrics).toMatch(/^postil_database_standbys 0$/m);
    expect(metrics).not.toMatch(/^postil_database_standby_behind_bytes/m);
  });

  test("PGS-33 commands of the embedded store say what to do, and doctor works beside a server", async () => {
    const home = newHome();
    try {
      const env = { POSTIL_DATABASE_URL: await databaseWithPassword() };
      const said = async (...args: string[]) => {
        const { code, out, err } = await postil(home, args, env);
        expect(err).not.toMatch(SECRET);
        return [code, out + err];
      };
      expect(await said("backup", "/tmp")).toEqual([1, expect.stringMatching(/pg_dump .*"\$POSTIL_DATABASE_URL"/)]);
      expect(await said("compact")).toEqual([1, expect.stringContaining("VACUUM")]);
      expect(await said("upgrade", "--check")).toEqual([1, expect.stringContaining("pg_dump")]);
      expect(await said("users", "create", "anna", "--role", "annotator")).toEqual([
        0,
        expect.stringContaining("anna"),
      ]);
      const server = startIn(home, [], env);
      const url = await server.address;
      expect(await said("doctor")).toEqual([0, "All counters and bitmaps are right.\n"]);
      const owner = createClient(url, API_KEY);
      expect((await owner.must("getServerState")).backups).toMatchObject({ elsewhere: true, last: null });
      const refused = await owner.call("makeBackup", { body: { path: null, force: false } });
      expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining("pg_dump") } });
      server.child.kill("SIGTERM");
      expect((await server.ended).code).toBe(0);
    } finally {
      removeHome(home);
    }
  });
});
