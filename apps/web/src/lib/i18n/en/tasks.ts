import { addTexts, plural } from "../texts.ts";

/** The page of a task dataset, beside its parts that have texts of their own. */
const tasks = {
  page: "Records of {{name}}",
  modes: "Mode",
  mode: { annotate: "Annotate", explore: "Explore", "labelling-rules": "Rules" },
  panel: "Progress and statistics",
  loading: "Loading records",
  pending: "{{count, number}} edited, not validated yet",
  list: "Records",
  record: "Record {{position, number}}, {{status}}",
  status: { Default: "Default", Validated: "Validated", Discarded: "Discarded", Edited: "Edited" },
  select: "Select record {{position, number}}",
  selectPage: "Select page",
  selected: "{{count, number}} selected",
  ...plural("total", "{{count, number}} record(s)"),
  fold: {
    all: "Show all",
    less: "Show less",
    found_one: "{{count, number}} match further down",
    found_other: "{{count, number}} matches further down",
  },
  meanwhile: { now: "On the server now:", nothing: "no annotation", by: "by {{agent}}" },
  actions: {
    validate: "Validate",
    discard: "Discard",
    clear: "Clear",
    reset: "Reset",
    save: "Save",
    unvalidate: "Unvalidate",
    undiscard: "Undiscard",
  },
  command: {
    previousPage: "Previous page",
    nextPage: "Next page",
    pages: "Next, previous page",
    down: "Next record in the list",
    up: "Previous record in the list",
    cursor: "Move among the records",
    toggle: "Select the record",
    selectPage: "Select the page",
    validate: "Validate",
    discard: "Discard",
    clear: "Clear the answer",
    reset: "Remove the edits",
    panel: "Progress and statistics",
    refresh: "Refresh",
  },
  toast: {
    validated_one: "1 record is validated",
    validated_other: "{{count}} records are validated",
    validateFailed: "{{count}} record(s) could not have been validated",
    discarded_one: "1 record is discarded",
    discarded_other: "{{count}} records are discarded",
    discardFailed: "{{count}} record(s) could not have been discarded",
    undone: "1 record is un{{status}}",
    undoFailed: "1 record could not be un{{status}}",
    cleared_one: "Cleared, not validated yet",
    cleared_other: "{{count, number}} records cleared, not validated yet",
    reset_one: "Edits removed",
    reset_other: "Edits of {{count, number}} records removed",
    annotationReset: "The annotation is removed",
    takenBack: "Undone",
  },
  labelTooLong: "A record’s label has at most 128 characters",
  guard: {
    title_one: "{{count, number}} record is edited, not validated",
    title_other: "{{count, number}} records are edited, not validated",
    text: "What you edited stays on this device and is there when you come back. Only what is validated is sent.",
    go: "Leave without validating",
    stay: "Stay",
    validate: "Validate all pending",
  },
  pages: {
    label: "Pages",
    size: "{{count}} a page",
    sizes: "Records per page",
    page: "Page {{page, number}}",
    range: "{{from, number}}–{{to, number}} of {{total}}",
    limit: "Only the first 10,000 records can be paged. Narrow the list with a query, a filter or a sort.",
    jump: "Go to page",
    end: "You have come to the end. Keys rest until you move to a record.",
    endWaiting_one: "The end of the page: {{count, number}} record of it is not answered yet.",
    endWaiting_other: "The end of the page: {{count, number}} records of it are not answered yet.",
  },
  empty: {
    none: "No record matches",
    noneText: "Remove a filter, or search for other words.",
    reset: "Reset the search",
  },
  failed: "The search failed",
  labelsChanged: "Somebody has changed the labels of this dataset. Look at their keys.",
  closed: {
    title: "This dataset is closed",
    text: "Nobody can read or annotate its records until it is opened again.",
    open: "Open the dataset",
    ask: "Ask an admin to open it.",
  },
} as const;

/** The bar in which the records of a task dataset are searched for. */
const taskQuery = {
  bar: "Search and filters",
  search: {
    label: "Search records",
    placeholder: "Search, or text:refund*",
    tooLong: "{{found, number}} of {{most, number}} characters",
    failed: "The query cannot be read.",
    unknown_one: "No record has a field <names>{{names}}</names>.",
    unknown_other: "No record has the fields <names>{{names}}</names>.",
    at: "{{detail}} At character {{at, number}}:",
  },
  help: {
    open: "How to write a query",
  },
  group: {
    predictions: "Predictions",
    annotations: "Annotations",
    status: "Status",
    metadata: "Metadata",
    rules: "Rules",
  },
  groupOn: "{{group}} {{count}} active",
  chip: {
    predicted_as: "predicted as: {{values}}",
    annotated_as: "annotated as: {{values}}",
    predicted_by: "predicted by: {{values}}",
    annotated_by: "annotated by: {{values}}",
    status: "status: {{values}}",
    predicted: "prediction: {{values}}",
    score: "score: {{from}}–{{to}} %",
    metadata: "{{key}}: {{values}}",
    uncovered_by_rules_one: "without what {{count}} rule finds",
    uncovered_by_rules_other: "without what {{count, number}} rules find",
  },
  sort: {
    ...plural("on", "Sort {{count}} field(s)"),
    resting: "Sorting is off while similar records are shown",
  },
  chips: "Active filters",
  removeAll: "Remove all",
  filters: "Filters",
  filtersOn: "Filters {{count}} active",
  command: {
    search: "Search records",
    sort: "Sort records",
    reset: "Reset the search",
  },
} as const;

export const texts = addTexts({ tasks, taskQuery });

declare module "../texts.ts" {
  interface Texts {
    tasks: typeof tasks;
    taskQuery: typeof taskQuery;
  }
}
