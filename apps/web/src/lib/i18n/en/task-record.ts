import { addTexts } from "../texts.ts";

/** What can be done with a record of a task dataset beside annotating it; it loads when its menu is opened. */
const taskRecord = {
  copyId: "Copy the ID",
  idCopied: "ID copied",
  similar: "Similar records",
  text: "Text",
  event: "Event time",
  filter: "Filter",
  predictions: "Predictions",
  predictionsFailed: "The predictions of other agents could not be read.",
  history: {
    Validated: "validated",
    Discarded: "discarded",
    Edited: "edited",
    Default: "took the status back",
    changed: "changed the record",
    annotation: "Annotation",
    others: "Also changed",
    part: { prediction: "prediction", text: "text", inputs: "text", tokens: "tokens", metadata: "metadata" },
  },
} as const;

export const texts = addTexts({ taskRecord });
