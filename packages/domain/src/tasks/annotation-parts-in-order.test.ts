import { expect, test } from "vitest";
import { annotationPartsInOrder } from "./annotation-part.ts";
import { labels } from "./task-records.fixture.ts";

const nothing = { main: undefined, byAgent: undefined };

test("TEN-29 without a main prediction the first agent's is it, in the order they were sent", () => {
  const byAgent = { zed: labels("Z"), abe: labels("A") };
  expect(annotationPartsInOrder({ main: undefined, byAgent }, nothing)).toEqual({
    prediction: { agent: "zed", ...labels("Z") },
    predictions: byAgent,
  });
});

test("TEN-29 the main one stands among all by agent, in place of another of its agent", () => {
  const byAgent = { abe: labels("old"), zed: labels("Z") };
  const parts = annotationPartsInOrder(nothing, { main: { agent: "abe", ...labels("mine") }, byAgent });
  expect(parts).toEqual({
    annotation: { agent: "abe", ...labels("mine") },
    annotations: { abe: labels("mine"), zed: labels("Z") },
  });
});

test("TEN-29 TEN-30 labels and sentences stand by score, equal ones as they were sent; entities stay", () => {
  const main = { agent: "m", ...labels("a 0.1", "b 0.5", "c 0.5", "d 0.9") };
  const { prediction } = annotationPartsInOrder({ main, byAgent: {} }, nothing);
  expect(prediction).toEqual({ agent: "m", ...labels("d 0.9", "b 0.5", "c 0.5", "a 0.1") });
  const sentences = [
    { text: "low", score: 0.2 },
    { text: "high", score: 1 },
  ];
  expect(annotationPartsInOrder({ main: undefined, byAgent: { m: { sentences } } }, nothing).predictions).toEqual({
    m: { sentences: sentences.toReversed() },
  });
  const entities = [
    { start: 4, end: 5, label: "B", score: 0.1 },
    { start: 0, end: 1, label: "A", score: 0.9 },
  ];
  const byEntities = annotationPartsInOrder({ main: { agent: "m", entities }, byAgent: undefined }, nothing);
  expect(byEntities.prediction).toEqual({ agent: "m", entities });
});

test("TEN-18 nothing said is nothing stored", () => {
  expect(annotationPartsInOrder(nothing, { main: undefined, byAgent: {} })).toEqual({});
});
