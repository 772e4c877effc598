import "fake-indexeddb/auto";
import { waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type CommandEntry, isCommand } from "../../../lib/commands/command.ts";
import { listedCommands } from "./listed-commands.ts";
import { openPage, press } from "./page.fixture.tsx";

afterEach(() => vi.unstubAllGlobals());

const OWNER = { role: "owner" } as const;
const keysOf = (entry: CommandEntry) => (isCommand(entry) ? entry.shortcuts?.map(({ keys }) => keys) : entry.keys);
const byId = (entries: readonly CommandEntry[]) => new Map(entries.map((entry) => [entry.id, keysOf(entry)]));

test("AUT-32 what the annotation page offers by key is listed where it is not, with the same keys", async () => {
  const listed = byId(listedCommands(OWNER));
  const { commands } = await openPage();
  const offered = byId(commands());
  await press("b");
  await waitFor(() => expect(byId(commands()).has("bulk.toggle")).toBe(true));
  for (const entry of commands()) offered.set(entry.id, keysOf(entry));
  expect([...offered.keys()]).toEqual(expect.arrayContaining(["record.submit", "view.bulk"]));
  const withKeys = [...offered].filter(([, keys]) => keys !== undefined && keys.length > 0);
  expect(withKeys.filter(([id, keys]) => JSON.stringify(listed.get(id)) !== JSON.stringify(keys))).toEqual([]);
});

test("AUT-32 each command is listed once, and does nothing there", () => {
  const entries = listedCommands(OWNER);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  const before = document.body.innerHTML;
  for (const entry of entries) {
    expect(entry.label).not.toBe("");
    if (isCommand(entry)) entry.run();
  }
  expect(document.body.innerHTML).toBe(before);
});

test("AUT-32 EXP-01 who may not export is offered no key for it", () => {
  const may = (role: "owner" | "admin" | "annotator") => byId(listedCommands({ role })).has("dataset.export");
  expect([may("owner"), may("admin"), may("annotator")]).toEqual([true, true, false]);
});
