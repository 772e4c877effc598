import "../../../lib/i18n/en/text2text.ts";
import type { Text2TextRecord } from "@postil/domain/tasks/shown-record";
import { shownOf, text2TextRecord } from "@postil/domain/tasks/shown-record.fixture";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openArea } from "../area.fixture.tsx";
import { PredictionsPanel, TEXT_TO_TEXT } from "./text-to-text.tsx";

const { Annotate, Explore } = TEXT_TO_TEXT;
const prediction = {
  agent: "label-writer-2",
  sentences: [
    { text: "Eleven figures sit in this boat.", score: 0.84 },
    { text: "A boat.", score: 0.43 },
  ],
};
const annotation = { agent: "mara", sentences: [{ text: "A child counted.", score: 1 }] };
const open = (given: Partial<Text2TextRecord> = { prediction }) =>
  openArea(Annotate, (edit) => shownOf(text2TextRecord(given), edit));
const editor = () => screen.getByRole("textbox", { name: "Text to write" });
const write = () => fireEvent.click(screen.getByRole("button", { name: "Write the text" }));
const type = (text: string) => fireEvent.change(editor(), { target: { value: text } });

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => vi.useRealTimers());

test("TAN-11 the editor begins with the annotation, else the best prediction, else nothing", () => {
  for (const [given, text] of [
    [{ prediction, annotation }, "A child counted."],
    [{ prediction }, "Eleven figures sit in this boat."],
    [{}, ""],
  ] as const) {
    const page = open(given);
    write();
    expect(editor()).toHaveProperty("value", text);
    expect(document.activeElement).toBe(editor());
    page.unmount();
  }
});

test("TAN-11 what is typed is kept from its first letter on, without a pause too, and the record Edited; typed back it is not", () => {
  const page = open();
  write();
  type("E");
  expect(page.lastOf("edit")).toEqual({ sentences: [{ text: "E", score: 1 }] });
  expect(page.record().status).toBe("Edited");
  for (const text of ["El", "Ele", "Elev"]) {
    act(() => void vi.advanceTimersByTime(100));
    type(text);
  }
  expect(page.lastOf("edit")).toEqual({ sentences: [{ text: "Ele", score: 1 }] });
  expect(editor()).toHaveProperty("value", "Elev");
  type("Eleven figures sit in this boat.");
  act(() => void vi.advanceTimersByTime(300));
  expect(page.record().status).toBe("Default");
});

test("TAN-11 the page that goes, or is hidden, takes the last letter with it", () => {
  for (const [target, leaving] of [
    [window, "pagehide"],
    [document, "visibilitychange"],
  ] as const) {
    const page = open();
    write();
    type("E");
    type("Eleven people");
    act(() => void target.dispatchEvent(new Event(leaving)));
    expect(page.lastOf("edit")).toEqual({ sentences: [{ text: "Eleven people", score: 1 }] });
    page.unmount();
  }
});

test("TAN-11 Shift+Enter begins to write and saves as validated, what was typed last too", () => {
  const page = open();
  page.press("Enter", { shiftKey: true });
  type("Eleven");
  type("Eleven people");
  page.actions.edit.mockClear();
  fireEvent.keyDown(editor(), { key: "Enter", shiftKey: true });
  expect(page.lastOf("answer")).toEqual({ sentences: [{ text: "Eleven people", score: 1 }] });
  expect(screen.queryByRole("textbox", { name: "Text to write" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Write the text" }));
  act(() => void vi.advanceTimersByTime(1000));
  expect(page.actions.edit).not.toHaveBeenCalled();
});

test("TAN-11 FRS-16 what was saved before the record could be seen is saved by nobody, and every letter of it stays", () => {
  const page = open();
  page.actions.answer.mockReturnValue(false);
  page.press("Enter", { shiftKey: true });
  type("E");
  type("Eleven people");
  fireEvent.keyDown(editor(), { key: "Enter", shiftKey: true });
  expect(editor()).toHaveProperty("value", "Eleven people");
  act(() => void vi.advanceTimersByTime(1000));
  expect(page.lastOf("edit")).toEqual({ sentences: [{ text: "Eleven people", score: 1 }] });
  page.actions.answer.mockReturnValue(true);
  fireEvent.keyDown(editor(), { key: "Enter", shiftKey: true });
  expect(page.lastOf("answer")).toEqual({ sentences: [{ text: "Eleven people", score: 1 }] });
  expect(screen.queryByRole("textbox", { name: "Text to write" })).toBeNull();
});

test("TAN-11 Escape leaves the editor and keeps the text; so does the row when it goes, and the focus when it leaves", () => {
  const page = open();
  write();
  type("By Escape");
  fireEvent.keyDown(editor(), { key: "Escape" });
  expect(page.lastOf("edit")).toMatchObject({ sentences: [{ text: "By Escape" }] });
  expect(screen.getByText("By Escape")).toBeDefined();
  write();
  type("By focus");
  act(() => screen.getByRole("textbox", { name: "elsewhere" }).focus());
  expect(page.lastOf("edit")).toMatchObject({ sentences: [{ text: "By focus" }] });
  expect(screen.queryByRole("textbox", { name: "Text to write" })).toBeNull();
  write();
  type("By the row");
  page.unmount();
  expect(page.lastOf("edit")).toMatchObject({ sentences: [{ text: "By the row" }] });
});

test("TAN-11 nothing cannot be saved, and that is said", () => {
  const page = open({});
  write();
  type("  ");
  fireEvent.keyDown(editor(), { key: "Enter", shiftKey: true });
  expect(page.actions.answer).not.toHaveBeenCalled();
  expect(screen.getAllByRole("status").some((said) => said.textContent === "There is nothing to save yet")).toBe(true);
});

test("TAN-11 while text is typed its keys are its own", () => {
  const page = open();
  write();
  const pressed = fireEvent.keyDown(editor(), { key: "Enter" });
  expect(pressed).toBe(true);
  expect(page.actions.answer).not.toHaveBeenCalled();
});

test("TAN-11 a prediction that is taken while one writes takes the place of what was typed", () => {
  const page = open();
  write();
  type("Eleven peo");
  page.actions.edit.mockClear();
  page.show({ sentences: [{ text: "A boat.", score: 1 }] });
  expect(editor()).toHaveProperty("value", "A boat.");
  act(() => void vi.advanceTimersByTime(1000));
  expect(page.actions.edit).not.toHaveBeenCalled();
});

test("TAN-08 TAN-11 whose words they are: the machine's, taken by a person, a person's own", () => {
  const score = () => screen.queryByText(/^Predicted/)?.textContent;
  const page = open();
  expect(score()).toBe("Predicted, 84 %");
  page.unmount();
  const taken = open({ prediction, annotation: { agent: "mara", sentences: [{ text: "A boat.", score: 1 }] } });
  expect(score()).toBe("Predicted, 43 %");
  taken.unmount();
  open({ prediction, annotation });
  expect(score()).toBeUndefined();
});

test("TAN-11 predictions of the record at the cursor: by score, to take and to compare word by word", () => {
  const stored = text2TextRecord({ prediction: { ...prediction, sentences: [...prediction.sentences].reverse() } });
  const edit = vi.fn();
  // The panel calls no other action.
  const actions = { edit } as unknown as Parameters<typeof PredictionsPanel>[0]["actions"];
  const mine = shownOf(stored, { sentences: [{ text: "Eleven people sit in this boat.", score: 1 }] });
  render(<PredictionsPanel record={mine} actions={actions} />);
  const panel = screen.getByRole("complementary", { name: "Predictions of the record at the cursor" });
  expect(
    within(panel)
      .getAllByRole("tab")
      .map((tab) => tab.textContent),
  ).toEqual(["84 %", "43 %"]);
  expect(within(panel).getByText("label-writer-2")).toBeDefined();
  fireEvent.click(within(panel).getByRole("button", { name: "Changes" }));
  expect(panel.querySelector("del")?.textContent).toContain("figures");
  expect(panel.querySelector("ins")?.textContent).toContain("people");
  expect(within(panel).getByText("Words: 1 out, 1 in, 5 kept")).toBeDefined();
  fireEvent.click(within(panel).getByRole("tab", { name: "43 %" }));
  fireEvent.click(within(panel).getByRole("button", { name: "Changes" }));
  expect(within(panel).getByRole("tabpanel").textContent).toContain("A boat.");
  fireEvent.click(within(panel).getByRole("button", { name: "Use this text" }));
  expect(edit).toHaveBeenCalledWith({ record: mine, answer: { sentences: [{ text: "A boat.", score: 1 }] } });
});

test("TAN-11 a mixed text reads in one direction, wherever it is shown, written or compared", () => {
  const panelOf = (text: string) => {
    const predicted = text2TextRecord({ prediction: { agent: "writer", sentences: [{ text, score: 0.5 }] } });
    const actions = {} as Parameters<typeof PredictionsPanel>[0]["actions"]; // nothing of it is pressed
    return render(
      <PredictionsPanel
        record={shownOf(predicted, { sentences: [{ text: `${text}!`, score: 1 }] })}
        actions={actions}
      />,
    );
  };
  const directionOf = (element: Element | null) => element?.closest("[dir]")?.getAttribute("dir");
  for (const [text, direction] of [
    ["Hello שלום עולם, מה שלומך היום", "rtl"],
    ["שלום means peace, and hello too", "ltr"],
  ] as const) {
    const page = open({ text, annotation: { agent: "mara", sentences: [{ text, score: 1 }] } });
    expect(screen.getAllByText(text).map(directionOf)).toEqual([direction, direction]);
    write();
    expect(directionOf(editor())).toBe(direction);
    page.unmount();
    const panel = panelOf(text);
    expect(directionOf(screen.getByText(text))).toBe(direction);
    fireEvent.click(screen.getByRole("button", { name: "Changes" }));
    expect(directionOf(panel.container.querySelector("ins"))).toBe(direction);
    panel.unmount();
  }
});

test("TAN-11 a record without predictions says so, and so does a page without a cursor", () => {
  const actions = {} as Parameters<typeof PredictionsPanel>[0]["actions"]; // nothing can be pressed
  const { rerender } = render(<PredictionsPanel record={shownOf(text2TextRecord())} actions={actions} />);
  expect(screen.getByText("Nothing was predicted for this record.")).toBeDefined();
  rerender(<PredictionsPanel record={null} actions={actions} />);
  expect(screen.getByText("No record is at the cursor.")).toBeDefined();
});

test("TAN-11 TAN-12 explored: a tab for each text, the annotation first, then by score; arrows go round them", () => {
  render(<Explore record={shownOf(text2TextRecord({ prediction, annotation }))} labels={[]} isCursor={false} />);
  const tabs = () => screen.getAllByRole("tab").map((tab) => [tab.textContent, tab.getAttribute("aria-selected")]);
  expect(tabs()).toEqual([
    ["Annotation", "true"],
    ["84 %", "false"],
    ["43 %", "false"],
  ]);
  expect(screen.getByRole("tabpanel").textContent).toBe("A child counted.");
  fireEvent.keyDown(screen.getByRole("tab", { name: "Annotation" }), { key: "ArrowLeft" });
  expect(screen.getByRole("tabpanel").textContent).toContain("A boat.");
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "43 %" }));
});
