import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { QUIET_CALLS } from "./quiet-calls.ts";

const SOURCES = join(import.meta.dirname, "../..");
/** The sources that make quiet calls or calls with a streamed response, which are always quiet. */
const quietSources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => /(?<!\.(test|fixture|d))\.tsx?$/.test(path))
  .map((path) => readFileSync(join(SOURCES, path), "utf8"))
  .filter((code) => /\bquiet\b: |\b(?:quiet|screen)Query\(|\bopen(Stream|Export)\(|FetchOptions/.test(code));

test("API-08 API-15 the quiet calls stand in one table, each once, and none that is never asked quietly", () => {
  const calls = Object.values(QUIET_CALLS).flat();
  expect(new Set(calls).size).toBe(calls.length);
  expect(calls.filter((name) => !quietSources.some((code) => code.includes(`"${name}"`)))).toEqual([]);
});
