import { readdirSync } from "node:fs";
import { test } from "vitest";
import { expectAsRecorded, LIMITS_OF_REFERENCE, RECORDED } from "./support/replay.ts";
import { startForFile } from "./support/start-test-server.ts";

const server = await startForFile({ limits: LIMITS_OF_REFERENCE });

for (const file of readdirSync(RECORDED).filter((name) => name.endsWith(".jsonl"))) {
  test(`API-30 API-31 API-33 API-37 answers as recorded: ${file}`, { timeout: 120_000 }, async () => {
    await expectAsRecorded(server.url, file);
  });
}
