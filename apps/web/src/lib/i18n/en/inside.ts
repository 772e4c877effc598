import { addTexts, plural } from "../texts.ts";
import "./annotation.ts";

const answerStatus = {
  name: {
    pending: "Pending",
    draft: "Draft",
    submitted: "Submitted",
    discarded: "Discarded",
    validated: "Validated",
    edited: "Edited",
  },
} as const;

const commands = {
  palette: {
    find: "Find a command",
  },
  sheet: {
    title: "Keyboard shortcuts",
  },
  open: "Commands",
  shortcuts: "This list",
  holdToHide: "Show or hide keys",
} as const;

/** The bar above the records of the annotation page: search, filters, order. */
const filters = {
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
    ...plural("count", "Sort {{count}} field(s)"),
    resting: "Sorting is off while similarity is on",
  },
  view: {
    label: "View",
    focus: "Focus",
    bulk: "Bulk",
  },
} as const;

/** What a reader comes back to: records flagged for later, views saved under a name, the history of a record. */
const flagsAndViews = {
  flags: {
    flag: "Flag for later",
    flagRecord: "Flag the record for later",
    unflagRecord: "Remove the flag of the record",
    unflag: "Remove the flag",
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
} as const;

const header = {
  datasetName: "dataset name",
  exportDataset: "Export this dataset",
  exportOf: "Export {{name}}",
} as const;

const matches = {
  here: "{{count, number}} here",
  at: "{{at, number}} of {{of, number}}",
  previous: "Previous match",
  next: "Next match",
} as const;

const picture = {
  show: "Show the picture from {{host}}",
  showNamed: "Show the picture “{{alt}}” from {{host}}",
} as const;

const saving = {
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
} as const;

export const texts = addTexts({ answerStatus, commands, filters, flagsAndViews, header, matches, picture, saving });

declare module "../texts.ts" {
  interface Texts {
    answerStatus: typeof answerStatus;
    commands: typeof commands;
    filters: typeof filters;
    flagsAndViews: typeof flagsAndViews;
    header: typeof header;
    matches: typeof matches;
    picture: typeof picture;
    saving: typeof saving;
  }
}
