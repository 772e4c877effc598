import { addTexts, plural } from "../texts.ts";

/** The row of a record of text classification, and the labels of many records at once. */
export const classification = addTexts("classification", {
  labels_one: "Label, choose one",
  labels_other: "Labels, choose one or several",
  onlyPredicted: "Predicted and not validated, {{score}}",
  agreement: { ok: "as predicted (ok)", ko: "not as predicted (ko)" },
  ruleKept: "Rule saved on this device only",
  none: {
    admin: "This dataset has no labels yet.",
    settings: "Add some in its settings",
    annotator: "This dataset has no labels yet. Ask an admin to add some.",
  },
  ...plural("morePredictions", "Show {{count, number}} more prediction(s)"),
  annotatedAs: "Annotated as: ",
  nothing: "no label",
  keys: { pick: "Pick a label, by the key on it" },
  bulk: {
    title: "Labels of the selected records",
    ...plural("found", "{{found, number}} of {{count, number}} label(s)"),
    carried: "{{count, number}} of {{total, number}}",
    remove: "Remove {{label}} from all",
    apply: "Apply",
    pending_one: "{{count, number}} record is edited, not validated yet",
    pending_other: "{{count, number}} records are edited, not validated yet",
  },
});
