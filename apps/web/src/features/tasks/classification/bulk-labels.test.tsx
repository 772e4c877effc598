import "../../../lib/i18n/en/text-classification.ts";
import { globalLabels } from "@postil/domain/tasks/labels";
import { chosenLabels, type ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { shownOf, textRecord } from "@postil/domain/tasks/shown-record.fixture";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import type { RecordActions } from "../saving/use-task-actions.ts";
import { BulkLabelsForm } from "./bulk-labels-popover.tsx";

const LABELS = globalLabels(["Waste", "Noise", "Roads"], "city.inbox", true);
const record = (id: string, multiLabel: boolean, ...classes: string[]) =>
  shownOf(
    textRecord({ id, multiLabel, annotation: classes.length ? { ...chosenLabels(classes), agent: "mara" } : null }),
  );

afterEach(() => clearToasts());

function openForm(records: readonly ShownTextRecord[]) {
  const actions = {
    edit: vi.fn<RecordActions["edit"]>(),
    answer: vi.fn<RecordActions["answer"]>(() => true),
    resetAnnotation: vi.fn<RecordActions["resetAnnotation"]>(),
  };
  const onClose = vi.fn();
  // The form calls no other actions.
  render(
    <BulkLabelsForm
      records={records}
      labels={LABELS}
      actions={actions as unknown as RecordActions}
      onClose={onClose}
    />,
  );
  const said = (calls: typeof actions.edit.mock.calls) =>
    calls[0]?.map(({ record: { id }, answer }) => [
      id,
      "labels" in answer && answer.labels.map((one) => one.class_label),
    ]);
  return { actions, onClose, said };
}
const box = (name: RegExp) => screen.getByRole("checkbox", { name });
const apply = () => fireEvent.click(screen.getByRole("button", { name: "Apply" }));

test("TST-18 TAN-07 labels of many records: how many carry each, added ones are merged, removed ones go, and a notice says how many wait", () => {
  const { actions, onClose, said } = openForm([
    record("1", true, "Waste", "Noise"),
    record("2", true, "Waste"),
    record("3", true),
  ]);
  expect(screen.getAllByRole("checkbox").map((one) => one.closest("label")?.textContent)).toEqual([
    "Waste2 of 3",
    "Noise1 of 3",
    "Roads",
  ]);
  expect(box(/Waste/)).toHaveProperty("indeterminate", true);
  expect(screen.getByRole("button", { name: "Apply" })).toHaveProperty("disabled", true);
  fireEvent.click(screen.getByRole("button", { name: "Remove Waste from all" }));
  fireEvent.click(box(/Roads/));
  fireEvent.click(box(/Noise/));
  expect(actions.edit).not.toHaveBeenCalled();
  apply();
  expect(said(actions.edit.mock.calls)).toEqual([
    ["1", ["Noise", "Roads"]],
    ["2", ["Roads", "Noise"]],
    ["3", ["Roads", "Noise"]],
  ]);
  expect(onClose).toHaveBeenCalledOnce();
  expect(getToasts().map(({ message, type }) => [message, type])).toEqual([
    ["3 records are edited, not validated yet", "info"],
  ]);
});

test("TAN-15 TST-18 a label that is predicted for all is confirmed by the first press, removed by the next one", () => {
  const prediction = { agent: "model", labels: [{ class_label: "Waste", score: 0.9 }] };
  const predicted = ["1", "2"].map((id) => shownOf(textRecord({ id, multiLabel: true, prediction })));
  const { actions, said } = openForm(predicted);
  expect(box(/Waste/)).toHaveProperty("indeterminate", true);
  fireEvent.click(box(/Waste/));
  expect(box(/Waste/)).toHaveProperty("checked", true);
  apply();
  expect(actions.edit.mock.calls[0]?.map(({ untouched }) => untouched)).toEqual([[], []]);
  actions.edit.mockClear();
  fireEvent.click(box(/Waste/));
  apply();
  expect(said(actions.edit.mock.calls)).toEqual([
    ["1", []],
    ["2", []],
  ]);
});

test("TST-18 TAN-06 a single label is written at once for all of them, as one action", () => {
  const { actions, said } = openForm([record("1", false, "Waste"), record("2", false)]);
  fireEvent.click(box(/Noise/));
  fireEvent.click(box(/Roads/));
  expect(box(/Noise/)).toHaveProperty("checked", false);
  apply();
  expect(said(actions.answer.mock.calls)).toEqual([
    ["1", ["Roads"]],
    ["2", ["Roads"]],
  ]);
  expect(actions.answer).toHaveBeenCalledOnce();
  expect(actions.edit).not.toHaveBeenCalled();
});

test("TST-05 TST-18 a single label removed from all takes the annotations away that had it", () => {
  const { actions } = openForm([record("1", false, "Waste"), record("2", false)]);
  fireEvent.click(screen.getByRole("button", { name: "Remove Waste from all" }));
  apply();
  expect(actions.resetAnnotation.mock.calls.flat().map(({ id }) => id)).toEqual(["1"]);
});

test("TST-18 Cancel does nothing, and a wish taken back is none", () => {
  const { actions, onClose } = openForm([record("1", true, "Waste")]);
  fireEvent.click(box(/Noise/));
  fireEvent.click(box(/Noise/));
  expect(screen.getByRole("button", { name: "Apply" })).toHaveProperty("disabled", true);
  fireEvent.click(box(/Noise/));
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(actions.edit).not.toHaveBeenCalled();
});
