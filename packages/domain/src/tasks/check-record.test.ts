import { expect, test } from "vitest";
import { checkRecord } from "./check-record.ts";
import { entity, labels, loggedText, loggedTokens } from "./task-records.fixture.ts";

function faultOf(record: Parameters<typeof checkRecord>[0]) {
  const checked = checkRecord(record);
  return "fault" in checked ? checked.fault.at : null;
}
const by = <S extends object>(part: S) => ({ agent: "u", ...part });

test("TST-17 a validated single-label record needs an annotation with exactly one label", () => {
  const one = { annotation: by(labels("A")), annotations: { u: labels("A") } };
  expect(faultOf(loggedText({ status: "Validated" }))).toEqual(["status"]);
  expect(faultOf(loggedText({ status: "Validated", ...one }))).toBeNull();
  expect(faultOf(loggedText({ annotation: by(labels()) }))).toEqual(["annotation", "labels"]);
  expect(faultOf(loggedText({ annotation: by(labels("A", "B")) }))).toEqual(["annotation", "labels"]);
});

test("TST-17 a multi-label record may be validated without labels, and have any number of them", () => {
  expect(faultOf(loggedText({ status: "Validated", multi_label: true }))).toBeNull();
  const several = { multi_label: true, annotation: by(labels("A", "B")), prediction: by(labels("A", "B")) };
  expect(faultOf(loggedText(several))).toBeNull();
});

test("TST-17 the scores of a single-label prediction sum up to one, give or take a thousandth", () => {
  expect(faultOf(loggedText({ prediction: by(labels("A 0.7", "B 0.301")) }))).toBeNull();
  expect(faultOf(loggedText({ prediction: by(labels("A 0.7", "B 0.302")) }))).toEqual(["prediction", "labels"]);
});

test("TST-17 a text classification record has an input", () => {
  expect(faultOf(loggedText({ inputs: {} }))).toEqual(["inputs"]);
});

test("TST-17 tokens spell the text, and entities begin and end with them", () => {
  expect(faultOf(loggedTokens({ tokens: ["Ana", "lives", "Lopez"] }))).toEqual(["tokens", 2]);
  const prediction = by({ entities: [entity(0, 3), entity(1, 3)] });
  expect(faultOf(loggedTokens({ prediction }))).toEqual(["prediction", "entities", 1]);
  expect(faultOf(loggedTokens({ annotation: prediction }))).toEqual(["annotation", "entities", 1]);
  const nested = by({ entities: [entity(0, 3), entity(0, 3), entity(0, 9), entity(4, 9)] });
  expect(faultOf(loggedTokens({ prediction: nested, status: "Validated" }))).toBeNull();
});

test("TST-17 an entity without the white space at its ends is stored in both of its places", () => {
  const part = { entities: [entity(0, 4)], score: 0.5 };
  const checked = checkRecord(loggedTokens({ annotation: by(part), annotations: { u: part, v: part } }));
  const trimmed = { entities: [entity(0, 3)], score: 0.5 };
  expect(checked).toEqual({ record: loggedTokens({ annotation: by(trimmed), annotations: { u: trimmed, v: part } }) });
});

test("API-31 the texts of all mentions have a bound", () => {
  const tokens = Array.from({ length: 1500 }, () => "a");
  const entities = tokens.map((_, index) => entity(0, 2 * index + 1));
  const text = tokens.join(" ");
  expect(faultOf(loggedTokens({ text, tokens, prediction: by({ entities }) }))).toEqual(["prediction", "entities"]);
  expect(faultOf(loggedTokens({ text, tokens, prediction: by({ entities: entities.slice(0, 900) }) }))).toBeNull();
});
