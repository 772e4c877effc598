import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { perform, redo, UNDO_LIMIT, type UndoHistory, undo } from "../outbox/undo.ts";
import type { AnswerValues } from "../records/record.ts";
import { type Span, spanKey } from "../spans/span.ts";
import { anySpan, anySpans } from "../spans/spans.fixture.ts";
import {
  type AnswerForm,
  draftOf,
  type FormSource,
  formValues,
  isModified,
  matchesSuggestion,
  openForm,
  type QuestionState,
  submissionOf,
} from "./answer-form.ts";
import { changeAnswers, type FormAction } from "./answer-form-change.ts";
import { buildQuestion, buildSuggestion, options, SETTINGS } from "./answers.fixture.ts";
import { changeSpans, type SpanAction } from "./span-answer.ts";

const label = buildQuestion(SETTINGS.label, { name: "label", required: false });
const settings = { ...SETTINGS.span, options: options("a", "b", "c"), allowOverlapping: false };
const question = buildQuestion(settings, { name: "span" });
const nesting = buildQuestion({ ...settings, allowOverlapping: true }, { name: "span" });

const span = (start: number, end: number, name = "a"): Span => ({ start, end, label: name });
const open = (asked = question, suggested: readonly Span[] | null = null): AnswerForm =>
  openForm({
    questions: [asked, label],
    fields: null,
    response: null,
    suggestions: suggested === null ? [] : [buildSuggestion(asked, suggested)],
    draft: null,
  });
const add = (one: Span): SpanAction => ({ type: "addSpan", span: one });
const isSpanAction = (action: SpanAction | FormAction): action is SpanAction => "span" in action;
const change = (form: AnswerForm, action: SpanAction | FormAction): AnswerForm => {
  if (!isSpanAction(action)) return changeAnswers(form, action);
  const [state, asked] = [form.states.span, form.questions[0]?.settings];
  if (state === undefined || asked?.type !== "span") return form;
  const { answer, untouched } = changeSpans(asked, state, action);
  return changeAnswers(form, { type: "setAnswer", question: "span", answer, untouched });
};
const spansOf = (form: AnswerForm) => formValues(form).span?.value;

test("FAN-28 a new span replaces those it overlaps, unless they may", () => {
  const steps = [add(span(0, 4)), add(span(5, 9)), add(span(3, 6, "b"))];
  expect(spansOf(steps.reduce(change, open()))).toEqual([span(3, 6, "b")]);
  expect(spansOf(steps.reduce(change, open(nesting)))).toEqual([span(0, 4), span(3, 6, "b"), span(5, 9)]);
});

test("FAN-28 a label can be changed, a span made longer or removed; the empty list is an answer then", () => {
  const form = [add(span(0, 4)), add(span(5, 9))].reduce(change, open());
  const renamed = change(form, {
    type: "changeSpan",
    span: span(0, 4),
    changed: span(0, 4, "c"),
  });
  expect(spansOf(renamed)).toEqual([span(0, 4, "c"), span(5, 9)]);
  const longer = change(form, { type: "changeSpan", span: span(0, 4), changed: span(0, 7) });
  expect(spansOf(longer)).toEqual([span(0, 7)]);
  const none = [span(0, 4), span(5, 9)].reduce((now, one) => change(now, { type: "removeSpan", span: one }), form);
  expect(spansOf(none)).toEqual([]);
});

test("FAN-28 a change can be put back as it was, with what nobody had touched", () => {
  const form = open(question, [span(0, 4)]);
  const changed = change(form, add(span(2, 6, "b")));
  const { answer, untouched } = form.states.span ?? { answer: { type: "unknown" }, untouched: new Set<string>() };
  const back = change(changed, { type: "setAnswer", question: "span", answer, untouched });
  expect(back.states).toEqual(form.states);
  expect(draftOf(back)).toBeNull();
});

test("FAN-27 FAN-11 no span at all is submitted as the empty list, also where one is required, and blocks nothing", () => {
  expect(submissionOf(open())).toEqual({ state: "ready", values: { span: { value: [] } } });
  const cleared = change(open(question, [span(0, 4)]), { type: "clearQuestion", question: "span" });
  expect(submissionOf(cleared)).toEqual({ state: "ready", values: { span: { value: [] } } });
  expect(formValues(open())).toEqual({});
});

test("FAN-27 FAN-12 an optional question of spans that nobody answered stays unanswered; no spans is its answer once it is said", () => {
  const optional = { ...question, required: false };
  const answered = change(open(optional), { type: "choose", question: "label", value: "a" });
  expect(submissionOf(open(optional)).state).toBe("nothing");
  expect(submissionOf(answered)).toEqual({ state: "ready", values: { label: { value: "a" } } });
  const said = change(answered, { type: "noSpans", question: "span" });
  expect(submissionOf(said)).toMatchObject({ values: { span: { value: [] } } });
  expect(submissionOf(change(said, { type: "clearQuestion", question: "span" }))).toEqual(submissionOf(answered));
});

/** Any action of a user on the spans of an answer. */
const anyAction: fc.Arbitrary<SpanAction | FormAction> = fc.oneof(
  anySpan.map(add),
  anySpan.map((one): SpanAction => ({ type: "removeSpan", span: one })),
  fc.tuple(anySpan, anySpan).map(([one, changed]): SpanAction => ({ type: "changeSpan", span: one, changed })),
  fc.constant<FormAction>({ type: "useSuggestion", question: "span" }),
  fc.constant<FormAction>({ type: "clearQuestion", question: "span" }),
);

test("FAN-28 FAN-17 whatever is done, dots mark only what was suggested and is still there, and nothing overlaps", () => {
  fc.assert(
    fc.property(anySpan, fc.array(anyAction, { maxLength: 10 }), (suggested, steps) => {
      const form = steps.reduce(change, open(question, [suggested]));
      const state = form.states.span;
      const value = state?.answer.type === "span" ? (state.answer.value ?? []) : [];
      for (const key of state?.untouched ?? []) {
        expect(key).toBe(spanKey(suggested));
        expect(value.map(spanKey)).toContain(key);
      }
      for (const [i, one] of value.entries())
        for (const other of value.slice(i + 1)) expect(one.start < other.end && other.start < one.end).toBe(false);
      expect(draftOf(form) !== null).toBe(isModified(form));
    }),
  );
});

test("FAN-28 with overlapping every span that was added is there once", () => {
  fc.assert(
    fc.property(anySpans, (given) => {
      const form = given.map(add).reduce(change, open(nesting));
      const value = form.states.span?.answer.type === "span" ? (form.states.span.answer.value ?? []) : [];
      expect(new Set(value.map(spanKey))).toEqual(new Set(given.map(spanKey)));
      expect(value.length).toBe(new Set(given.map(spanKey)).size);
    }),
  );
});

type Held = NonNullable<AnswerForm["states"][string]>;
type Worked = {
  readonly form: AnswerForm;
  readonly history: UndoHistory<{ readonly before: Held; readonly after: Held }>;
};

function stateOf(form: AnswerForm): Held {
  const state = form.states.span;
  if (state === undefined) throw new Error("The form has no question of spans");
  return state;
}

/** Like a page, it remembers each change with the state before and after it. */
function work({ form, history }: Worked, step: SpanAction | FormAction | "undo" | "redo"): Worked {
  if (step === "undo" || step === "redo") {
    const taken = step === "undo" ? undo(history) : redo(history);
    if (taken === null) return { form, history };
    const { answer, untouched } = step === "undo" ? taken.action.before : taken.action.after;
    const back: FormAction = { type: "setAnswer", question: "span", answer, untouched };
    return { form: changeAnswers(form, back), history: taken.history };
  }
  const [changed, before] = [change(form, step), stateOf(form)];
  const after = stateOf(changed);
  return { form: changed, history: after === before ? history : perform(history, { before, after }) };
}

test("FAN-28 undone and redone in any order between changes, the answer is what the changes that hold made of it, dots and all", () => {
  const anyStep = fc.oneof({ weight: 2, arbitrary: anyAction }, fc.constantFrom("undo" as const, "redo" as const));
  fc.assert(
    fc.property(anySpan, fc.array(anyStep, { maxLength: 40 }), (suggested, steps) => {
      const opened = open(question, [suggested]);
      let worked: Worked = { form: opened, history: { past: [], future: [] } };
      for (const step of steps) {
        worked = work(worked, step);
        expect(stateOf(worked.form)).toEqual(worked.history.past.at(-1)?.after ?? stateOf(opened));
        expect(worked.history.past.length).toBeLessThanOrEqual(UNDO_LIMIT);
      }
    }),
  );
});

describe("FAN-43 the text was made shorter", () => {
  const TEXT = "🎉 six";
  const [inside, beyond] = [span(2, 5), span(3, 6, "b")];
  const response = (status: "draft" | "submitted", ...value: readonly Span[]) => ({
    status,
    values: { span: { value } },
  });
  const shorter = (part: Partial<FormSource>, text = TEXT) =>
    openForm({
      ...{ questions: [question, label], fields: { [settings.field]: text } },
      ...{ response: null, suggestions: [], draft: null, ...part },
    });
  const beyondIn = (form: AnswerForm) => form.states.span?.beyond;

  test("an answer opens without the spans beyond it, says how many they are, and can be submitted", () => {
    const form = shorter({ response: response("draft", inside, beyond) });
    expect([spansOf(form), beyondIn(form)]).toEqual([[inside], 1]);
    expect(isModified(form)).toBe(false);
    expect(draftOf(form)).toBeNull();
    expect(submissionOf(form)).toMatchObject({ state: "ready", values: { span: { value: [inside] } } });
    expect(beyondIn(change(form, { type: "saved", status: "submitted" }))).toBe(0);
  });

  test("a submitted answer is no change of the person, and can be submitted without them once", () => {
    const form = shorter({ response: response("submitted", inside, beyond) });
    expect([isModified(form), draftOf(form)]).toEqual([false, null]);
    expect(submissionOf(form).state).toBe("ready");
    expect(submissionOf(change(form, { type: "saved", status: "submitted" })).state).toBe("unchanged");
    expect(submissionOf(shorter({ response: response("submitted", inside) })).state).toBe("unchanged");
  });

  test("where nothing is left nobody said that there are no spans; who said so said it", () => {
    const form = shorter({ response: response("draft", beyond) });
    expect([form.states.span?.answer, beyondIn(form)]).toEqual([{ type: "span", value: null }, 1]);
    expect(spansOf(shorter({ response: response("draft") }, ""))).toEqual([]);
    expect(beyondIn(shorter({ response: response("draft", inside) }, ""))).toBe(1);
  });

  test("a suggestion suggests what lies in the text; what was typed and kept comes back so", () => {
    const suggested = shorter({ suggestions: [buildSuggestion(question, [inside, beyond])] });
    expect([spansOf(suggested), beyondIn(suggested)]).toEqual([[inside], 1]);
    expect(matchesSuggestion(suggested.states.span as QuestionState)).toBe(true);
    const draft = { span: { value: [inside, beyond], untouched: [] } };
    expect(spansOf(shorter({ draft }))).toEqual([inside]);
    const kept = shorter({ draft, response: response("submitted") });
    expect(spansOf(change(kept, { type: "restoreKept" }))).toEqual([inside]);
  });

  test("whatever the spans and the text, the server accepts what the form sends", () => {
    fc.assert(
      fc.property(anySpans, fc.string({ unit: "grapheme", maxLength: 30 }), (spans, text) => {
        const { values } = submissionOf(shorter({ response: response("draft", ...spans) }, text)) as {
          readonly values?: AnswerValues;
        };
        const value = values?.span?.value;
        const length = [...text].length;
        for (const { end } of (value ?? []) as readonly Span[]) expect(end).toBeLessThanOrEqual(length);
      }),
    );
  });
});
