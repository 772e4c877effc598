import { describe, expect, test } from "vitest";
import { createCheck } from "../import/check-rows.ts";
import { CONTENTS, DEMO, STEPS } from "./definition.ts";
import { demoRecord, readMessages, suggestionsFor } from "./messages.ts";
import { wordVector } from "./word-vector.ts";

const messages = readMessages();
const records = messages.map((message, index) => ({
  ...demoRecord(message, index),
  suggestions: suggestionsFor(message),
}));

describe("API-37 the demo dataset", () => {
  test("is 200 messages, none twice, in several languages and lengths", () => {
    expect(messages).toHaveLength(200);
    expect(new Set(messages.map((message) => message.text)).size).toBe(200);
    expect(new Set(messages.map((message) => message.language))).toEqual(new Set(["en", "de", "es", "ar", "ja", "fr"]));
    const lengths = messages.map((message) => message.text.length);
    expect(Math.min(...lengths)).toBeLessThan(10);
    expect(Math.max(...lengths)).toBeGreaterThan(400);
  });

  test("has all five question types, all three kinds of metadata, a vector and guidelines with headings", () => {
    expect(DEMO.questions.map((question) => question.settings.type)).toEqual([
      "label_selection",
      "multi_label_selection",
      "rating",
      "ranking",
      "text",
    ]);
    expect(new Set(DEMO.metadata.map((property) => property.settings.type))).toEqual(
      new Set(["terms", "integer", "float"]),
    );
    expect(DEMO.vectors).toHaveLength(1);
    expect(DEMO.guidelines).toMatch(/^# .*\n[\s\S]*^## /m);
  });

  test("keeps every rule of the contract", () => {
    const check = createCheck(DEMO);
    expect(records.map(check).filter((fault) => fault !== null)).toEqual([]);
  });

  test("has suggestions with scores and agents on most records, for every question, and some that are wrong (PRD-07)", () => {
    const suggested = records.filter((record) => record.suggestions.length > 0);
    expect(suggested.length).toBeGreaterThan(160);
    expect(suggested.length).toBeLessThan(200);
    const all = records.flatMap((record) => record.suggestions);
    expect(new Set(all.map((one) => one.question)).size).toBe(5);
    expect(all.every((one) => one.agent !== "" && one.score !== undefined)).toBe(true);
    const wrong = messages.filter((message, index) => {
      const topic = records[index]?.suggestions.find((one) => one.question === "topic");
      return topic && topic.value !== message.topic;
    });
    expect(wrong.length).toBeGreaterThan(10);
    expect(wrong.length).toBeLessThan(60);
  });

  test("names only contents and steps that are options", () => {
    const known = new Set(CONTENTS.map((option) => option.value));
    expect(messages.flatMap((message) => message.contents).filter((one) => !known.has(one))).toEqual([]);
    expect(STEPS).toHaveLength(4);
  });
});

describe("word vectors", () => {
  test("have unit length and depend on the text alone", () => {
    const vector = wordVector("Where is my order?", 32);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
    expect(wordVector("Where is my order?", 32)).toEqual(vector);
  });

  test("lie closer together where texts share words", () => {
    const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
    const [one, near, far] = ["the lamp is broken", "my lamp arrived broken", "please send an invoice"].map((text) =>
      wordVector(text, 32),
    );
    expect(dot(one ?? [], near ?? [])).toBeGreaterThan(dot(one ?? [], far ?? []));
  });
});
