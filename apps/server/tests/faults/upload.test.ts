import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../support/client.ts";
import { at, linesOf, send } from "../support/files-sent.ts";
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
