import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client as Connection } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { HELD_AS } from "../src/storage/postgres/locks.ts";
import { type Client, createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { postgresOfProcess } from "./support/engines.ts";
import { send } from "./support/files-sent.ts";
import { patiently } from "./support/patiently.ts";
import { API_KEY, homeOfTest, type PostilProcess, postil, saidIn, startIn } from "./support/process.ts";
import { startReceiver } from "./support/receiver.ts";
import { createRecords, SUBMITTED } from "./support/records.ts";

/** Several server processes on one PostgreSQL database. */

const postgres = await postgresOfProcess();

type Server = PostilProcess & {
  readonly name: string;
  readonly home: string;
  readonly url: string;
  readonly owner: Client;
};

async function newDatabase(): Promise<string> {
  if (postgres === null) throw new Error("There is no server.");
  return postgres.database();
}

async function startServer(
  database: string,
  name: string,
  env: { readonly [name: string]: string } = {},
): Promise<Server> {
  const home = homeOfTest();
  const settings = {
    POSTIL_DATABASE_URL: database,
    POSTIL_SERVER_NAME: name,
    ...env,
  };
  const running = startIn(home, [], settings);
  const url = await running.address;
  return { ...running, name, home, url, owner: createClient(url, API_KEY) };
}

/** Two servers; the first one does the work in the background. */
async function startTwo() {
  const database = await newDatabase();
  const first = await startServer(database, "first");
  return { database, first, second: await startServer(database, "second") };
}

async function rowsOf(database: string, sql: string): Promise<readonly { readonly [column: string]: unknown }[]> {
  const client = new Connection({ connectionString: database });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The name of the server that does the work in the background. */
async function onDuty(database: string): Promise<unknown> {
  const [row] = await rowsOf(
    database,
    `select application_name as name from pg_stat_activity join pg_locks using (pid) where ${HELD_AS.duty}`,
  );
  return row?.name;
}

async function kill({ child, ended }: PostilProcess, signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
  child.kill(signal);
  await ended;
}

const COPIED = `select count(*) as n from task_record where dataset_key = (select key from task_dataset where name = 'again')`;

async function logTaskRecords({ url }: Server, count: number): Promise<void> {
  const records = Array.from({ length: count }, (_, at) => ({ id: String(at), inputs: { text: `text ${at}` } }));
  const reply = await fetch(`${url}/api/datasets/tasks/TextClassification:bulk?workspace=default`, {
    method: "POST",
    headers: { "x-postil-api-key": API_KEY, "content-type": "application/json" },
    body: JSON.stringify({ records }),
  });
  expect(reply.status).toBe(200);
}

const workspaceOf = async ({ owner }: Server): Promise<string> => {
  const { items } = await owner.must("listMyWorkspaces");
  return items[0]?.id ?? "";
};

describe.skipIf(postgres === null)("several servers", () => {
  test("PGS-70 two servers that start at once on an empty database make one owner and one set of datasets, and each has its name in its log", async () => {
    const database = await newDatabase();
    const both = await Promise.all(["north", "south"].map((name) => startServer(database, name, { POSTIL_DEMO: "1" })));
    await patiently(async () => {
      for (const { owner } of both) expect((await owner.must("listMyDatasets")).items).toHaveLength(1);
    });
    for (const { owner, printed, name } of both) {
      expect((await owner.must("listUsers")).items.map(({ username }) => username)).toEqual(["owner"]);
      expect((await owner.must("listTaskDatasetsV0")).length).toBe(3);
      expect(saidIn(printed.err)).toContain(`this one is "${name}"`);
      expect(printed.err).toContain(`"server":"${name}"`);
    }
  });

  test("PGS-71 what one server has saved is found through another at once: records, words, values, questions and answers", async () => {
    const { first, second } = await startTwo();
    const { datasetId, questionId } = await createPublished(first.owner, await workspaceOf(first));
    const params = { dataset_id: datasetId };
    const found = async (at: Server, text: string) => {
      const query = { query: { text: { q: text } } };
      return (await at.owner.must("searchMyRecords", { params, body: query })).total;
    };
    const french = async (at: Server) => {
      const sort = { metadata: ["lang:fr"] };
      return (await at.owner.must("listMyRecords", { params, query: sort })).items.length;
    };
    for (let round = 1; round <= 20; round++) {
      const [writes, reads] = round % 2 === 0 ? [first, second] : [second, first];
      const items = [{ fields: { text: `alike and${round}` }, metadata: { lang: "fr" } }];
      const made = await writes.owner.must("bulkCreateRecords", { params, body: { items } });
      expect([await found(reads, "alike"), await found(reads, `and${round}`), await french(reads)]).toEqual([
        round,
        1,
        round,
      ]);
      const record_id = made.items[0]?.id ?? "";
      await reads.owner.must("createResponse", { params: { record_id }, body: SUBMITTED });
      const { responses } = await writes.owner.must("getMyDatasetMetrics", { params });
      expect(responses.submitted).toBe(round);
      const title = `Mood ${round}`;
      await writes.owner.must("updateQuestion", { params: { question_id: questionId }, body: { title } });
      const { items: questions } = await reads.owner.must("listQuestions", { params });
      expect(questions[0]?.title).toBe(title);
    }
  });

  test("PGS-72 a session, a key, a role and a membership that end at one server end at the others", async () => {
    const { first, second } = await startTwo();
    const workspace_id = await workspaceOf(first);
    const body = { first_name: "Ann", username: "ann", password: "a-password", role: "admin" };
    const ann = await first.owner.must("createUser", { body });
    const nobody = { at: createClient(first.url, null), other: createClient(second.url, null) };
    const form = { username: "ann", password: "a-password" };
    const { access_token } = await nobody.at.must("createTokenV0", { body: form });
    const bearer = { headers: { authorization: `Bearer ${access_token}` } };
    const status = async (client: Client, how = {}) => (await client.call("getMe", how)).status;
    const byKey = createClient(second.url, ann.api_key);
    const mayMake = async () => {
      const reply = await byKey.call("createDataset", { body: { name: "mine", workspace_id } });
      return reply.status;
    };
    // Both servers know her now.
    expect([await status(nobody.other, bearer), await status(byKey), await mayMake()]).toEqual([200, 200, 403]);
    await nobody.at.must("signOut", bearer);
    await patiently(async () => expect(await status(nobody.other, bearer)).toBe(401));
    await first.owner.must("addWorkspaceUser", { params: { workspace_id }, body: { user_id: ann.id } });
    await patiently(async () => expect(await mayMake()).toBe(201));
    await first.owner.must("updateUser", { params: { user_id: ann.id }, body: { role: "annotator" } });
    await patiently(async () => expect(await mayMake()).toBe(403));
    await first.owner.must("deleteUser", { params: { user_id: ann.id } });
    await patiently(async () => expect(await status(byKey)).toBe(401));
  });

  test("PGS-73 one server does the jobs of all, its next takes over after kill -9, and whoever waits for a job waits at any", async () => {
    const { database, first, second } = await startTwo();
    expect(await onDuty(database)).toBe("postil first");
    const workspace_id = await workspaceOf(first);
    const make = async () => {
      const { datasetId } = await createPublished(second.owner, workspace_id);
      await createRecords(second.owner, datasetId, 1500);
      return { params: { dataset_id: datasetId } };
    };
    const tasks = { name: "tasks", task: "TextClassification", workspace: "default" };
    await second.owner.must("createTaskDatasetV0", { body: tasks });
    const copied = { params: { name: "tasks" }, query: { workspace: "default" }, body: { name: "again" } };
    // The reply comes when the job of the other server has ended.
    await logTaskRecords(second, 600);
    await second.owner.must("copyTaskDatasetV0", copied);
    const [copy] = await rowsOf(database, COPIED);
    expect(Number(copy?.n)).toBe(600);

    const gone = await make();
    await second.owner.must("deleteDataset", gone);
    const [deleted] = (await second.owner.must("listDeleted", { query: {} })).items;
    await second.owner.must("removeDeleted", { params: { deleted_id: deleted?.id ?? "" } });
    const left = async () => Number((await rowsOf(database, "select count(*) as n from record"))[0]?.n);
    await patiently(async () => expect(await left()).toBeLessThan(1500), { interval: 5 });
    await kill(first);
    await patiently(async () => expect(await left()).toBe(0));
    await patiently(async () => expect(await onDuty(database)).toBe("postil second"));
    await patiently(async () =>
      expect((await second.owner.must("listJobs", { query: {} })).items.every(({ state }) => state === "done")).toBe(
        true,
      ),
    );
  });

  test("PGS-73 events of all servers are sent by the one that does the work, and by the next one after kill -9", async () => {
    const receiver = await startReceiver();
    onTestFinished(receiver.close);
    const env = { POSTIL_WEBHOOKS_PRIVATE: "127.0.0.1" };
    const database = await newDatabase();
    const first = await startServer(database, "first", env);
    const second = await startServer(database, "second", env);
    const { datasetId } = await createPublished(first.owner, await workspaceOf(first));
    await second.owner.must("createWebhook", { body: { url: receiver.url, events: ["response.created"] } });
    const answer = async (count: number) => {
      for (const record_id of await createRecords(second.owner, datasetId, count))
        await second.owner.must("createResponse", { params: { record_id }, body: SUBMITTED });
    };
    await answer(5);
    await patiently(() => expect(receiver.received).toHaveLength(5));
    await kill(first);
    await answer(5);
    // One that the first server had sent and not noted comes again, with its id.
    const ids = () => new Set(receiver.received.map(({ id }) => id));
    await patiently(() => expect(ids().size).toBe(10));
  });

  test("PGS-74 PGS-93 the file of a snapshot is with the server that took it, and its part is left alone by others that share its folder", async () => {
    const { first, second } = await startTwo();
    const { datasetId } = await createPublished(first.owner, await workspaceOf(first));
    await createRecords(first.owner, datasetId, 3);
    const folders = [first, second].map(({ home }) => join(home, "snapshots"));
    for (const folder of folders) {
      mkdirSync(folder, { recursive: true });
      for (const name of ["other.gz.0123.part", "old.gz.0123.part", "nobody.gz"]) writeFileSync(join(folder, name), "");
      utimesSync(join(folder, "old.gz.0123.part"), 0, 0);
    }
    const { id } = await second.owner.must("takeSnapshot", { body: { dataset_id: datasetId, name: "kept" } });
    const seen = () => folders.map((folder) => readdirSync(folder).toSorted());
    const part = "other.gz.0123.part";
    const rest = ["nobody.gz.unknown", part];
    await patiently(() => expect(seen()).toEqual([[`${id}.gz`, ...rest].toSorted(), rest]));
    const size = (at: Server) =>
      at.owner.call("sizeUpSnapshot", { params: { snapshot_id: id }, body: { shape: "full", format: "jsonl" } });
    const refusal = {
      status: 422,
      body: {
        detail: expect.stringMatching(
          /not on the server "second"; the server "first" took it and has it\. Ask that one/,
        ),
        elsewhere: { asked: "second", has: "first" },
      },
    };
    const list = { query: { dataset_id: datasetId } };
    await patiently(async () =>
      expect((await second.owner.must("listSnapshots", list)).items[0]?.taken?.server).toBe("first"),
    );
    expect(await size(second)).toMatchObject(refusal);
    const snapshot = { params: { snapshot_id: id } };
    const compared = { ...snapshot, query: {} };
    expect(await second.owner.call("compareSnapshots", compared)).toMatchObject(refusal);
    const wish = { ...snapshot, body: { shape: "full", format: "jsonl" } };
    expect(await second.owner.call("exportSnapshot", wish)).toMatchObject(refusal);
    expect(await size(first)).toMatchObject({ status: 200, body: { records: 3 } });
    expect((await size(first)).body).not.toHaveProperty("server");
  });

  test("PGS-74 PGS-92 an import goes on when another server starts, and is taken back when its own is gone; a file is known where it was sent", async () => {
    const { database, first, second } = await startTwo();
    const { datasetId } = await createPublished(second.owner, await workspaceOf(first));
    const params = { import_id: randomUUID() };
    await first.owner.must("beginImport", { params, body: { dataset_id: datasetId } });
    const third = await startServer(database, "third");
    const seen = async ({ owner }: Server) => (await owner.must("listMyDatasets")).items.map(({ status }) => status);
    expect(await seen(third)).toEqual(["draft"]);

    const upload = { params: { upload_id: await send(first.owner, "a.csv", "text\nA text\n") } };
    await first.owner.must("getUpload", upload);
    const says = expect.stringMatching(/not found on the server "third".* send all calls of a person to one server/);
    const elsewhere = { asked: "third", has: null };
    expect(await third.owner.call("getUpload", upload)).toMatchObject({
      status: 404,
      body: { detail: says, elsewhere },
    });
    const none = { params: { export_id: randomUUID() } };
    expect(await third.owner.call("getExport", none)).toMatchObject({ status: 404, body: { detail: says, elsewhere } });

    await kill(first);
    await patiently(async () => expect(await seen(second)).toEqual([]));
  });

  test("PGS-34 PGS-75 a command that needs the database alone is refused while any server runs, and keeps servers out", async () => {
    const { database, first, second } = await startTwo();
    const env = { POSTIL_DATABASE_URL: database };
    const said = async (...args: string[]) => {
      const { code, out, err } = await postil(homeOfTest(), args, env);
      return [code, saidIn(out + err)];
    };
    const inUse = expect.stringContaining("another Postil server uses the database");
    await kill(first, "SIGTERM");
    expect(await said("doctor", "--rebuild")).toEqual([1, inUse]);
    expect((await said("doctor"))[0]).toBe(0);
    await kill(second);
    expect((await said("doctor", "--rebuild"))[0]).toBe(0);
    const alone = new Connection({ connectionString: database });
    await alone.connect();
    await alone.query("select pg_advisory_lock(6900016)");
    expect(await said()).toEqual([
      1,
      expect.stringContaining("a command (postil move, postil doctor --rebuild) has the database"),
    ]);
    await alone.end();
  });
});
