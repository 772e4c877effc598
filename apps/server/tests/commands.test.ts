import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { BATCH_BYTES } from "@postil/contract/route";
import { afterAll, describe, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { runAt } from "./support/command-line.ts";
import { OWNER, startForFile, startTestServer } from "./support/start-test-server.ts";

/** Tests what the commands do on a running server. Each command runs in this process. */

/** The key that the command line uses for an operator on the server's own machine. */
const OPERATOR = "the key of the operator";

const server = await startForFile({ operatorKey: OPERATOR });
const owner = createClient(server.url, OWNER.apiKey);
const folder = mkdtempSync(join(tmpdir(), "postil-commands-"));
afterAll(() => rmSync(folder, { recursive: true }));

const postil = (...args: readonly string[]) => runAt({ url: server.url, home: folder, key: OPERATOR }, args);
const datasets = async () => (await owner.must("listMyDatasets")).items;
const named = async (name: string) => (await datasets()).find((dataset) => dataset.name === name);

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({ id: `r${i}`, text: `Text number ${i} of the file`, label: i % 2 ? "yes" : "no" }),
  );

describe("postil import (API-37)", () => {
  test("goes to the server that has the home open", async () => {
    const file = join(folder, "mine.csv");
    writeFileSync(file, "text,label\nA first text to read,yes\nA second text to read,no\nA third text to read,yes\n");
    const done = await postil("import", file, "--dataset", "From CSV");
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(done.out).toContain(`${server.url}/dataset/${(await named("From CSV"))?.id}/annotation-mode`);
    const again = await postil("import", file, "--dataset", "From CSV");
    expect([again.code, again.err]).toEqual([
      1,
      'Workspace "first" has a dataset "From CSV" already; give this one another name with --dataset.\n',
    ]);
  });

  test("TST-14 into a task dataset: with predictions and annotations, or with tags of tokens in columns", async () => {
    const file = join(folder, "My intents.jsonl");
    const predictions = [{ label: "yes", score: 0.5 }];
    writeFileSync(
      file,
      rows(1203)
        .map((row) => JSON.stringify({ ...JSON.parse(row), predictions }))
        .join("\n"),
    );
    const done = await postil("import", file, "--task", "TextClassification", "--agent", "model");
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(done.out).toContain(
      '1,203 rows -> TextClassification, one label each: dataset "my-intents" in workspace "first"',
    );
    expect(done.out).toContain("Imported 1,203 records");
    const query = { workspace: "first" };
    expect(await owner.must("getTaskRecordV0", { params: { name: "my-intents", id: "r1202" }, query })).toMatchObject({
      inputs: { text: "Text number 1202 of the file" },
      prediction: { agent: "model", labels: [{ class: "yes", score: 0.5 }] },
      annotation: { agent: "model", labels: [{ class: "no", score: 1 }] },
      status: "Validated",
    });
    const again = await postil("import", file, "--task", "TextClassification");
    expect([again.code, again.err]).toEqual([
      1,
      'Workspace "first" has a task dataset "my-intents" already; give this one another name with --dataset.\n',
    ]);
    const columns = join(folder, "people.conll");
    writeFileSync(columns, "Ana B-PER\nsings O\n\nBo B-PER\n");
    const untold = await postil("import", columns, "--dry-run");
    expect([untold.code, untold.out]).toEqual([0, expect.stringMatching(/tags +span question/)]);
    expect((await postil("import", columns, "--task", "TokenClassification")).out).toContain("Imported 2 records");
    expect((await owner.must("listTaskDatasetsV0", { query })).map(({ name }) => name)).toEqual([
      "my-intents",
      "people",
    ]);
  });

  test("a bad line: nothing is imported, or all but that line with --skip-bad", async () => {
    const file = join(folder, "bad.jsonl");
    const moreBadThanGood = Array.from({ length: 10 }, () => "[]");
    writeFileSync(file, [...rows(4), "{oops", ...rows(8).slice(4), ...moreBadThanGood].join("\n"));
    const refused = await postil("import", file);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("  line 5: no valid JSON: {oops\n");
    expect(await named("bad")).toBeUndefined();
    const skipped = await postil("import", file, "--skip-bad");
    expect(skipped.code).toBe(0);
    expect(skipped.err).toContain("line 5");
    expect(skipped.out).toContain("Imported 8 records");
  });

  test("API-37 what is stored is what the file says: digits, names of every object, and all rows accounted for", async () => {
    const file = join(folder, "exact.csv");
    const ids = ["1048245672345678901", "1048245672345678902"];
    writeFileSync(file, `id,tweet,__proto__,text,label\n${ids[0]},${ids[0]},p1,one,a\n${ids[1]},${ids[1]},p1,two,b\n`);
    const done = await postil("import", file);
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(done.out).toContain("Rows: 2 read; 2 stored, 0 left out as bad.");
    const output = join(folder, "exact.jsonl");
    expect((await postil("export", "exact", "--output", output)).code).toBe(0);
    const exported = readFileSync(output, "utf8");
    for (const part of [`"tweet":${ids[0]}`, `"tweet":${ids[1]}`, `"external_id":"${ids[1]}"`, '"__proto__":"p1"'])
      expect(exported).toContain(part);
    const task = await postil("import", file, "--task", "TextClassification");
    expect([task.code, task.err]).toEqual([0, ""]);
    expect(task.out).toContain("Rows: 2 read; 2 stored, 0 left out as bad.");
    const taskOutput = join(folder, "exact-task.jsonl");
    const flags = ["--task", "TextClassification", "--output", taskOutput];
    expect((await postil("export", "exact", ...flags)).code).toBe(0);
    for (const part of [`"tweet":${ids[1]}`, '"__proto__":"p1"', `"id":"${ids[0]}"`])
      expect(readFileSync(taskOutput, "utf8")).toContain(part);
  });

  test("API-37 what only a person can decide stops the import, and lines that fail alike are summed up", async () => {
    const file = join(folder, "doubts.csv");
    writeFileSync(file, `text,label\none,spam\ntwo, spam\nthree,ham\n${"x,y,z\n".repeat(40)}`);
    const asked = await postil("import", file, "--skip-bad");
    expect(asked.code).toBe(1);
    expect(asked.err).toContain('labels that look alike: " spam" (1), "spam" (1)');
    expect(asked.err).toContain("... and 37 more like this: lines 8, 9, 10");
    expect(await named("doubts")).toBeUndefined();
    const dry = await postil("import", file, "--skip-bad", "--dry-run");
    expect(dry.code).toBe(1);
    const done = await postil("import", file, "--skip-bad", "--as-written");
    expect(done.code).toBe(0);
    expect(done.out).toContain("Rows: 43 read; 3 stored, 40 left out as bad.");
  });

  test("API-37 rows of 20,000 words: as many go in one call as its body holds", { timeout: 60_000 }, async () => {
    const words = "wörters ".repeat(20_000);
    const file = join(folder, "long.jsonl.gz");
    // Together the rows are larger than the 32 MiB that one call accepts.
    const rows = Array.from({ length: 190 }, (_, i) => JSON.stringify({ text: `${i} ${words}`, label: `l${i % 3}` }));
    expect(Buffer.byteLength(rows.join("\n"))).toBeGreaterThan(BATCH_BYTES);
    writeFileSync(file, gzipSync(rows.join("\n"), { level: 1 }));
    const done = await postil("import", file);
    expect([done.code, done.err]).toEqual([0, ""]);
    const params = { dataset_id: (await named("long"))?.id ?? "" };
    const metrics = await owner.must("getMyDatasetMetrics", { params });
    expect(metrics.records.count).toBe(190);
  });

  test("API-37 instruction data is rated: questions of every type, in the order they were named", async () => {
    const file = join(folder, "instructions.csv");
    const header = "\uFEFFinstruction;output;stars\r\n";
    const lines = ["Say hello;Grüß dich 😀;5", '"Quote ""this"", please";He said so;3', "من أنت؟;أنا نموذج;1"];
    writeFileSync(file, Buffer.from(header + lines.join("\r\n"), "utf16le"));
    const flags = ["--rating", "stars=1..5", "--text", "correction", "--multi-label", "faults=wrong,rude", "--ranking"];
    const done = await postil("import", file, ...flags, "order=first,second");
    expect([done.code, done.err]).toEqual([0, ""]);
    const params = { dataset_id: (await named("instructions"))?.id ?? "" };
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
    const strict = await startTestServer({ limits: { labelOptions: 3 } });
    const file = join(folder, "labels.jsonl");
    writeFileSync(
      file,
      Array.from({ length: 9 }, (_, i) => JSON.stringify({ text: `Text ${i} to read`, label: `l${i}` })).join("\n"),
    );
    const failed = await runAt({ url: strict.url, home: folder }, ["import", file]);
    expect(failed.code).toBe(1);
    expect(failed.err).toContain("at most 3 items");
    expect((await createClient(strict.url, OWNER.apiKey).must("listMyDatasets")).items).toEqual([]);
    await strict.close();
  });
});

test("ROL-12 workspaces: members, another name, out again and deleted, each by a command of its own", async () => {
  const ok = async (...args: string[]) => {
    const { code, out, err } = await postil("workspaces", ...args);
    expect([code, err], args.join(" ")).toEqual([0, ""]);
    return out;
  };
  const { id } = await owner.must("createWorkspace", { body: { name: "team" } });
  const bert = { first_name: "A", username: "bert", password: "long enough" };
  const user = await owner.must("createUser", { body: bert });
  await owner.must("addWorkspaceUser", { params: { workspace_id: id }, body: { user_id: user.id } });
  expect(await ok("members", "team")).toBe("username  role       state\nbert      annotator  active\n");
  expect(await ok("rename", "team", "crew")).toBe("Workspace team is now crew.\n");
  for (const again of [["create"], ["rename", "first"]]) {
    const twice = await postil("workspaces", ...again, "crew");
    expect([twice.code, twice.err]).toEqual([1, expect.stringMatching(/^There is a workspace "crew" already; /)]);
  }
  for (const wrong of [["create"], ["rename", "crew"]]) {
    const { code, out, err } = await postil("workspaces", ...wrong, "bad ws!");
    const rule = "a workspace name has small letters, digits, - and _, and begins with neither - nor _";
    expect([code, out, err]).toEqual([1, "", `"bad ws!" is no name of a workspace: ${rule}.\n`]);
  }
  await ok("remove-user", "crew", "bert");
  await owner.must("createTaskDatasetV0", { body: { name: "notes", task: "Text2Text", workspace: "crew" } });
  const kept = await postil("workspaces", "rename", "crew", "squad");
  expect([kept.code, kept.err]).toEqual([
    1,
    expect.stringContaining("cannot be renamed: the ids of its task datasets"),
  ]);
  const refused = await postil("workspaces", "delete", "crew");
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("delete its datasets first: notes")]);
  await owner.must("deleteTaskDatasetV0", { params: { name: "notes" }, query: { workspace: "crew" } });
  expect(await ok("delete", "crew")).toMatch(/^Deleted workspace crew; /);
});

test("BIN-03 BIN-04 deleted datasets are listed, restored and removed for good, each by a command of its own", async () => {
  const { id, name: workspace } = await owner.must("createWorkspace", { body: { name: "bins" } });
  const body = { name: "letters", workspace_id: id };
  for (let times = 0; times < 2; times++) {
    const made = await owner.must("createDataset", { body });
    await owner.must("deleteDataset", { params: { dataset_id: made.id } });
  }
  const listed = await postil("bin", "list");
  const ids = listed.out
    .split("\n")
    .flatMap((line) => (line.includes("bins.letters") ? (line.split(" ")[0] ?? []) : []));
  expect([listed.code, ids.length]).toEqual([0, 2]);
  const [last = "", first = ""] = ids;
  const restored = await postil("bin", "restore", last);
  expect([restored.code, restored.out]).toEqual([0, `Restored letters in workspace ${workspace}.\n`]);
  const other = await postil("bin", "restore", first);
  expect(other.out).toBe(`Restored letters in workspace ${workspace} as letters-2, because its name is taken.\n`);
  const { items } = await owner.must("listMyDatasets", { query: { workspace_id: id } });
  expect(items.map(({ name }) => name).sort()).toEqual(["letters", "letters-2"]);
  await owner.must("deleteDataset", { params: { dataset_id: items[0]?.id ?? "" } });
  const [gone] = (await owner.must("listDeleted")).items;
  const removed = await postil("bin", "remove", gone?.id ?? "");
  expect([removed.code, removed.out]).toEqual([0, `Removed ${gone?.name} of workspace ${workspace} for good.\n`]);
  for (const unknown of [gone?.id ?? "", "letters"]) {
    const { code, err } = await postil("bin", "restore", unknown);
    expect([code, err]).toEqual([1, expect.stringMatching(/^Nothing deleted has the id /)]);
  }
});

test("ROL-12 users: password, role, workspaces, key, out and in again, each by a command of its own", async () => {
  const { url } = server;
  const ok = async (...args: string[]) => {
    const { code, out, err } = await postil("users", ...args);
    expect([code, err], args.join(" ")).toEqual([0, ""]);
    return out;
  };
  const refused = async (...args: string[]) => {
    const { code, out, err } = await postil("users", ...args);
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
  const alike = (name: string) => `There is a user "anna" already, and "${name}" is another one.\n`;
  const twin = ["Anna", "--password", "long enough"];
  expect(await ok("create", ...twin)).toBe(`${alike("Anna")}Created annotator Anna.\n`);
  expect(await ok("invite", "ANNA")).toContain(`${alike("ANNA")}Created annotator ANNA, who chooses`);
  expect(await refused("create", ...twin)).toMatch(/^There is a user "Anna" already; /);
  for (const name of ["Anna", "ANNA"]) await ok("delete", name, "--yes");
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

  expect(await refused("create", "anna")).toMatch(/^There is a user "anna" already; /);
  expect(await ok("add-to", "first", "anna")).toBe("anna is now in workspace first.\n");
  expect(await refused("add-to", "first", "anna")).toBe("anna is in workspace first already.\n");
  expect(await states()).toMatch(/^anna +admin +anna +active +first$/);
  expect(await refused("add-to", "nowhere", "anna")).toContain('There is no workspace "nowhere"');
  expect(await ok("remove-from", "first", "anna")).toContain("no longer in workspace first");
  expect(await refused("remove-from", "first", "anna")).toBe("anna is not in workspace first.\n");
  for (const command of ["add-to", "remove-from"])
    expect(await refused(command, "first", "owner")).toBe(
      "owner is an owner: they reach every workspace and are members of none.\n",
    );

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
  expect(await ok("delete", "anna", "--yes")).toBe(
    "Deleted anna; the responses stay. Answers kept without a name: 0; gone: drafts 0, keys 1.\n",
  );
});

test("API-50 `postil users delete` says what goes and what stays, and asks; without a terminal it needs --yes", async () => {
  const body = { first_name: "A", username: "carla", password: "long enough" };
  await owner.must("createUser", { body });
  const isThere = async () => (await owner.must("listUsers")).items.some(({ username }) => username === "carla");
  const counts = "Answers kept without a name: 0; gone: drafts 0, keys 1.";
  const refusal = `carla is not deleted. ${counts} --yes deletes without asking.\n`;
  const alone = await postil("users", "delete", "carla");
  expect([alone.code, alone.out, alone.err]).toEqual([1, "", refusal]);
  const asked: string[] = [];
  const answering = (yes: boolean) => {
    const ask = async (question: string) => asked.push(question) > 0 && yes;
    return runAt({ url: server.url, home: folder, key: OPERATOR }, ["users", "delete", "carla"], { ask });
  };
  const no = await answering(false);
  expect([no.code, no.err, await isThere()]).toEqual([1, refusal, true]);
  const yes = await answering(true);
  expect([yes.code, yes.out]).toEqual([0, `Deleted carla; the responses stay. ${counts}\n`]);
  const question = `${counts} This cannot be undone. Delete carla?`;
  expect([asked, await isThere()]).toEqual([[question, question], false]);
});
