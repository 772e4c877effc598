import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { expect, test } from "vitest";
import { createEntryStore } from "./entry-store.ts";
import { createKept } from "./testing.ts";

const entry: OutboxEntry = {
  recordId: "r1",
  datasetId: "d1",
  position: 3,
  intent: { kind: "save", status: "submitted", values: { topic: { value: "a" } } },
  shownFor: 1200,
  action: null,
  intentId: "i1",
  wantedAt: 10,
  base: { id: "a1", status: "draft", values: null, updatedAt: 5 },
  baseAt: 10,
  doubt: "none",
  unanswered: [{ id: null, status: "discarded", values: null, updatedAt: null }],
  sending: { intentId: "i1", call: "update" },
  attempts: 0,
  notBefore: 0,
  failure: null,
};

test("AUT-11 an entry comes back as it was, but for the request that was under way", async () => {
  const store = createEntryStore(createKept(), "u1");
  const failed: OutboxEntry = { ...entry, recordId: "r2", failure: { kind: "refused", detail: "no" } };
  const removal: OutboxEntry = {
    ...{ ...entry, recordId: "r3", unanswered: [null], action: { id: "m", size: 2, step: "undo" } as const },
    intent: { kind: "remove" },
    base: null,
    position: null,
  };
  await store.put([entry, failed, removal]);
  expect(await store.all()).toEqual([entry, failed, removal].map((one) => ({ ...one, sending: null })));
});

test("FRS-02 a newer intent that another tab has kept is neither written over nor removed", async () => {
  const store = createEntryStore(createKept(), "u1");
  const newer: OutboxEntry = { ...entry, intentId: "i2", wantedAt: 11, intent: { kind: "remove" } };
  await store.put([newer]);
  await store.put([entry]);
  await store.remove([{ recordId: "r1", intentId: "i1" }]);
  expect(await store.all()).toMatchObject([{ intentId: "i2", intent: { kind: "remove" } }]);
  await store.remove([{ recordId: "r1", intentId: "i2" }]);
  expect(await store.all()).toEqual([]);
});

test("AUT-11 an entry of another layout is left alone, a damaged one too", async () => {
  const kept = createKept();
  const store = createEntryStore(kept, "u1");
  const strange = [
    { version: 2, recordId: "r1" },
    { version: 1, recordId: 7 },
    { version: 1, ...entry, intent: { kind: "save", status: "lost" } },
  ];
  for (const [at, value] of strange.entries()) await kept.change("u1", `r${at}`, () => value);
  expect(await store.all()).toEqual([]);
  await store.remove([{ recordId: "r0", intentId: "i1" }]);
  expect((await kept.all("u1")).size).toBe(3);
});
