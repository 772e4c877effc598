import { type FormSource, openForm } from "@postil/domain/answers/answer-form";
import type { LabelOption, Question, QuestionSettings } from "@postil/domain/datasets/question";
import type { FeedbackRecord, Suggestion } from "@postil/domain/records/record";
import { fireEvent, render } from "@testing-library/react";
import { vi } from "vitest";
import { CommandsProvider, useCommands } from "../../../lib/commands/commands-provider.tsx";
import { type HeldForm, useAnswerForm } from "./answer-form.ts";
import { loadControls } from "./question-kinds.tsx";
import { QuestionsPanel } from "./questions-panel.tsx";

/** A panel with all providers that its keys need, for the tests of the controls. */

// The page loads the controls before it shows a question.
await loadControls(["rating", "ranking", "text", "span"]);

export function options(...texts: readonly string[]): readonly LabelOption[] {
  return texts.map((text) => ({ value: text.toLowerCase(), text, description: null }));
}

export function ask(title: string, settings: QuestionSettings, part: Partial<Question> = {}): Question {
  const name = title.toLowerCase();
  return {
    id: name,
    name,
    title,
    description: null,
    required: true,
    datasetId: "d",
    insertedAt: 1,
    updatedAt: 1,
    ...part,
    settings,
  };
}

export const label = (...texts: readonly string[]): QuestionSettings => ({
  type: "label_selection",
  options: options(...texts),
  visibleOptions: null,
});

export const labels = (texts: readonly string[], visibleOptions: number | null = null): QuestionSettings => ({
  type: "multi_label_selection",
  options: options(...texts),
  visibleOptions,
  optionsOrder: "natural",
});

export const rating = (...values: readonly number[]): QuestionSettings => ({
  type: "rating",
  options: values.map((value) => ({ value })),
});
export const text = (useMarkdown = false): QuestionSettings => ({ type: "text", useMarkdown });

export function suggest(question: Question, value: Suggestion["value"], part: Partial<Suggestion> = {}): Suggestion {
  return {
    id: `s-${question.id}`,
    questionId: question.id,
    type: "model",
    value,
    agent: "critic-2",
    score: null,
    insertedAt: 1,
    updatedAt: 1,
    ...part,
  };
}

export type Opened = {
  /** the current form */
  readonly form: () => HeldForm["form"];
  /** the current value of a question */
  readonly value: (question: string) => unknown;
  readonly submit: ReturnType<typeof vi.fn<() => void>>;
  readonly submitByChoice: ReturnType<typeof vi.fn<() => void>>;
  readonly letter: ReturnType<typeof vi.fn<() => void>>;
  /** shows another record with the same questions */
  readonly nextRecord: () => void;
};

export function openPanel(
  questions: readonly Question[],
  part: Partial<FormSource> & { disabled?: boolean; fields?: FeedbackRecord["fields"] } = {},
): Opened {
  const submit = vi.fn<() => void>();
  const submitByChoice = vi.fn<() => void>();
  const letter = vi.fn<() => void>();
  let held: HeldForm | null = null;

  function Page({ record }: { record: string }) {
    const own = useAnswerForm(record, () =>
      openForm({ questions, fields: null, response: null, suggestions: [], draft: null, ...part }),
    );
    held = own;
    useCommands([
      {
        id: "submit",
        label: "Submit",
        shortcuts: [{ keys: "Enter" }, { keys: "Mod+Enter", everywhere: true }, { keys: "Shift+Enter" }],
        run: submit,
      },
      { id: "skip", label: "Skip", shortcuts: [{ keys: "S" }], run: letter },
    ]);
    return (
      <>
        <p>The record</p>
        <QuestionsPanel
          recordKey={record}
          form={own.form}
          dispatch={own.dispatch}
          fields={part.fields ?? {}}
          disabled={part.disabled ?? false}
          onSubmitByChoice={submitByChoice}
        />
        <button type="button">Clear the form</button>
      </>
    );
  }
  const page = (record: string) => (
    <CommandsProvider>
      <Page record={record} />
    </CommandsProvider>
  );
  const { rerender } = render(page("1"));
  const form = () => {
    if (held === null) throw new Error("The panel was not drawn");
    return held.formRef.current;
  };
  return {
    form,
    value: (question) => {
      const answer = form().states[question]?.answer;
      return answer && "value" in answer ? answer.value : undefined;
    },
    submit,
    submitByChoice,
    letter,
    nextRecord: () => rerender(page("2")),
  };
}

/** Types keys as a user does: each key goes to the element that has the focus at that moment. */
export function type(...keys: readonly string[]): void {
  for (const combination of keys) {
    const parts = combination.split("+");
    const key = parts.at(-1) ?? "";
    const init = {
      key: key === "Space" ? " " : key,
      code: /^[0-9]$/.test(key) ? `Digit${key}` : /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
      shiftKey: parts.includes("Shift"),
      ctrlKey: parts.includes("Ctrl"),
      altKey: parts.includes("Alt"),
    };
    const target = document.activeElement ?? document.body;
    fireEvent.keyDown(target, init);
    fireEvent.keyUp(document.activeElement ?? document.body, init);
  }
}
