import { addTexts } from "../texts.ts";

/** The row of a record of text to text, and what was predicted for it. */
export const text2text = addTexts("text2text", {
  target: "Text to write",
  source: "source text",
  empty: "Nothing written yet",
  write: "Write the text",
  save: "Save and validate the text",
  stop: "Stop writing and keep the text",
  saves: "saves and validates",
  stops: "stops writing and keeps the text",
  nothing: "There is nothing to save yet",
  annotation: "Annotation",
  predictions: "Predictions ({{count, number}})",
  panel: "Predictions of the record at the cursor",
  close: "Close the predictions",
  none: "Nothing was predicted for this record.",
  noRecord: "No record is at the cursor.",
  use: "Use this text",
  prediction: "prediction",
  changes: "Changes",
  counts: "Words: {{removed, number}} out, {{added, number}} in, {{same, number}} kept",
  legend: {
    removed: "struck out",
    inPrediction: "only in the prediction",
    added: "underlined",
    inText: "only in your text",
  },
});
