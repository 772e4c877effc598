import { type AnswerForm, isWorthADraft, openForm } from "@postil/domain/answers/answer-form";
import { changeAnswers } from "@postil/domain/answers/answer-form-change";
import type { Question } from "@postil/domain/datasets/question";
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setPreference } from "../../../lib/preferences/store.ts";
import { IDLE_DRAFT, useIdleDraft } from "../queue/use-response-actions.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  setPreference("saveDraftsWhenIdle", false);
});

const comment: Question = {
  id: "q1",
  name: "comment",
  title: "Comment",
  description: null,
  required: false,
  settings: { type: "text", useMarkdown: false },
  datasetId: "d1",
  insertedAt: 1,
  updatedAt: 1,
};
const opened = (status: "submitted" | null) =>
  openForm({
    questions: [comment],
    fields: null,
    response: status === null ? null : { status, values: { comment: { value: "old" } } },
    suggestions: [],
    draft: null,
  });
const typed = (form: AnswerForm, text: string) => changeAnswers(form, { type: "setText", question: "comment", text });

function show(form: AnswerForm) {
  const save = vi.fn();
  const { rerender } = renderHook((props: AnswerForm) => useIdleDraft(props, isWorthADraft(props), save), {
    initialProps: form,
  });
  return { save, rerender };
}

test("FRS-02 with the preference on, ten seconds without a change save what was typed as a draft", () => {
  setPreference("saveDraftsWhenIdle", true);
  const { save, rerender } = show(opened(null));
  vi.advanceTimersByTime(IDLE_DRAFT);
  expect(save).not.toHaveBeenCalled();
  rerender(typed(opened(null), "a"));
  vi.advanceTimersByTime(IDLE_DRAFT - 1);
  rerender(typed(opened(null), "ab"));
  vi.advanceTimersByTime(IDLE_DRAFT - 1);
  expect(save).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(save).toHaveBeenCalledTimes(1);
});

test("FRS-02 it is off by default, and never touches what was submitted", () => {
  const off = show(typed(opened(null), "a"));
  vi.advanceTimersByTime(IDLE_DRAFT);
  expect(off.save).not.toHaveBeenCalled();
  setPreference("saveDraftsWhenIdle", true);
  const submitted = show(typed(opened("submitted"), "a"));
  vi.advanceTimersByTime(IDLE_DRAFT);
  expect(submitted.save).not.toHaveBeenCalled();
});
