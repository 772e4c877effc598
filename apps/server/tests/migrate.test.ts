import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newId } from "../src/new-id.ts";
import { createClient } from "./support/client.ts";
import { type Ran, runAt } from "./support/command-line.ts";
import { answering, fill, passing } from "./support/other-server.ts";
import { patiently } from "./support/patiently.ts";
import { createUser, newName } from "./support/people.ts";
import { atEnd, OWNER, startForFile } from "./support/start-test-server.ts";

/** `postil migrate`: from another server that speaks the wire, here another Postil, over HTTP. */

const RECORDS = 120;
const other = await startForFile();
const there = await fill(other, RECORDS);
const { anna, bob, params, tasks, workspace } = there;

type Place = { readonly url: string; readonly folder: string };
async function newHome() {
  const server = await startForFile();
  const folder = mkdtempSync(join(tmpdir(), "postil-migrate-"));
  atEnd(() => rmSync(folder, { recursive: true }));
  return { url: server.url, folder, owner: createClient(server.url, OWNER.apiKey) };
}
const migrate = ({ url, folder }: Place, from: string, ...options: string[]): Promise<Ran> =>
  runAt({ url, home: folder }, ["migrate", "--from", from, "--patience", "0", "--as", "owner=owner", ...options], {
    env: { POSTIL_MIGRATE_API_KEY: OWNER.apiKey },
  });
const query = { include: "responses,suggestions,vectors", limit: "500" };
/** Records without the ids of questions and datasets, which are of one server alone. */
const recordsOf = async (client: typeof there.owner) =>
  (await client.must("listRecords", { params, query })).items.map(({ suggestions, ...record }) => ({
    ...record,
    suggestions: suggestions?.map(({ question_id: _, ...rest }) => rest),
  }));

const home = await newHome();

test("MIG-01 MIG-02 people, workspaces and both families arrive with their ids, times and answers", async () => {
  const ran = await migrate(home, other.url);
  expect(ran.said).toContain("Both servers agree.");
  expect(ran.code).toBe(0);
  const people = (await home.owner.must("listPeople")).items;
  expect(people.find(({ id }) => id === anna.id)).toMatchObject({
    ...{ username: anna.username, role: "annotator", has_password: false },
    workspaces: [{ name: workspace.name }],
  });
  expect(people.find(({ id }) => id === bob.id)).toMatchObject({ role: "admin" });
  const code = new RegExp(`${anna.username} \\(annotator\\) .*/invitation#(\\S+)`).exec(ran.out)?.[1];
  const accepted = await home.owner.call("acceptInvitation", { body: { code, password: "long enough" } });
  expect(accepted.status).toBe(200);

  expect(await recordsOf(home.owner)).toEqual(await recordsOf(there.owner));
  const dataset = async (client: typeof home.owner) => {
    const { workspace_id: _, ...rest } = await client.must("getDataset", { params });
    return rest;
  };
  expect(await dataset(home.owner)).toEqual(await dataset(there.owner));
  for (const task of ["TextClassification", "TokenClassification", "Text2Text"] as const) {
    const at = tasks.at(tasks.names[task]);
    for (const call of ["getTaskDatasetV0", "scanTaskRecordsV0", "listLabelingRulesV0"] as const) {
      if (call === "listLabelingRulesV0" && task !== "TextClassification") continue;
      const asked = {
        ...at,
        ...(call === "scanTaskRecordsV0" ? { query: { ...at.query, limit: "500" }, body: {} } : {}),
      };
      expect(await home.owner.must(call, asked)).toEqual(await there.owner.must(call, asked));
    }
  }
  const settings = { ...tasks.at(tasks.names.TextClassification) };
  const asked = { ...settings, params: { ...settings.params, task: "TextClassification" } };
  expect(await home.owner.must("getTaskSettingsV0", asked)).toEqual(await there.owner.must("getTaskSettingsV0", asked));
});

test("MIG-06 after a run that was killed before the links were told, a run prints new ones for whoever has not come", async () => {
  const killed = await newHome();
  await migrate(killed, other.url);
  const linksIn = ({ out }: Ran) =>
    [...out.matchAll(/^(\S+) \(.*\/invitation#(\S+)/gm)].map(([, name, code]) => ({ name, code }));
  // A whole run was told: its links stay.
  expect(linksIn(await migrate(killed, other.url))).toEqual([]);
  rmSync(join(killed.folder, "migrations"), { recursive: true });
  const again = linksIn(await migrate(killed, other.url));
  expect(again.map(({ name }) => name).toSorted()).toEqual([anna.username, bob.username].toSorted());
  const { code } = again.find(({ name }) => name === anna.username) ?? {};
  await killed.owner.must("acceptInvitation", { body: { code, password: "long enough" } });
  rmSync(join(killed.folder, "migrations"), { recursive: true });
  expect(linksIn(await migrate(killed, other.url)).map(({ name }) => name)).toEqual([bob.username]);
});

test("MIG-02 numbers of metadata keep how they are written", async () => {
  const reply = await fetch(`${home.url}/api/v1/datasets/${params.dataset_id}/records?limit=3`, {
    headers: { "x-postil-api-key": OWNER.apiKey },
  });
  expect(await reply.text()).toContain('"score":1.0');
});

test("MIG-05 the key is in no file of the home, and in nothing that is printed", async () => {
  const ran = await migrate(home, other.url);
  expect(ran.said).not.toContain(OWNER.apiKey);
  const [note = ""] = readdirSync(join(home.folder, "migrations"));
  expect(readFileSync(join(home.folder, "migrations", note), "utf8")).not.toContain(OWNER.apiKey);
});

test("MIG-03 what people did here since stays, what is new or changed there comes, and nothing comes twice", async () => {
  const [changed, removed, renewed, deleted] = (await recordsOf(home.owner)).filter(
    ({ responses }) => responses?.length,
  );
  const at = (record: typeof changed) => ({ params: { response_id: record?.responses?.[0]?.id ?? "" } });
  const told = { status: "submitted", values: { mood: { value: "neu" } } };
  await home.owner.must("updateResponse", { ...at(changed), body: told });
  await home.owner.must("deleteResponse", at(removed));
  await home.owner.must("deleteRecord", { params: { record_id: deleted?.id ?? "" } });
  await there.owner.must("updateResponse", { ...at(renewed), body: told });
  await there.owner.must("bulkCreateRecords", { params, body: { items: [{ fields: { text: "new" } }] } });
  const task = tasks.at(tasks.names.TextClassification);
  const log = (client: typeof home.owner, id: number, name: string) =>
    client.must("logTextRecordsV0", {
      ...task,
      body: {
        records: [{ id, inputs: { text: "x", title: "T" }, annotation: { agent: "a", labels: [{ class: name }] } }],
      },
    });
  await log(home.owner, 0, "A");
  await log(there.owner, 2, "A");
  const before = await recordsOf(home.owner);

  const ran = await migrate(home, other.url);
  expect(ran.said).toContain("Both servers agree.");
  expect(ran.out).toMatch(/changed here, and left so: 2; deleted here, and left so: 1/);
  const after = await recordsOf(home.owner);
  expect(after).toHaveLength(before.length + 1);
  expect(after.find(({ id }) => id === changed?.id)?.responses?.[0]?.values).toEqual(told.values);
  expect(after.find(({ id }) => id === removed?.id)?.responses).toHaveLength(1);
  expect(after.find(({ id }) => id === renewed?.id)?.responses?.[0]?.values).toEqual(told.values);
  expect(after.at(-1)?.fields).toEqual({ text: "new" });
  const labelOf = async (id: string) =>
    (await home.owner.must("getTaskRecordV0", { ...task, params: { ...task.params, id } })).annotation;
  expect(await labelOf("0")).toMatchObject({ labels: [{ class: "A" }] });
  expect(await labelOf("2")).toMatchObject({ labels: [{ class: "A" }] });
});

test("MIG-03 a run that is cut at any page goes on, and at the end everything is here once", async () => {
  const cut = await newHome();
  let left = 0;
  const isRecords = (path: string) => path.includes("/records");
  const url = await passing(other.url, (request, reply) => {
    if (!isRecords(request.url ?? "") || left-- > 0) return false;
    reply.destroy();
    return true;
  });
  // Each run sees one page more than the run before it has stored, until one sees all.
  let code = 1;
  let runs = 0;
  for (; code !== 0 && runs < 60; runs++) {
    left = runs < 5 ? 2 : 3 + runs;
    const ran = await migrate(cut, url);
    code = ran.code;
    if (code !== 0) expect(ran.err).toContain("Run the command again when it is back: it goes on where it was.");
  }
  expect(runs).toBeGreaterThan(5);
  expect(await recordsOf(cut.owner)).toEqual(await recordsOf(there.owner));
  for (const name of Object.values(tasks.names)) {
    const asked = { ...tasks.at(name), query: { ...tasks.at(name).query, limit: "500" }, body: {} };
    expect(await cut.owner.must("scanTaskRecordsV0", asked)).toEqual(
      await there.owner.must("scanTaskRecordsV0", asked),
    );
  }
});

test("MIG-13 each page of records is asked for once, and nothing beyond the last one", async () => {
  const place = await newHome();
  const asked: { readonly offset: number; readonly limit: number }[] = [];
  const url = await passing(other.url, (request) => {
    const { pathname, searchParams } = new URL(request.url ?? "", other.url);
    if (/v1\/datasets\/[^/]+\/records$/.test(pathname))
      asked.push({ offset: Number(searchParams.get("offset")), limit: Number(searchParams.get("limit")) });
    return false;
  });
  expect((await migrate(place, url)).code).toBe(0);
  expect(asked.length).toBeGreaterThan(1);
  const { length } = await recordsOf(there.owner);
  // Two that are asked for at once may arrive in any order.
  asked.sort((a, b) => a.offset - b.offset);
  let next = 0;
  for (const { offset, limit } of asked) {
    expect(offset).toBe(next);
    next += limit;
  }
  expect(asked.at(-1)?.offset).toBeLessThan(length);
  expect(next).toBeGreaterThanOrEqual(length);
});

test("MIG-03 MIG-04 what cannot be brought is named in each run with its reason, and the exit status says so", async () => {
  const place = await newHome();
  const body = { first_name: "B", username: bob.username, role: "annotator", password: "long enough" };
  const stranger = await place.owner.must("createUser", { body });
  const url = await passing(other.url, (request, reply) => {
    if (!request.url?.endsWith(`${params.dataset_id}/questions`)) return false;
    void there.owner.must("listQuestions", { params }).then(({ items }) => {
      const changed = items.map((one) =>
        one.name === "order" ? { ...one, inserted_at: "2024-05-01T10:00:00", settings: { type: "drawing" } } : one,
      );
      reply.setHeader("content-type", "application/json").end(JSON.stringify({ items: changed }));
    });
    return true;
  });
  const closed = tasks.at(tasks.names.Text2Text);
  await there.owner.must("closeTaskDatasetV0", closed);
  const ran = await migrate(place, url);
  await there.owner.must("openTaskDatasetV0", closed);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("Perhaps the dataset is closed: open it there, and run again.");
  expect(ran.err).toContain(`person ${bob.username}: somebody else is ${bob.username} here`);
  expect(ran.err).toMatch(/question order: .*No match for discriminator 'type' and value 'drawing'/);
  expect(ran.err).toMatch(/it answers a question that cannot be brought \(\d+ times\)/);
  expect(ran.err).toMatch(new RegExp(`response: somebody else is ${bob.username} here.*\\(60 times\\)`));
  expect(ran.out).toMatch(new RegExp(`answers of ${bob.username}, draft +60 +0 +MISSING`));
  expect(ran.out).toContain("The servers do not agree");
  // Once it is said who it is, the answers come; and so does what was answered since, without that question.
  const order = { value: ["pos", "neg", "neu"].map((value, index) => ({ value, rank: index + 1 })) };
  const values = { mood: { value: "neg" }, order };
  const answered = { fields: { text: "since" }, responses: [{ user_id: anna.id, status: "submitted", values }] };
  await there.owner.must("bulkCreateRecords", { params, body: { items: [answered] } });
  const again = await migrate(place, url, "--as", `${bob.username}=${bob.username}`);
  expect(again.out).toMatch(new RegExp(`answers of ${bob.username}, draft +60 +60`));
  expect(again.code).toBe(1);
  expect(again.err).toMatch(/question order: .*No match for discriminator 'type' and value 'drawing'/);
  expect(again.err).not.toContain("non configured question");
  const brought = await recordsOf(place.owner);
  const [first] = brought;
  expect(brought.at(-1)?.responses).toMatchObject([{ user_id: anna.id, values: { mood: { value: "neg" } } }]);
  expect(first?.responses?.map(({ user_id }) => user_id)).toContain(stranger.id);
});

/** The third record as a broken server tells it: refused here, or no record of this wire. */
const BROKEN = [
  { how: "be brought", broken: { fields: {} } },
  { how: "be read", broken: { inserted_at: null } },
  { how: "be named", broken: { id: null } },
];
test.each(BROKEN)(
  "MIG-03 MIG-04 MIG-07 a record that could not $how comes once it can, and is never told as deleted here",
  async ({ broken }) => {
    const place = await newHome();
    const long = "https://elsewhere.example/";
    const url = await passing(other.url, (request, reply) => {
      if (!isLate && request.url?.includes(`${params.dataset_id}/records`)) {
        void there.owner.must("listRecords", { params, query }).then(({ items, total }) => {
          const offset = Number(new URL(request.url ?? "", long).searchParams.get("offset"));
          const given = items
            .slice(offset)
            .map((item, index) => (offset + index === 3 ? { ...item, ...broken } : item));
          reply.setHeader("content-type", "application/json").end(JSON.stringify({ items: given, total }));
        });
        return true;
      }
      return false;
    });
    let isLate = false;
    const first = await migrate(place, url);
    expect(first.code).toBe(1);
    expect(await recordsOf(place.owner)).toHaveLength((await recordsOf(there.owner)).length - 1);
    isLate = true;
    const second = await migrate(place, url);
    expect(second.out).not.toContain("deleted here");
    expect(await recordsOf(place.owner)).toHaveLength((await recordsOf(there.owner)).length);
  },
);

test("MIG-03 MIG-04 records of a dataset that could not be published come once it can", async () => {
  const place = await newHome();
  let isLate = false;
  const url = await passing(other.url, (request, reply) => {
    if (isLate || !request.url?.endsWith(`${params.dataset_id}/questions`)) return false;
    reply.setHeader("content-type", "application/json").end(JSON.stringify({ items: [] }));
    return true;
  });
  expect((await migrate(place, url)).code).toBe(1);
  isLate = true;
  await migrate(place, url);
  expect(await recordsOf(place.owner)).toEqual(await recordsOf(there.owner));
});

test("MIG-03 a dataset that was deleted here stays away until it is removed for good, and --again", async () => {
  await home.owner.must("deleteDataset", { params });
  const ran = await migrate(home, other.url);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("it was deleted here after it was brought; --again brings it once more");
  const binned = await migrate(home, other.url, "--again");
  expect(binned.err).toContain("it was deleted here and can be restored: restore it, or remove it for good first");
  for (const { id } of (await home.owner.must("listDeleted")).items)
    await home.owner.must("removeDeleted", { params: { deleted_id: id } });
  await patiently(async () => {
    expect((await migrate(home, other.url, "--again")).said).toContain("Both servers agree.");
  });
  expect(await recordsOf(home.owner)).toEqual(await recordsOf(there.owner));
});

test("MIG-02 only owners may bring records, and vectors of the wrong size leave the record", async () => {
  const admin = await createUser(other, "admin");
  const record = {
    ...{ id: newId(), fields: { text: "x" }, inserted_at: "2024-05-01T10:00:00", updated_at: "2999-01-01T00:00:00" },
    ...{ responses: [], suggestions: [], vectors: { mini: [1] } },
  };
  const asked = { params, body: { items: [record] } };
  expect((await admin.client.call("bringRecords", asked)).status).toBe(403);
  const { items } = await there.owner.must("bringRecords", asked);
  expect(items).toMatchObject([{ outcome: "added", left_out: [{ part: "vector" }] }]);
  const stored = await there.owner.must("getRecord", { params: { record_id: record.id } });
  expect(stored.inserted_at).toBe(record.inserted_at);
  // A time of the future would be that of everything that is made after it.
  expect(stored.updated_at < "2900").toBe(true);
});

test("MIG-02 what is brought has the bounds of what is made here", async () => {
  const at = { query: { workspace: workspace.name } };
  const facts = { task: "TextClassification", created_at: "2024-05-01T10:00:00", last_updated: "2024-05-01T10:00:00" };
  const bring = (body: object) =>
    there.owner.call("bringTaskDataset", {
      params: { name: newName() },
      ...at,
      body: { ...facts, rules: [], ...body },
    });
  expect((await bring({ created_by: "x".repeat(200) })).status).toBe(200);
  expect((await bring({ created_by: "x".repeat(201) })).status).toBe(422);
  const rule = { query: "a", labels: ["A"], author: "x".repeat(201), created_at: facts.created_at };
  expect((await bring({ created_by: "x", rules: [rule] })).status).toBe(422);
  const rules = Array.from({ length: 1001 }, (_, index) => ({ ...rule, author: "x", query: `q${index}` }));
  expect(JSON.stringify((await bring({ created_by: "x", rules })).body)).toContain("at most");
  expect((await bring({ created_by: "x", tags: { a: "x".repeat(2 ** 20) } })).status).toBe(422);
  const body = { name: "text", title: "Text", required: true, settings: { type: "text" } };
  const fields = Array.from({ length: 1001 }, (_, index) => ({ ...body, name: `f${index}` }));
  // A large body is read only from whoever may send it.
  const admin = await createUser(other, "admin");
  const guidelines = "x".repeat(9 * 2 ** 20);
  const large = { params: { dataset_id: newId() }, body: { guidelines } };
  expect((await admin.client.call("bringDataset", large)).status).toBe(403);
  expect((await there.owner.call("bringDataset", large)).status).toBe(422);
  const made = await there.owner.must("bringDataset", {
    params: { dataset_id: newId() },
    body: {
      ...{ name: newName(), workspace_id: workspace.id, allow_extra_metadata: true, status: "draft", fields },
      ...{ questions: [], metadata_properties: [], vectors_settings: [] },
      ...{ inserted_at: facts.created_at, updated_at: facts.created_at, last_activity_at: facts.created_at },
    },
  });
  expect(made.left_out.at(-1)?.reason).toContain("A dataset has at most");
});

const NOT_FOUND = { status: 404, body: '{"detail":"Not Found"}' };
type Reply = { readonly status: number; readonly body: string; readonly headers?: { readonly [name: string]: string } };
const ME = JSON.stringify({ id: newId(), username: "owner", role: "owner", workspaces: [], first_name: "" });
const hostile: { readonly [name: string]: readonly [Reply | "endless", said: RegExp] } = {
  "a page of another program": [{ status: 200, body: "<html>Welcome</html>" }, /answers something that is no JSON/],
  "half an answer": [{ status: 200, body: '{"username": "ow' }, /answers something that is no JSON/],
  "a redirect elsewhere": [
    { status: 302, body: "", headers: { location: "http://127.0.0.1:9/" } },
    /sends .* elsewhere/,
  ],
  "an unknown key": [{ status: 401, body: "{}" }, /does not know this API key/],
  "an echo of the key": [
    { status: 403, body: JSON.stringify({ detail: `no \u001b[2J ${OWNER.apiKey}` }) },
    /no {2}\[2J \(key\)/,
  ],
  "the key of an admin": [{ status: 200, body: ME.replace('"role":"owner"', '"role":"admin"') }, /is no owner there/],
  "no such server": [NOT_FOUND, /Not Found/],
  "an answer without an end": ["endless", /answers more than 64 MiB/],
  "an overloaded server": [{ status: 503, body: "" }, /answers 503\. Run the command again/],
};
const place = await newHome();
test.for(Object.entries(hostile))("MIG-05 %s ends in a sentence", async ([, [reply, said]]) => {
  const url = await answering((_request, response) => {
    if (reply !== "endless") return void response.writeHead(reply.status, reply.headers).end(reply.body);
    const part = Buffer.alloc(2 ** 20, 0x20);
    const more = (): void => {
      while (response.write(part));
      response.once("drain", more);
    };
    more();
  });
  const ran = await migrate(place, url);
  expect(ran.code).toBe(1);
  expect(ran.err).toMatch(said);
  expect(ran.said).not.toContain(OWNER.apiKey);
  expect(ran.said).not.toMatch(/\n\s+at /);
});

test("MIG-05 a task record that is too large to be read stops its dataset, not those after it", async () => {
  const [large, after] = [tasks.names.TextClassification, tasks.names.Text2Text];
  const part = Buffer.alloc(2 ** 20, 0x20);
  const url = await passing(other.url, (request, reply) => {
    if (!request.url?.includes(`${large}/records`)) return false;
    const more = (): void => {
      while (reply.write(part));
      reply.once("drain", more);
    };
    more();
    return true;
  });
  const ran = await migrate(await newHome(), url);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain(`dataset ${workspace.name}/${large} (TextClassification): a record is larger than 64 MiB`);
  expect(ran.out).toContain(`${workspace.name}/${after}`);
});

test("MIG-03 a busy server is asked again when it says so", async () => {
  let busy = 3;
  const url = await passing(other.url, (request, reply) => {
    if (!request.url?.includes("/records") || busy-- <= 0) return false;
    reply.writeHead(429, { "retry-after": "0" }).end();
    return true;
  });
  const ran = await migrate(home, url, "--patience", "60");
  expect(ran.said).toContain("Both servers agree.");
  expect(ran.err.match(/answers 429; asked again in 0 s/g)).toHaveLength(3);
});

test("MIG-05 pages that come again and again end the command, and what is no record is named", async () => {
  const url = await passing(other.url, (request, reply) => {
    const asked = new URL(request.url ?? "", other.url);
    if (!asked.pathname.endsWith(`${params.dataset_id}/records`)) return false;
    const items = Array.from({ length: 50 }, (_, index) => ({ id: index === 0 ? 7 : newId(), fields: {} }));
    reply.setHeader("content-type", "application/json").end(JSON.stringify({ items, total: 1e6 }));
    return true;
  });
  const ran = await migrate(await newHome(), url);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("gives the same page of records again and again");
});

test("MIG-11 a connection that is not safe ends the command at once, with the reason", async () => {
  const url = (await answering((_request, reply) => void reply.end("{}"))).replace("http:", "https:");
  const ran = await migrate(place, url, "--patience", "600");
  expect(ran.code).toBe(1);
  expect(ran.err).toMatch(/No safe connection to https:.*\(\S+\)/);
  expect(ran.err).not.toContain("asked again");
});

test("MIG-12 if the server here fails or ends, the command says so, and goes on when it is run again", async () => {
  const cut = await newHome();
  const isBringing = ({ url = "" }: { readonly url?: string | undefined }) =>
    /migration\/datasets\/.*\/records/.test(url);
  const full = await passing(cut.url, (request, reply) => {
    if (!isBringing(request)) return false;
    reply.writeHead(507, { "content-type": "application/json" }).end('{"detail":"The disk is full."}');
    return true;
  });
  const ran = await migrate({ ...cut, url: full }, other.url);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("The disk is full. What was brought stays; run the command again, and it goes on.");
  const ended = await passing(cut.url, (request, reply) => isBringing(request) && Boolean(reply.destroy()));
  expect((await migrate({ ...cut, url: ended }, other.url)).err).toMatch(
    /does not answer any more\. What was brought stays/,
  );
  await migrate(cut, other.url);
  expect(await recordsOf(cut.owner)).toEqual(await recordsOf(there.owner));
});

test("MIG-05 bad options are refused before anything is asked", async () => {
  const run = (...args: string[]) => runAt({ url: other.url, home: place.folder }, ["migrate", ...args]);
  for (const [args, said] of [
    [[], /Say with --from/],
    [["--from", "ftp://x"], /--from is "ftp:\/\/x"/],
    [["--from", "http://a:b@x"], /without a name, a password/],
    [["--from", other.url], /Give the API key/],
    [["--from", other.url, "--api-key", "a b"], /characters that no key has/],
    [["--from", other.url, "--api-key", "k", "--as", newName()], /it is two names of users/],
    [["--from", other.url, "--api-key", "k", "--patience", "long"], /it is a number of seconds/],
  ] as const) {
    const ran = await run(...args);
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(said);
  }
});
