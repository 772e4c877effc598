import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQueryString } from "../search/query-string/parse.ts";
import { bothOf, countsOf, quotedText, taskSearch } from "./task-search.ts";
import { FIRST_VIEW, RESET_SEARCH } from "./task-view.ts";

const vector = { name: "mini", value: [0.5, -1] };

test("TSE-02 TSE-04 TSE-19 the text goes out as query_text beside the filters, with the size of the page as the limit", () => {
  expect(
    taskSearch({
      filters: { text: "bin*", status: ["Default"], score: { from: 0.4, to: 1 } },
      sort: [{ id: "score", order: "desc" }],
      page: 5,
      size: 20,
    }),
  ).toEqual({
    limit: 20,
    from: 80,
    query: { query_text: "bin*", status: ["Default"], score: { from: 0.4, to: 1 }, vector: null },
    sort: [{ id: "score", order: "desc" }],
  });
});

test("TSE-13 an empty query is an empty search", () => {
  expect(taskSearch({ ...FIRST_VIEW, filters: { status: [], metadata: { ward: [] } } })).toEqual({
    limit: 10,
    from: 0,
    query: { vector: null },
    sort: [],
  });
});

test("TSE-10 a reset search asks nothing and sorts by status, descending, whatever was asked before", () => {
  const before = { filters: { text: "bin" }, sort: [{ id: "score", order: "asc" }], page: 4, size: 20 } as const;
  expect(taskSearch({ ...FIRST_VIEW, ...before, ...RESET_SEARCH })).toEqual({
    limit: 20,
    from: 0,
    query: { vector: null },
    sort: [{ id: "status", order: "desc" }],
  });
});

test("TSE-04 TSE-06 TSE-07 what is like a record is one page of 50, and the record itself is left out", () => {
  const view = { ...FIRST_VIEW, sort: [{ id: "score", order: "desc" }], page: 4 } as const;
  expect(taskSearch({ ...view, filters: { text: "bin" } }, { id: "a-1", vector })).toEqual({
    limit: 50,
    from: 0,
    query: { query_text: 'bin AND NOT id:"a-1"', vector },
    sort: [],
  });
  expect(taskSearch(view, { id: 'x"y\\z', vector }).query.query_text).toBe('NOT id:"x\\"y\\\\z"');
});

test("TSE-07 beside an OR the id is left out of all that the text finds", () => {
  expect(taskSearch({ ...FIRST_VIEW, filters: { text: "a OR b" } }, { id: "1", vector }).query.query_text).toBe(
    '(a OR b) AND NOT id:"1"',
  );
  expect(bothOf("a || b", "c")).toBe("(a || b) AND c");
  for (const text of ["ORB", '"a OR b"', "(a OR b)", "a\\|\\|b", "/a||b/", "label:(a OR b) c"]) {
    expect(bothOf(text, "c")).toBe(`${text} AND c`);
  }
  for (const text of ["(a) OR (b)", '"a" OR b', "a \\( OR b", "/(/ || b"])
    expect(bothOf(text, "c")).toBe(`(${text}) AND c`);
});

test("TSE-05 TSE-17 counts are asked for without records", () => {
  const search = taskSearch({ ...FIRST_VIEW, filters: { text: "bin" }, page: 3 });
  expect(countsOf(search)).toEqual({ ...search, limit: 0, from: 0 });
});

test("TSE-07 TSE-28 whatever is quoted is one phrase of the query language", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "binary" }), (text) => {
      expect(parseQueryString(quotedText(text)).items).toMatchObject([{ part: { kind: "phrase", text } }]);
    }),
  );
});
