import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ActiveRule,
  isAsSaved,
  stateOf,
  storeFault,
  toStore,
  withLabelToggled,
  withoutRule,
  withQuery,
} from "./active-rule.ts";
import { type LabelingRule, rulesToRefresh } from "./labeling-rule.ts";

const stored = (query: string, labels: string[], description: string | null = null): LabelingRule => ({
  ...{ query, labels, label: null, description, author: "mara", createdAt: 0 },
});
const RULES = [
  stored("lamp*", ["Lighting"], "Lamps in the street"),
  stored("rat OR rats", ["Rats", "Waste"], "rat OR rats"),
];
const active = (query: string, labels: string[] = [], description = ""): ActiveRule => ({ query, labels, description });

test("RUL-15 a rule becomes the active one by its query and is cleared with it", () => {
  expect(withQuery(null, " bus ", RULES)).toEqual(active("bus"));
  expect(withQuery(active("bus", ["Transport"]), "   ", RULES)).toBeNull();
});

test("RUL-20 a stored rule of the query comes with its labels and its description, where that says more than the query", () => {
  expect(withQuery(null, "lamp*", RULES)).toEqual(active("lamp*", ["Lighting"], "Lamps in the street"));
  expect(withQuery(active("lam", ["Noise"]), " rat OR rats ", RULES)).toEqual(active("rat OR rats", ["Rats", "Waste"]));
});

test("RUL-16 a rule is as it was saved while it has its labels, in whatever order, and its description", () => {
  const saved = { before: null, stored: stored("rat", ["Rats", "Waste"], "Vermin") };
  expect(isAsSaved(saved, stored("rat", ["Waste", "Rats"], "Vermin"))).toBe(true);
  expect(isAsSaved(saved, stored("rat", ["Rats"], "Vermin"))).toBe(false);
  expect(isAsSaved(saved, stored("rat", ["Rats", "Waste"]))).toBe(false);
  expect(isAsSaved(saved, null)).toBe(false);
});

test("RUL-20 a query that is narrowed keeps its labels, and the text of a stored rule stays with that rule", () => {
  expect(withQuery(active("bus", ["Transport"], "Buses"), "bus OR tram", RULES)).toEqual(
    active("bus OR tram", ["Transport"], "Buses"),
  );
  expect(withQuery(active("lamp*", ["Lighting"], "Lamps in the street"), "lamp* OR light", RULES)).toEqual(
    active("lamp* OR light", ["Lighting"]),
  );
});

test("RUL-20 the same query and labels are the stored rule, in whatever order; anything else is changed or not stored", () => {
  const state = (rule: ActiveRule) => stateOf(rule, RULES);
  expect(state(active("rat OR rats", ["Waste", "Rats"]))).toBe("stored");
  expect(state(active("lamp*", ["Lighting"], " Lamps in the street "))).toBe("stored");
  expect(state(active("lamp*", ["Lighting"], "Lamps"))).toBe("changed");
  expect(state(active("rat OR rats", ["Rats"]))).toBe("changed");
  expect(state(active("bus", ["Rats"]))).toBe("unstored");
});

test("RUL-20 a new rule has its query as its description", () => {
  expect(toStore(active("bus", ["Transport"], "  ")).description).toBe("bus");
  expect(toStore(active("bus", ["Transport"], " Buses ")).description).toBe("Buses");
});

test("RUL-24 a rule can be stored once it has a label, and anew once it is changed", () => {
  expect(storeFault(active("bus"), "unstored")).toBe("labels");
  expect(storeFault(active("bus", ["Transport"]), "unstored")).toBeNull();
  expect(storeFault(active("lamp*", ["Lighting"]), "changed")).toBeNull();
  expect(storeFault(active("lamp*", ["Lighting"]), "stored")).toBe("stored");
  expect(storeFault(active("a".repeat(4000), ["Lighting"]), "unstored")).toBeNull();
  expect(storeFault(active("a".repeat(4001), ["Lighting"]), "unstored")).toBe("long");
});

test("RUL-24 a label is chosen and given up; of one label a record there is one", () => {
  const rule = active("bus", ["Transport"]);
  expect(withLabelToggled(rule, "Noise", false).labels).toEqual(["Noise"]);
  expect(withLabelToggled(rule, "Transport", false).labels).toEqual([]);
  expect(withLabelToggled(rule, "Noise", true).labels).toEqual(["Transport", "Noise"]);
});

test("RUL-24 choosing a label twice changes nothing where a record has several", () => {
  const labels = fc.uniqueArray(fc.string(), { maxLength: 6 });
  fc.assert(
    fc.property(labels, fc.string(), (chosen, label) => {
      const rule = active("q", chosen);
      const twice = withLabelToggled(withLabelToggled(rule, label, true), label, true);
      expect(new Set(twice.labels)).toEqual(new Set(chosen));
    }),
  );
});

test("RUL-17 the active rule is cleared when it is the one that is deleted, and stays when it is another", () => {
  const rule = active("lamp*", ["Lighting"]);
  expect(withoutRule(rule, "lamp*")).toBeNull();
  expect(withoutRule(rule, "bus")).toBe(rule);
  expect(withoutRule(null, "bus")).toBeNull();
});

test("RUL-18 RUL-19 metrics of rules that were never loaded cannot be refreshed; of none there is nothing to do", () => {
  expect(() => rulesToRefresh(undefined)).toThrow("No rules info found");
  expect(rulesToRefresh([])).toEqual([]);
  expect(rulesToRefresh(RULES)).toBe(RULES);
});
