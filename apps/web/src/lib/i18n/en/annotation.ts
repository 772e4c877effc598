import { addTexts, plural } from "../texts.ts";

export const annotation = addTexts("annotation", {
  page: "Annotate {{name}}",
  bar: {
    label: "Queue",
  },
  split: {
    columns: "Resize record and questions",
    guidelines: "Resize record and guidelines",
  },
  record: {
    label: "Record {{position}}",
    region: "Text of the record",
    announce: "Record {{position}}, {{status}}, {{questions}}",
    ...plural("questions", "{{count}} question(s)"),
    left: "{{count, number}} left",
    inQueue: "in {{status}}",
    opened: "Opened by its link",
    previous: "Previous record",
    next: "Next record",
    updated: "updated",
    waiting: "The next one is on its way…",
    more: "More about this record",
    noContent: "This record has no content.",
  },
  field: {
    raw: "Show the source of {{title}}",
    rendered: "Show {{title}} as rendered",
    collapse: "Collapse {{title}}",
    expand: "Expand {{title}}",
    text: "text of {{title}}",
  },
  actions: {
    label: "Answer this record",
    clear: "Clear",
    discard: "Discard",
    draft: "Save draft",
    submit: "Submit",
    missing: "Still to answer: {{titles}}",
    partial: "Rank all answers, or none: {{titles}}",
    nothing: "Nothing is answered yet",
    unchanged: "Nothing has changed since it was submitted",
  },
  foot: {
    shortcuts: "Shortcuts",
    share: "{{share}}, {{done, number}} of {{total, number}}",
    message: {
      submitted: "{{record}} submitted",
      draft: "{{record}} saved as a draft",
      discarded: "{{record}} discarded",
      cleared: "{{record}} cleared",
      answered: "“{{question}}” changed",
      skipped: "{{record}} skipped, it comes back at the end",
      undone: "Undone: {{record}}",
      notSaved: "{{record}} could not be saved",
    },
    redo: "Redo",
    someRecord: "Record",
  },
  progress: {
    of: "{{count, number}} {{status}}",
  },
  queue: {
    label: "Records",
    end: "You reached the end of the {{status}} queue.",
    others: "Other queues",
    offline: "Connect to load more.",
    empty: {
      pending: "Nothing pending.",
      draft: "No drafts.",
      submitted: "Nothing submitted.",
      discarded: "Nothing discarded.",
    },
    emptyText: {
      pending: "You have answered every record of this dataset. What you did can still be read and changed.",
      draft: "Records whose answers you have saved as a draft are listed here.",
      submitted: "Records whose answers you have submitted are listed here.",
      discarded: "Records that you have discarded are listed here.",
    },
    failed: "The records could not be loaded.",
    failedText: "Nothing is lost: what you have answered is kept on this device until it is saved.",
    recordMissing: "This record is not there any more.",
  },
  dataset: {
    notFound: "This dataset does not exist, or you may not open it.",
  },
  loading: "Loading the record",
  draftRestored: "Restored unsaved changes from {{time}}",
  draftDiscard: "Start over",
  typedElsewhere: "Kept is what you typed in another tab, not this",
  typedKeep: "Keep this",
  changedElsewhere: "This record was changed in another window.",
  changedShow: "Show it",
  kept: {
    text: "You changed this on {{date}} and did not send it.",
    restore: "Restore",
    discard: "Discard",
  },
  leave: {
    submitted: "The changes to this submitted record are not submitted. Going on removes them.",
    discarded: "The changes to this discarded record are not submitted. Going on removes them.",
    go: "Remove them and go on",
  },
  command: {
    next: "Next record",
    previous: "Previous record",
    move: "Next, previous record or page",
    skip: "Skip without answering",
    submit: "Submit",
    draft: "Save draft",
    discard: "Discard",
    clear: "Clear all answers",
    undo: "Undo the last action",
    redo: "Redo it",
    undoRow: "Undo, redo",
    accept: "Accept all suggestions and submit",
    guidelines: "Guidelines",
    progress: "Progress",
    refresh: "Refresh the queue",
    goTo: "Go to {{status}}",
  },
});

/** The way to bulk view and out of it, on every annotation page; the rest is in bulk-view.ts. */
export const toBulk = addTexts("toBulk", {
  leave: {
    message: "Records are being written. Leaving stops after those under way.",
    go: "Stop and leave",
  },
  command: {
    focus: "Focus view",
    bulk: "Bulk view",
    viewRow: "Focus view, bulk view",
  },
});

export const comfort = addTexts("comfort", {
  pinnedMetadata: {
    choose: "Choose the metadata that stands here",
  },
  filter: {
    by: "Show only records with {{title}}: {{value}}",
    done: "Showing only records with {{title}}: {{value}}",
  },
  beside: {
    on: "Fields side by side",
    off: "Fields one below the other",
  },
  split: {
    progress: "Resize questions and progress",
  },
  suggestionsFirst: "Suggested options first in “{{title}}”",
});

export const questions = addTexts("questions", {
  required: "Required response",
  panel: "Questions",
  optionalMarker: " (optional)",
  description: "Description",
  unanswerable: "This question cannot be answered in this version.",
  clear: "Clear “{{title}}”",
  hint: {
    one: "Choose one.",
    several: "Choose one or several.",
    rating: "Choose one value.",
  },
  suggestion: {
    by: "Suggested by {{agent}}, {{score}}",
    byAgent: "Suggested by {{agent}}",
    withScore: "Suggested, {{score}}",
    plain: "Suggested",
    use: "use suggestion",
    useValue: "use {{value}}",
    useValueScore: "use {{value}}, {{score}}",
  },
  percent: "{{value, number}} %",
  labels: {
    find: "Find a label",
    none: "No label matches",
    clearSearch: "Clear the search",
    more: "Show {{count, number}} more labels",
    less: "Less",
    selected: "{{count}} selected",
    ...plural("found", "{{count}} label(s) found"),
    takes: "Enter takes {{text}}.",
    /** around the name of a label, for screen readers */
    answer: "Answer: ",
    goTo: ". Show it in the list",
    recent: "Recent",
    chosenBefore: ", chosen before",
  },
  keys: {
    enter: "Enter the form",
    moveQuestion: "Next, previous question",
    next: "Next question",
    previous: "Previous question",
    moveOption: "Next, previous option",
    pick: "Pick a label or a rating",
    rank: "Put the item on a rank",
    unrank: "Take a ranked item out",
    find: "Find a label",
    write: "Write in a text answer",
    read: "Scroll the record",
    stop: "Stop writing, leave the form",
  },
});

export const similarity = addTexts("similarity", {
  button: "Similar",
  none: "Similar records need a vector; this record has none.",
  missing: "This record has no {{vector}} vector.",
  score: "Similarity",
  most: "most similar",
  least: "least similar",
  place: "{{position}} of {{total, number}}",
  end: "You reached the end of the similar records.",
  command: {
    find: "Find similar records",
    end: "End similarity",
  },
});
