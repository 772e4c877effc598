import { afterEach, expect, test, vi } from "vitest";
import { closeSession, openSession } from "../../../lib/session/store.ts";
import { type FakeRecord, RulesServer } from "../rules/rules-server.fixture.ts";
import { fetchMultiLabel } from "./rule-records.ts";

afterEach(() => {
  closeSession("signed-out");
  vi.unstubAllGlobals();
});

test("TEN-04 a dataset is multi-label when any of its records is: one tells, for all of a dataset are alike (TST-17)", async () => {
  const record: FakeRecord = { id: "1", text: "The lamp at the gate is out" };
  const ask = (records: FakeRecord[], multiLabel: boolean) => {
    const server = new RulesServer(records, [], multiLabel);
    vi.stubGlobal("fetch", server.fetch);
    return fetchMultiLabel({ name: "inbox", workspaceName: "city" }, new AbortController().signal);
  };
  openSession("token");
  expect(await ask([record], true)).toBe(true);
  expect(await ask([record, { ...record, id: "2" }], false)).toBe(false);
  expect(await ask([], true)).toBe(false);
});
