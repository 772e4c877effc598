import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../support/client.ts";
import { createPublished } from "../support/draft.ts";
import { at, linesOf, send, ended as whenEnded } from "../support/files-sent.ts";
import { patiently } from "../support/patiently.ts";
import { API_KEY, runPostil, startPostil } from "../support/process.ts";

test("IMP-05 IMP-02 a server that is killed while it imports starts again without the file and its dataset", {
  timeout: 60_000,
}, async () => {
  const { child, home, url, ended } = await startPostil();
  const owner = createClient(url.origin, API_KEY);
  const [workspace] = (await owner.must("listMyWorkspaces")).items;
  const rows = Array.from({ length: 30_000 }, (_, index) => ({
    text: `Text ${index}`,
    label: index % 2 ? "yes" : "no",
  }));
  const id = await send(owner, "large.jsonl", linesOf(rows));
  await owner.must("importUpload", { ...at(id), body: { workspace_id: workspace?.id } });
  await patiently(async () => expect((await owner.must("getUpload", at(id))).stored).toBeGreaterThan(0), {
    interval: 5,
  });
  child.kill("SIGKILL");
  await ended;
  const again = runPostil(home);
  try {
    const later = createClient(new URL(await again.address).origin, API_KEY);
    expect((await later.must("listMyDatasets")).items).toEqual([]);
    expect((await later.must("listUploads")).items).toEqual([]);
    const folder = join(home, "uploads");
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  } finally {
    again.child.kill("SIGKILL");
    await again.ended;
  }
});

test("IMP-33 a server that is killed while rows are added keeps whole batches, and the same file adds the rest", {
  timeout: 90_000,
}, async () => {
  const { child, home, url, ended } = await startPostil();
  const owner = createClient(url.origin, API_KEY);
  const { datasetId } = await createPublished(owner, (await owner.must("listMyWorkspaces")).items[0]?.id ?? "");
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: `r${index}`, text: `Text ${index}`, lang: "en" }));
  const begin = async (client: typeof owner) => {
    const id = await send(client, "large.jsonl", linesOf(rows));
    await client.must("addUpload", {
      ...at(id),
      body: { into: { dataset_id: datasetId }, dry_run: false, existing: "update" },
    });
    return id;
  };
  const id = await begin(owner);
  const seen = await patiently(
    async () => {
      const { stored } = await owner.must("getUpload", at(id));
      expect(stored).toBeGreaterThan(0);
      return stored;
    },
    { interval: 5 },
  );
  child.kill("SIGKILL");
  await ended;
  const again = runPostil(home);
  try {
    const later = createClient(new URL(await again.address).origin, API_KEY);
    const params = { dataset_id: datasetId };
    const count = async () => (await later.must("getMyDatasetMetrics", { params })).records.count;
    const kept = await count();
    expect([kept % 500, kept >= seen, kept < rows.length]).toEqual([0, true, true]);
    const query = { limit: "1000", offset: String(Math.max(0, kept - 1000)) };
    for (const record of (await later.must("listRecords", { params, query })).items)
      expect(record).toMatchObject({ fields: { text: expect.any(String) }, metadata: { lang: "en" } });
    const end = await whenEnded(later, await begin(later));
    expect(end).toMatchObject({ state: "done", adding: { added: rows.length - kept, unchanged: kept, updated: 0 } });
    expect(await count()).toBe(rows.length);
  } finally {
    again.child.kill("SIGKILL");
    await again.ended;
  }
});
