import fc from "fast-check";
import { expect, test } from "vitest";
import { saysTheSame } from "../records/labeled-record.ts";
import {
  annotationOf,
  cleared,
  discarded,
  draftOf,
  editOf,
  effectOf,
  isPending,
  mayValidate,
  responseOf,
  rowActions,
  sharedActions,
  shownRecord,
  takesBack,
  validated,
  withoutAnnotation,
  withoutStatus,
} from "./record-edit.ts";
import { readTaskRecordKey, taskRecordKey } from "./record-key.ts";
import { shownOf, text2TextRecord, textRecord, tokenRecord } from "./shown-record.fixture.ts";
import { agreement, chosenLabels, predictedClasses, startingAnswer, type TextRecord } from "./shown-record.ts";

const labels = (...scored: readonly (readonly [string, number])[]) => ({
  agent: "model",
  labels: scored.map(([class_label, score]) => ({ class_label, score })),
});
const by = (agent: string, ...classes: string[]) => ({ ...chosenLabels(classes), agent });
const ENTITY = { start: 0, end: 3, label: "PER", score: 0.7 };

test("TEN-02 a record is told apart by workspace, dataset, task and the form of its id", () => {
  const text = fc.string().filter((part) => part !== "" && !part.includes("/"));
  const ids = fc.oneof(fc.string(), fc.integer());
  fc.assert(
    fc.property(text, text, ids, (workspace, dataset, id) => {
      const place = { workspace, dataset, task: "Text2Text", id } as const;
      expect(readTaskRecordKey(taskRecordKey(place))).toEqual({ ...place, id: id === 0 ? 0 : id });
    }),
  );
  expect(readTaskRecordKey("0b8b6f1e-0000-4000-8000-000000000001")).toBeNull();
  expect(readTaskRecordKey("a/b/FeedbackTask/=1")).toBeNull();
});

test("TAN-02 TAN-03 of several labels those above 0.5 are predicted, of a single one the first", () => {
  const prediction = labels(["a", 0.6], ["b", 0.5], ["c", 0.51]);
  expect(predictedClasses(textRecord({ prediction, multiLabel: true }))).toEqual(["a", "c"]);
  expect(predictedClasses(textRecord({ prediction }))).toEqual(["a"]);
  expect(predictedClasses(textRecord())).toEqual([]);
});

test("TAN-04 TAN-05 agreement is told of single labels that are both predicted and annotated", () => {
  const prediction = labels(["a", 0.6], ["b", 0.4]);
  expect(agreement(textRecord({ prediction, annotation: by("mara", "a") }))).toBe("ok");
  expect(agreement(textRecord({ prediction, annotation: by("mara", "b") }))).toBe("ko");
  expect(agreement(textRecord({ prediction, annotation: by("mara", "a"), multiLabel: true }))).toBeNull();
  expect(agreement(textRecord({ prediction }))).toBeNull();
  expect(agreement(textRecord({ annotation: by("mara", "a") }))).toBeNull();
});

test("TEN-26 TAN-08 TAN-11 an answer starts from the annotation, else from what was predicted, else from nothing", () => {
  const prediction = labels(["a", 0.6]);
  expect(startingAnswer(textRecord({ prediction, annotation: by("mara", "b") }))).toEqual({
    answer: chosenLabels(["b"]),
    answerOrigin: "annotation",
  });
  expect(startingAnswer(textRecord({ prediction }))).toEqual({
    answer: chosenLabels(["a"]),
    answerOrigin: "prediction",
  });
  expect(startingAnswer(textRecord())).toEqual({ answer: { labels: [] }, answerOrigin: "none" });
  const entities = { agent: "model", entities: [ENTITY] };
  expect(startingAnswer(tokenRecord({ prediction: entities }))).toEqual({
    answer: { entities: [{ ...ENTITY, score: 1 }] },
    answerOrigin: "prediction",
  });
  const annotated = { agent: "mara", entities: [{ ...ENTITY, label: "LOC" }] };
  expect(startingAnswer(tokenRecord({ prediction: entities, annotation: annotated }))).toEqual({
    answer: { entities: annotated.entities },
    answerOrigin: "annotation",
  });
  expect(startingAnswer(tokenRecord())).toEqual({ answer: { entities: [] }, answerOrigin: "none" });
  const sentences = {
    agent: "model",
    sentences: [
      { text: "best", score: 0.9 },
      { text: "next", score: 0.1 },
    ],
  };
  expect(startingAnswer(text2TextRecord({ prediction: sentences })).answer).toEqual({
    sentences: [{ text: "best", score: 1 }],
  });
});

test("TEN-27 TEN-28 an edited record remembers the status it had; one that is edited back is not edited", () => {
  const stored = textRecord({ status: "Validated", annotation: by("mara", "a") });
  expect(shownOf(stored, chosenLabels(["b"]))).toMatchObject({
    status: "Edited",
    originStatus: "Validated",
    answerOrigin: "edit",
  });
  const back = shownOf(stored, chosenLabels(["a"]));
  expect(back).toMatchObject({ status: "Validated", originStatus: null, answerOrigin: "annotation" });
  expect([isPending(shownOf(stored, chosenLabels(["b"]))), isPending(back)]).toEqual([true, false]);
  const tokens = tokenRecord({ status: "Discarded" });
  expect(shownOf(tokens, { entities: [ENTITY] })).toMatchObject({ status: "Edited", originStatus: "Discarded" });
});

test("TST-06 TST-07 validating writes what is shown under the person's name", () => {
  const record = shownOf(textRecord({ prediction: labels(["a", 0.9]) }));
  const { status, annotation } = annotationOf(validated(record, "mara"), record.task);
  expect([status, annotation]).toEqual(["Validated", by("mara", "a")]);
});

test("TST-01 TST-03 TST-04 discarding and taking a status back keep the stored annotation, and its agent", () => {
  const record = shownOf(textRecord({ status: "Validated", annotation: by("ben", "a") }), chosenLabels(["b"]));
  expect(annotationOf(discarded(record), record.task)).toEqual({ status: "Discarded", annotation: by("ben", "a") });
  expect(annotationOf(withoutStatus(record), record.task)).toEqual({ status: "Default", annotation: by("ben", "a") });
});

test("TST-04 only of one record, and only where it has that status already, an action takes it back", () => {
  const [validatedOne, discardedOne] = [{ status: "Validated" }, { status: "Discarded" }] as const;
  const edited = { status: "Edited" } as const;
  expect([takesBack("validate", [validatedOne]), takesBack("discard", [discardedOne])]).toEqual([true, true]);
  expect([takesBack("discard", [validatedOne]), takesBack("validate", [edited])]).toEqual([false, false]);
  expect([takesBack("validate", [validatedOne, validatedOne]), takesBack("discard", [])]).toEqual([false, false]);
});

test("TST-21 a single-label record offers to confirm an answer that stands there, and is changed by its labels once it is validated", () => {
  const annotated = (status: "Default" | "Validated" | "Discarded") =>
    rowActions(shownOf(textRecord({ status, annotation: by("ben", "a") })));
  expect(annotated("Default")).toEqual(["validate", "discard"]);
  expect([annotated("Validated"), annotated("Discarded")]).toEqual([["discard"], ["discard"]]);
  expect(rowActions(shownOf(textRecord({ prediction: labels(["a", 0.9]) })))).toEqual(["validate", "discard"]);
  const all = ["validate", "discard", "clear", "reset"];
  expect(rowActions(shownOf(textRecord({ status: "Validated", multiLabel: true })))).toEqual(all);
  expect(rowActions(shownOf(tokenRecord({ status: "Validated" })))).toEqual(all);
  expect(sharedActions([shownOf(textRecord()), shownOf(textRecord())])).toEqual(["validate", "discard"]);
});

test("TST-21 an action on one record that has its status already is named by what it does", () => {
  const [one, other] = [{ status: "Validated" }, { status: "Discarded" }] as const;
  expect([effectOf("validate", [one]), effectOf("discard", [other])]).toEqual(["unvalidate", "undiscard"]);
  expect([effectOf("validate", [one, one]), effectOf("discard", [one]), effectOf("clear", [one])]).toEqual([
    "validate",
    "discard",
    "clear",
  ]);
});

test("TST-05 resetting the annotation takes it away with the status", () => {
  const record = shownOf(textRecord({ status: "Validated", annotation: by("ben", "a") }));
  expect(annotationOf(withoutAnnotation(record), record.task)).toEqual({ status: "Default", annotation: null });
});

test("TST-02 TST-08 what waits to be sent shows, and a record without its edit is the stored one again", () => {
  const stored = textRecord({ annotation: by("ben", "a"), status: "Validated" });
  const wanted = validated(shownOf(stored, chosenLabels(["b"])), "mara");
  const shown = shownRecord(stored, { wanted, saved: "saving", edit: null });
  expect(shown).toMatchObject({ status: "Validated", annotation: by("mara", "b"), saved: "saving" });
  expect(shownOf(stored).answer).toEqual(chosenLabels(["a"]));
});

test("TST-15 the stored record as a response says the same as what made it", () => {
  const record = shownOf(textRecord());
  const saved = annotationOf(validated(shownOf(textRecord(), chosenLabels(["b"])), "mara"), record.task);
  const stored = textRecord({ status: saved.status, annotation: by("mara", "b") });
  expect(saysTheSame(responseOf(stored), validated(shownOf(textRecord(), chosenLabels(["b"])), "mara"))).toBe(true);
});

test("TST-17 TAN-07 a single label must be one, no label of several is an answer, a text must be written", () => {
  expect(mayValidate(shownOf(textRecord()))).toBe(false);
  expect(mayValidate(shownOf(textRecord(), chosenLabels(["a"])))).toBe(true);
  expect(mayValidate(shownOf(textRecord({ multiLabel: true })))).toBe(true);
  expect(mayValidate(shownOf(tokenRecord()))).toBe(true);
  expect(mayValidate(shownOf(text2TextRecord()))).toBe(false);
  expect(mayValidate(shownOf(text2TextRecord(), { sentences: [{ text: "  ", score: 1 }] }))).toBe(false);
  expect(mayValidate(shownOf(text2TextRecord(), { sentences: [{ text: "x", score: 1 }] }))).toBe(true);
});

test("an edit is read back as it was kept, and what no page of the task kept is none", () => {
  const answer = { entities: [ENTITY] };
  expect(editOf(draftOf(answer, []), "TokenClassification")).toEqual(answer);
  expect(editOf(draftOf(answer, []), "TextClassification")).toBeNull();
  expect(
    editOf({ annotation: { value: { entities: [{ start: "0" }] }, untouched: [] } }, "TokenClassification"),
  ).toBeNull();
  expect(editOf({}, "Text2Text")).toBeNull();
  expect(cleared(shownOf(tokenRecord()))).toEqual({ entities: [] });
});

test("TST-08 an older edit is told where it lies over what somebody said, and nowhere else", () => {
  const isOlder = (given: Partial<TextRecord>, edit: string | null, editIsOlder = true) =>
    shownRecord(textRecord({ multiLabel: true, ...given }), {
      ...{ wanted: null, saved: null, editIsOlder },
      edit: edit === null ? null : chosenLabels([edit]),
    }).editIsOlder;
  const annotation = { agent: "ben", ...chosenLabels(["a"]) };
  expect(isOlder({ status: "Validated", annotation }, "b")).toBe(true);
  expect(isOlder({ status: "Discarded" }, "b")).toBe(true);
  expect(isOlder({ status: "Validated", annotation }, "b", false)).toBe(false);
  expect(isOlder({ status: "Validated", annotation }, "a")).toBe(false);
  expect(isOlder({ status: "Validated", annotation }, null)).toBe(false);
  expect(isOlder({}, "b")).toBe(false);
});
