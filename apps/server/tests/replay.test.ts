import { readdirSync, readFileSync } from "node:fs";
import { routes } from "@postil/contract/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConversation, Step } from "./support/conversation.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

const FOLDER = new URL("./recorded/", import.meta.url);
/** Enough to see what is wrong. */
const SHOWN = 12;

/** Steps of parts of the API that are not there yet; each is compared as soon as its route stands in the table. */
const LATER: readonly { readonly path: RegExp; readonly until: string }[] = [
  { path: /\/records\/search(\?|$)/, until: "searchRecords" },
  { path: /\/records\/search\/suggestions\/options/, until: "listSuggestionOptions" },
  { path: /^\/api\/datasets\b/, until: "createTaskDatasetV0" },
];
/** Steps whose answer follows from one of those. */
const FOLLOWING: { readonly [file: string]: readonly number[] } = { "v1-workspaces.jsonl": [86, 88] };

let server: TestServer;
beforeAll(async () => {
  // The recordings ask where the reference's limit of options lies; ours is higher.
  server = await startTestServer({ limits: { labelOptions: 500, spanOptions: 500 } });
});
afterAll(() => server.close());

const comesLater = (file: string, line: number, step: Step): boolean =>
  LATER.some(({ path, until }) => path.test(step.path) && !(until in routes)) ||
  (!("createTaskDatasetV0" in routes) && (FOLLOWING[file] ?? []).includes(line));

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"))) {
  test(`API-30 API-31 API-33 API-37 answers as recorded: ${file}`, { timeout: 120_000 }, async () => {
    const { say } = createConversation(server.url, OWNER.apiKey);
    const lines = readFileSync(new URL(file, FOLDER), "utf8").trimEnd().split("\n");
    const wrong: string[] = [];
    for (const [index, line] of lines.entries()) {
      const step = Step.parse(JSON.parse(line));
      if (comesLater(file, index + 1, step)) continue;
      const found = await say(step);
      if (found.length > 0) wrong.push([`${file}:${index + 1} ${step.method} ${step.path}`, ...found].join("\n    "));
    }
    expect(wrong.slice(0, SHOWN), `${wrong.length} of ${lines.length} steps differ`).toEqual([]);
  });
}
