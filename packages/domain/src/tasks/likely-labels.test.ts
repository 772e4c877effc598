import { expect, test } from "vitest";
import { likelyFirst } from "./rule-matches.ts";

const labels = ["Lighting", "Noise", "Parking", "Trees"].map((text) => ({ text }));

test("RUL-26 the labels of the records that a query finds come first, the others keep their order", () => {
  const found = { annotated_as: { Trees: 2 }, predicted_as: { Trees: 1, Noise: 5 } };
  expect(likelyFirst(labels, found).map(({ text }) => text)).toEqual(["Noise", "Trees", "Lighting", "Parking"]);
  expect(likelyFirst(labels, { annotated_as: {}, predicted_as: {} })).toEqual(labels);
});
