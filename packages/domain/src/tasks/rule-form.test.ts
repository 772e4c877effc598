import { expect, test } from "vitest";
import {
  type ActiveRule,
  EMPTY_FORM,
  formFor,
  stateOf,
  typedForm,
  typedInto,
  typedRule,
  untypedForm,
} from "./active-rule.ts";
import type { LabelingRule } from "./labeling-rule.ts";

const stored = (query: string, labels: string[], description: string | null = null): LabelingRule => ({
  ...{ query, labels, label: null, description, author: "mara", createdAt: 0 },
});
const LAMPS = stored("lamp*", ["Lighting"], " Lamps in the street ");
const BIN: ActiveRule = { query: "bin", labels: ["Waste"], description: "" };
const none = () => null;

test("RUL-16 a form that nobody typed into follows what is stored, one with something typed stays", () => {
  const shown = formFor(EMPTY_FORM, "lamp*", [LAMPS], none);
  expect(formFor(shown, "lamp*", [LAMPS], none)).toBe(shown);
  const changed = stored("lamp*", ["Noise"]);
  expect(formFor(shown, "lamp*", [changed], none)).toMatchObject({ rule: { labels: ["Noise"] }, base: changed });
  const typed = typedInto(shown, { query: "lamp*", labels: ["Trees"], description: "" }, [LAMPS]);
  expect(formFor(typed, "lamp*", [changed], none)).toBe(typed);
  expect(typed).toMatchObject({ isTyped: true, base: LAMPS });
  expect(formFor(typed, "lamp*", [stored("lamp*", ["Trees"])], none).isTyped).toBe(false);
});

test("RUL-16 a rule that is deleted while its form is open stays there as if it was typed", () => {
  const shown = formFor(EMPTY_FORM, "lamp*", [LAMPS], none);
  expect(formFor(shown, "lamp*", [], none)).toEqual({ ...shown, isTyped: true, base: null });
});

test("RUL-15 what says nothing, or what is stored, is not typed; a stored rule's emptied form is", () => {
  const empty = untypedForm("bin", [LAMPS]);
  expect(typedInto(empty, BIN, [LAMPS]).isTyped).toBe(true);
  expect(typedInto(typedForm(BIN), { ...BIN, labels: [] }, [LAMPS]).isTyped).toBe(false);
  const shown = untypedForm("lamp*", [LAMPS]);
  expect(typedInto(shown, { query: "lamp*", labels: [], description: "" }, [LAMPS]).isTyped).toBe(true);
  expect(stateOf({ query: "lamp*", labels: ["Lighting"], description: "Lamps in the street" }, [LAMPS])).toBe("stored");
});

test("RUL-20 labels come along from query to query with where they came from, until a stored rule is between", () => {
  const typed = typedInto(untypedForm("bin", [LAMPS]), BIN, [LAMPS]);
  const narrowed = formFor(typed, "bin AND full", [LAMPS], none);
  expect(narrowed).toMatchObject({ rule: { labels: ["Waste"] }, isTyped: false, from: "bin" });
  expect(formFor(narrowed, "bin AND red", [LAMPS], none).from).toBe("bin");
  const red: ActiveRule = { query: "bin AND full", labels: ["Waste"], description: "Red" };
  const kept = typedRule(red, typedInto(narrowed, red, [LAMPS]));
  expect(kept).toEqual({ ...red, from: "bin" });
  expect(typedForm(kept)).toEqual({ rule: red, isTyped: true, from: "bin", base: undefined });
  expect(typedRule(BIN, typed)).toEqual(BIN);
  const other = formFor(narrowed, "lamp*", [LAMPS], none);
  expect(other).toMatchObject({ rule: { labels: ["Lighting"] }, from: null });
  expect(formFor(other, "bin", [LAMPS], () => BIN)).toEqual({ ...typedForm(BIN), base: null });
  expect(formFor(typed, " ", [LAMPS], none)).toMatchObject({ rule: null });
});
