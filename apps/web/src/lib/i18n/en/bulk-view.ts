import { addTexts, plural } from "../texts.ts";

/** Bulk view (design/bulk.md). The texts come with its code. */
const bulk = {
  list: "Records",
  row: "Record {{position, number}}, {{status}}",
  select: "Select record {{position, number}}",
  selectPage: "Select this page",
  count: "{{count, number}} selected",
  ...plural("selected", "{{count, number}} record(s) selected"),
  none: "Select at least one record",
  accept: "Accept suggestions",
  acceptable: {
    selected_one: "{{count, number}} of {{of, number}} has suggestions for every required question",
    selected_other: "{{count, number}} of {{of, number}} have suggestions for every required question",
    page_one: "{{count, number}} of {{of, number}} on this page has suggestions for every required question",
    page_other: "{{count, number}} of {{of, number}} on this page have suggestions for every required question",
  },
  answered: "Your answer, {{title}}: {{text}}",
  suggested: "Suggested, {{title}}: {{text}}",
  suggestedMore: "+{{count, number}}",
  ...plural("showAll", "Show all, {{count, number}} more line(s)"),
  showAllLong: "Show all, about {{count, number}} more lines",
  showLess: "Show less",
  range: "{{from, number}}–{{to, number}} of {{total, number}}",
  previousPage: "Previous page",
  nextPage: "Next page",
  pageSize: "{{count, number}} a page",
  pageSizes: "Records on a page",
  settings: "View settings",
  height: "Record height",
  expanded: "Full records",
  fixed: "First twelve lines",
  snap: "Snap to records while scrolling",
  refused: "Not saved: {{detail}}",
  changed: "It was changed meanwhile, in another window or by somebody else. What is there now is shown.",
  refusedSilently: "Not saved",
  all: {
    offer: "Include all {{count, number}} matches",
    on: "All {{count, number}} matches included",
    beyond: "{{count, number}} match; up to {{most, number}} can be answered at once.",
    offerFirst: "Include the first {{most, number}}",
    onFirst: "The first {{most, number}} of {{count, number}} matches included",
    narrow: "This page is selected. To include other pages, narrow the list by a search or a filter.",
  },
  form: "Answers for the selected records",
  note: {
    none: "What you answer here is written to every record you select in the list. A question left empty stays as it is.",
    chosen_one: "What you answer here is written to the selected record. A question left empty stays as it is.",
    chosen_other:
      "What you answer here is written to the {{count, number}} selected records. A question left empty stays as it is on each of them.",
    first:
      "What you answer here is written to the first {{count, number}} matching records, on every page. A question left empty stays as it is on each of them.",
    allMatches:
      "What you answer here is written to all {{count, number}} matching records, on every page. A question left empty stays as it is on each of them.",
  },
  actions: {
    label: "Answer the selected records",
    submit: "Submit {{count, number}}",
    discard: "Discard {{count, number}}",
    running: "{{percent}} %",
    reading: "Reading…",
    stop: "Stop",
    stopping: "Stopping…",
    missing: "{{obstacles}}. Save draft saves the answers you have given.",
    nothing: "Answer at least one question",
    ...plural("progress", "Saving {{count, number}} record(s)"),
  },
  confirm: {
    submitted: "Each of them is submitted, with these answers:",
    draft: "Each of them is saved as a draft, with these answers:",
    discarded: "Each of them is discarded, with these answers:",
    discardedAsIs: "Each record is discarded and keeps its answers.",
    accepted: "Each of them is submitted with its own suggestions.",
    kept: "A question that is not listed stays as it is on each record.",
    title: {
      submitted: "Submit {{count, number}} records?",
      accepted: "Submit {{count, number}} records with their suggestions?",
      draft: "Save {{count, number}} records as drafts?",
      discarded: "Discard {{count, number}} records?",
    },
    go: {
      submitted: "Submit {{count, number}} records",
      accepted: "Submit {{count, number}} records",
      draft: "Save {{count, number}} drafts",
      discarded: "Discard {{count, number}} records",
    },
  },
  done: {
    ...plural("submitted", "{{count, number}} record(s) submitted"),
    draft_one: "{{count, number}} record saved as a draft",
    draft_other: "{{count, number}} records saved as drafts",
    ...plural("discarded", "{{count, number}} record(s) discarded"),
  },
  partial_one: "{{count, number}} of {{of, number}} records was not saved",
  partial_other: "{{count, number}} of {{of, number}} records were not saved",
  stopped: "Stopped. They are still selected.",
  broken: "The server could not be reached or failed. They are still selected.",
  brokenRefused: "The server refused them. They are still selected.",
  refusals: "They are still selected, with the reason on each.",
  ...plural("skipped", "{{count, number}} record(s) skipped: a required question has no suggestion"),
  noneToAccept: "None of the selected records has a suggestion for every required question",
  restored: {
    form: "What you had answered here is back. It is not saved yet.",
    selected_one: "{{count, number}} record is selected as before.",
    selected_other: "{{count, number}} records are selected as before.",
    all: "All matches are included as before.",
    some_zero: "What you had selected is not on this page.",
    some_one: "{{count, number}} of the {{of, number}} records you had selected is on this page, and selected.",
    some_other: "{{count, number}} of the {{of, number}} records you had selected are on this page, and selected.",
    notAll: "You had included all matches of another list; here they are not.",
  },
  command: {
    cursor: "Next, previous record of the list",
    down: "Next record of the list",
    up: "Previous record of the list",
    toggle: "Select the record or leave it out",
    range: "Select up to this record",
    page: "Select the page",
    clear: "Clear the selection",
    arrows: "Next, previous record, while the list has the focus",
  },
} as const;

export const texts = addTexts({ bulk });

declare module "../texts.ts" {
  interface Texts {
    bulk: typeof bulk;
  }
}
