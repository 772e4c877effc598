import { expect, test } from "vitest";
import type { KnownResponse } from "../records/labeled-record.ts";
import { type FiledAnswer, type FiledDraft, type Here, verdictOn } from "./take-in.ts";

const values = (value: string) => ({ topic: { value } });
const save = (value: string) => ({ kind: "save", status: "submitted", values: values(value) }) as const;
const stored = (value: string): { readonly response: KnownResponse } => ({
  response: { id: "a1", status: "submitted", values: values(value), updatedAt: 99_000_000 },
});
const NONE = { response: null };
const NOTHING: Here = { answer: null, draft: null };
const answer = (part: Partial<FiledAnswer> = {}): FiledAnswer => ({
  ...{
    family: "feedback",
    kind: "answer",
    recordId: "r1",
    datasetId: "d1",
    at: 50,
    intent: save("news"),
    over: [null],
  },
  ...part,
});
const typed = (value: string) => ({ topic: { value, untouched: [] } });
const draft: FiledDraft = {
  family: "feedback",
  kind: "draft",
  recordId: "r1",
  datasetId: "d1",
  at: 50,
  answers: typed("news"),
};

test("AUT-32 an answer is taken in over what its browser knew the server to hold, and over nothing else", () => {
  expect(verdictOn(answer(), NOTHING, NONE)).toBe("takes");
  expect(verdictOn(answer(), NOTHING, stored("news"))).toBe("there");
  expect(verdictOn(answer(), NOTHING, stored("sport"))).toBe("newer-there");
  const over = [{ status: "submitted", values: values("sport") }] as const;
  expect(verdictOn(answer({ over }), NOTHING, stored("sport"))).toBe("takes");
  expect(verdictOn(answer({ over }), NOTHING, NONE)).toBe("newer-there");
  expect(verdictOn(answer(), NOTHING, "gone")).toBe("gone");
});

test("AUT-32 a removal is there where nothing is, and does not remove what came since", () => {
  const removal = answer({ intent: { kind: "remove" }, over: [{ status: "submitted", values: values("old") }] });
  expect(verdictOn(removal, NOTHING, NONE)).toBe("there");
  expect(verdictOn(removal, NOTHING, stored("old"))).toBe("takes");
  expect(verdictOn(removal, NOTHING, stored("new"))).toBe("newer-there");
});

test("AUT-32 the later of two answers that wait stays; the same one is there already", () => {
  const here = (at: number, value: string): Here => ({ ...NOTHING, answer: { intent: save(value), at } });
  expect(verdictOn(answer(), here(49, "sport"), NONE)).toBe("takes");
  expect(verdictOn(answer(), here(50, "sport"), NONE)).toBe("newer-here");
  expect(verdictOn(answer(), here(99, "news"), NONE)).toBe("there");
});

test("AUT-32 what was typed later in this browser, or is part of an answer, is not written over", () => {
  const here = (at: number, value: string): Here => ({ ...NOTHING, draft: { answers: typed(value), at } });
  expect(verdictOn(draft, NOTHING, NONE)).toBe("takes");
  expect(verdictOn(draft, here(49, "sport"), NONE)).toBe("takes");
  expect(verdictOn(draft, here(51, "sport"), NONE)).toBe("newer-here");
  expect(verdictOn(draft, here(51, "news"), NONE)).toBe("there");
  expect(verdictOn(draft, NOTHING, stored("news"))).toBe("there");
  // The draft is kept beside the response as typed but not sent.
  expect(verdictOn(draft, NOTHING, stored("sport"))).toBe("takes");
  expect(verdictOn(draft, { ...NOTHING, answer: { intent: save("news"), at: 1 } }, NONE)).toBe("there");
  expect(verdictOn(draft, { ...NOTHING, answer: { intent: save("sport"), at: 51 } }, NONE)).toBe("newer-here");
  expect(verdictOn(draft, NOTHING, "gone")).toBe("gone");
});
