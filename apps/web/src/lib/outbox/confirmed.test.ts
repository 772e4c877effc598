import { expect, test } from "vitest";
import { createConfirmed } from "./deliver.ts";
import type { Delivery } from "./ports.ts";

const delivery = (recordId: string, id: string | null): Delivery => ({
  recordId,
  datasetId: "d1",
  before: "pending",
  response: id === null ? null : { id, status: "submitted", values: null, updatedAt: 1 },
  wantedAt: 0,
});

test("FRS-05 the server's last word on a record counts, also that there is no response any more", () => {
  const confirmed = createConfirmed();
  expect(confirmed.of("r1", confirmed.mark())).toBeUndefined();
  const begin = confirmed.mark();
  confirmed.note(delivery("r1", "a"));
  confirmed.note(delivery("r1", "b"));
  confirmed.note(delivery("r2", null));
  expect(confirmed.of("r1", begin)?.id).toBe("b");
  expect(confirmed.of("r2", begin)).toBeNull();
});

test("FQU-19 what was confirmed before the records were read is in them already", () => {
  const confirmed = createConfirmed();
  confirmed.note(delivery("r1", "a"));
  const read = confirmed.mark();
  expect(confirmed.of("r1", read)).toBeUndefined();
  confirmed.note(delivery("r1", "b"));
  expect(confirmed.of("r1", read)?.id).toBe("b");
});
