import { expect, test } from "vitest";
import { BY_ID, isById, readScanPlace, writeScanPlace } from "./task-sort.ts";

test("TSE-22 where loading goes on is told in the text that clients know", () => {
  expect(writeScanPlace({ sort: [BY_ID], after: null })).toBe(
    '{"shuffle": false, "sort_by": [{"id": "id", "order": "asc"}], "next_search_params": null}',
  );
  const sort = [{ id: "metadata.n", order: "desc" }, BY_ID] as const;
  expect(writeScanPlace({ sort, after: [14, '"é', null] })).toBe(
    '{"shuffle": false, "sort_by": [{"id": "metadata.n", "order": "desc"}, {"id": "id", "order": "asc"}], "next_search_params": [14, "\\"é", null]}',
  );
});

test("TSE-22 what was told is read again, and all else is no place", () => {
  const sort = [{ id: "metadata.n", order: "desc" }] as const;
  for (const after of [null, [14], [null], ["a", "7"]]) {
    expect(readScanPlace(writeScanPlace({ sort, after }))).toEqual({ sort, after });
  }
  expect([isById(sort), isById([BY_ID]), isById([BY_ID, BY_ID])]).toEqual([false, true, false]);
  const wrong = [
    "",
    "unreadable",
    "[]",
    "null",
    "{}",
    '{"sort_by": []}',
    '{"sort_by": [{"id": 1}]}',
    '{"sort_by": [{"id": "a", "order": "up"}]}',
    '{"sort_by": [{"id": "a"}], "next_search_params": "x"}',
    '{"sort_by": [{"id": "a"}], "next_search_params": [{}]}',
    '{"sort_by": [{"id": "a"}], "next_search_params": []}',
    '{"sort_by": [{"id": "a"}], "next_search_params": [1, 2, 3]}',
  ];
  for (const text of wrong) expect(readScanPlace(text), text).toBe(null);
});
