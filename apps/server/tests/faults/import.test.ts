import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { createClient } from "../support/client.ts";
import { createPublished } from "../support/draft.ts";
import { API_KEY, newHome, type PostilProcess, postil, removeHome, runPostil, saidIn } from "../support/process.ts";

/** Kills the server or the import while an import runs. The server later removes the stored part by itself. */

let home: string;
const running: PostilProcess[] = [];
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
  removeHome(home);
});

const run = (args: readonly string[] = []): PostilProcess => {
  const made = runPostil(home, args);
  running.push(made);
  return made;
};

/** Makes a file so large that its import still runs when some records are stored, and while a small one is imported. */
function largeFile(): string {
  const file = join(home, "large.jsonl");
  const words = "many words to read ".repeat(50);
  const row = (i: number) => JSON.stringify({ id: `r${i}`, text: `${i} ${words}`, label: i % 2 ? "yes" : "no" });
  writeFileSync(file, Array.from({ length: 15_000 }, (_, i) => row(i)).join("\n"));
  return file;
}

function smallFile(): string {
  const file = join(home, "small.csv");
  writeFileSync(file, "text,label\nA first text to read,yes\nA second text to read,no\n");
  return file;
}

const datasets = async (url: string) => (await createClient(url, API_KEY).must("listMyDatasets")).items;

const tasks = (url: string) => createClient(url, API_KEY).must("listTaskDatasetsV0", { query: {} });

/** A look after the other would take the import's cores from it. */
const LOOK_MS = 20;

/** Resolves when the import has stored some records, in a dataset other than the one made at `before`. */
async function halfImportedTask(url: string, importing: PostilProcess, before?: string): Promise<string> {
  const at = { params: { name: "large", id: "r0" }, query: { workspace: "default" } };
  for (;;) {
    if (importing.child.exitCode !== null) throw new Error(`The import ended: ${importing.printed.err}`);
    await pause(LOOK_MS);
    const [made] = await tasks(url);
    if (!made || made.created_at === before) continue;
    if ((await createClient(url, API_KEY).call("getTaskRecordV0", at)).status === 200) return made.created_at;
  }
}

/** Does the same for a feedback dataset. */
async function halfImported(url: string, importing: PostilProcess): Promise<string> {
  const owner = createClient(url, API_KEY);
  for (;;) {
    if (importing.child.exitCode !== null) throw new Error(`The import ended: ${importing.printed.err}`);
    await pause(LOOK_MS);
    const [dataset] = (await owner.must("listMyDatasets")).items;
    if (!dataset) continue;
    expect(dataset).toMatchObject({ name: "large", status: "draft" });
    const metrics = await owner.must("getMyDatasetMetrics", { params: { dataset_id: dataset.id } });
    if (metrics.records.count > 0) return dataset.id;
  }
}

describe("API-37 an import that is cut off", { timeout: 60_000 }, () => {
  test("by the death of the server: it ends with a sentence, and the server starts without the half", async () => {
    home = newHome();
    const server = run();
    const url = await server.address;
    const importing = run(["import", largeFile()]);
    await halfImported(url, importing);
    server.child.kill("SIGKILL");
    const { code, err } = await importing.ended;
    expect([code, err]).toEqual([
      1,
      `The server at ${url} does not answer any more. Nothing was imported; what was stored so far is removed when the server starts again.\n`,
    ]);
    expect(await datasets(await run().address)).toEqual([]);
  });

  test("by its own death: the next import takes the half away", async () => {
    home = newHome();
    const url = await run().address;
    const importing = run(["import", largeFile()]);
    await halfImported(url, importing);
    importing.child.kill("SIGKILL");
    await importing.ended;
    expect(await datasets(url)).toHaveLength(1);
    expect((await postil(home, ["import", smallFile()])).code).toBe(0);
    expect(await datasets(url)).toMatchObject([{ name: "small" }]);
  });

  test("while another one runs: that one is left alone", async () => {
    home = newHome();
    const url = await run().address;
    const importing = run(["import", largeFile()]);
    await halfImported(url, importing);
    expect((await postil(home, ["import", smallFile()])).code).toBe(0);
    expect(importing.child.exitCode).toBeNull();
    expect((await importing.ended).code).toBe(0);
    expect((await datasets(url)).map(({ name }) => name).toSorted()).toEqual(["large", "small"]);
  });

  test("into a task dataset, by the death of either: the half goes, and its name is free", async () => {
    home = newHome();
    const server = run();
    const url = await server.address;
    const flags = ["import", largeFile(), "--task", "TextClassification"];
    const killed = run(flags);
    const before = await halfImportedTask(url, killed);
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect(await tasks(url)).toMatchObject([{ name: "large" }]);
    const again = run(flags);
    await halfImportedTask(url, again, before);
    server.child.kill("SIGKILL");
    expect(await again.ended).toMatchObject({
      code: 1,
      err: expect.stringContaining("is removed when the server starts again"),
    });
    const next = await run().address;
    expect(await tasks(next)).toEqual([]);
    expect((await postil(home, ["import", smallFile(), "--task", "TextClassification"])).code).toBe(0);
    expect(await tasks(next)).toMatchObject([{ name: "small" }]);
  });

  test("by Ctrl-C: the half goes at once", async () => {
    home = newHome();
    const url = await run().address;
    const importing = run(["import", largeFile()]);
    await halfImported(url, importing);
    importing.child.kill("SIGINT");
    expect(await importing.ended).toMatchObject({ code: 130, err: "Given up; everything made so far is removed.\n" });
    expect(await datasets(url)).toEqual([]);
  });
});

test("API-49 what an older version left half done stays, with every answer, and the start says so", async () => {
  home = newHome();
  const first = run();
  const url = await first.address;
  const owner = createClient(url, API_KEY);
  const [workspace] = (await owner.must("listMyWorkspaces")).items;
  const { datasetId } = await createPublished(owner, workspace?.id ?? "");
  const name = "importing second a8fb1afe";
  await owner.must("updateDataset", { params: { dataset_id: datasetId }, body: { name } });
  first.child.kill("SIGKILL");
  await first.ended;
  const notes = join(home, "importing");
  mkdirSync(notes, { recursive: true });
  writeFileSync(join(notes, "one"), JSON.stringify({ pid: 1, dataset: name }));
  const second = run();
  expect(await datasets(await second.address)).toMatchObject([{ name, status: "ready" }]);
  expect(saidIn(second.printed.err)).toContain(`left the dataset "${name}". It stays`);
  expect(readdirSync(notes)).toEqual([]);
});
