import { type AnswerForm, openForm } from "@postil/domain/answers/answer-form";
import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useAnswerForm } from "./answer-form.ts";
import { ask, label, text } from "./questions.fixture.tsx";

const questions = [ask("Topic", label("Flight", "Sleep")), ask("Opening", text())];
const open = vi.fn<() => AnswerForm>(() =>
  openForm({ questions, fields: null, response: null, suggestions: [], draft: null }),
);
const held = (form: AnswerForm, question: string) => form.states[question]?.answer;

function start() {
  return renderHook(({ record }) => useAnswerForm(record, open), { initialProps: { record: "1" } });
}

test("FAN-16 an action is in the form before anything is drawn, so that two keys in one frame both count", () => {
  const { result } = start();
  act(() => {
    result.current.dispatch({ type: "setText", question: "opening", text: "s" });
    result.current.dispatch({
      type: "setText",
      question: "opening",
      text: `${heldText(result.current.formRef.current)}o`,
    });
    expect(heldText(result.current.formRef.current)).toBe("so");
  });
  expect(heldText(result.current.form)).toBe("so");
});

test("FAN-15 another record never shows the answers of the one before it, and the same one is not opened again", () => {
  const { result, rerender } = start();
  act(() => void result.current.dispatch({ type: "choose", question: "topic", value: "sleep" }));
  const times = open.mock.calls.length;
  rerender({ record: "1" });
  expect(open).toHaveBeenCalledTimes(times);
  expect(held(result.current.form, "topic")).toMatchObject({ value: "sleep" });
  rerender({ record: "2" });
  expect(held(result.current.form, "topic")).toMatchObject({ value: null });
  expect(held(result.current.formRef.current, "topic")).toMatchObject({ value: null });
});

test("FAN-16 an action meant for the record before reaches neither that nor this one", () => {
  const { result, rerender } = start();
  const stale = result.current.dispatch;
  rerender({ record: "2" });
  act(() => void result.current.dispatch({ type: "setText", question: "opening", text: "mine" }));
  act(() => void stale({ type: "choose", question: "topic", value: "sleep" }));
  expect(held(result.current.form, "topic")).toMatchObject({ value: null });
  expect(heldText(result.current.form)).toBe("mine");
});

function heldText(form: AnswerForm): string {
  const answer = held(form, "opening");
  return answer?.type === "text" ? answer.value : "";
}
