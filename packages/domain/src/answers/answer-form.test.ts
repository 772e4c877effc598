import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AnswerDraft, type ResponseStatus, unsent } from "../records/labeled-record.ts";
import type { Answer } from "../records/question-types.ts";
import type { AnswerValues, Suggestion } from "../records/record.ts";
import { spanKey } from "../spans/span.ts";
import {
  type AnswerForm,
  acceptableSuggestions,
  answersOf,
  draftOf,
  formActions,
  formObstacles,
  formValues,
  isModified,
  matchesSuggestion,
  openForm,
  saidValues,
} from "./answer-form.ts";
import { changeAnswers, type FormAction } from "./answer-form-change.ts";
import { buildQuestion, buildSuggestion, SETTINGS, unknownQuestion } from "./answers.fixture.ts";
import { sameAnswer, WHOLE } from "./answers.ts";
import { changeSpans } from "./span-answer.ts";

const text = buildQuestion(SETTINGS.text);
const label = buildQuestion(SETTINGS.label);
const multi = buildQuestion(SETTINGS.multi);
const rating = buildQuestion(SETTINGS.rating);
const ranking = buildQuestion(SETTINGS.ranking);
const span = buildQuestion(SETTINGS.span, { required: false });
const questions = [text, label, multi, rating, ranking, span, unknownQuestion()];

const SUGGESTIONS = [
  buildSuggestion(text, "machine's words", { score: 0.5 }),
  buildSuggestion(label, "b", { score: 0.78 }),
  buildSuggestion(multi, ["a", "c"], { score: [0.91, 0.4] }),
  buildSuggestion(rating, 0),
  buildSuggestion(ranking, [
    { value: "a", rank: 2 },
    { value: "b", rank: 1 },
  ]),
];

function open(part: {
  status?: ResponseStatus;
  values?: AnswerValues;
  suggestions?: readonly Suggestion[];
  draft?: AnswerDraft;
}): AnswerForm {
  const response = part.status === undefined ? null : { status: part.status, values: part.values ?? {} };
  return openForm({
    questions,
    fields: null,
    response,
    suggestions: part.suggestions ?? SUGGESTIONS,
    draft: part.draft ?? null,
  });
}

const after = (form: AnswerForm, ...actions: readonly FormAction[]) => actions.reduce(changeAnswers, form);
const held = (form: AnswerForm, question: string) => {
  const answer = form.states[question]?.answer;
  return answer && "value" in answer ? answer.value : undefined;
};

test("FAN-14 FQU-26 a draft without an answer to a question says nothing of it, whatever the question is called", () => {
  const odd = buildQuestion(SETTINGS.label, { name: "constructor" });
  const draft = { [label.name]: { value: "b", untouched: [] } };
  const opened = (status: ResponseStatus) =>
    openForm({
      questions: [label, odd],
      fields: null,
      response: { status, values: { constructor: { value: "a" } } },
      suggestions: [],
      draft,
    });
  expect(held(opened("draft"), "constructor")).toBe("a");
  expect(opened("submitted").kept).toEqual(draft);
  expect(held(changeAnswers(opened("submitted"), { type: "restoreKept" }), "constructor")).toBe("a");
});

test("FAN-14 FEN-25 FRS-08 what a question called __proto__ says is answered, kept and sent as any other", () => {
  const odd = buildQuestion(SETTINGS.label, { name: "__proto__" });
  const fresh = openForm({ questions: [odd], fields: null, response: null, suggestions: [], draft: null });
  const said = changeAnswers(fresh, { type: "choose", question: "__proto__", value: "a" });
  const written = JSON.stringify(formValues(said));
  expect(written).toBe('{"__proto__":{"value":"a"}}');
  const draft = draftOf(said);
  expect(JSON.stringify(draft)).toBe('{"__proto__":{"value":"a","untouched":[]}}');
  const again = openForm({ questions: [odd], fields: null, response: null, suggestions: [], draft });
  expect(JSON.stringify(formValues(again))).toBe(written);
  const saved = changeAnswers(again, { type: "saved", status: "submitted" });
  expect(JSON.stringify(formValues(saved))).toBe(written);
  expect(draftOf(saved)).toBeNull();
});
test("FRS-19 a discard stores what a person gave or confirmed, and no suggestion that nobody touched", () => {
  const fresh = open({ suggestions: [buildSuggestion(label, "b"), buildSuggestion(rating, 0)] });
  expect(saidValues(fresh)).toEqual({});
  const confirmed = after(fresh, { type: "choose", question: label.name, value: "b", confirms: true });
  const said = { [label.name]: { value: "b" } };
  expect(saidValues(confirmed)).toEqual(said);
  const discarded = after(confirmed, { type: "saved", status: "discarded" });
  expect(formValues(discarded)).toEqual(said);
  expect(isModified(discarded)).toBe(false);
  const several = open({ suggestions: [buildSuggestion(multi, ["a", "c"])] });
  const press = { type: "toggle", question: multi.name, value: "a" } as const;
  expect(saidValues(after(several, press, press))).toEqual({ [multi.name]: { value: ["c"] } });
  expect(saidValues(open({ suggestions: [buildSuggestion(span, [])] }))).toEqual({});
  const submitted = after(confirmed, { type: "saved", status: "submitted" });
  expect(formValues(submitted)).toEqual({ ...said, [rating.name]: { value: 0 } });
});

const answerIn = (form: AnswerForm, question: string): Answer => form.states[question]?.answer ?? { type: "unknown" };
const untouched = (form: AnswerForm, question: string) => [...(form.states[question]?.untouched ?? [])];

test("FEN-25 FAN-16 a suggestion that its person confirmed is a change, is kept, and comes back as confirmed", () => {
  const confirmed: readonly FormAction[] = [
    { type: "choose", question: label.name, value: "b", confirms: true },
    { type: "choose", question: rating.name, value: 0 },
    { type: "toggle", question: multi.name, value: "a" },
    { type: "useSuggestion", question: text.name },
    { type: "rank", question: ranking.name, value: "b", rank: 1 },
  ];
  for (const action of confirmed) {
    const form = after(open({}), action);
    const draft = draftOf(form);
    expect([action.type, isModified(form), Object.keys(draft ?? {}).length]).toEqual([action.type, true, 1]);
    const again = open({ draft: draft ?? {} });
    expect(again.states).toEqual(form.states);
    expect(isModified(after(again, { type: "saved", status: "draft" }))).toBe(false);
  }
  expect(draftOf(open({}))).toBeNull();
});

test("FEN-25 after Clear a suggestion is compared with the one that a pending record opens with", () => {
  const cleared = after(open({ suggestions: [buildSuggestion(label, "b")] }), { type: "clearAll" });
  expect(draftOf(cleared)).toEqual({ [label.name]: { value: null, untouched: [] } });
  const chosen = after(cleared, { type: "choose", question: label.name, value: "b" });
  expect(draftOf(chosen)).toEqual({ [label.name]: { value: "b", untouched: [] } });
});

describe("opening", () => {
  test("FAN-14 FAN-16 a pending record takes its suggestions, each part untouched", () => {
    const form = open({});
    expect(form.status).toBe("pending");
    expect(formValues(form)).toEqual({
      text: { value: "machine's words" },
      label_selection: { value: "b" },
      multi_label_selection: { value: ["a", "c"] },
      rating: { value: 0 },
      ranking: {
        value: [
          { value: "a", rank: 2 },
          { value: "b", rank: 1 },
        ],
      },
    });
    expect(untouched(form, "label_selection")).toEqual([WHOLE]);
    expect(untouched(form, "multi_label_selection")).toEqual(["a", "c"]);
    expect(untouched(form, "ranking")).toEqual(["a", "b"]);
  });

  test("FAN-14 on a draft record the stored answer wins, and suggestions fill what it leaves open", () => {
    const form = open({ status: "draft", values: { label_selection: { value: "c" } } });
    expect(held(form, "label_selection")).toBe("c");
    expect(untouched(form, "label_selection")).toEqual([]);
    expect(held(form, "text")).toBe("machine's words");
  });

  test("FAN-16 the local unsaved answer goes before the response and the suggestion, an emptied one too", () => {
    const form = open({
      status: "draft",
      values: { label_selection: { value: "c" } },
      draft: { label_selection: { value: "a", untouched: [] }, text: { value: null, untouched: [] } },
    });
    expect(held(form, "label_selection")).toBe("a");
    expect(held(form, "text")).toBe("");
    expect(isModified(form)).toBe(true);
  });

  test.each(["submitted", "discarded"] as const)(
    "FAN-15 a %s record shows what its response says and nothing else",
    (status) => {
      const form = open({
        status,
        values: { label_selection: { value: "c" } },
        draft: { text: { value: "mine", untouched: [] } },
      });
      expect(held(form, "label_selection")).toBe("c");
      expect(held(form, "text")).toBe("");
      expect(held(form, "multi_label_selection")).toEqual([]);
      expect(isModified(form)).toBe(false);
      expect(form.states.text?.suggestion).not.toBeNull();
    },
  );

  test("FAN-16 a suggestion whose value is not among the options is ignored", () => {
    const form = open({ suggestions: [buildSuggestion(label, "z"), buildSuggestion(multi, ["a", "z"])] });
    expect(held(form, "label_selection")).toBeNull();
    expect(form.states.label_selection?.suggestion).toBeNull();
    expect(form.states.multi_label_selection?.suggestion).toBeNull();
    expect(form.ignored).toEqual(["label_selection", "multi_label_selection"]);
    expect(open({}).ignored).toEqual([]);
  });

  test("FRS-14 after a failed save a submitted record keeps what was typed, and its earlier status", () => {
    const form = openForm({
      questions,
      response: { status: "submitted", values: { label_selection: { value: "c" } } },
      suggestions: [],
      draft: { label_selection: { value: "a", untouched: [] } },
      fields: null,
      takesUp: true,
    });
    expect(held(form, "label_selection")).toBe("a");
    expect(form.status).toBe("submitted");
    expect(isModified(form)).toBe(true);
  });

  test("FAN-18 FEN-29 FEN-31 a suggestion brings its agent and a score per part", () => {
    const { states } = open({});
    expect(states.label_selection?.suggestion?.agent).toBe("critic-2");
    expect(states.label_selection?.suggestion?.scores.get("b")).toBe(0.78);
    expect(states.multi_label_selection?.suggestion?.scores.get("c")).toBe(0.4);
    expect(states.ranking?.suggestion?.scores.size).toBe(0);
  });

  test("FAN-28 FAN-14 suggested spans are prefilled, each untouched until somebody touches it", () => {
    const spans = [
      { start: 0, end: 2, label: "a" },
      { start: 3, end: 4, label: "b" },
    ];
    const [first, second] = spans.map(spanKey);
    const form = open({ suggestions: [buildSuggestion(span, spans, { score: [0.7, 0.2] })] });
    expect(formValues(form).span).toEqual({ value: spans });
    expect(isModified(form)).toBe(false);
    expect(untouched(form, "span")).toEqual([first, second]);
    expect(form.states.span?.suggestion?.scores.get(spanKey({ start: 0, end: 2, label: "a" }))).toBe(0.7);
    const same = { start: 0, end: 2, label: "a" };
    const spanSettings = SETTINGS.span;
    const state = form.states.span;
    if (state === undefined) throw new Error("The form has no spans");
    const { answer, untouched: dots } = changeSpans(spanSettings, state, {
      type: "changeSpan",
      span: same,
      changed: same,
    });
    const touched = after(form, { type: "setAnswer", question: "span", answer, untouched: dots });
    expect(untouched(touched, "span")).toEqual([second]);
    expect(formValues(touched).span).toEqual({ value: spans });
    expect(untouched(after(form, { type: "useSuggestion", question: "span" }), "span")).toEqual([]);
  });

  test("FAN-28 accepting the suggestions of a record takes its spans too, which are drawn in it", () => {
    const spans = buildSuggestion(span, [{ start: 0, end: 2, label: "a" }]);
    const form = open({ suggestions: [...SUGGESTIONS, spans] });
    const names = acceptableSuggestions(form).map(({ name }) => name);
    expect([...names].sort()).toEqual([
      "label_selection",
      "multi_label_selection",
      "ranking",
      "rating",
      "span",
      "text",
    ]);
  });

  test("FAN-27 FBU-11 in the form of many records that there are no spans is said by a person", () => {
    const required = { ...span, required: true };
    const form = openForm({
      questions: [label, required],
      fields: null,
      response: null,
      suggestions: SUGGESTIONS,
      draft: null,
    });
    expect(formObstacles(form)).toEqual([{ question: required, reason: "missing" }]);
    const said = after(form, { type: "noSpans", question: "span" });
    expect(formObstacles(said)).toEqual([]);
    expect(formValues(said)).toEqual({ label_selection: { value: "b" }, span: { value: [] } });
    expect(formObstacles(open({}))).not.toContainEqual(expect.objectContaining({ question: span }));
  });

  test("FAN-27 a span question keeps what its response says, the empty list too", () => {
    const spans = [{ start: 0, end: 2, label: "a" }];
    expect(formValues(open({ status: "draft", values: { span: { value: spans } } })).span).toEqual({ value: spans });
    expect(
      formValues(
        open({ status: "draft", values: { span: { value: [] } }, suggestions: [buildSuggestion(span, spans)] }),
      ).span,
    ).toEqual({ value: [] });
  });

  test("FEN-10 an unknown question has a state and no value", () => {
    expect(open({}).states.drawing).toMatchObject({ answer: { type: "unknown" }, suggestion: null });
  });
});

describe("changing", () => {
  test("FAN-02 choosing sets the label, choosing it again takes it back, a value outside the options does nothing", () => {
    const form = after(open({ suggestions: [] }), { type: "choose", question: "label_selection", value: "a" });
    expect(held(form, "label_selection")).toBe("a");
    expect(
      held(after(form, { type: "choose", question: "label_selection", value: "a" }), "label_selection"),
    ).toBeNull();
    expect(after(form, { type: "choose", question: "label_selection", value: "z" })).toBe(form);
    expect(after(form, { type: "choose", question: "rating", value: 9 })).toBe(form);
  });

  test("FAN-37 a press that confirms leaves what is chosen chosen, a person's from then on", () => {
    const confirm = { type: "choose", question: "label_selection", confirms: true } as const;
    for (const before of [open({}), after(open({}), { ...confirm, value: "b" })]) {
      const form = after(before, { ...confirm, value: "b" });
      expect([held(form, "label_selection"), untouched(form, "label_selection")]).toEqual(["b", []]);
    }
    expect(held(after(open({}), { ...confirm, value: "a" }), "label_selection")).toBe("a");
  });

  test("FAN-18 the first touch of a suggested label accepts it in ink, the second takes it back", () => {
    const once = after(open({}), { type: "choose", question: "label_selection", value: "b" });
    expect(held(once, "label_selection")).toBe("b");
    expect(untouched(once, "label_selection")).toEqual([]);
    expect(
      held(after(once, { type: "choose", question: "label_selection", value: "b" }), "label_selection"),
    ).toBeNull();
  });

  test("FAN-18 in a multi label only the touched option turns to ink", () => {
    const sure = after(open({}), { type: "toggle", question: "multi_label_selection", value: "a" });
    expect(held(sure, "multi_label_selection")).toEqual(["a", "c"]);
    expect(untouched(sure, "multi_label_selection")).toEqual(["c"]);
    const off = after(sure, { type: "toggle", question: "multi_label_selection", value: "a" });
    expect(held(off, "multi_label_selection")).toEqual(["c"]);
    const on = after(off, { type: "toggle", question: "multi_label_selection", value: "a" });
    expect(untouched(on, "multi_label_selection")).toEqual(["c"]);
    expect(on.states.multi_label_selection && matchesSuggestion(on.states.multi_label_selection)).toBe(true);
  });

  test("FAN-18 FAN-29 an option of a multi label that is taken is confirmed where it was suggested, and never dropped", () => {
    const take = { type: "toggle", question: "multi_label_selection", value: "a", takes: true } as const;
    const sure = after(open({}), take);
    expect(held(sure, "multi_label_selection")).toEqual(["a", "c"]);
    expect(untouched(sure, "multi_label_selection")).toEqual(["c"]);
    expect(after(sure, take)).toBe(sure);
    expect(held(after(sure, { ...take, value: "b" }), "multi_label_selection")).toEqual(["a", "c", "b"]);
  });

  test("FAN-18 an answer that no longer matches loses the mark, and using the suggestion brings it back as ink", () => {
    const form = after(open({}), { type: "choose", question: "rating", value: 3 });
    expect(form.states.rating && matchesSuggestion(form.states.rating)).toBe(false);
    const back = after(form, { type: "useSuggestion", question: "rating" });
    expect(held(back, "rating")).toBe(0);
    expect(back.states.rating && matchesSuggestion(back.states.rating)).toBe(true);
    expect(untouched(back, "rating")).toEqual([]);
  });

  test("FAN-04 FAN-26 ranking and unranking touch one item", () => {
    const form = after(
      open({}),
      { type: "rank", question: "ranking", value: "c", rank: 1 },
      { type: "unrank", question: "ranking", value: "a" },
    );
    expect(held(form, "ranking")).toEqual([
      { value: "b", rank: 1 },
      { value: "c", rank: 1 },
    ]);
    expect(untouched(form, "ranking")).toEqual(["b"]);
  });

  test("FAN-42 an action that leaves the answer and its dots as they are is no change", () => {
    const nothing = open({ suggestions: [] });
    const used = after(open({}), { type: "useSuggestion", question: "rating" });
    const rankA = { type: "rank", question: "ranking", value: "a", rank: 1 } as const;
    const ranked = after(nothing, rankA);
    const noSpans = after(nothing, { type: "noSpans", question: "span" });
    const idle: readonly (readonly [AnswerForm, FormAction])[] = [
      ...questions.map(({ name }) => [nothing, { type: "clearQuestion", question: name }] as const),
      [used, { type: "useSuggestion", question: "rating" }],
      [after(ranked, { type: "rank", question: "ranking", value: "b", rank: 2 }), rankA],
      [ranked, { type: "rank", question: "ranking", value: "b", rank: 99 }],
      [nothing, { type: "unrank", question: "ranking", value: "a" }],
      [noSpans, { type: "noSpans", question: "span" }],
    ];
    for (const [form, action] of idle) expect(after(form, action)).toBe(form);
    const fresh = open({});
    expect(after(fresh, { type: "useSuggestion", question: "rating" })).not.toBe(fresh);
  });

  test("FAN-01 typing keeps every keystroke, and the same text is no change", () => {
    const form = after(open({}), { type: "setText", question: "text", text: "mine " });
    expect(held(form, "text")).toBe("mine ");
    expect(untouched(form, "text")).toEqual([]);
    expect(after(form, { type: "setText", question: "text", text: "mine " })).toBe(form);
  });

  test("FAN-19 clearing empties every answer and makes the record pending, one question can be cleared alone", () => {
    const form = after(open({ status: "draft", values: { label_selection: { value: "c" } } }), { type: "clearAll" });
    expect(form.status).toBe("pending");
    expect(formValues(form)).toEqual({});
    expect(formActions(form).clear).toBe(false);
    const one = after(open({}), { type: "clearQuestion", question: "text" });
    expect(held(one, "text")).toBe("");
    expect(held(one, "label_selection")).toBe("b");
  });

  test("FAN-16 a cleared record stays cleared when it is opened again", () => {
    const cleared = after(open({}), { type: "clearAll" });
    expect(answersOf(open({ draft: draftOf(cleared) ?? {} }))).toEqual(answersOf(cleared));
  });
});

describe("edits of an answered record that were kept", () => {
  const values = { text: { value: "sent" }, label_selection: { value: "a" } };
  const edits = { text: { value: "edited", untouched: [] }, label_selection: { value: "a", untouched: [] } };
  const rest = { text: edits.text };

  test.each(["submitted", "discarded"] as const)(
    "FAN-15 FQU-26 a %s record offers what its response does not say",
    (status) => {
      const form = open({ status, values, draft: edits });
      expect(held(form, "text")).toBe("sent");
      expect(isModified(form)).toBe(false);
      expect(form.kept).toEqual(rest);
      expect(draftOf(form)).toEqual(rest);
      expect(open({ status, values, draft: { label_selection: edits.label_selection } }).kept).toBeNull();
    },
  );

  test("FQU-26 they come back as changes when they are taken, and are gone when they are let go of", () => {
    const form = open({ status: "submitted", values, draft: edits });
    const restored = after(form, { type: "restoreKept" });
    expect(held(restored, "text")).toBe("edited");
    expect(restored.kept).toBeNull();
    expect(draftOf(restored)).toEqual(rest);
    const forgotten = after(form, { type: "forgetKept" });
    expect(held(forgotten, "text")).toBe("sent");
    expect(draftOf(forgotten)).toBeNull();
  });

  test("FQU-26 what is typed beside them does not push them out, and what is sent is not kept", () => {
    const form = after(open({ status: "submitted", values, draft: edits }), {
      type: "choose",
      question: "label_selection",
      value: "b",
    });
    expect(draftOf(form)).toEqual({ ...rest, label_selection: { value: "b", untouched: [] } });
    const sent = after(form, { type: "saved", status: "submitted" });
    expect(draftOf(sent)).toEqual(rest);
    const both = after(form, { type: "restoreKept" }, { type: "saved", status: "submitted" });
    expect(draftOf(both)).toBeNull();
    expect(draftOf(after(form, { type: "clearAll" }))).not.toHaveProperty("text.value", "edited");
  });

  test("FAN-14 FAN-16 pending and draft records restore by themselves", () => {
    for (const form of [open({ draft: edits }), open({ status: "draft", values, draft: edits })]) {
      expect(held(form, "text")).toBe("edited");
      expect(form.kept).toBeNull();
    }
  });
});

describe("being modified", () => {
  test("FEN-24 FEN-25 an untouched suggestion is no change, a different answer is, the old answer is none again", () => {
    const form = open({});
    expect(isModified(form)).toBe(false);
    expect(draftOf(form)).toBeNull();
    const changed = after(form, { type: "toggle", question: "multi_label_selection", value: "d" });
    expect(isModified(changed)).toBe(true);
    expect(draftOf(changed)).toEqual({ multi_label_selection: { value: ["a", "c", "d"], untouched: ["a", "c"] } });
    expect(isModified(after(changed, { type: "toggle", question: "multi_label_selection", value: "d" }))).toBe(false);
  });

  test("FEN-25 every save takes the snapshot again and turns what was sent to ink", () => {
    const form = after(
      open({}),
      { type: "choose", question: "label_selection", value: "a" },
      { type: "saved", status: "draft" },
    );
    expect(form.status).toBe("draft");
    expect(isModified(form)).toBe(false);
    expect(untouched(form, "multi_label_selection")).toEqual([]);
  });
});

describe("whatever a person does", () => {
  const names = questions.map((question) => question.name);
  const values = fc.constantFrom("a", "b", "c", "d", "z", 0, 1, 3, 9);
  const action: fc.Arbitrary<FormAction> = fc.oneof(
    fc.record({ type: fc.constant("choose" as const), question: fc.constantFrom(...names), value: values }),
    fc.record({ type: fc.constant("toggle" as const), question: fc.constantFrom(...names), value: values.map(String) }),
    fc.record({
      type: fc.constant("rank" as const),
      question: fc.constantFrom(...names),
      value: values.map(String),
      rank: fc.integer({ min: 0, max: 4 }),
    }),
    fc.record({ type: fc.constant("unrank" as const), question: fc.constantFrom(...names), value: values.map(String) }),
    fc.record({ type: fc.constant("setText" as const), question: fc.constantFrom(...names), text: fc.string() }),
    fc.record({ type: fc.constant("useSuggestion" as const), question: fc.constantFrom(...names) }),
    fc.record({ type: fc.constant("noSpans" as const), question: fc.constantFrom(...names) }),
    fc.record({ type: fc.constant("clearQuestion" as const), question: fc.constantFrom(...names) }),
  );
  const actions = fc.array(action, { maxLength: 12 });

  test("FAN-16 FEN-24 the local draft brings every answer back, and is there exactly when the form is modified", () => {
    fc.assert(
      fc.property(actions, (steps) => {
        const form = after(open({}), ...steps);
        const draft = draftOf(form);
        expect(draft !== null).toBe(isModified(form));
        const stored: AnswerDraft | undefined = draft === null ? undefined : JSON.parse(JSON.stringify(draft));
        const again = open(stored === undefined ? {} : { draft: stored });
        for (const { name } of questions) expect(sameAnswer(answerIn(again, name), answerIn(form, name))).toBe(true);
      }),
    );
  });

  test("FEN-25 the local draft brings back which parts of a suggestion nobody touched", () => {
    fc.assert(
      fc.property(actions, (steps) => {
        const form = after(open({}), ...steps);
        const again = open({ draft: draftOf(form) ?? {} });
        for (const { name } of questions) expect(again.states[name]?.untouched).toEqual(form.states[name]?.untouched);
      }),
    );
  });

  const statuses = fc.constantFrom(undefined, "draft" as const, "submitted" as const, "discarded" as const);

  test("FQU-26 FRS-08 the answer that a form makes holds all that the form would keep, whatever record it is of", () => {
    fc.assert(
      fc.property(statuses, actions, actions, (status, first, steps) => {
        const values = formValues(after(open({}), ...first));
        const form = after(status === undefined ? open({}) : open({ status, values }), ...steps);
        const draft = draftOf(form);
        if (draft !== null) expect(unsent(JSON.parse(JSON.stringify(draft)), formValues(form))).toBeNull();
      }),
    );
  });

  test("FQU-26 what an answer does not hold is offered on the record it is the answer of, and nothing else is", () => {
    fc.assert(
      fc.property(fc.constantFrom("submitted", "discarded"), actions, actions, (status, first, steps) => {
        const values = formValues(after(open({}), ...first));
        const draft = draftOf(after(open({}), ...steps));
        const form = open({ status, values, draft: (draft && unsent(draft, values)) ?? {} });
        const restored = after(form, { type: "restoreKept" });
        for (const question of questions) {
          const kept = draft !== null && Object.hasOwn(draft, question.name);
          const wanted = kept && form.kept?.[question.name] ? open({ draft: draft }) : form;
          expect(sameAnswer(answerIn(restored, question.name), answerIn(wanted, question.name))).toBe(true);
        }
      }),
    );
  });

  test("FAN-18 dots never mark what the answer does not hold or the machine did not say", () => {
    fc.assert(
      fc.property(actions, (steps) => {
        for (const state of Object.values(after(open({}), ...steps).states)) {
          const { answer, suggestion } = state;
          if (answer.type !== "multi_label_selection" || suggestion?.answer.type !== answer.type) continue;
          for (const part of state.untouched) {
            expect(answer.value).toContain(part);
            expect(suggestion.answer.value).toContain(part);
          }
        }
      }),
    );
  });

  test("FAN-05 what is sent can be read back as the same form", () => {
    fc.assert(
      fc.property(actions, (steps) => {
        const values = formValues(after(open({}), ...steps));
        expect(formValues(open({ status: "submitted", values, suggestions: [] }))).toEqual(values);
      }),
    );
  });
});
