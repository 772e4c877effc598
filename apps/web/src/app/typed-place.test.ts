import { expect, test } from "vitest";
import { typedPlace } from "./routes/user-settings.tsx";

const form = { kind: "bulk", datasetId: "d1", answers: {}, chosen: [], allMatches: false } as const;

test("AUT-11 Open of a filled bulk form leads to the page on which its records were chosen; of one kept without it, to the first", () => {
  const to = "/dataset/d1/annotation-mode";
  const search = { page: "26~25", status: "draft", search: "late%20train~title" };
  const address = "page=26~25&status=draft&search=late%20train~title";
  expect(typedPlace({ ...form, address })).toEqual({ to, search });
  expect(typedPlace({ ...form, address: "" })).toEqual({ to, search: { page: "1~10" } });
});

test("AUT-11 RUL-24 Open of a rule leads to its query in the mode of rules, of settings to the settings", () => {
  const rule = { query: "park", labels: [], description: "" };
  expect(typedPlace({ kind: "rule", datasetId: "city/inbox", rule })).toEqual({
    to: "/datasets/city/inbox",
    search: { query: "%7B%22text%22%3A%22park%22%7D", viewMode: "labelling-rules" },
  });
  expect(typedPlace({ kind: "settings", datasetId: "d1", texts: [] })).toEqual({ to: "/dataset/d1/settings" });
});
