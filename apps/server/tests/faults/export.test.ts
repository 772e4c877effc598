import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { MAIN } from "../support/built.ts";
import { createClient } from "../support/client.ts";
import { createPublished } from "../support/draft.ts";
import { API_KEY, startPostil } from "../support/process.ts";

const LONG = { fields: { text: "x".repeat(20_000) } };

test("EXP-05 SIGTERM: an export that nobody reads on does not hold up the end, exit code 0 within 5 s", async () => {
  const { url, child, ended } = await startPostil();
  const client = createClient(url.origin, API_KEY);
  const { items: workspaces } = await client.must("listMyWorkspaces");
  const { datasetId } = await createPublished(client, workspaces[0]?.id ?? "");
  const items = Array.from({ length: 400 }, () => LONG);
  for (let turn = 0; turn < 5; turn++)
    await client.must("createRecords", { params: { dataset_id: datasetId }, body: { items } });

  const headers = { "x-postil-api-key": API_KEY, "content-type": "application/json" };
  const path = `/api/postil/v1/datasets/${datasetId}/export`;
  const asked = request({ host: url.hostname, port: url.port, method: "POST", path, headers });
  // The server ends before it sends the rest, so an error is expected here.
  asked.once("response", (reply: IncomingMessage) => reply.on("error", () => undefined));
  asked.end("{}");
  await once(asked, "response");
  const told = performance.now();
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0, signal: null, err: "" });
  expect(performance.now() - told).toBeLessThan(5000);
});

/** A limit on file size acts like a full disk: it cuts one write short, and the next one fails. */
const LIMITED = 'ulimit -f 16; exec "$@"';

test("EXP-01 a file behind standard output that has no room for all of it: exit code 1, and why", async () => {
  const { url, home } = await startPostil();
  const client = createClient(url.origin, API_KEY);
  const { items: workspaces } = await client.must("listMyWorkspaces");
  const { datasetId } = await createPublished(client, workspaces[0]?.id ?? "");
  const params = { dataset_id: datasetId };
  await client.must("createRecords", { params, body: { items: [LONG, LONG, LONG] } });
  const { name } = await client.must("getDataset", { params });

  const out = openSync(join(home, "out.jsonl"), "w");
  onTestFinished(() => closeSync(out));
  const args = ["-c", LIMITED, "bash", process.execPath, MAIN, "export", name, "--output", "-"];
  const command = spawn("bash", args, {
    stdio: ["ignore", out, "pipe"],
    env: { PATH: process.env.PATH, HOME: home, POSTIL_HOME: home },
  });
  const [said, [code]] = await Promise.all([command.stderr && text(command.stderr), once(command, "close")]);
  // On a slow machine a line that nothing came so far precedes the error.
  expect({ said, code }).toEqual({
    said: expect.stringMatching(
      /^(Nothing came .*\n)?Standard output cannot be written: files may not become that large\.\n$/,
    ),
    code: 1,
  });
});
