import { addTexts } from "../texts.ts";

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
    on_one: "Sort {{count}} field",
    on_other: "Sort {{count}} fields",
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

export const texts = addTexts({ taskQuery });
