import { formValues, openForm } from "@postil/domain/answers/answer-form";
import type { SpanQuestionSettings } from "@postil/domain/datasets/question";
import { perform, redo, type Step, type UndoHistory, undo } from "@postil/domain/outbox/undo";
import type { Span } from "@postil/domain/spans/span";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useCallback, useRef, useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { CommandsProvider } from "../../../../lib/commands/commands-provider.tsx";
import { setPreference } from "../../../../lib/preferences/store.ts";
import { LiveRegion } from "../../../../ui/screen-reader.tsx";
import type { FormStep } from "../../../../workbench/saving/action-session.ts";
import { type FormOnPage, FormOnPageContext, type HeldForm, useAnswerForm } from "../answer-form.ts";
import { ask, options, suggest, type } from "../questions.fixture.tsx";
import { QuestionsPanel, type QuestionsPanelHandle } from "../questions-panel.tsx";
import { SpanField } from "./span-field.tsx";
import { setSpanWork } from "./span-work.ts";

const TEXT = "🎉 Two ring ouzels came over from the east corrie";
const SETTINGS: SpanQuestionSettings = {
  type: "span",
  field: "note",
  options: options("Species", "Place", "Habitat"),
  visibleOptions: null,
  allowOverlapping: false,
  allowCharacterAnnotation: true,
};
const spanOf = (words: string, label: string): Span => {
  const start = [...TEXT.slice(0, TEXT.indexOf(words))].length;
  return { start, end: start + [...words].length, label };
};
const NO_STEPS: UndoHistory<FormStep> = { past: [], future: [] };
const OUZELS = spanOf("ring ouzels", "species");

type Part = {
  settings?: Partial<SpanQuestionSettings>;
  suggested?: readonly Span[];
  text?: string;
  answered?: readonly Span[];
  required?: boolean;
};

function open({ settings = {}, suggested, text = TEXT, answered, required = true }: Part = {}) {
  const all = { ...SETTINGS, ...settings };
  const question = { ...ask("Mentions", all), settings: all, required };
  let held: HeldForm | null = null;
  function Page() {
    const suggestions =
      suggested === undefined ? [] : [suggest(question, suggested, { score: suggested.map(() => 0.88) })];
    const fields = text === "" ? {} : { note: text };
    const response =
      answered === undefined ? null : ({ status: "draft", values: { mentions: { value: answered } } } as const);
    const own = useAnswerForm("1", () =>
      openForm({ questions: [question], fields, response, suggestions, draft: null }),
    );
    held = own;
    const panel = useRef<QuestionsPanelHandle>(null);
    const [steps, setSteps] = useState<UndoHistory<FormStep>>(NO_STEPS);
    const tell = useCallback<FormOnPage["tell"]>(
      (step) => setSteps((before) => (step === null ? NO_STEPS : perform(before, step))),
      [],
    );
    const go = (step: Step<FormStep> | null, to: "undo" | "redo") => {
      if (step === null) return;
      setSteps(step.history);
      step.action[to]();
    };
    const focusQuestion = (name: string) => panel.current?.focusQuestion(name);
    return (
      <FormOnPageContext value={{ form: own.form, dispatch: own.dispatch, recordKey: "1", focusQuestion, tell }}>
        {text !== "" && <SpanField question={question} title="Field note" text={text} />}
        <QuestionsPanel
          ref={panel}
          recordKey="1"
          form={own.form}
          dispatch={own.dispatch}
          fields={fields}
          onSubmitByChoice={() => undefined}
        />
        <footer>
          {steps.past.at(-1)?.text}
          {steps.past.length > 0 && (
            <button type="button" onClick={() => go(undo(steps), "undo")}>
              Undo
            </button>
          )}
          {steps.future.length > 0 && (
            <button type="button" onClick={() => go(redo(steps), "redo")}>
              Redo
            </button>
          )}
        </footer>
        <LiveRegion />
      </FormOnPageContext>
    );
  }
  render(
    <CommandsProvider>
      <Page />
    </CommandsProvider>,
  );
  const form = () => {
    if (held === null) throw new Error("The page was not drawn");
    return held.formRef.current;
  };
  return {
    value: () => formValues(form()).mentions?.value,
    untouched: () => [...(form().states.mentions?.untouched ?? [])],
  };
}

const said = () => document.querySelector("[data-live-region]")?.textContent;
const foot = () => screen.getByRole("contentinfo").textContent;
const toggle = (name: string) => screen.getByRole("button", { name });
const gloss = (name: RegExp) => screen.getByRole("button", { name });

beforeEach(() => {
  setSpanWork("mentions", { active: null });
  // Gives the window room for the rows of a list.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
});

test("FAN-43 spans beyond a text that was made shorter are not in the answer, and the question says how many", () => {
  const { value } = open({ answered: [OUZELS, { start: 40, end: 400, label: "place" }] });
  expect(value()).toEqual([OUZELS]);
  expect(screen.getByText("1 span")).toBeTruthy();
  expect(within(screen.getByRole("group", { name: /Mentions/ })).getByRole("note").textContent).toBe(
    "1 span lies beyond the text, which is shorter now. It is neither shown nor saved.",
  );
});

describe("FAN-28 a question of spans", () => {
  test("by keyboard alone: W, words, a digit that becomes the active label, and back with Escape", () => {
    const { value } = open();
    expect(toggle("Species").getAttribute("aria-pressed")).toBe("true");
    type("w", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "Enter");
    expect(value()).toEqual([OUZELS]);
    expect(said()).toBe("“ring ouzels”, Species, added");
    expect(foot()).toContain("“ring ouzels”, Species, added");
    expect(screen.getByText("1 span")).toBeTruthy();
    type("ArrowRight", "2");
    expect(value()).toEqual([OUZELS, spanOf("came", "place")]);
    expect(toggle("Place").getAttribute("aria-pressed")).toBe("true");
    type("Escape");
    expect(document.activeElement).toBe(toggle("Species"));
  });

  test("a new span asks before it replaces the one it overlaps, says so, and Undo brings it back, step by step", () => {
    const { value } = open();
    type("w", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "Enter", "Shift+ArrowRight", "2");
    const asked = screen.getByRole("dialog", { name: "“ouzels came” overlaps" });
    expect(asked.textContent).toContain("Replace “ring ouzels”, Species?");
    expect(document.activeElement).toBe(within(asked).getByRole("button", { name: "Keep" }));
    type("Escape");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(value()).toEqual([OUZELS]);
    type("Shift+ArrowLeft", "2", "r");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(value()).toEqual([spanOf("ouzels came", "place")]);
    expect(foot()).toContain("1 span replaced");
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(value()).toEqual([OUZELS]);
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(value()).toBeUndefined();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  test("what was undone is redone step by step, as it was and as it is said; a new span ends that", () => {
    const { value, untouched } = open({ suggested: [OUZELS] });
    type("w", "Tab", "3", "Tab", "Delete");
    expect(value()).toEqual([]);
    const press = (name: "Undo" | "Redo") => fireEvent.click(screen.getByRole("button", { name }));
    press("Undo");
    press("Undo");
    expect(value()).toEqual([OUZELS]);
    expect(untouched()).toHaveLength(1);
    expect(said()).toBe("Undone: “ring ouzels” is Habitat now");
    press("Redo");
    expect(value()).toEqual([{ ...OUZELS, label: "habitat" }]);
    expect(untouched()).toEqual([]);
    expect(said()).toBe("“ring ouzels” is Habitat now");
    press("Redo");
    expect(value()).toEqual([]);
    press("Undo");
    type("w", "2", "r");
    expect(screen.queryByRole("button", { name: "Redo" })).toBeNull();
  });

  test("where spans may overlap it nests", () => {
    const { value } = open({ settings: { allowOverlapping: true } });
    type("w", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "Enter", "2");
    expect(value()).toEqual([OUZELS, spanOf("ouzels", "place")]);
  });

  test("the list at a span names its label, takes another one by number, arrow or search, and removes", async () => {
    const { value } = open({ suggested: [OUZELS] });
    fireEvent.click(gloss(/ring ouzels.*Species/));
    const list = within(screen.getByRole("dialog", { name: "Label of “ring ouzels”" })).getByRole("listbox");
    expect(within(list).getByRole("option", { selected: true }).textContent).toContain("Species");
    fireEvent.keyDown(list, { key: "2", code: "Digit2" });
    expect(value()).toEqual([{ ...OUZELS, label: "place" }]);
    fireEvent.click(gloss(/ring ouzels.*Place/));
    const search = screen.getByRole("textbox", { name: "Find a label" });
    fireEvent.change(search, { target: { value: "hab" } });
    fireEvent.keyDown(search, { key: "Enter" });
    expect(value()).toEqual([{ ...OUZELS, label: "habitat" }]);
    fireEvent.click(gloss(/ring ouzels.*Habitat/));
    fireEvent.click(screen.getByRole("button", { name: /^Remove/ }));
    expect(value()).toEqual([]);
    expect(said()).toBe("“ring ouzels”, Habitat, removed");
  });

  test("where the reader hides the names, a click on the words of a span opens its list", () => {
    act(() => setPreference("entityNames", false));
    open({ suggested: [OUZELS] });
    expect(document.querySelector(".postil-gloss")).toBeNull();
    const text = document.querySelector(".postil-spans");
    const word = text?.querySelector(".postil-span [data-at]")?.firstChild;
    if (!text || !word) throw new Error("The span is not drawn");
    // jsdom has no layout: here every point is inside the span's words.
    Object.assign(document, { caretPositionFromPoint: () => ({ offsetNode: word, offset: 1 }) });
    fireEvent.mouseDown(text, { button: 0, detail: 1 });
    fireEvent.mouseUp(text, { detail: 1 });
    expect(screen.getByRole("dialog", { name: "Label of “ring ouzels”" })).toBeTruthy();
    act(() => setPreference("entityNames", true));
  });

  test("on a span Enter opens its list and Delete removes it; a digit on it changes its label", () => {
    const { value } = open({ suggested: [OUZELS] });
    type("w", "Tab", "3");
    expect(value()).toEqual([{ ...OUZELS, label: "habitat" }]);
    type("Tab", "Enter");
    expect(screen.getByRole("dialog", { name: "Label of “ring ouzels”" })).toBeTruthy();
    act(() => fireEvent.keyDown(screen.getByRole("listbox"), { key: "Delete" }));
    expect(value()).toEqual([]);
  });
});

describe("FAN-28 FAN-14 FAN-18 suggested spans", () => {
  const suggested = [OUZELS, spanOf("the east corrie", "place")];

  test("are prefilled in dots with star and score; touching one makes that one solid", () => {
    const { value, untouched } = open({ suggested });
    expect(value()).toEqual(suggested);
    expect(untouched()).toHaveLength(2);
    expect(document.querySelectorAll('.postil-span[data-look="suggested"]')).toHaveLength(2);
    expect(document.querySelector(".postil-gloss-name")?.getAttribute("data-name")).toBe("Species 88 %");
    fireEvent.click(gloss(/ring ouzels/));
    fireEvent.click(within(screen.getByRole("listbox")).getByRole("option", { name: /Species/ }));
    expect(untouched()).toHaveLength(1);
    expect(document.querySelector('.postil-span[data-look="solid"] svg')).not.toBeNull();
    expect(value()).toEqual(suggested);
  });

  test("can be cleared, and the margin note brings all back", () => {
    const { value } = open({ suggested });
    expect(screen.getByText("2 spans")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: /^Clear “/ }));
    expect(value()).toEqual([]);
    expect(document.querySelectorAll(".postil-span")).toHaveLength(0);
    fireEvent.click(screen.getByRole("button", { name: "use all 2" }));
    expect(value()).toEqual(suggested);
  });
});

describe("FAN-27 a question of spans", () => {
  test("says that the record has no such field", () => {
    open({ text: "" });
    const said = screen.getByText(/^This record has no/);
    expect(said.textContent).toBe("This record has no note. That there are no spans is its answer.");
    // I18-05: a browser does not translate the name of the field.
    expect(said.querySelector("[translate=no]")?.textContent).toBe("note");
    type("w");
    expect(screen.queryByRole("application")).toBeNull();
  });

  test("an optional one has a button that says so, with Undo; until then it has no answer", () => {
    const { value } = open({ required: false, text: "" });
    expect(screen.getByText(/^This record has no/).textContent).toBe("This record has no note.");
    const none = screen.getByRole("button", { name: "No spans" });
    expect([value(), none.getAttribute("aria-pressed")]).toEqual([undefined, "false"]);
    fireEvent.click(none);
    expect([value(), none.getAttribute("aria-pressed"), foot()]).toEqual([
      [],
      "true",
      expect.stringContaining("No spans"),
    ]);
    fireEvent.click(none);
    expect([value(), said()]).toEqual([undefined, "“No spans” taken back"]);
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(value()).toEqual([]);
  });

  test("a required one needs no such button, nor one that has spans", () => {
    open();
    expect(screen.queryByRole("button", { name: "No spans" })).toBeNull();
    cleanup();
    open({ required: false, answered: [OUZELS] });
    expect(screen.queryByRole("button", { name: "No spans" })).toBeNull();
  });

  test("FAN-22 FAN-23 folds its labels and finds those that are folded", () => {
    open({ settings: { options: options("A", "B", "C", "D", "E"), visibleOptions: 3 } });
    expect(screen.queryByRole("button", { name: "D" })).toBeNull();
    type("4");
    expect(toggle("D").getAttribute("aria-pressed")).toBe("true");
    const search = screen.getByRole("searchbox", { name: "Find a label" });
    fireEvent.change(search, { target: { value: "e" } });
    fireEvent.keyDown(search, { key: "Enter" });
    expect(toggle("E").getAttribute("aria-pressed")).toBe("true");
    type("w", "/");
    expect(document.activeElement).toBe(search);
  });

  test("TEN-10 TEN-11 the label and its spans have the same colour", () => {
    open({ suggested: [spanOf("Two", "place")] });
    const color = (element: Element | null) =>
      element instanceof HTMLElement && element.style.getPropertyValue("--tone");
    expect(color(toggle("Place"))).toBe("var(--entity-1-tone)");
    expect(color(document.querySelector(".postil-span"))).toBe("var(--entity-1-tone)");
  });
});
