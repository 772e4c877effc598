import { expect, test } from "vitest";
import { optionValues, usageOf } from "./option-usage.ts";

const option = (value: string) => ({ value, text: value.toUpperCase(), description: null });

test("FSE-30 every option has its counts in the order of the question, one that nobody used has zeros", () => {
  const settings = { type: "label_selection", options: ["a", "b", "c"].map(option), visibleOptions: null } as const;
  const usage = usageOf(settings, [
    { value: "c", status: "submitted", count: 3 },
    { value: "a", status: "draft", count: 1 },
    { value: "c", status: "discarded", count: 2 },
    { value: "gone", status: "submitted", count: 9 },
  ]);
  expect(usage).toEqual([
    { value: "a", submitted: 0, draft: 1, discarded: 0 },
    { value: "b", submitted: 0, draft: 0, discarded: 0 },
    { value: "c", submitted: 3, draft: 0, discarded: 2 },
  ]);
});

test("FSE-30 ratings count by number, a text has no options", () => {
  const rating = { type: "rating", options: [{ value: 1 }, { value: 2 }] } as const;
  expect(usageOf(rating, [{ value: 2, status: "submitted", count: 4 }])[1]).toMatchObject({ value: 2, submitted: 4 });
  expect(optionValues({ type: "text", useMarkdown: false })).toEqual([]);
});
