import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { KEPT_MS } from "./bounds.ts";
import { createUploads } from "./uploads.ts";

const home = mkdtempSync(join(tmpdir(), "postil-uploads-"));
const folder = join(home, "uploads");
afterEach(() => {
  vi.useRealTimers();
  rmSync(home, { recursive: true, force: true });
});

const PERSON = { id: "a", key: 1 };
const CONTENT = { bytes: null, parts: (async function* () {})() };

test("IMP-02 a file goes a day after its last use, and what an earlier process left goes at once", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const onError = vi.fn();
  const uploads = createUploads({ folder, onError });
  const first = await uploads.add(PERSON, "first.csv", CONTENT);
  const second = await uploads.add(PERSON, "second.csv", CONTENT);
  expect(readdirSync(folder).toSorted()).toEqual([first.id, second.id].toSorted());
  await vi.advanceTimersByTimeAsync(KEPT_MS / 2);
  uploads.get(PERSON.id, second.id);
  await vi.advanceTimersByTimeAsync(KEPT_MS / 2 + 60 * 60_000);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([second.id]));
  expect(uploads.list(PERSON.id).map(({ id }) => id)).toEqual([second.id]);
  await uploads.close();
  writeFileSync(join(folder, "left"), "by a process that was killed");
  const later = createUploads({ folder, onError });
  expect(later.list(PERSON.id)).toEqual([]);
  await later.add(PERSON, "third.csv", CONTENT);
  expect(readdirSync(folder)).toHaveLength(1);
  await later.close();
  expect(onError).not.toHaveBeenCalled();
});
