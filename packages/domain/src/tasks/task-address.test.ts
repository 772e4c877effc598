import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { historyStep } from "../search/records-address.ts";
import { readTaskAddress, taskViewQuery, writeTaskAddress, writeTaskCriteria } from "./task-address.ts";
import { taskViews } from "./task-view.fixture.ts";
import { FIRST_VIEW, modesOf, type TaskView } from "./task-view.ts";

const view: TaskView = {
  filters: { text: "bin*", predicted_as: ["Waste"], metadata: { ward: ["Harbour", "Old Town"] } },
  sort: [{ id: "metadata.ward", order: "desc" }],
  page: 3,
  size: 20,
  mode: "explore",
  rules: { place: "records" },
};
/** Encodes an entry like an Argilla 1.x page. */
const base64 = (value: unknown, alphabet: "base64" | "base64url" = "base64url") =>
  Buffer.from(JSON.stringify(value)).toString(alphabet).replace(/=+$/, "");

test("VST-01 VST-05 query, sort and pagination stand in the address as JSON, the mode as a word", () => {
  const entries = new URLSearchParams(writeTaskAddress("", view));
  expect(JSON.parse(entries.get("query") ?? "")).toEqual(view.filters);
  expect(JSON.parse(entries.get("sort") ?? "")).toEqual(view.sort);
  expect(JSON.parse(entries.get("pagination") ?? "")).toEqual({ page: 3, size: 20 });
  expect(entries.get("viewMode")).toBe("explore");
  expect(readTaskAddress(`?${writeTaskAddress("", view)}`)).toEqual(view);
});

test("VST-01 TEN-40 TEN-41 an address without entries begins on page 1 of 10 records, to annotate", () => {
  for (const query of ["", "?", "?query=&sort=&pagination=&viewMode="]) {
    expect(readTaskAddress(query)).toEqual({
      filters: {},
      sort: [],
      page: 1,
      size: 10,
      mode: "annotate",
      rules: { place: "records" },
    });
  }
});

test("VST-02 entries are percent-encoded, and those with an empty value are left out", () => {
  const written = writeTaskAddress("?query=&rule=&tab=a%20b&viewMode=explore", {
    ...FIRST_VIEW,
    filters: { text: "a&b=c#'d'", status: [] },
  });
  expect(written).toMatch(/^query=[\w.~%*()!-]+&pagination=[\w.~%*()!-]+&tab=a%20b$/);
  expect(writeTaskAddress("?query=%7B%22text%22%3A%22a%22%7D&sort=%5B%5D", FIRST_VIEW)).toBe(
    `pagination=${encodeURIComponent('{"page":1,"size":10}')}`,
  );
});

test("VST-03 what is written for a view without filters is something that Back returns to", () => {
  expect(historyStep("")).toBe("replace");
  expect(historyStep(writeTaskAddress("", FIRST_VIEW))).toBe("push");
});

test("VST-05 unreadable entries are dropped, and the others still hold", () => {
  const query = `?query=%7Bbroken&sort=${encodeURIComponent('{"id":"status"}')}&pagination=%ZZ&viewMode=explore&tab=1`;
  expect(readTaskAddress(query)).toEqual({ ...FIRST_VIEW, mode: "explore" });
  expect(writeTaskAddress(query, readTaskAddress(query))).toBe(
    "pagination=%7B%22page%22%3A1%2C%22size%22%3A10%7D&viewMode=explore&tab=1",
  );
  const sort = [{ id: "score" }, { id: "nonsense" }, { id: "score", order: "desc" }, null, { id: "id", order: "up" }];
  expect(readTaskAddress(`sort=${encodeURIComponent(JSON.stringify(sort))}`).sort).toEqual([
    { id: "score", order: "asc" },
  ]);
});

test("TSE-15 TSE-16 a size that is not on offer is 10, and no page lies beyond the first 10000 records", () => {
  const paging = (value: unknown) => {
    const { page, size } = readTaskAddress(`pagination=${encodeURIComponent(JSON.stringify(value))}`);
    return { page, size };
  };
  expect(paging({ page: 2, size: 50 })).toEqual({ page: 2, size: 50 });
  expect(paging({ page: 2, size: 25 })).toEqual({ page: 2, size: 10 });
  expect(paging({ page: 101, size: 100 })).toEqual({ page: 100, size: 100 });
  expect(paging({ page: 1e300, size: 1 })).toEqual({ page: 10_000, size: 1 });
  for (const page of [0, -3, 1.5, "2", null]) expect(paging({ page, size: 20 })).toEqual({ page: 1, size: 20 });
});

test("VST-08 an address of an Argilla 1.x page, base64 of the JSON without padding, is read and written in ours", () => {
  const filters = { text: "Straße >> 🚂 ??? مرحبا", metadata: { "ward~": ["Harbour"] } };
  for (const alphabet of ["base64", "base64url"] as const) {
    const query = [
      `?query=${base64({ ...filters, predicted: ["ok"], score: { from: 0.4, to: 1 } }, alphabet)}`,
      `sort=${base64([{ id: "status", order: "desc", name: "Status" }], alphabet)}`,
      `pagination=${base64({ page: 3, size: 20 }, alphabet)}`,
      "viewMode=labelling-rules",
    ].join("&");
    const read = readTaskAddress(query);
    expect(read).toEqual({
      filters: { ...filters, predicted: "ok", score: { from: 0.4, to: 1 } },
      sort: [{ id: "status", order: "desc" }],
      page: 3,
      size: 20,
      mode: "labelling-rules",
      rules: { place: "records" },
    });
    expect(readTaskAddress(query.replaceAll("+", "%2B"))).toEqual(read);
    const ours = writeTaskAddress(query, read);
    expect(ours.split("&").map((entry) => entry.split("=")[0])).toEqual(["query", "sort", "pagination", "viewMode"]);
    expect(ours).not.toContain("eyJ");
    expect(readTaskAddress(ours)).toEqual(read);
  }
});

test("VST-05 VST-08 every view comes back from its address, in our spelling and in the older one, whatever else stands in it", () => {
  const others = fc.webQueryParameters().filter((query) => !/(^|&)(query|sort|pagination|viewMode|rules)=/.test(query));
  fc.assert(
    fc.property(taskViews, others, (view, query) => {
      expect(readTaskAddress(writeTaskAddress(query, view))).toEqual(view);
      const { filters, sort, page, size, mode } = view;
      const older = `query=${base64(filters)}&sort=${base64(sort)}&pagination=${base64({ page, size })}&viewMode=${mode}`;
      expect(readTaskAddress(older)).toEqual({ ...view, rules: FIRST_VIEW.rules });
    }),
  );
});

test("VST-05 no address throws, and what was read and written once stays as it is", () => {
  const noise = fc
    .array(fc.constantFrom(...'query=&sort=&{}[]"%7B%22:,pagination=page size 1 viewMode=explore+eyJ9'.split("")))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        noise,
        fc.json().map((json) => `query=${json}&pagination=${json}`),
      ),
      (query) => {
        const once = writeTaskAddress(query, readTaskAddress(query));
        expect(writeTaskAddress(once, readTaskAddress(once))).toBe(once);
      },
    ),
  );
});

test("RUL-24 VST-05 what the mode of rules shows stands in its address, and in no other mode's", () => {
  const shown = (rules: unknown) =>
    readTaskAddress(`viewMode=labelling-rules&rules=${encodeURIComponent(JSON.stringify(rules))}`).rules;
  const conflicts = { place: "conflicts", page: 3, pair: ["lamp*", "park AND (car OR van)"] };
  expect(shown(conflicts)).toEqual(conflicts);
  expect(shown({ place: "list", page: 2, pair: ["a", "b"] })).toEqual({ place: "list" });
  for (const broken of [null, "list", { place: "elsewhere" }, []]) expect(shown(broken)).toEqual({ place: "records" });
  for (const page of [0, 1, -2, 1.5, "2"]) expect(shown({ place: "conflicts", page })).toEqual({ place: "conflicts" });
  expect(shown({ place: "conflicts", page: 1e300, pair: ["a"] })).toEqual({ place: "conflicts", page: 10_000 });
  expect(writeTaskAddress("?rules=x", { ...view, rules: { place: "list" } })).not.toContain("rules");
});

test("VST-01 rules are a mode of text classification alone", () => {
  expect(modesOf("TextClassification")).toEqual(["annotate", "explore", "labelling-rules"]);
  expect(modesOf("TokenClassification")).toEqual(["annotate", "explore"]);
  expect(modesOf("Text2Text")).toEqual(["annotate", "explore"]);
});

test("VST-01 a saved view keeps of an address which records are shown and in which order, not where and how", () => {
  const kept = taskViewQuery(`?rule=x&${writeTaskAddress("", view)}`);
  expect(kept).toBe(writeTaskCriteria(view));
  expect(readTaskAddress(kept)).toEqual({ ...FIRST_VIEW, filters: view.filters, sort: view.sort });
  expect(kept).not.toMatch(/pagination|viewMode|rule/);
  for (const query of ["", "?", "pagination=%7B%22page%22%3A3%7D&viewMode=explore", "query=%7Bbroken&sort=%5B%5D"]) {
    expect(taskViewQuery(query)).toBe("");
  }
});

test("VST-08 the same records are the same view, however the address was spelled, and it fits an address", () => {
  fc.assert(
    fc.property(taskViews, ({ filters, sort }) => {
      const kept = taskViewQuery(`query=${base64(filters)}&sort=${base64(sort)}&pagination=e30`);
      expect(kept).toBe(writeTaskCriteria({ filters, sort }));
      expect(taskViewQuery(kept)).toBe(kept);
      expect(kept).not.toMatch(/[#\s]/);
    }),
  );
});
