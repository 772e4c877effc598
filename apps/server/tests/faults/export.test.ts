import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterEach, expect, test } from "vitest";
import { createClient } from "../support/client.ts";
import { createPublished } from "../support/draft.ts";
import { API_KEY, newHome, removeHome, runPostil } from "../support/process.ts";

const undo: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const LONG = { fields: { text: "x".repeat(20_000) } };

test("EXP-05 SIGTERM: an export that nobody reads on does not hold up the end, exit code 0 within 5 s", async () => {
  const home = newHome();
  undo.push(() => removeHome(home));
  const server = runPostil(home);
  undo.push(async () => {
    server.child.kill("SIGKILL");
    await server.ended;
  });
  const url = new URL(await server.address);
  const client = createClient(url.origin, API_KEY);
  const { items: workspaces } = await client.must("listMyWorkspaces");
  const { datasetId } = await createPublished(client, workspaces[0]?.id ?? "");
  const items = Array.from({ length: 400 }, () => LONG);
  for (let turn = 0; turn < 5; turn++)
    await client.must("createRecords", { params: { dataset_id: datasetId }, body: { items } });

  const headers = { "x-postil-api-key": API_KEY, "content-type": "application/json" };
  const path = `/api/postil/v1/datasets/${datasetId}/export`;
  const asked = request({ host: url.hostname, port: url.port, method: "POST", path, headers });
  // The rest never comes, which is what the end is about.
  asked.once("response", (reply: IncomingMessage) => reply.on("error", () => undefined));
  asked.end("{}");
  await once(asked, "response");
  const told = performance.now();
  server.child.kill("SIGTERM");
  expect(await server.ended).toMatchObject({ code: 0, signal: null, err: "" });
  expect(performance.now() - told).toBeLessThan(5000);
});
