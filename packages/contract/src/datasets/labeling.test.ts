import type { HistoryEntry } from "@postil/domain/records/labeled-record";
import { expect, test } from "vitest";
import { WireFlag, WireHistoryEntry, WireSavedView } from "./labeling.ts";
import { flagFromWire, flagToWire, historyEntryFromWire, historyEntryToWire } from "./labeling-mapping.ts";
import { savedViewFromWire, savedViewToWire } from "./view-mapping.ts";

const ID = "0193f000-0000-7000-8000-000000000001";
const AT = 1_779_000_000_000_001;

test("API-01 history, flags and views come back from the wire as they went, in the shape of their schemas", () => {
  const change = { question: "mood", title: "Mood", written: false, before: null, after: "Good" };
  const entry: HistoryEntry = {
    ...{ id: 7, at: AT, actor: { id: ID, username: "ada" }, author: null, statusBefore: null, shownMs: 1500 },
    statusAfter: "submitted",
    answers: [change],
  };
  const flag = { recordId: ID, preview: "Letter 1", flaggedAt: AT };
  const view = { id: ID, name: "Refunds", query: "status=draft", datasetId: ID, insertedAt: AT, updatedAt: AT };
  expect(historyEntryFromWire(WireHistoryEntry.parse(historyEntryToWire(entry)))).toEqual(entry);
  expect(flagFromWire(WireFlag.parse(flagToWire(flag)))).toEqual(flag);
  expect(savedViewFromWire(WireSavedView.parse(savedViewToWire(view)))).toEqual(view);
});
