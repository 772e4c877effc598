import fc from "fast-check";
import { expect, test } from "vitest";
import { damagedJson } from "../damaged-json.fixture.ts";
import { asObject } from "../json-object.ts";
import { changesOf, draftedLabels, NO_LABEL_DRAFT, readLabelDraft } from "./label-draft.ts";
import { globalLabels } from "./labels.ts";

const labels = globalLabels(["Waste", "Noise", "Water"], "w.d", true);

test("TSG-01 a draft that changes nothing shows the labels as they are saved", () => {
  const untouched = {
    shown: ["Waste", "Noise", "Water"],
    isReordered: false,
    isEdited: false,
    fresh: [],
    repeated: [],
  };
  expect(draftedLabels(labels, NO_LABEL_DRAFT)).toMatchObject(untouched);
  expect(draftedLabels(labels, { ...NO_LABEL_DRAFT, order: ["Waste", "Noise", "Water"], typed: " , " })).toMatchObject(
    untouched,
  );
});

test("TSG-01 LAB-04 labels in another order tell of their keys", () => {
  const drafted = draftedLabels(labels, { ...NO_LABEL_DRAFT, order: ["Noise", "Waste", "Water"] });
  expect(drafted).toMatchObject({ shown: ["Noise", "Waste", "Water"], isReordered: true, isEdited: true });
  expect([...drafted.changedKeys]).toEqual([
    ["Noise", "2"],
    ["Waste", "1"],
  ]);
});

test("LAB-19 what is added and typed is told apart by whether a label has it", () => {
  const drafted = draftedLabels(labels, { ...NO_LABEL_DRAFT, added: ["Dogs", "Noise", "waste"], typed: " Water" });
  expect(drafted).toMatchObject({ fresh: ["Dogs", "waste"], repeated: ["Noise", "Water"], isEdited: true });
});

test("TSG-01 a label that is taken out is not shown; the others keep their order and move up", () => {
  const drafted = draftedLabels(labels, { ...NO_LABEL_DRAFT, removed: ["Waste"] });
  expect(drafted).toMatchObject({ shown: ["Noise", "Water"], isReordered: false, isEdited: true });
  expect(drafted.changedKeys.get("Water")).toBe("3");
});

test("TSG-01 labels that came or went since the draft was begun are neither lost nor brought back", () => {
  const draft = { ...NO_LABEL_DRAFT, order: ["Noise", "Gone", "Waste"], removed: ["Gone too"] };
  expect(draftedLabels(labels, draft).shown).toEqual(["Noise", "Waste", "Water"]);
});

test("AUT-11 a draft is read as it was kept, and what is damaged of it is not there", () => {
  const sound = { order: ["b", "a"], removed: ["c"], added: ["d"], typed: "e" };
  expect(readLabelDraft(changesOf(sound))).toEqual(sound);
  expect(readLabelDraft({})).toEqual(NO_LABEL_DRAFT);
  fc.assert(
    fc.property(damagedJson(sound), (kept) => {
      const { shown, fresh } = draftedLabels(
        globalLabels(["a", "b", "c"], "w.d", true),
        readLabelDraft(asObject(kept) ?? {}),
      );
      for (const text of [...shown, ...fresh]) expect(text).toBeTypeOf("string");
    }),
  );
});
