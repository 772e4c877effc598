import fc from "fast-check";
import { expect, test } from "vitest";
import type { OwnResponse } from "../records/labeled-record.ts";
import {
  type Action,
  EMPTY_UNDO_HISTORY,
  intentFor,
  perform,
  putInPlace,
  redo,
  type Step,
  typedAfter,
  UNDO_LIMIT,
  undo,
  withForms,
} from "./undo.ts";

const submitted: OwnResponse = { id: "a1", status: "submitted", values: { q: { value: "x" } }, updatedAt: 1 };
const action = (position: number): Action => ({
  kind: "submitted",
  position,
  changes: [{ recordId: `r${position}`, before: null, after: submitted, typed: null }],
});

test("FRS-09 taking back a response that was created deletes it; one that was changed gets its earlier status and values", () => {
  expect(intentFor(null)).toEqual({ kind: "remove" });
  expect(intentFor(submitted)).toEqual({ kind: "save", status: "submitted", values: { q: { value: "x" } } });
});

test("FRS-13 the last action is undone first, and redone as it was", () => {
  const history = perform(perform(EMPTY_UNDO_HISTORY, action(1)), action(2));
  const back = undo(history);
  expect(back?.action.position).toBe(2);
  const again = back && redo(back.history);
  expect(again).toEqual({ action: action(2), history });
  expect(undo(EMPTY_UNDO_HISTORY)).toBeNull();
  expect(redo(history)).toBeNull();
});

test("FRS-13 a new action ends what could be redone", () => {
  const back = undo(perform(EMPTY_UNDO_HISTORY, action(1)));
  expect(back && redo(perform(back.history, action(2)))).toBeNull();
});

test("FRS-13 the last 50 actions of the session can be undone, in any order of undoing and redoing", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("do", "undo", "redo"), { maxLength: 200, size: "max" }), (steps) => {
      let history = EMPTY_UNDO_HISTORY;
      let done: number[] = [];
      let undone: number[] = [];
      for (const [position, step] of steps.entries()) {
        if (step === "do") {
          history = perform(history, action(position));
          [done, undone] = [[...done, position].slice(-UNDO_LIMIT), []];
        } else {
          const taken = step === "undo" ? undo(history) : redo(history);
          const [from, to] = step === "undo" ? [done, undone] : [undone, done];
          expect(taken?.action.position).toBe(from.at(-1));
          const moved = from.pop();
          if (moved !== undefined) to.push(moved);
          history = taken?.history ?? history;
        }
      }
      expect(history.past.map((one) => one.position)).toEqual(done);
      expect(history.past.length).toBeLessThanOrEqual(50);
    }),
  );
});

const typed = (value: string) => ({ q: { value, untouched: [] } });

test("FRS-20 undo gives a form what stood in it before the action, and redo what stood in it before the undo", () => {
  const cleared = {
    recordId: "r1",
    before: { ...submitted, status: "draft" },
    after: null,
    typed: typed("first"),
  } as const;
  const history = perform(EMPTY_UNDO_HISTORY, { kind: "cleared", position: 1, changes: [cleared] });
  const keep = (step: Step | null, as: "typed" | "left", value: string) =>
    step &&
    putInPlace(
      step.history,
      step.action,
      withForms(step.action, as, () => typed(value)),
    );
  const back = keep(undo(history), "left", "second");
  const [undone] = back?.future.at(-1)?.changes ?? [];
  expect(undone && typedAfter(undone, "undo")).toEqual(typed("first"));
  const again = back && keep(redo(back), "typed", "first, longer");
  const [redone] = again?.past.at(-1)?.changes ?? [];
  expect(redone && typedAfter(redone, "redo")).toEqual(typed("second"));
  expect(redone && typedAfter(redone, "undo")).toEqual(typed("first, longer"));
});

test("FRS-20 the form of an answered record shows its response, and what was typed besides stays as it is", () => {
  const change = { recordId: "r1", before: submitted, after: null, typed: typed("edited"), left: null };
  expect(typedAfter(change, "undo")).toBeUndefined();
  expect(typedAfter(change, "redo")).toBeNull();
  expect(typedAfter({ ...change, before: null, typed: null }, "undo")).toBeNull();
});

test("FRS-20 FQU-26 redo keeps beside the answer what stood in the form before the undo and is not in the answer", () => {
  const change = { recordId: "r1", before: null, after: submitted, typed: typed("x") };
  expect(typedAfter({ ...change, left: typed("x, longer") }, "redo")).toEqual(typed("x, longer"));
  expect(typedAfter({ ...change, left: typed("x") }, "redo")).toBeUndefined();
});

test("FRS-17 FRS-20 of an action on several records only the forms that change now are kept with it", () => {
  const changes = ["r1", "r2"].map((recordId) => ({ recordId, before: null, after: submitted, typed: null }));
  const [first, second] = changes;
  const done: Action = { kind: "submitted", position: null, changes };
  const kept = withForms(done, "left", (recordId) => typed(recordId), changes.slice(0, 1));
  expect(kept.changes).toEqual([{ ...first, left: typed("r1") }, second]);
  expect(kept.changes[1]).toBe(second);
});
