import { addTexts, plural } from "../texts.ts";

/** Names of choices that several areas show. */
export const names = addTexts("names", {
  task: {
    TextClassification: "Text classification",
    TokenClassification: "Token classification",
    Text2Text: "Text to text",
    FeedbackTask: "Feedback",
  },
  dataset: { draft: "Not published", ready: "Published" },
  theme: {
    system: "System",
    light: "Light",
    dark: "Dark",
    contrast: "High contrast",
    "contrast-dark": "High contrast, dark",
  },
});

/** Of lists that can be narrowed. */
export const lists = addTexts("lists", {
  clearFilters: "Clear filters",
  filterOf: "{{list}} filter",
  removeFilter: "Remove {{value}}",
});

/** What several forms and lists say. */
export const forms = addTexts("forms", {
  title: "Title",
  workspace: "Workspace",
  done: "Done",
  ...plural("rows", "{{count, number}} row(s)"),
  actionsOf: "Actions of {{name}}",
  type: "Type",
  values: "Values",
  newDataset: "New dataset",
  chooseFile: "Choose a file",
  close: "Close",
  peopleFailed: "The people could not be loaded.",
  addPerson: "Add a person",
  stop: "Stop",
  link: "Link",
  move: "Move {{text}}",
  more: "{{count, number}} more",
  fewer: "Fewer",
  add: "Add",
  remove: "Remove {{text}}",
  dimensions: "Dimensions",
  copyLink: "Copy link",
  you: "you",
  goOn: "Go on",
  lowest: "Lowest value",
  highest: "Highest value",
  agent: "Agent",
  ...plural("labelCount", "{{count, number}} label(s)"),
  allRecords: "all records",
  withoutFile: "Without a file",
  signOutEverywhere: "Sign out everywhere",
  ...plural("workspaces", "{{count, number}} workspace(s)"),
  ...plural("datasets", "{{count, number}} dataset(s)"),
});
