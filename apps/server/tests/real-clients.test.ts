import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { newName } from "./support/people.ts";
import { pythonOf, QUIET_CLIENT } from "./support/python-installed.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

/**
 * The published Python clients themselves, against the real server. `node scripts/python-clients.mjs` installs them; where
 * they are not installed these tests are skipped, and say so.
 */

const server = await startForFile({ webhooks: { inside: ["127.0.0.1"] } });

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs a script with a client, and returns what it read. */
async function run(version: string, script: string): Promise<unknown> {
  const env = { ...process.env, POSTIL_URL: server.url, POSTIL_KEY: OWNER.apiKey, POSTIL_NAME: newName() };
  const { stdout } = await promisify(execFile)(pythonOf(version), [pathOf(`clients/${script}`)], {
    env: { ...env, ...QUIET_CLIENT },
    maxBuffer: 2 ** 24,
  });
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
}

const BOTH = "makes datasets, sends records and reads them back";
const both = { guidelines: "Read twice.", questions: ["mood", "why"], texts: 40 };

for (const { version, script, proves, read, does = BOTH } of [
  {
    version: "1.29.1",
    script: "client_1.py",
    proves: "API-37 TST-14",
    read: {
      ...both,
      ...{ names: ["feedback"], fields: ["text"], suggested: ["good"], answered: ["bad"] },
      ...{ predicted: ["A"], loaded: 40 },
    },
  },
  {
    version: "2.8.0",
    script: "client_2.py",
    proves: "API-60 API-62 API-63 API-66",
    read: {
      ...both,
      ...{ fields: [["text", "What was said"]], vectors: 40, suggested: "good", english: 20, bad: 10, completed: 10 },
      similar: ["39", "38", "37"],
    },
  },
  {
    version: "2.8.0",
    script: "client_2_webhooks.py",
    proves: "HOK-12",
    does: "hears of an answer with its webhook_listener, and refuses what is not signed",
    read: {
      heard: [
        ["response.created", "submitted", "bad"],
        ["record.completed", "text 1", true],
      ],
      again: true,
      unsigned: 500,
      left: 0,
    },
  },
]) {
  const isThere = existsSync(pythonOf(version));
  if (!isThere)
    console.warn(
      `NOT TESTED with client ${version}: it is not installed. node scripts/python-clients.mjs installs it.`,
    );
  test.runIf(isThere)(
    `${proves} client ${version} itself ${does}`,
    {
      timeout: 120_000,
    },
    async () => {
      expect(await run(version, script)).toEqual(read);
    },
  );
}
