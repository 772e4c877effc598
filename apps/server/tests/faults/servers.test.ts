import { setTimeout as pause } from "node:timers/promises";
import { Client as Connection } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { startBalancer } from "../support/balancer.ts";
import { type Client, createClient } from "../support/client.ts";
import { createPublished } from "../support/draft.ts";
import { LONG, SEED } from "../support/effort.ts";
import { postgresOfProcess } from "../support/engines.ts";
import { expectDoctorFindsNothing } from "../support/kills.ts";
import { patiently } from "../support/patiently.ts";
import { API_KEY, newHome, type PostilProcess, removeHome, runPostil } from "../support/process.ts";
import { createRecords, SUBMITTED } from "../support/records.ts";

/**
 * Three servers on one database, behind a balancer without sticky sessions, and 24 people who label. Servers are killed and
 * started again, and one is paused while it writes. Whoever gets no answer sends the same again, as the page does.
 */

const postgres = await postgresOfProcess();

const PEOPLE = 24;
const SERVERS = ["north", "south", "west"] as const;
type Name = (typeof SERVERS)[number];
/** `paused`: for so long a server is as if its machine slept, longer than a transaction may ask nothing. */
const FORM = LONG ? { seconds: 60, pausedMs: 30_000, records: 1500 } : { seconds: 10, pausedMs: 7000, records: 400 };
/** Answered calls before each kill, at least. */
const BETWEEN = 40;
const TASK_RECORDS = 300;
/** A person does not wait longer, ms. */
const PATIENCE = 3000;
/** Before the same is sent again, ms. */
const AGAIN = 50;

/** Whole numbers below a bound, the same ones for the same seed. */
function drawsOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function connectTo(database: string): Promise<Connection> {
  const connection = new Connection({ connectionString: database });
  await connection.connect();
  onTestFinished(() => connection.end());
  return connection;
}

/** The servers, each in its own home, known to the balancer as long as they run. */
async function startServers(database: string, put: (name: string, url: string | null) => void) {
  const homes = new Map(SERVERS.map((name) => [name, newHome()]));
  const running = new Map<Name, PostilProcess>();
  const end = async (name: Name, signal: "SIGKILL" | "SIGTERM" = "SIGKILL") => {
    put(name, null);
    running.get(name)?.child.kill(signal);
    await running.get(name)?.ended;
  };
  const start = async (name: Name) => {
    const env = { POSTIL_DATABASE_URL: database, POSTIL_SERVER_NAME: name };
    const server = runPostil(homes.get(name) ?? "", [], env);
    running.set(name, server);
    put(name, await server.address);
  };
  onTestFinished(async () => {
    await Promise.all(SERVERS.map((name) => end(name)));
    for (const home of homes.values()) removeHome(home);
  });
  await Promise.all(SERVERS.map(start));
  return { start, end, process: (name: Name) => running.get(name)?.child, home: homes.get("north") ?? "" };
}

type Person = { readonly username: string; readonly headers: { readonly [name: string]: string } };

async function signIn(url: string, owner: Client, workspace_id: string, at: number): Promise<Person> {
  const username = `person${at}`;
  const body = { first_name: "P", username, password: "a-password", role: "annotator" };
  const { id } = await owner.must("createUser", { body });
  await owner.must("addWorkspaceUser", { params: { workspace_id }, body: { user_id: id } });
  const { access_token } = await createClient(url, null).must("createTokenV0", { body });
  return { username, headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" } };
}

/** True if the call was acknowledged. Nobody is refused, whatever happens to servers. */
async function sent(url: string, path: string, method: string, { headers }: Pick<Person, "headers">, body: unknown) {
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const reply = await fetch(url + path, { method, headers, body: JSON.stringify(body), signal });
    const text = await reply.text();
    if (reply.status >= 500) expect([502, 503], text).toContain(reply.status);
    else expect([200, 409], text).toContain(reply.status);
    return reply.status < 500 ? text : null;
  } catch (error) {
    // The connection broke, or nobody answered in time.
    if (error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError")) return null;
    throw error;
  }
}

const Saved = z.object({ items: z.array(z.object({ item: z.object({ record_id: z.string() }) })).length(1) });

describe.skipIf(postgres === null)("three servers", () => {
  test("PGS-79 killed, started and paused while 24 people label through any of them: what was acknowledged is there once", {
    timeout: 300_000,
  }, async () => {
    const draw = drawsOf(SEED);
    const database = (await postgres?.database()) ?? "";
    const balancer = await startBalancer(draw);
    onTestFinished(balancer.close);
    const servers = await startServers(database, balancer.put);
    const { url } = balancer;
    const owner = createClient(url, API_KEY);
    await patiently(async () => expect((await owner.call("getMe")).status).toBe(200));
    const workspace_id = (await owner.must("listMyWorkspaces")).items[0]?.id ?? "";
    const { datasetId } = await createPublished(owner, workspace_id);
    const records = await createRecords(owner, datasetId, FORM.records);
    const people: Person[] = [];
    for (let at = 0; at < PEOPLE; at++) people.push(await signIn(url, owner, workspace_id, at));
    const program = { headers: { "x-postil-api-key": API_KEY, "content-type": "application/json" } };
    await owner.must("createTaskDatasetV0", {
      body: { name: "tasks", task: "TextClassification", workspace: "default" },
    });
    const notes = Array.from({ length: TASK_RECORDS }, (_, at) => ({ id: String(at), inputs: { text: `note ${at}` } }));
    await sent(url, "/api/datasets/tasks/TextClassification:bulk?workspace=default", "POST", program, {
      records: notes,
    });

    let over = false;
    let answered = 0;
    const acknowledged: string[] = [];
    const label = async ({ username, headers }: Person) => {
      const order = records.map((id) => ({ id, place: draw(2 ** 31) })).sort((one, other) => one.place - other.place);
      for (const { id: record_id } of order) {
        const body = { items: [{ record_id, ...SUBMITTED }] };
        for (let done = null; done === null; ) {
          if (over) return;
          done = await sent(url, "/api/v1/me/responses/bulk", "POST", { headers }, body);
          if (done === null) await pause(AGAIN);
          else expect(Saved.parse(JSON.parse(done)).items[0]?.item.record_id).toBe(record_id);
        }
        answered++;
        acknowledged.push(`${username} ${record_id}`);
      }
    };
    /** Jobs, whose reply comes when they have ended. One that exists already was begun by a call that got no reply. */
    let copies = 0;
    const copyAgain = async () => {
      while (!over) {
        const path = "/api/datasets/tasks:copy?workspace=default";
        if (await sent(url, path, "PUT", program, { name: `copy${copies}` })) copies++;
        else await pause(AGAIN);
      }
    };
    const answers = (more: number) => {
      const until = answered + more;
      return patiently(() => expect(answered).toBeGreaterThan(until), { timeout: 60_000, interval: 10 });
    };

    const connection = await connectTo(database);
    const isWriting = async (name: Name) => (await connection.query(WRITING, [`postil ${name}`])).rows.length > 0;
    let paused: Name | null = null;
    /** Pauses a server inside of a write, for which all others wait then. */
    const pauseOne = async () => {
      const name = SERVERS[draw(SERVERS.length)] ?? "north";
      paused = name;
      const child = servers.process(name);
      for (let isInside = false; !isInside; ) {
        child?.kill("SIGCONT");
        await answers(5);
        child?.kill("SIGSTOP");
        isInside = await isWriting(name);
      }
      const before = answered;
      await pause(FORM.pausedMs);
      // The others have gone on.
      expect(answered).toBeGreaterThan(before);
      child?.kill("SIGCONT");
      paused = null;
    };
    const killAll = async (until: number) => {
      let kills = 0;
      while (performance.now() < until || paused !== null) {
        await answers(BETWEEN + draw(BETWEEN));
        const there = SERVERS.filter((name) => name !== paused);
        const name = there[draw(there.length)] ?? "north";
        await servers.end(name);
        kills++;
        await servers.start(name);
      }
      return kills;
    };
    const working = [...people.map(label), copyAgain()];
    await answers(BETWEEN);
    const [kills] = await Promise.all([killAll(performance.now() + FORM.seconds * 1000), pauseOne()]);
    over = true;
    await Promise.all(working);
    console.log(`${acknowledged.length} answers, ${copies} copies, ${kills} kills`);

    const stored = await connection.query<{ answer: string; n: string }>(ANSWERS);
    expect(stored.rows.filter(({ n }) => n !== "1")).toEqual([]);
    const there = new Set(stored.rows.map(({ answer }) => answer));
    expect(acknowledged.filter((answer) => !there.has(answer))).toEqual([]);
    await patiently(async () => expect((await connection.query(JOBS)).rows).toEqual([]));
    const { rows: copied } = await connection.query<{ n: string }>(COPIES);
    expect(copied.length).toBeGreaterThanOrEqual(copies);
    expect(copied.filter(({ n }) => Number(n) !== TASK_RECORDS)).toEqual([]);
    for (const { headers } of people) expect((await fetch(`${url}/api/v1/me`, { headers })).status).toBe(200);
    await expectDoctorFindsNothing(servers.home, { POSTIL_DATABASE_URL: database });
  });
});

const WRITING = `select pid from pg_stat_activity
  where application_name = $1 and datname = current_database() and state = 'idle in transaction' and backend_xid is not null`;
const ANSWERS = `select "user".username || ' ' || record.id as answer, count(*) as n from response
  join record using (dataset_key, seq) join "user" on "user".key = user_key where status = 'submitted' group by 1`;
/** Those that have not ended well, or did more than there was to do. */
const JOBS = "select name, state, error, done, total from job where state <> 'done' or done > total";
const COPIES = `select name, (select count(*) from task_record where dataset_key = key) as n from task_dataset
  where name like 'copy%'`;
