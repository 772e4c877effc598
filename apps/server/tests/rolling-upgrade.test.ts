import { setTimeout as pause } from "node:timers/promises";
import { Client as Connection } from "pg";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { HELD_AS } from "../src/storage/postgres/locks.ts";
import type { Migration } from "../src/storage/postgres/migrations/index.ts";
import { SCHEMA } from "../src/storage/postgres/schema.ts";
import { startBalancer } from "./support/balancer.ts";
import { type Client, createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { postgresOfProcess } from "./support/engines.ts";
import { expectDoctorFindsNothing } from "./support/kills.ts";
import { buildNext, fileOf } from "./support/next-version.ts";
import { patiently } from "./support/patiently.ts";
import { API_KEY, homeOfTest, type PostilProcess, postil, saidIn, startIn } from "./support/process.ts";
import { createRecords, SUBMITTED } from "./support/records.ts";

/** Servers of two versions on one PostgreSQL database, while one follows the other. */

const postgres = await postgresOfProcess();

/** What the next version adds. Statements of this one read all columns of most of these tables. */
const EXPANDS: Migration = {
  name: "notes",
  oldest: "as before",
  indexes: [{ name: "response_seen", on: "response (dataset_key, updated_at)" }],
  sql: `create table note (key bigint primary key, told text not null);
    ${["record", "response", "dataset", "question", "job", "workspace", '"user"'].map((table) => `alter table ${table} add column note text default 'none';`).join("")}`,
};
/** What the version after that takes away: servers of the next version do without, and those of this one might not. */
const CONTRACTS: Migration = {
  name: "no notes",
  oldest: SCHEMA + 1,
  sql: "drop table note; alter table record drop column note; alter table response drop column note",
};
const KNOWN = String(SCHEMA);

type Server = PostilProcess & { readonly name: string; readonly home: string };
type Version = "this" | "next" | "after";
const mains: Partial<Record<Version, string>> = {};

async function connectTo(database: string): Promise<Connection> {
  const connection = new Connection({ connectionString: database });
  connection.on("error", () => {});
  await connection.connect();
  onTestFinished(() => connection.end());
  return connection;
}

/** A database and ways to start servers of each version on it. */
async function setUp() {
  const database = (await postgres?.database()) ?? "";
  const connection = await connectTo(database);
  const begin = (version: Version, name: string): Server => {
    const home = homeOfTest();
    const main = mains[version];
    const env = { POSTIL_DATABASE_URL: database, POSTIL_SERVER_NAME: name, POSTIL_DRAIN_SECONDS: "1" };
    return { ...startIn(home, [], { ...env, ...(main ? { POSTIL_TEST_MAIN: main } : {}) }), name, home };
  };
  const rows = async (sql: string, values: readonly unknown[] = []) =>
    (await connection.query(sql, [...values])).rows as readonly { readonly [column: string]: unknown }[]; // columns of the test
  const schema = async () => (await rows("select version::int, oldest::int from schema_version, clock"))[0];
  return { database, begin, rows, schema };
}

const ownerAt = async ({ address }: Server): Promise<Client> => createClient(await address, API_KEY);

async function end({ child, ended }: PostilProcess, signal: "SIGKILL" | "SIGTERM" = "SIGTERM"): Promise<void> {
  child.kill(signal);
  await ended;
}

/** How long a member looks at a record, ms. As fast as they can, they take the processor from the servers that start. */
const LOOKS_FOR = 50;

/** Members who label until `stop`, through any server that is ready. Nobody is to be refused. */
async function startLabeling(url: string, owner: Client, count: number) {
  const workspace_id = (await owner.must("listMyWorkspaces")).items[0]?.id ?? "";
  const { datasetId } = await createPublished(owner, workspace_id);
  const records = await createRecords(owner, datasetId, 400);
  const acknowledged = new Set<string>();
  const refused: string[] = [];
  let answered = 0;
  let over = false;
  const ask = async (method: string, path: string, key: string, body?: unknown): Promise<number> => {
    const headers = { "x-postil-api-key": key, "content-type": "application/json" };
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const reply = await fetch(url + path, sent).catch((error: unknown) => error);
    const status = reply instanceof Response ? reply.status : 0;
    const text = reply instanceof Response ? await reply.text() : String(reply);
    // The balancer itself says so, where a busy machine answers its question too late.
    const isNobodyReady = status === 503 && text === "{}";
    if (status !== 200 && !isNobodyReady) refused.push(`${method} ${path}: ${status} ${text}`);
    return status;
  };
  const label = async (at: number) => {
    const username = `person${at}`;
    const person = { first_name: "P", username, password: "a-password", role: "annotator" };
    const { id, api_key } = await owner.must("createUser", { body: person });
    await owner.must("addWorkspaceUser", { params: { workspace_id }, body: { user_id: id } });
    for (let next = at; !over; next++) {
      const record_id = records[(next * count) % records.length] ?? "";
      const body = { items: [{ record_id, ...SUBMITTED }] };
      const saved = await ask("POST", "/api/v1/me/responses/bulk", api_key, body);
      if (saved === 200) acknowledged.add(`${username} ${record_id}`);
      await ask("GET", `/api/v1/me/datasets/${datasetId}/records?limit=5`, api_key);
      answered++;
      await pause(LOOKS_FOR);
    }
  };
  const working = Array.from({ length: count }, (_, at) => label(at));
  return {
    refused,
    datasetId,
    /** Waits until so many more answers are saved. */
    more: (least: number) => {
      const until = answered + least;
      return patiently(() => expect(answered).toBeGreaterThan(until), { interval: 10 });
    },
    stop: async () => {
      over = true;
      await Promise.all(working);
      return acknowledged;
    },
  };
}

const ANSWERS = `select "user".username || ' ' || record.id as answer from response
  join record using (dataset_key, seq) join "user" on "user".key = user_key where status = 'submitted'`;
/** Statements of this migration that run or wait. */
const BUILDING =
  "select 1 from pg_stat_activity where query like 'create index concurrently%' and state = 'active' and datname = current_database()";
const ON_DUTY = `select application_name as name from pg_stat_activity join pg_locks using (pid) where ${HELD_AS.duty}`;

describe.skipIf(postgres === null)("an upgrade without a stop", { timeout: 300_000 }, () => {
  beforeAll(async () => {
    const built: (() => void)[] = [];
    for (const [version, added] of [
      ["next", [EXPANDS]],
      ["after", [EXPANDS, CONTRACTS]],
    ] as const) {
      const { main, remove } = await buildNext(version, added);
      mains[version] = main;
      built.push(remove);
    }
    return () => {
      for (const remove of built) remove();
    };
  });

  test("UPG-05 UPG-06 the next version brings the schema up to date while this one works, both label side by side, and nobody is refused", async () => {
    const { database, begin, rows, schema } = await setUp();
    const balancer = await startBalancer((below) => Math.floor(Math.random() * below));
    onTestFinished(balancer.close);
    const put = async ({ name, address }: Server) => {
      balancer.put(name, await address);
      await patiently(() => expect(balancer.isUsed(name)).toBe(true));
    };
    const old = begin("this", "old");
    await put(old);
    const labeling = await startLabeling(balancer.url, await ownerAt(old), 6);
    await labeling.more(30);

    // Killed while it builds an index, which waits for a transaction of somebody else.
    const reader = await connectTo(database);
    await reader.query("begin isolation level repeatable read; select count(*) from response");
    const killed = begin("next", "killed");
    await patiently(async () => expect(await rows(BUILDING)).toHaveLength(1));
    await labeling.more(30);
    await end(killed, "SIGKILL");
    await patiently(async () => expect(await rows(BUILDING)).toEqual([]));
    await reader.query("rollback");
    const index = "select indisvalid as valid from pg_index where indexrelid = to_regclass('response_seen')";
    expect(await rows(index)).toEqual([{ valid: false }]);
    expect(await schema()).toEqual({ version: SCHEMA, oldest: 0 });

    // Somebody holds a table, as an export does: its change waits, and nobody waits for it.
    await reader.query("begin; select from record limit 1");
    const next = begin("next", "next");
    await patiently(() => expect(saidIn(next.printed.err)).toContain('the change "notes" needs a moment'));
    await labeling.more(30);
    expect(await schema()).toEqual({ version: SCHEMA, oldest: 0 });
    await reader.query("rollback");
    await put(next);
    expect(await rows(index)).toEqual([{ valid: true }]);
    expect(await schema()).toEqual({ version: SCHEMA + 1, oldest: 0 });
    await labeling.more(60);
    // The work in the background may be of a kind that only the next version knows.
    await patiently(async () => expect(await rows(ON_DUTY)).toEqual([{ name: "postil next" }]));

    // A server of this version starts on the schema of the next one.
    await balancer.drain("old");
    await end(old);
    const again = begin("this", "again");
    await put(again);
    expect(saidIn(again.printed.err)).toContain(
      `the schema ${SCHEMA + 1} of a newer version. This server knows ${KNOWN}`,
    );
    balancer.put("next", null);
    await labeling.more(30);
    await put(next);
    await labeling.more(30);
    const env = { POSTIL_DATABASE_URL: database };
    await expectDoctorFindsNothing(homeOfTest(), env);
    const rebuilt = await postil(homeOfTest(), ["doctor", "--rebuild"], env);
    expect([rebuilt.code, saidIn(rebuilt.err)]).toEqual([1, expect.stringContaining("written by a newer Postil")]);

    // The version after that takes something away that this one may need: it waits, and says for whom.
    const refused = await begin("after", "refused").ended;
    expect(refused.code).toBe(1);
    expect(saidIn(refused.err)).toContain(
      'the change "no notes" would break servers of earlier versions that run ("again"): end these, or upgrade them first',
    );
    expect(await schema()).toEqual({ version: SCHEMA + 1, oldest: 0 });
    const after = begin("after", "after");
    await patiently(() => expect(saidIn(after.printed.err)).toContain('("again")'));
    await balancer.drain("again");
    await end(again);
    await put(after);
    expect(await schema()).toEqual({ version: SCHEMA + 2, oldest: SCHEMA + 1 });
    await labeling.more(60);
    const late = await begin("this", "late").ended;
    expect([late.code, saidIn(late.err)]).toEqual([
      1,
      expect.stringContaining(`written by a newer Postil (schema ${SCHEMA + 2}, this one knows ${KNOWN})`),
    ]);

    const acknowledged = await labeling.stop();
    expect(labeling.refused).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(100);
    expect(new Set((await rows(ANSWERS)).map(({ answer }) => answer))).toEqual(acknowledged);
    // Of that version, so it is a process.
    const checked = await postil(after.home, ["doctor"], { ...env, POSTIL_TEST_MAIN: mains.after ?? "" });
    expect([checked.code, checked.out], checked.err).toEqual([0, "All counters and bitmaps are right.\n"]);
  });

  test("UPG-07 a server that was paused while a later version took something away saves nothing when it goes on, is not ready, and says why", async () => {
    const { begin, rows, schema } = await setUp();
    const old = begin("this", "old");
    const owner = await ownerAt(old);
    const workspace_id = (await owner.must("listMyWorkspaces")).items[0]?.id ?? "";
    const { datasetId } = await createPublished(owner, workspace_id);
    const [record_id = ""] = await createRecords(owner, datasetId, 2);
    old.child.kill("SIGSTOP");
    const after = begin("after", "after");
    // Its line to the others ends meanwhile, so it is in nobody's way.
    const other = await ownerAt(after);
    expect(await schema()).toEqual({ version: SCHEMA + 2, oldest: SCHEMA + 1 });
    old.child.kill("SIGCONT");

    const answer = { params: { record_id }, body: SUBMITTED };
    const saved = await owner.call("createResponse", answer);
    expect([saved.status, saved.headers.get("retry-after")]).toEqual([503, expect.any(String)]);
    expect(JSON.stringify(saved.body)).toContain("This server is of an earlier version");
    expect(await rows("select from response")).toEqual([]);
    const params = { dataset_id: datasetId };
    await patiently(async () => expect((await owner.call("listMyRecords", { params })).status).toBe(503));
    const url = await old.address;
    await patiently(async () => {
      const ready = await fetch(`${url}/readyz`);
      expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining("of an earlier version")]);
    });
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    expect(saidIn(old.printed.err)).toContain("it answers nothing from now on. Upgrade it, or end it.");
    // Nothing of it is in the way of the others.
    await other.must("createResponse", answer);
    expect((await rows(ANSWERS)).length).toBe(1);
    await end(old);
    expect((await old.ended).code).toBe(0);
  });

  test("UPG-08 what only a newer server knows is left alone: jobs, entries of the audit trail, shared state", async () => {
    const { begin, rows } = await setUp();
    const old = begin("this", "old");
    const owner = await ownerAt(old);
    const url = await old.address;
    await rows(`
      insert into job (id, name, dataset_key, about, state, inserted_at, updated_at)
        values ('8b7e6b1e-0000-4000-8000-000000000001', 'translate', 99, '{}', 'waiting', 1, 1)`);
    await rows(`insert into audit (at, kind, told) select last, 'model_trained', '{"model":"m"}' from clock`);
    await rows("insert into used_once (key, kind, until) values ('k', 'invoice', 9e15)");
    await rows("insert into secret (name, value) values ('of later', 'v')");
    const tasks = { name: "tasks", task: "TextClassification", workspace: "default" };
    await owner.must("createTaskDatasetV0", { body: tasks });
    // A job of this version is done meanwhile.
    const copied = { params: { name: "tasks" }, query: { workspace: "default" }, body: { name: "again" } };
    await owner.must("copyTaskDatasetV0", copied);
    const told = async (path: string) => {
      const reply = await fetch(url + path, { headers: { "x-postil-api-key": API_KEY } });
      return [reply.status, await reply.text()];
    };
    expect(await told("/api/postil/v1/audit")).toEqual([200, expect.stringContaining("model_trained")]);
    expect(await told("/api/postil/v1/audit/export")).toEqual([200, expect.stringContaining("model_trained")]);
    expect(await told("/api/postil/v1/jobs")).toEqual([200, expect.stringContaining("translate")]);
    await end(old);
    await begin("this", "again").address;
    expect(await rows("select state, tries::int, error from job where name = 'translate'")).toEqual([
      { state: "waiting", tries: 0, error: null },
    ]);
    expect(await rows("select kind from used_once union all select name from secret where name = 'of later'")).toEqual([
      { kind: "invoice" },
      { kind: "of later" },
    ]);
  });

  test("UPG-09 a server sends the code of the page of another version, compressed or not, also when that server is gone; of older ones only those used last stay", async () => {
    const { begin, rows } = await setUp();
    const next = begin("next", "next");
    await next.address;
    const after = begin("after", "after");
    await after.address;
    const from = async (server: Server, name: string, encoding = "identity") => {
      const headers = { "accept-encoding": encoding };
      const reply = await fetch(`${await server.address}/assets/${name}`, { headers });
      return [reply.status, reply.headers.get("content-encoding"), await reply.text()];
    };
    const [ofNext, ofAfter] = [fileOf("next"), fileOf("after")];
    for (const [encoding, told] of [
      ["identity", null],
      ["gzip, br", "br"],
    ] as const) {
      expect(await from(next, ofAfter.name, encoding)).toEqual([200, told, ofAfter.text]);
      expect(await from(after, ofNext.name, encoding)).toEqual([200, told, ofNext.text]);
    }
    const reply = await fetch(`${await after.address}/assets/${ofNext.name}`);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    await end(next, "SIGKILL");
    expect(await from(after, ofNext.name)).toEqual([200, null, ofNext.text]);
    for (const name of ["only-later.js", "only-next.css", "only-next.js.br.br", "..%2findex.html"])
      expect((await from(after, name))[0]).toBe(404);

    // A server that starts again adds nothing and keeps its files young, and one with a new page removes the oldest.
    const held = "select name from page_file order by name";
    const before = await rows(held);
    expect(before).toHaveLength(3);
    await rows("update page_file set at = 0");
    await end(after, "SIGKILL");
    const again = begin("next", "again");
    await again.address;
    expect(await rows(held)).toEqual(before);
    await rows("insert into page_file select n || '.js', 'of ' || n, n, '' from generate_series(1, 9) as n");
    await rows(`delete from page_file where name like '${ofAfter.name}%'`);
    await end(again, "SIGKILL");
    await begin("after", "last").address;
    const kept = await rows("select distinct build from page_file where build like 'of %' order by 1");
    expect(kept).toEqual([{ build: "of 8" }, { build: "of 9" }]);
    expect(await rows(`select 1 from page_file where name like '${ofNext.name}%'`)).toHaveLength(1);
  });
});
