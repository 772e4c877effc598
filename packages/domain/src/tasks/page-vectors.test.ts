import { expect, test } from "vitest";
import { textRecord } from "./shown-record.fixture.ts";
import { referenceBy, vectorsOfPage, vectorsOfRecord } from "./shown-record.ts";
import { taskSearch } from "./task-search.ts";
import { FIRST_VIEW } from "./task-view.ts";

const [mini, style] = [[0.5, -1], [1]];
const one = textRecord({ id: "t1", vectors: { mini: { value: mini }, style: { value: style } } });
const numbered = textRecord({ id: 2, vectors: { mini: { value: mini } } });
const without = textRecord({ id: "2" });
const datasetId = "archive.letters";
const page = vectorsOfPage(datasetId, [one, numbered, without]);

test("TEN-37 TLO-10 every vector of every record of the page is one vector record, none of them active", () => {
  expect(page).toEqual([
    { datasetId, recordId: "t1", name: "mini", values: mini, isActive: false },
    { datasetId, recordId: "t1", name: "style", values: style, isActive: false },
    { datasetId, recordId: 2, name: "mini", values: mini, isActive: false },
  ]);
});

test("TEN-37 TSE-29 a record has its own vectors alone, also where ids differ by nothing but their type", () => {
  expect(vectorsOfRecord(page, numbered, null).map(({ name }) => name)).toEqual(["mini"]);
  expect(vectorsOfRecord(page, without, null)).toEqual([]);
});

test("TEN-38 TEN-39 a search by a vector keeps the record, and its vector alone is active", () => {
  const [, by] = vectorsOfRecord(page, one, null);
  if (by === undefined) throw new Error("No such vector");
  const reference = referenceBy(one, by);
  expect(reference).toEqual({ datasetId, id: "t1", record: one, vector: { name: "style", value: style } });
  const active = (record: typeof one) => vectorsOfRecord(page, record, reference).map(({ isActive }) => isActive);
  expect(active(one)).toEqual([false, true]);
  expect(active(numbered)).toEqual([false]);
  expect(taskSearch(FIRST_VIEW, reference).query).toEqual({ query_text: 'NOT id:"t1"', vector: reference.vector });
});
