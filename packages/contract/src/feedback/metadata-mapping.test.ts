import { expect, test } from "vitest";
import { metadataMetricsFromWire, metadataPropertyFromWire } from "./parts-mapping.ts";

/** The browser reads a whole number beyond 2^53 as a bigint, despite its declared type. */
const wide = 9007199254740993n as unknown as number;

test("FFI-28 ends of the values come with all of their digits, what is declared as the number that the server has", () => {
  expect(metadataMetricsFromWire({ type: "integer", min: 3, max: wide })).toEqual({
    type: "integer",
    min: 3,
    max: "9007199254740993",
  });
  const time = "2026-01-02T03:04:05";
  const wire = {
    ...{ id: "p", name: "n", title: "N", dataset_id: "d", visible_for_annotators: true },
    ...{ inserted_at: time, updated_at: time, settings: { type: "integer" as const, min: null, max: wide } },
  };
  expect(metadataPropertyFromWire(wire).settings).toEqual({ type: "integer", min: null, max: 9007199254740992 });
});
