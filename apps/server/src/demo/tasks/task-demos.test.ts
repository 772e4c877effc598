import { LoggedText2TextRecords, LoggedTextRecords, LoggedTokenRecords } from "@postil/contract/tasks/records";
import { checkRecord } from "@postil/domain/tasks/check-record";
import type { LoggedRecord } from "@postil/domain/tasks/log-record";
import { describe, expect, test } from "vitest";
import { HEADLINES, readMarked, TASK_DEMOS, tokensOf } from "./task-demos.ts";

const SCHEMAS = {
  TextClassification: LoggedTextRecords,
  TokenClassification: LoggedTokenRecords,
  Text2Text: LoggedText2TextRecords,
} as const;

describe.each(TASK_DEMOS)("API-37 the demo dataset $name", ({ task, labels, rules, records: made }) => {
  const sent = made();
  const records: readonly LoggedRecord[] = SCHEMAS[task].parse({ records: sent }).records;

  test("has a hundred records, none twice, that keep every rule", () => {
    expect(records).toHaveLength(100);
    expect(new Set(sent.map((record) => record.id)).size).toBe(100);
    expect(new Set(sent.map(({ text, inputs }) => JSON.stringify(text ?? inputs))).size).toBe(100);
    expect(records.map(checkRecord).filter((checked) => "fault" in checked)).toEqual([]);
  });

  test("has predictions, metadata and a vector, and in part what people said", () => {
    const count = (test: (record: LoggedRecord) => boolean) => records.filter(test).length;
    expect(count(({ prediction }) => prediction !== undefined)).toBeGreaterThan(80);
    expect(count(({ metadata, vectors }) => metadata !== undefined && vectors?.words?.value.length === 32)).toBe(100);
    const validated = count(({ status, annotation }) => status === "Validated" && annotation !== undefined);
    expect(validated).toBeGreaterThan(25);
    expect(validated).toBeLessThan(55);
    expect(count(({ status }) => status === "Discarded")).toBeGreaterThan(0);
  });

  test("names only labels that it offers", () => {
    const named = JSON.stringify(sent).matchAll(/"(?:class|label)":"([^"]+)"/g);
    expect(new Set([...named].map(([, label]) => label))).toEqual(new Set(labels));
    expect(rules.every(({ label }) => labels.includes(label))).toBe(true);
  });
});

test("RUL-01 the three rules of the headlines overlap and disagree, each is right and wrong", () => {
  const { rules, records: made } = HEADLINES;
  expect(rules).toHaveLength(3);
  const matched = made().map((record) => {
    const words: readonly string[] =
      JSON.stringify(record.inputs)
        .toLowerCase()
        .match(/[a-z]+/g) ?? [];
    return rules.filter(({ query }) => query.split(" OR ").some((word) => words.includes(word)));
  });
  const several = matched.filter((found) => found.length > 1);
  expect(several.length).toBeGreaterThan(3);
  for (const rule of rules)
    expect(
      several.some((found) => found.includes(rule)),
      rule.query,
    ).toBe(true);
  expect(matched.filter((found) => found.length === 0).length).toBeGreaterThan(30);
});

test("TEN-31 what is marked in a line keeps its place", () => {
  expect(readMarked("[😀 Ana|PERSON] in [Xi'an|PLACE].")).toEqual({
    text: "😀 Ana in Xi'an.",
    entities: [
      { start: 0, end: 5, label: "PERSON" },
      { start: 9, end: 14, label: "PLACE" },
    ],
  });
  expect(tokensOf("The 18.05 to Xi'an, now.")).toEqual(["The", "18.05", "to", "Xi'an", ",", "now", "."]);
});
