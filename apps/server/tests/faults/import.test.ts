import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createClient } from "../support/client.ts";
import { API_KEY, newHome, type PostilProcess, postil, removeHome, runPostil } from "../support/process.ts";

/** The server, or the import, is killed while an import runs: what it had stored is gone afterwards, by itself. */

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

/** Large enough that it is still being imported when some of it is there. */
function largeFile(): string {
  const file = join(home, "large.jsonl");
  const words = "many words to read ".repeat(50);
  const row = (i: number) => JSON.stringify({ id: `r${i}`, text: `${i} ${words}`, label: i % 2 ? "yes" : "no" });
  writeFileSync(file, Array.from({ length: 30_000 }, (_, i) => row(i)).join("\n"));
  return file;
}

function smallFile(): string {
  const file = join(home, "small.csv");
  writeFileSync(file, "text,label\nA first text to read,yes\nA second text to read,no\n");
  return file;
}

const datasets = async (url: string) => (await createClient(url, API_KEY).must("listMyDatasets")).items;

const tasks = (url: string) => createClient(url, API_KEY).must("listTaskDatasetsV0", { query: {} });

/**
 * The same for an import into a dataset of the older family, which has its name from the beginning. Another than `before`, which
 * was made at that time.
 */
async function halfImportedTask(url: string, importing: PostilProcess, before?: string): Promise<string> {
  const at = { params: { name: "large", id: "r0" }, query: { workspace: "default" } };
  for (;;) {
    if (importing.child.exitCode !== null) throw new Error(`The import ended: ${importing.printed.err}`);
    const [made] = await tasks(url);
    if (!made || made.created_at === before) continue;
    if ((await createClient(url, API_KEY).call("getTaskRecordV0", at)).status === 200) return made.created_at;
  }
}

/** Resolves when the import has stored some of its records. */
async function halfImported(url: string, importing: PostilProcess): Promise<void> {
  const owner = createClient(url, API_KEY);
  for (;;) {
    if (importing.child.exitCode !== null) throw new Error(`The import ended: ${importing.printed.err}`);
    const [dataset] = (await owner.must("listMyDatasets")).items;
    if (dataset?.status !== "ready") continue;
    expect(dataset.name).toMatch(/^importing large [0-9a-f]{8}$/);
    const metrics = await owner.must("getMyDatasetMetrics", { params: { dataset_id: dataset.id } });
    if (metrics.records.count > 0) return;
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
    expect((await importing.ended).code).toBe(0);
    expect((await datasets(url)).map(({ name }) => name).toSorted()).toEqual(["large", "small"]);
  });

  test("into a task dataset, by the death of either: the half goes, one of its name that came later stays", async () => {
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
    await createClient(next, API_KEY).must("createTaskDatasetV0", {
      body: { name: "large", task: "Text2Text", workspace: "default" },
    });
    const other = ["import", smallFile(), "--dataset", "other", "--task", "TextClassification"];
    expect((await postil(home, other)).code).toBe(0);
    expect(await tasks(next)).toMatchObject([{ name: "large" }, { name: "other" }]);
  });
});
