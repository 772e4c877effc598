import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { homeOfTest, postil, startIn } from "./support/process.ts";

/** Standard output holds only the command's result, whatever its server logs. */

const LOGGING = { POSTIL_LOG_LEVEL: "info" };
const LISTENING = '"msg":"listening"';

test("EXP-01 `postil export --output -` gives the records to standard output alone; its own server logs to standard error", async () => {
  const at = homeOfTest();
  const file = join(at, "texts.jsonl");
  const texts = ["One text to read", "Another text to read", "The last text to read"];
  writeFileSync(file, texts.map((text, i) => JSON.stringify({ text, label: i % 2 ? "yes" : "no" })).join("\n"));
  const imported = await postil(at, ["import", file], LOGGING);
  expect([imported.code, imported.out]).toEqual([0, expect.not.stringContaining('"level"')]);
  expect(imported.err).toContain(LISTENING);

  const exported = await postil(at, ["export", "texts", "--output", "-"], LOGGING);
  const lines = exported.out.trimEnd().split("\n");
  expect(exported.err).toContain(LISTENING);
  expect(lines.map((line) => JSON.parse(line).fields?.text).filter((text) => text !== undefined)).toEqual(texts);
  expect(lines.filter((line) => line.includes('"level"'))).toEqual([]);
});

test("API-37 `postil start` logs to standard output", async () => {
  const { printed, address } = startIn(homeOfTest(), ["start"], LOGGING);
  await address;
  expect(printed.out).toContain(LISTENING);
  expect(printed.err).not.toContain(LISTENING);
});
