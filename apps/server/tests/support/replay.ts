import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { createConversation, Step } from "./conversation.ts";
import { OWNER } from "./start-test-server.ts";

export const RECORDED = new URL("../recorded/", import.meta.url);
/** The recordings test the reference's limit of options. Ours is higher by default. */
export const LIMITS_OF_REFERENCE = { labelOptions: 500, spanOptions: 500 };
/** The most differences shown: enough to see the cause. */
const SHOWN = 12;

/** Says all that was said to the reference, and expects its answers. */
export async function expectAsRecorded(url: string, file: string): Promise<void> {
  const { say } = createConversation(url, OWNER.apiKey);
  const lines = readFileSync(new URL(file, RECORDED), "utf8").trimEnd().split("\n");
  const wrong: string[] = [];
  for (const [index, line] of lines.entries()) {
    const step = Step.parse(JSON.parse(line));
    const found = await say(step);
    if (found.length > 0) wrong.push([`${file}:${index + 1} ${step.method} ${step.path}`, ...found].join("\n    "));
  }
  expect(wrong.slice(0, SHOWN), `${wrong.length} of ${lines.length} steps differ`).toEqual([]);
}
