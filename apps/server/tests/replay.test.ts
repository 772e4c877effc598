import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createConversation, Step } from "./support/conversation.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

const FOLDER = new URL("./recorded/", import.meta.url);
/** The most differences shown: enough to see the cause. */
const SHOWN = 12;

// The recordings test the reference's limit of options. Ours is higher by default.
const server = await startForFile({ limits: { labelOptions: 500, spanOptions: 500 } });

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"))) {
  test(`API-30 API-31 API-33 API-37 answers as recorded: ${file}`, { timeout: 120_000 }, async () => {
    const { say } = createConversation(server.url, OWNER.apiKey);
    const lines = readFileSync(new URL(file, FOLDER), "utf8").trimEnd().split("\n");
    const wrong: string[] = [];
    for (const [index, line] of lines.entries()) {
      const step = Step.parse(JSON.parse(line));
      const found = await say(step);
      if (found.length > 0) wrong.push([`${file}:${index + 1} ${step.method} ${step.path}`, ...found].join("\n    "));
    }
    expect(wrong.slice(0, SHOWN), `${wrong.length} of ${lines.length} steps differ`).toEqual([]);
  });
}
