import { expect, test } from "vitest";
import { labelsOfChangedRule, labelsOfNewRule } from "./labeling-rule.ts";

test("RUL-01 the labels of a rule are those given, in order, with the one given apart", () => {
  const cases = [
    { given: { labels: [], label: "A" }, made: { labels: ["A"], label: "A" }, changed: { labels: ["A"], label: "A" } },
    {
      given: { labels: ["A"], label: null },
      made: { labels: ["A"], label: "A" },
      changed: { labels: ["A"], label: "A" },
    },
    {
      given: { labels: ["A"], label: "A" },
      made: { labels: ["A"], label: "A" },
      changed: { labels: ["A"], label: "A" },
    },
    {
      given: { labels: ["A"], label: "" },
      made: { labels: ["A"], label: "A" },
      changed: { labels: ["A"], label: "A" },
    },
    {
      given: { labels: ["A"], label: "B" },
      made: { labels: ["A", "B"], label: "B" },
      changed: { labels: ["A", "B"], label: null },
    },
    {
      given: { labels: ["A", "A"], label: null },
      made: { labels: ["A", "A"], label: null },
      changed: { labels: ["A", "A"], label: null },
    },
  ];
  for (const { given, made, changed } of cases) {
    expect(labelsOfNewRule(given)).toEqual(made);
    expect(labelsOfChangedRule(given)).toEqual(changed);
  }
});
