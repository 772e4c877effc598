import { addTexts, plural } from "../texts.ts";
import "./annotation.ts";

/** Words that several pages say. */
export const words = addTexts("words", {
  undo: "Undo",
  save: "Save",
  clearSearch: "Clear the search",
  resize: "Resize",
  newDatasetFromFile: "New dataset from a file",
  newDatasetByHand: "New dataset without a file",
  name: "Name",
  ...plural("records", "{{count, number}} record(s)"),
  labels: "Labels",
  findLabel: "Find a label",
  recordsToShow: "Records to show",
  metadata: "Metadata",
  guidelines: "Guidelines",
  description: "Description",
  noLabelMatches: "No label matches",
  showLess: "Show less",
  preview: "Preview",
  to: "to",
  created: "Created",
  actions: "Actions",
  progress: "Progress",
  ...plural("answers", "{{count, number}} answer(s)"),
  snapshots: "Snapshots",
  recentlyDeleted: "Recently deleted",
  findIn: "Find in {{list}}",
  nothingFound: "Nothing found",
  texts: "Texts",
  predictions: "Predictions",
  predicted: "Predicted, {{score}}",
  entities: "Entities",
  noRecords: "This dataset has no records yet.",
  askAdmin: "Ask an admin to add some.",
  session: "this session",
  ...plural("sort", "Sort {{count}} field(s)"),
  people_one: "{{count, number}} person",
  people_other: "{{count, number}} people",
  search: "Search, filters and order",
  searchActive: "Search, filters and order; some are active",
  showRecords: "Show the records",
  queryHelp: "How to write a query",
  noValues: "no values",
});

export const answerStatus = addTexts("answerStatus", {
  name: {
    pending: "Pending",
    draft: "Draft",
    submitted: "Submitted",
    discarded: "Discarded",
    validated: "Validated",
    edited: "Edited",
  },
});

export const commands = addTexts("commands", {
  palette: {
    find: "Find a command",
  },
  sheet: {
    title: "Keyboard shortcuts",
  },
  open: "Commands",
  shortcuts: "This list",
  holdToHide: "Show or hide keys",
});

/** The bar above the records of the annotation page: search, filters, order. */
export const filters = addTexts("filters", {
  search: {
    label: "Search records",
    placeholder: 'Words, "phrases", -exclusions',
    fields: "Fields to search in",
    all: "All fields",
    noWord: "There is no word in it",
    tooMany: {
      characters: "{{found, number}} of {{most, number}} characters",
      words: "{{found, number}} of {{most, number}} words",
      phrases: "{{found, number}} of {{most, number}} phrases",
    },
  },
  toggle: "Filters",
  toggleActive: "Filters, some are active",
  reset: "Reset",
  command: {
    search: "Search records",
    filters: "Show or hide the filters",
    sort: "Sort records",
    reset: "Reset filters and sort",
  },
  sort: {
    button: "Sort",
    resting: "Sorting is off while similarity is on",
  },
  view: {
    label: "View",
    focus: "Focus",
    bulk: "Bulk",
  },
});

/** What a reader comes back to: records flagged for later, views saved under a name, the history of a record. */
export const flagsAndViews = addTexts("flagsAndViews", {
  flags: {
    flag: "Flag for later",
    flagRecord: "Flag the record for later",
    unflagRecord: "Remove the flag of the record",
    unflag: "Remove the flag",
    unknown: "It could not be read whether you flagged the record",
    flagged: "Flagged for later",
    isFlagged: "The record is flagged",
    isUnflagged: "The record is no longer flagged",
    notFlagged: "The record could not be flagged.",
    notUnflagged: "The flag could not be removed.",
  },
  views: {
    open: "Views",
    label: "Saved views",
    command: "Open view {{name}}",
  },
});

export const header = addTexts("header", {
  datasetName: "dataset name",
  exportDataset: "Export this dataset",
  exportOf: "Export {{name}}",
});

export const matches = addTexts("matches", {
  here: "{{count, number}} here",
  at: "{{at, number}} of {{of, number}}",
  previous: "Previous match",
  next: "Next match",
});

export const picture = addTexts("picture", {
  show: "Show the picture from {{host}}",
  showNamed: "Show the picture “{{alt}}” from {{host}}",
});

export const saving = addTexts("saving", {
  isNot: "not saved",
  saved: "All changes saved",
  pending: "Saving {{count, number}}…",
  many: "{{count, number}} of {{of, number}} still to send",
  waiting: "{{count, number}} waiting",
  unsent: "not sent yet",
  notSaved: "{{count, number}} not saved. Retry",
  kept: "{{count, number}} saved on this device only",
  keptInOthers: "{{count, number}} in other datasets saved on this device only",
  keptHereToo: "{{count, number}} here, {{others, number}} in other datasets saved on this device only",
  keptElsewhere: "{{count, number}} typed here, kept from another tab",
  cleared: "Cleared",
  takenBack: "Status removed",
  broken: "Three tries failed. Nothing is lost.",
  changedBySomebody: "Somebody changed it meanwhile. Look at it, or try again to write over it.",
  changed: "{{agent}} changed it meanwhile. Look at it, or try again to write over it.",
  lost: "The record is not there any more, or you have no access to it.",
});
