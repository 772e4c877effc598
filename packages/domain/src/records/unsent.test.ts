import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnswerDraft, unsent } from "./labeled-record.ts";

const typed = (value: AnswerDraft[string]["value"]) => ({ value, untouched: [] });

test("FQU-26 of what was typed only what the answer says is gone, question by question", () => {
  const draft = { topic: typed("news"), comment: typed("half a sen") };
  expect(unsent(draft, { topic: { value: "news" }, comment: { value: "half a sen" } })).toBeNull();
  expect(unsent(draft, { topic: { value: "news" } })).toEqual({ comment: draft.comment });
  expect(unsent(draft, { topic: { value: "sport" }, comment: { value: "half a sen" } })).toEqual({
    topic: draft.topic,
  });
});

test("FQU-26 FAN-07 blank and emptied answers are held by an answer without them, and by no other", () => {
  for (const nothing of [typed(""), typed(" \n"), typed(null), typed([])]) {
    expect(unsent({ comment: nothing }, {})).toBeNull();
    expect(unsent({ comment: nothing }, { comment: { value: "x" } })).toEqual({ comment: nothing });
  }
});

test("FQU-26 an answer that says what was typed leaves nothing, and every other word stays", () => {
  const value = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.integer(),
    fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), fc.dictionary(fc.string(), value), (mine, others) => {
      const draft = Object.fromEntries(Object.entries(mine).map(([name, said]) => [name, typed(said)]));
      const answer = (of: typeof mine) =>
        Object.fromEntries(Object.entries(of).map(([name, said]) => [name, { value: said }]));
      expect(unsent(draft, answer({ ...others, ...mine }))).toBeNull();
      const rest = unsent(draft, answer(others)) ?? {};
      for (const [name, said] of Object.entries(mine)) {
        const blank = typeof said === "string" && said.trim() === "" && !Object.hasOwn(others, name);
        const same = JSON.stringify(others[name]) === JSON.stringify(said);
        expect(Object.hasOwn(rest, name)).toBe(!blank && !same);
      }
    }),
  );
});
