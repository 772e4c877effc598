import { addTexts } from "../texts.ts";

/** What is told of the records of a task dataset. */
const taskPanel = {
  label: "Progress and statistics",
  progress: "Progress",
  stats: "Stats",
  refresh: "Refresh",
  failed: "Could not be loaded.",
  annotated: "annotated",
  done: "{{done, number}} of {{total, number}}",
  share: "{{count, number}} {{status}}, {{share}}",
  annotatedAs: "Annotated as",
  findLabel: "Find a label",
  noLabel: "No label matches",
  more: "{{count, number}} more",
  fewer: "Show fewer",
  right: "predicted right",
  compared: "of {{count, number}} compared",
  ok: "ok",
  ko: "ko",
  statuses: "Status",
  labels: "Labels",
  predicted: "predicted",
  annotatedHead: "annotated",
  predictedShort: "Predicted",
  annotatedShort: "Annotated",
  words: "Words",
  inRecords_one: "in {{count}} record",
  inRecords_other: "in {{count, number}} records",
  add: "Add {{what}} to the search",
  mentions: "Mentions",
  findMention: "Find a mention",
  noMention: "No mention matches",
  noMentions: "No mentions in these records.",
  predicted_by: "Predicted by",
  annotated_by: "Annotated by",
  scores: "Scores",
  bin: "{{from}}–{{to}} %",
  nothing: "No record is found.",
  status: {
    Default: "Default",
    Edited: "Edited",
    Validated: "Validated",
    Discarded: "Discarded",
  },
} as const;

/** What opens from the search bar of a task dataset: help, groups of filters, order, and on a phone all of it. */
const taskFilters = {
  help: {
    title: "How to write a query",
    intro:
      "Words are looked for in the text of the records; all of them must be there. Capital letters matter only in AND, OR and NOT.",
    columns: { write: "Write", finds: "Finds" },
    use: "Put {{example}} into the search",
    rows: {
      words: "both words, anywhere",
      phrase: "the words one after the other",
      or: "one of them",
      not: "records without the word",
      group: "parentheses say what belongs together",
      wildcard: "every word that begins so; ? is one letter",
      fuzzy: "the word with up to one letter changed",
      near: "the words with at most three other words between them",
      regex: "words that fit a regular expression",
      input: "the word in one input",
      metadata: "records whose metadata have the value",
      range: "a range; * leaves an end open",
      exists: "records that have a value there",
      label: "records a person annotated so",
    },
    escape: "A backslash makes the next sign an ordinary character: a\\/b",
  },
  by: {
    predictions: "Filter by predictions",
    annotations: "Filter by annotations",
    status: "Filter by status",
    metadata: "Filter by metadata",
    rules: "Hide what rules find",
  },
  part: {
    predicted_as: "Label",
    predicted: "Ok or ko",
    score: "Score",
    predicted_by: "Agent",
    annotated_as: "Label",
    annotated_by: "Agent",
    status: "Status",
    metadata: "Metadata",
    uncovered_by_rules: "Rules",
  },
  list: {
    predicted_as: "Predicted as",
    annotated_as: "Annotated as",
    predicted_by: "Predicted by",
    annotated_by: "Annotated by",
    status: "Status",
    uncovered_by_rules: "Rules whose records are hidden",
    metadata: "Metadata keys",
  },
  prediction: {
    label: "The prediction and the annotation",
    any: "Any",
    ok: "Same (ok)",
    ko: "Different (ko)",
  },
  scoreOf: "Score of the prediction",
  rulesAll: "Hide the records of all rules",
  byQuery: "range, by query",
  sort: {
    unsorted: "Not sorted: records stand by their id.",
    field: {
      id: "Id",
      score: "Score",
      predicted: "Prediction ok or ko",
      predicted_as: "Predicted label",
      predicted_by: "Predicting agent",
      annotated_as: "Annotated label",
      annotated_by: "Annotating agent",
      status: "Status",
      last_updated: "Last changed",
      event_timestamp: "Date of the record",
    },
    ofMetadata: "Metadata, {{key}}",
    general: "General",
    metadata: "Metadata",
  },
  phone: {
    open: "Search, filters and order",
    openActive: "Search, filters and order; some are active",
    title: "Records to show",
    done: "Show the records",
  },
} as const;

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

export const texts = addTexts({ taskPanel, taskFilters, taskRecord });

declare module "../texts.ts" {
  interface Texts {
    taskPanel: typeof taskPanel;
    taskFilters: typeof taskFilters;
    taskRecord: typeof taskRecord;
  }
}
