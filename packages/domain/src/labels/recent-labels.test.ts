import { expect, test } from "vitest";
import { RECENT_QUESTIONS, withRecent } from "./visible-options.ts";

test("FAN-29 the labels chosen last are kept, the newest first, each once, five at most", () => {
  let recent = {};
  for (const value of ["a", "b", "c", "a", "d", "e", "f"]) recent = withRecent(recent, "q", value);
  expect(recent).toEqual({ q: ["f", "e", "d", "a", "c"] });
});

test("FAN-29 of a question that was labeled long ago they are forgotten", () => {
  let recent: { readonly [key: string]: readonly string[] } = {};
  for (let question = 0; question < RECENT_QUESTIONS + 5; question++) recent = withRecent(recent, `q${question}`, "a");
  recent = withRecent(recent, "q5", "b");
  recent = withRecent(recent, "another", "a");
  expect(Object.keys(recent)).toHaveLength(RECENT_QUESTIONS);
  expect(recent.q5).toEqual(["b", "a"]);
  expect(recent.q6).toBeUndefined();
});
