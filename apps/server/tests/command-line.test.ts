import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { runAt } from "./support/command-line.ts";
import { createPublished } from "./support/draft.ts";
import { API_KEY, newHome, type PostilProcess, postil, removeHome, runPostil, saidIn } from "./support/process.ts";
import { SUBMITTED } from "./support/records.ts";
import { unzip } from "./support/unzip.ts";

/** Runs Postil as a separate process. commands.test.ts tests what its commands do on a running server. */

const homes: string[] = [];
const running: PostilProcess[] = [];
const home = () => {
  const made = newHome();
  homes.push(made);
  return made;
};
async function started(at: string, env?: { readonly [name: string]: string }) {
  const server = runPostil(at, [], env);
  running.push(server);
  return { ...server, url: await server.address };
}
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
  for (const made of homes.splice(0)) removeHome(made);
});

const NEW_HOME = (at: string) => `${at} is a new home: all data will be there. POSTIL_HOME names another one.\n`;

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({ id: `r${i}`, text: `Text number ${i} of the file`, label: i % 2 ? "yes" : "no" }),
  );

describe("the first start", () => {
  test("makes an owner, a workspace and the demo, and prints the address and a link that signs in once (API-37, AUT-14)", async () => {
    const at = home();
    const { url, printed } = await started(at, { POSTIL_DEMO: "1" });
    const code = /\/sign-in#(\S+)/.exec(printed.out)?.[1] ?? "";
    const anybody = createClient(url, null);
    const token = await anybody.must("exchangeSignInLink", { body: { code } });
    const headers = { authorization: `Bearer ${token.access_token}` };
    expect(await anybody.must("getMe", { headers })).toMatchObject({ username: "owner", role: "owner" });
    expect((await anybody.call("exchangeSignInLink", { body: { code } })).status).toBe(401);

    const owner = createClient(url, API_KEY);
    const { items: datasets } = await owner.must("listMyDatasets");
    expect(datasets.map(({ name, status }) => ({ name, status }))).toEqual([
      { name: "Customer messages", status: "ready" },
    ]);
    const metrics = await owner.must("getMyDatasetMetrics", { params: { dataset_id: datasets[0]?.id ?? "" } });
    expect(metrics.records.count).toBe(200);
    const tasks = await owner.must("listTaskDatasetsV0");
    expect(tasks.map(({ name, task }) => [name, task])).toEqual([
      ["headlines", "TextClassification"],
      ["travel-notes", "TokenClassification"],
      ["plain-words", "Text2Text"],
    ]);
    const inDemo = { params: { name: "headlines" }, query: { workspace: "default" } };
    expect(await owner.must("listLabelingRulesV0", inDemo)).toHaveLength(3);
  });

  test("a later start changes neither owner nor demo, and tokens stay good", async () => {
    const at = home();
    const first = await started(at);
    const signIn = { body: { username: "owner", password: "owner-password" } };
    const { access_token } = await createClient(first.url, null).must("createToken", signIn);
    first.child.kill("SIGTERM");
    expect((await first.ended).code).toBe(0);
    const second = await started(at, { POSTIL_OWNER_PASSWORD: "another-password", POSTIL_DEMO: "1" });
    const anybody = createClient(second.url, null);
    await anybody.must("getMe", { headers: { authorization: `Bearer ${access_token}` } });
    await anybody.must("createToken", signIn);
    expect((await createClient(second.url, API_KEY).must("listMyDatasets")).items).toEqual([]);
  });

  test("a wrong setting stops it with a sentence for each mistake", async () => {
    const { code, err, out } = await postil(home(), ["start"], { POSTIL_PORT: "many", POSTIL_DEMO: "x" });
    expect([code, out]).toEqual([1, ""]);
    expect(saidIn(err).trimEnd().split("\n")).toEqual([
      'POSTIL_PORT is "many"; it must be a port from 0 (any free one) to 65535.',
      'POSTIL_DEMO is "x"; it must be 1 or 0.',
    ]);
  });

  test("a taken port stops it with a sentence", async () => {
    const { url } = await started(home());
    const { port } = new URL(url);
    const { code, err } = await postil(home(), [], { POSTIL_PORT: port });
    expect([code, saidIn(err)]).toEqual([
      1,
      `POSTIL_HOST=127.0.0.1 and POSTIL_PORT=${port} cannot be used: another program listens there already.\n`,
    ]);
  });
});

describe("postil demo (API-37)", () => {
  test("loads the demo into the server that has the home open, once", async () => {
    const at = home();
    const { url } = await started(at);
    const done = await postil(at, ["demo"]);
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(done.out).toContain('Loaded "Customer messages" with 200 records into workspace "default".');
    const owner = createClient(url, API_KEY);
    const { items } = await owner.must("listMyDatasets");
    expect(items).toMatchObject([{ name: "Customer messages", status: "ready" }]);
    expect(done.out).toContain(`${url}/dataset/${items[0]?.id}/annotation-mode`);
    const again = await runAt({ url, home: at, key: API_KEY }, ["demo"]);
    expect([again.code, again.err]).toEqual([
      1,
      'Workspace "default" has a dataset "Customer messages" already; delete it first, or choose another with --workspace.\n',
    ]);
  });

  test("without a running server starts one for itself, on a home that is new too", async () => {
    const at = home();
    const done = await postil(at, ["demo"], { POSTIL_DEMO: "1" });
    expect([done.code, done.err]).toEqual([0, NEW_HOME(at)]);
    const { url } = await started(at);
    expect((await createClient(url, API_KEY).must("listMyDatasets")).items).toMatchObject([
      { name: "Customer messages", status: "ready" },
    ]);
  });
});

describe("postil import (API-37)", () => {
  test("without a running server makes the dataset all the same", async () => {
    const at = home();
    const file = join(at, "answers.jsonl.gz");
    writeFileSync(file, gzipSync(rows(1203).join("\n")));
    const done = await postil(at, ["import", file]);
    expect([done.code, done.err]).toEqual([0, NEW_HOME(at)]);
    expect(done.out).toContain('1,203 rows -> dataset "answers" in workspace "default"');
    expect(done.out).toContain("Imported 1,203 records");
    expect(done.out).toContain(`They are in ${at}; start Postil (npm start) to see them.`);

    const { url } = await started(at);
    const owner = createClient(url, API_KEY);
    const { items } = await owner.must("listMyDatasets");
    const page = await owner.must("listRecords", {
      params: { dataset_id: items[0]?.id ?? "" },
      query: { limit: "1000", include: "suggestions" },
    });
    expect(page.total).toBe(1203);
    expect(page.items.map((record) => record.external_id)).toEqual(Array.from({ length: 1000 }, (_, i) => `r${i}`));
    expect(page.items[1]?.suggestions).toMatchObject([{ value: "yes", type: "human" }]);
    // To get the file's order, sort by the time when records were added (docs/import.md).
    const inOrder = await owner.must("searchMyRecords", {
      params: { dataset_id: items[0]?.id ?? "" },
      query: { limit: "1000" },
      body: { sort: [{ scope: { entity: "record", property: "inserted_at" }, order: "asc" }] },
    });
    expect(inOrder.items.map(({ record }) => record.external_id)).toEqual(
      Array.from({ length: 1000 }, (_, i) => `r${i}`),
    );
  });
});

test("users, workspaces, doctor and version", async () => {
  const at = home();
  const { url } = await started(at);
  const done = ({ code, out, err }: Awaited<ReturnType<typeof postil | typeof runAt>>) => {
    expect([code, err]).toEqual([0, ""]);
    return out;
  };
  const ok = async (...args: string[]) => done(await runAt({ url, home: at, key: API_KEY }, args));
  done(await postil(at, ["workspaces", "create", "team"]));
  expect(await ok("users", "create", "anna", "--workspace", "team")).toMatch(
    /^Created annotator anna with the password \S{16}\.\n$/,
  );
  expect(await ok("workspaces", "list")).toBe("workspace  members\ndefault\nteam       anna\n");
  await ok("users", "delete", "anna", "--yes");
  expect(await ok("users", "list")).toBe(
    "username  role   name   state   workspaces\nowner     owner  owner  active  all\n",
  );
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(await ok("version")).toBe(`${version}\n`);

  const rebuild = await postil(at, ["doctor", "--rebuild"]);
  expect([rebuild.code, rebuild.err]).toEqual([1, expect.stringContaining("is in use by process")]);
  running[0]?.child.kill("SIGTERM");
  await running[0]?.ended;
  expect(done(await postil(at, ["doctor"]))).toBe("All counters and bitmaps are right.\n");
  done(await postil(at, ["doctor", "--rebuild"]));
});

test("BAK-10 doctor beside a server compares one moment, while people write, and finds what is wrong", async () => {
  const at = home();
  const { url } = await started(at);
  const owner = createClient(url, API_KEY);
  const { items: workspaces } = await owner.must("listMyWorkspaces");
  const { datasetId } = await createPublished(owner, workspaces[0]?.id ?? "");
  const params = { dataset_id: datasetId };
  let ended = false;
  const people = (async () => {
    while (!ended) {
      const items = Array.from({ length: 50 }, () => ({ fields: { text: "a text" } }));
      const made = await owner.must("bulkCreateRecords", { params, body: { items } });
      for (const { id } of made.items)
        await owner.must("createResponse", { params: { record_id: id }, body: SUBMITTED });
    }
  })();
  const well = await postil(at, ["doctor"]);
  ended = true;
  await people;
  expect([well.code, well.err, well.out]).toEqual([0, "", "All counters and bitmaps are right.\n"]);
  const store = new DatabaseSync(join(at, "postil.db"), { timeout: 5000 });
  store.exec("update user_counts set submitted = submitted + 1");
  store.close();
  const ill = await postil(at, ["doctor"]);
  expect([ill.code, ill.out]).toEqual([1, expect.stringContaining(`dataset ${datasetId}: `)]);
});

test("ROL-12 AUT-14 users: links, sessions and named keys, each by a command of its own", async () => {
  const at = home();
  const { url } = await started(at);
  const publicly = "https://label.example/postil";
  let run: (...args: string[]) => ReturnType<typeof postil | typeof runAt> = (...args) =>
    runAt({ url, home: at, key: API_KEY, publicly }, ["users", ...args]);
  const ok = async (...args: string[]) => {
    const { code, out, err } = await run(...args);
    expect([code, err], args.join(" ")).toEqual([0, ""]);
    return out;
  };
  const refused = async (...args: string[]) => {
    const { code, out, err } = await run(...args);
    expect([code, out], args.join(" ")).toEqual([1, ""]);
    return err;
  };
  const anybody = createClient(url, null);
  const LINK =
    /^(The link that anna had before has ended\.\n)?(.*) by this link; it works once, until (\d{4}-\d\d-\d\d \d\d:\d\d) UTC, and is shown only now:\nhttps:\/\/label\.example\/postil\/invitation#(\S+)\n$/;
  const linkOf = async (...args: string[]) => {
    const [, ended, what, until = "", code = ""] = LINK.exec(await ok("invite", ...args)) ?? [];
    const days = (Date.parse(`${until}Z`) - Date.now()) / 86_400_000;
    return { ended, what, code, days: Math.round(days) };
  };
  const accept = (code: string, password: string) => anybody.call("acceptInvitation", { body: { code, password } });
  const stateOf = async (code: string) => (await anybody.must("readInvitation", { body: { code } })).state;

  const first = await linkOf(
    "anna",
    "--role",
    "admin",
    "--workspace",
    "default",
    "--first-name",
    "Anna",
    "--days",
    "30",
  );
  expect(first).toMatchObject({ ended: undefined, what: "Created admin anna, who chooses a password", days: 30 });
  expect(await ok("list")).toMatch(/^anna +admin +Anna +invited +default$/m);
  const second = await linkOf("anna");
  expect(second).toMatchObject({ ended: expect.any(String), what: "anna chooses a first password", days: 7 });
  expect([await stateOf(first.code), await stateOf(second.code)]).toEqual(["ended", "open"]);
  expect((await accept(second.code, "chosen by anna")).status).toBe(200);
  expect(await refused("invite", "anna", "--role", "owner")).toContain("--role is for somebody new");
  expect(await refused("invite", "anna", "--days", "2")).toContain('--days is "2"; a link is good for 1, 7, 30 days');
  expect(await refused("invite", "ben", "--workspace", "nowhere")).toContain("'nowhere' does not exist");
  expect(await ok("list")).not.toContain("ben");

  const file = join(at, "people.csv");
  writeFileSync(file, "name,role,workspaces\nbea,boss,default\ncem,,default;nowhere\n");
  expect(await refused("invite", file)).toBe(
    "Nobody is invited:\nrow 2, role: “boss” is no role: annotator, admin, owner.\nrow 3, workspaces: “nowhere”: no workspace.\n",
  );
  writeFileSync(file, "name\nAnna\ndora\nDORA\nANNA2\n");
  expect(await refused("invite", file)).toBe(
    "Nobody is invited:\nrow 2, username: “anna” is somebody’s, in other capitals.\nrow 3, username: “DORA” is in another row, in other capitals.\nrow 4, username: “dora” is in another row, in other capitals.\n",
  );
  writeFileSync(file, "name,role,workspaces\nanna,,default\nbea,admin,default\ncem,,default\n");
  expect(await refused("invite", file, "--role", "admin")).toContain("only --days goes with it");
  const LINKS = /^bea,https:\/\/label.example\/postil\/invitation#(\S{43})\ncem,\S+\n$/;
  const { code: exit, out, err } = await run("invite", file, "--days", "1");
  expect([exit, err]).toEqual([0, "anna is there already, and stays as they are.\n"]);
  expect(await stateOf(LINKS.exec(out)?.[1] ?? "")).toBe("open");
  expect(await ok("list")).toMatch(/^bea +admin +bea +invited +default$/m);
  expect(await run("invite", file)).toMatchObject({ code: 0, out: "" });

  expect(await ok("sign-out", "anna")).toBe("Sessions of anna that were ended: 1; password and keys stay.\n");
  const { access_token } = await anybody.must("createToken", {
    body: { username: "anna", password: "chosen by anna" },
  });
  const headers = { authorization: `Bearer ${access_token}` };
  const { key } = await anybody.must("createMyApiKey", { headers, body: { name: "old laptop", days: 30 } });
  expect(await createClient(url, key).must("getMe")).toMatchObject({ username: "anna" });
  const lines = (await ok("keys", "anna")).split("\n");
  expect(lines[1]).toMatch(/^\(first key\) +\S{4} +not yet +never$/);
  expect(lines[2]).toMatch(/^old laptop +\S{4} +\S+ \S+ UTC +\S+ \S+ UTC$/);
  expect(await refused("data", "anna")).toContain("Say with --out where it goes.");
  const zip = join(at, "anna.zip");
  expect(await ok("data", "anna", "--out", zip)).toBe(`Wrote all that is kept about anna to ${zip}.\n`);
  expect((await unzip(readFileSync(zip))).get("account.json")?.toString()).toContain('"username":"anna"');
  expect(await refused("data", "anna", "--out", zip)).toContain("is there already. --force writes over it.");
  expect(await refused("revoke-key", "anna", "new laptop")).toContain('anna has no key "new laptop"');
  expect(await ok("revoke-key", "anna", "old laptop")).toContain("lets nobody in any more");
  expect((await createClient(url, key).call("getMe")).status).toBe(401);

  running[0]?.child.kill("SIGTERM");
  await running[0]?.ended;
  const env = { POSTIL_BASE_URL: `${publicly}/` };
  run = async (...args) => {
    const { err, ...ran } = await postil(at, ["users", ...args], env);
    return { ...ran, err: err.replace(`No server has ${at} open: this command opens it by itself.\n`, "") };
  };
  // No process has the home open now: the link works on the server that starts later.
  expect(await linkOf("anna", "--days", "1")).toMatchObject({
    ended: undefined,
    what: "anna chooses a new password",
    days: 1,
  });
});
