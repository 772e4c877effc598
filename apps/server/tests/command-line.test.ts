import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { API_KEY, newHome, type PostilProcess, postil, removeHome, runPostil } from "./support/process.ts";

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
    expect(err.trimEnd().split("\n")).toEqual([
      'POSTIL_PORT is "many"; it must be a port from 0 (any free one) to 65535.',
      'POSTIL_DEMO is "x"; it must be 1 or 0.',
    ]);
  });

  test("a taken port stops it with a sentence", async () => {
    const { url } = await started(home());
    const { port } = new URL(url);
    const { code, err } = await postil(home(), [], { POSTIL_PORT: port });
    expect([code, err]).toEqual([
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
    const again = await postil(at, ["demo"]);
    expect([again.code, again.err]).toEqual([
      1,
      'Workspace "default" has a dataset "Customer messages" already; delete it first, or choose another with --workspace.\n',
    ]);
  });

  test("without a running server starts one for itself, on a home that is new too", async () => {
    const at = home();
    const done = await postil(at, ["demo"], { POSTIL_DEMO: "1" });
    expect([done.code, done.err]).toEqual([0, ""]);
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
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(done.out).toContain('1,203 rows -> dataset "answers" in workspace "default"');
    expect(done.out).toContain("Imported 1,203 records");

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
    // Whoever wants the file's order sorts by when records were added (docs/import.md).
    const inOrder = await owner.must("searchMyRecords", {
      params: { dataset_id: items[0]?.id ?? "" },
      query: { limit: "1000" },
      body: { sort: [{ scope: { entity: "record", property: "inserted_at" }, order: "asc" }] },
    });
    expect(inOrder.items.map(({ record }) => record.external_id)).toEqual(
      Array.from({ length: 1000 }, (_, i) => `r${i}`),
    );
  });

  test("goes to the server that has the home open", async () => {
    const at = home();
    const { url } = await started(at);
    const file = join(at, "mine.csv");
    writeFileSync(file, "text,label\nA first text to read,yes\nA second text to read,no\nA third text to read,yes\n");
    const done = await postil(at, ["import", file, "--dataset", "From CSV"]);
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(done.out).toContain(`${url}/dataset/`);
    expect((await createClient(url, API_KEY).must("listMyDatasets")).items).toMatchObject([{ name: "From CSV" }]);
    const again = await postil(at, ["import", file, "--dataset", "From CSV"]);
    expect([again.code, again.err]).toEqual([
      1,
      'Workspace "default" has a dataset "From CSV" already; give this one another name with --dataset.\n',
    ]);
  });

  test("TST-14 into a task dataset: with predictions and annotations, or with tags of tokens in columns", async () => {
    const at = home();
    const { url } = await started(at);
    const owner = createClient(url, API_KEY);
    const file = join(at, "My intents.jsonl");
    const predictions = [{ label: "yes", score: 0.5 }];
    writeFileSync(
      file,
      rows(1203)
        .map((row) => JSON.stringify({ ...JSON.parse(row), predictions }))
        .join("\n"),
    );
    const done = await postil(at, ["import", file, "--task", "TextClassification", "--agent", "model"]);
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(done.out).toContain(
      '1,203 rows -> TextClassification, one label each: dataset "my-intents" in workspace "default"',
    );
    expect(done.out).toContain("Imported 1,203 records");
    const query = { workspace: "default" };
    expect(await owner.must("getTaskRecordV0", { params: { name: "my-intents", id: "r1202" }, query })).toMatchObject({
      inputs: { text: "Text number 1202 of the file" },
      prediction: { agent: "model", labels: [{ class: "yes", score: 0.5 }] },
      annotation: { agent: "model", labels: [{ class: "no", score: 1 }] },
      status: "Validated",
    });
    const again = await postil(at, ["import", file, "--task", "TextClassification"]);
    expect([again.code, again.err]).toEqual([
      1,
      'Workspace "default" has a task dataset "my-intents" already; give this one another name with --dataset.\n',
    ]);
    const columns = join(at, "people.conll");
    writeFileSync(columns, "Ana B-PER\nsings O\n\nBo B-PER\n");
    const untold = await postil(at, ["import", columns]);
    expect([untold.code, untold.err]).toEqual([
      1,
      `${columns} has tokens in columns: say --task TokenClassification.\n`,
    ]);
    expect((await postil(at, ["import", columns, "--task", "TokenClassification"])).out).toContain(
      "Imported 2 records",
    );
    expect((await owner.must("listTaskDatasetsV0", { query })).map(({ name }) => name)).toEqual([
      "my-intents",
      "people",
    ]);
  });

  test("a bad line: nothing is imported, or all but that line with --skip-bad", async () => {
    const at = home();
    const { url } = await started(at);
    const file = join(at, "bad.jsonl");
    const moreBadThanGood = Array.from({ length: 10 }, () => "[]");
    writeFileSync(file, [...rows(4), "{oops", ...rows(8).slice(4), ...moreBadThanGood].join("\n"));
    const refused = await postil(at, ["import", file]);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("  line 5: no valid JSON: {oops\n");
    const owner = createClient(url, API_KEY);
    expect((await owner.must("listMyDatasets")).items).toEqual([]);
    const skipped = await postil(at, ["import", file, "--skip-bad"]);
    expect(skipped.code).toBe(0);
    expect(skipped.err).toContain("line 5");
    expect(skipped.out).toContain("Imported 8 records");
  });

  test("API-37 rows of 20,000 words: as many go in one call as its body holds", { timeout: 60_000 }, async () => {
    const at = home();
    const { url } = await started(at);
    const words = "a wörd ".repeat(20_000);
    const file = join(at, "long.jsonl.gz");
    // Together they are larger than the 32 MiB that one call takes.
    const rows = Array.from({ length: 300 }, (_, i) => JSON.stringify({ text: `${i} ${words}`, label: `l${i % 3}` }));
    writeFileSync(file, gzipSync(rows.join("\n"), { level: 1 }));
    const done = await postil(at, ["import", file]);
    expect([done.code, done.err]).toEqual([0, ""]);
    const owner = createClient(url, API_KEY);
    const { items } = await owner.must("listMyDatasets");
    const metrics = await owner.must("getMyDatasetMetrics", { params: { dataset_id: items[0]?.id ?? "" } });
    expect(metrics.records.count).toBe(300);
  });

  test("API-37 instruction data is rated: questions of every type, in the order they were named", async () => {
    const at = home();
    const { url } = await started(at);
    const file = join(at, "instructions.csv");
    const header = "\uFEFFinstruction;output;stars\r\n";
    const lines = ["Say hello;Grüß dich 😀;5", '"Quote ""this"", please";He said so;3', "من أنت؟;أنا نموذج;1"];
    writeFileSync(file, Buffer.from(header + lines.join("\r\n"), "utf16le"));
    const flags = ["--rating", "stars=1..5", "--text", "correction", "--multi-label", "faults=wrong,rude", "--ranking"];
    const done = await postil(at, ["import", file, ...flags, "order=first,second"]);
    expect([done.code, done.err]).toEqual([0, ""]);
    const owner = createClient(url, API_KEY);
    const { items } = await owner.must("listMyDatasets");
    const params = { dataset_id: items[0]?.id ?? "" };
    const questions = await owner.must("listQuestions", { params });
    expect(questions.items.map(({ name, settings }) => [name, settings.type])).toEqual([
      ["stars", "rating"],
      ["correction", "text"],
      ["faults", "multi_label_selection"],
      ["order", "ranking"],
    ]);
    const records = await owner.must("listRecords", { params, query: { include: "suggestions" } });
    expect(records.items.map(({ fields, suggestions }) => [fields.output, suggestions?.[0]?.value])).toEqual([
      ["Grüß dich 😀", 5],
      ["He said so", 3],
      ["أنا نموذج", 1],
    ]);
  });

  test("a failure of the server in the middle leaves no dataset under the name", async () => {
    const at = home();
    const server = await started(at, { POSTIL_LABEL_OPTIONS_MAX: "3" });
    const file = join(at, "labels.jsonl");
    writeFileSync(
      file,
      Array.from({ length: 9 }, (_, i) => JSON.stringify({ text: `Text ${i} to read`, label: `l${i}` })).join("\n"),
    );
    const failed = await postil(at, ["import", file]);
    expect(failed.code).toBe(1);
    expect(failed.err).toContain("at most 3 items");
    expect((await createClient(server.url, API_KEY).must("listMyDatasets")).items).toEqual([]);
  });
});

test("ROL-12 workspaces: members, another name, out again and deleted, each by a command of its own", async () => {
  const at = home();
  const { url } = await started(at);
  const ok = async (...args: string[]) => {
    const { code, out, err } = await postil(at, ["workspaces", ...args]);
    expect([code, err], args.join(" ")).toEqual([0, ""]);
    return out;
  };
  const owner = createClient(url, API_KEY);
  const { id } = await owner.must("createWorkspace", { body: { name: "team" } });
  const anna = { first_name: "A", username: "anna", password: "long enough" };
  const user = await owner.must("createUser", { body: anna });
  await owner.must("addWorkspaceUser", { params: { workspace_id: id }, body: { user_id: user.id } });
  expect(await ok("members", "team")).toBe("username  role       state\nanna      annotator  active\n");
  expect(await ok("rename", "team", "crew")).toBe("Workspace team is now crew.\n");
  await ok("remove-user", "crew", "anna");
  await owner.must("createTaskDatasetV0", { body: { name: "notes", task: "Text2Text", workspace: "crew" } });
  const refused = await postil(at, ["workspaces", "delete", "crew"]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("delete its datasets first: notes")]);
  await owner.must("deleteTaskDatasetV0", { params: { name: "notes" }, query: { workspace: "crew" } });
  expect(await ok("delete", "crew")).toMatch(/^Deleted workspace crew; /);
});

test("users, workspaces, doctor and version", async () => {
  const at = home();
  await started(at);
  const ok = async (...args: string[]) => {
    const { code, out, err } = await postil(at, args);
    expect([code, err], args.join(" ")).toEqual([0, ""]);
    return out;
  };
  await ok("workspaces", "create", "team");
  expect(await ok("users", "create", "anna", "--workspace", "team")).toMatch(
    /^Created annotator anna with the password \S{16}\.\n$/,
  );
  expect(await ok("workspaces", "list")).toBe("workspace  users\ndefault    owner\nteam       anna\n");
  await ok("users", "delete", "anna");
  expect(await ok("users", "list")).toBe(
    "username  role   name   state   workspaces\nowner     owner  owner  active  all\n",
  );
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(await ok("version")).toBe(`${version}\n`);

  const doctor = await postil(at, ["doctor"]);
  expect([doctor.code, doctor.err]).toEqual([1, expect.stringContaining("is in use by process")]);
  running[0]?.child.kill("SIGTERM");
  await running[0]?.ended;
  expect(await ok("doctor")).toBe("All counters and bitmaps are right.\n");
  await ok("doctor", "--rebuild");
});

test("ROL-12 users: password, role, workspaces, key, out and in again, each by a command of its own", async () => {
  const at = home();
  const { url } = await started(at);
  const ok = async (...args: string[]) => {
    const { code, out, err } = await postil(at, ["users", ...args]);
    expect([code, err], args.join(" ")).toEqual([0, ""]);
    return out;
  };
  const refused = async (...args: string[]) => {
    const { code, out, err } = await postil(at, ["users", ...args]);
    expect([code, out], args.join(" ")).toEqual([1, ""]);
    return err;
  };
  const anybody = createClient(url, null);
  const signIn = async (password: string) =>
    (await anybody.call("createToken", { body: { username: "anna", password } })).status;
  const states = async () => (await ok("list")).split("\n").find((line) => line.startsWith("anna"));

  for (const command of ["create", "invite"])
    expect(await refused(command, "anna b")).toBe(
      '"anna b" is no username: a username has letters, digits, - and _, and begins with neither - nor _.\n',
    );
  await ok("create", "anna", "--password", "long enough");
  const made = await ok("set-password", "anna");
  const [, password = ""] = /^anna has a new password: (\S{16})\. /.exec(made) ?? [];
  expect([await signIn("long enough"), await signIn(password)]).toEqual([401, 201]);
  await ok("set-password", "anna", "--password", "chosen by hand");
  expect(await signIn("chosen by hand")).toBe(201);
  expect(await refused("set-password", "anna", "--password", "short")).toContain("at least 8 characters");

  expect(await ok("set-role", "anna", "admin")).toBe("anna is admin now.\n");
  expect(await refused("set-role", "anna", "king")).toBe(
    '"king" is no role; those there are: owner, admin, annotator.\n',
  );
  expect(await refused("set-role", "owner", "admin")).toBe(
    "`owner` is the last owner and cannot be given another role; make another owner first\n",
  );

  expect(await ok("add-to", "default", "anna")).toBe("anna is now in workspace default.\n");
  expect(await states()).toMatch(/^anna +admin +anna +active +default$/);
  expect(await refused("add-to", "nowhere", "anna")).toContain('There is no workspace "nowhere"');
  expect(await ok("remove-from", "default", "anna")).toContain("no longer in workspace default");
  expect(await refused("remove-from", "default", "anna")).toContain("not found in workspace");

  const [, key = ""] = /^The new key of anna: (\S+)\n$/.exec(await ok("rotate-key", "anna")) ?? [];
  expect(await createClient(url, key).must("getMe")).toMatchObject({ username: "anna" });
  const [, next = ""] = /: (\S+)\n$/.exec(await ok("rotate-key", "anna")) ?? [];
  expect((await createClient(url, key).call("getMe")).status).toBe(401);

  await ok("deactivate", "anna");
  expect([await signIn("chosen by hand"), (await createClient(url, next).call("getMe")).status]).toEqual([403, 401]);
  expect(await states()).toMatch(/^anna +admin +anna +deactivated/);
  expect(await refused("deactivate", "owner")).toContain("is the last owner and cannot be deactivated");
  await ok("reactivate", "anna");
  expect([await signIn("chosen by hand"), (await createClient(url, next).call("getMe")).status]).toEqual([201, 200]);
  expect(await refused("reactivate", "nobody")).toContain('There is no user "nobody"');
  expect(await ok("delete", "anna")).toBe(
    "Deleted anna; the responses stay. Answers kept without a name: 0; gone: drafts 0, keys 1.\n",
  );
});

test("ROL-12 AUT-14 users: links, sessions and named keys, each by a command of its own", async () => {
  const at = home();
  const { url } = await started(at);
  const run = async (...args: string[]) =>
    postil(at, ["users", ...args], { POSTIL_BASE_URL: "https://label.example/postil/" });
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
    /^(.*) by this link; it works once, until (\d{4}-\d\d-\d\d \d\d:\d\d) UTC, and is shown only now:\nhttps:\/\/label\.example\/postil\/invitation#(\S+)\n$/;
  const linkOf = async (...args: string[]) => {
    const [, what, until = "", code = ""] = LINK.exec(await ok("invite", ...args)) ?? [];
    const days = (Date.parse(`${until}Z`) - Date.now()) / 86_400_000;
    return { what, code, days: Math.round(days) };
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
  expect(first).toMatchObject({ what: "Created admin anna, who chooses a password", days: 30 });
  expect(await ok("list")).toMatch(/^anna +admin +Anna +invited +default$/m);
  const second = await linkOf("anna");
  expect(second).toMatchObject({ what: "anna chooses a new password", days: 7 });
  expect([await stateOf(first.code), await stateOf(second.code)]).toEqual(["ended", "open"]);
  expect((await accept(second.code, "chosen by anna")).status).toBe(200);
  expect(await refused("invite", "anna", "--role", "owner")).toContain("--role is for somebody new");
  expect(await refused("invite", "anna", "--days", "2")).toContain('--days is "2"; a link is good for 1, 7, 30 days');
  expect(await refused("invite", "ben", "--workspace", "nowhere")).toContain("'nowhere' does not exist");
  expect(await ok("list")).not.toContain("ben");

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
  expect(await refused("revoke-key", "anna", "new laptop")).toContain('anna has no key "new laptop"');
  expect(await ok("revoke-key", "anna", "old laptop")).toContain("lets nobody in any more");
  expect((await createClient(url, key).call("getMe")).status).toBe(401);

  running[0]?.child.kill("SIGTERM");
  await running[0]?.ended;
  // Nobody has the home open now: the link is one of the server that is started later.
  expect(await linkOf("anna", "--days", "1")).toMatchObject({ what: "anna chooses a new password", days: 1 });
});
