import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../support/client.ts";
import { createPublished } from "../support/draft.ts";
import { patiently } from "../support/patiently.ts";
import { API_KEY, newHome, removeHome, runPostil } from "../support/process.ts";

/** Enough for a file that takes a while. */
const RECORDS = 2000;

test("SNP-02 SNP-03 kill -9 while a snapshot is taken: it is whole after the next start, and no other file is left", {
  timeout: 240_000,
}, async () => {
  const home = newHome();
  const files = () => readdirSync(join(home, "snapshots")).toSorted();
  let server = runPostil(home);
  let owner = createClient(await server.address, API_KEY);
  const again = async () => {
    server.child.kill("SIGKILL");
    await server.ended;
    server = runPostil(home);
    owner = createClient(await server.address, API_KEY);
  };
  try {
    const { items: workspaces } = await owner.must("listMyWorkspaces");
    const { datasetId: dataset_id } = await createPublished(owner, workspaces[0]?.id ?? "");
    for (let from = 0; from < RECORDS; from += 500) {
      const items = Array.from({ length: 500 }, (_, at) => ({
        fields: { text: `text ${from + at} ${"more ".repeat(200)}` },
        vectors: { mini: [from, at, 0.1] },
      }));
      await owner.must("bulkCreateRecords", { params: { dataset_id }, body: { items } });
    }
    const list = async () => (await owner.must("listSnapshots", { query: { dataset_id } })).items;
    const whole = async (name: string) =>
      patiently(async () => {
        const found = (await list()).find((one) => one.name === name);
        expect(found?.taken, `${found?.error}`).not.toBeNull();
        return found;
      });
    await owner.must("takeSnapshot", { body: { dataset_id, name: "undisturbed" } });
    const hash = (await whole("undisturbed"))?.taken?.hash;
    // At once, when its file is begun, and when it has its name.
    for (const [round, ending] of ["", ".part", ".gz"].entries()) {
      const { id } = await owner.must("takeSnapshot", { body: { dataset_id, name: `killed ${round}` } });
      const isThere = () => files().some((name) => name.startsWith(id) && name.endsWith(ending));
      if (ending !== "")
        await patiently(() => expect(isThere() || files().includes(`${id}.gz`)).toBe(true), { interval: 1 });
      writeFileSync(join(home, "snapshots", "nobody's.gz"), "");
      await again();
      expect((await whole(`killed ${round}`))?.taken).toMatchObject({ records: RECORDS, hash });
    }
    const ids = (await list()).map(({ id }) => `${id}.gz`);
    await patiently(() => expect(files()).toEqual([...ids, "nobody's.gz.unknown"].toSorted()));
  } finally {
    server.child.kill("SIGKILL");
    await server.ended;
    removeHome(home);
  }
});
