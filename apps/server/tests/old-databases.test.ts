import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import type { RouteName } from "@postil/contract/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client, Sending } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { createKillable, expectDoctorFindsNothing } from "./support/kills.ts";

const at = (name: string): URL => new URL(`./databases/${name}`, import.meta.url);
const ASKED: readonly { readonly name: RouteName; readonly sending: Sending; readonly body: unknown }[] = readFileSync(
  at("schema-6.jsonl"),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** An older version rounded the query score to ten decimals. The present one returns the full number. */
const withScores = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    name === "query_score" && typeof value === "number" ? Number(value.toFixed(9)) : value,
  );
/** Replies may have members that did not exist then. */
const expectSame = async ({ name, sending, body }: (typeof ASKED)[number]) =>
  expect({ body: withScores(await owner.must(name, sending)) }, name).toMatchObject({ body: withScores(body) });

const server = createKillable();
const file = join(server.home, "postil.db");
let owner: Client;
beforeAll(async () => {
  writeFileSync(file, gunzipSync(readFileSync(at("schema-6.db.gz"))));
  owner = await server.start();
});
afterAll(server.remove);

test("FEN-26 an old store answers every call as it did: records, vectors, responses, words, flags and views stay with their datasets", async () => {
  for (const asked of ASKED) await expectSame(asked);
});

test("datasets of both families have keys of one sequence, those of deleted ones are not given again, and what is stored by them stays apart", async () => {
  const [workspace] = (await owner.must("listMyWorkspaces")).items;
  const { datasetId } = await createPublished(owner, workspace?.id ?? "");
  const task = { task: "Text2Text", workspace: "default" };
  await owner.must("createTaskDatasetV0", { body: { ...task, name: "between" } });
  const later = await createPublished(owner, workspace?.id ?? "");
  await owner.must("createTaskDatasetV0", { body: { ...task, name: "last" } });
  for (const dataset_id of [datasetId, later.datasetId]) {
    const items = [
      { fields: { text: "plum of another dataset" }, metadata: { lang: "en" }, vectors: { mini: [3, 1, 1] } },
    ];
    await owner.must("bulkCreateRecords", { params: { dataset_id }, body: { items } });
  }
  // New datasets' records, and the deletion of one, do not change the old datasets.
  await owner.must("deleteDataset", { params: { dataset_id: later.datasetId } });
  for (const asked of ASKED.filter(({ sending }) => sending.params)) await expectSame(asked);

  expect((await server.end("SIGTERM"))?.code).toBe(0);
  await expectDoctorFindsNothing(server.home);
  const database = new DatabaseSync(file, { readOnly: true });
  const keys = (table: string) =>
    database
      .prepare(`select key from ${table} order by key`)
      .all()
      .map(({ key }) => key);
  // Task datasets had 1, 2, 3 and a deleted 4; they come after the three of the other family.
  expect([keys("dataset"), keys("task_dataset")]).toEqual([
    [2, 3, 8],
    [4, 5, 6, 9, 11],
  ]);
  database.close();
});
