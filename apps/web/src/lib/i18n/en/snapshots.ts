import { addTexts, plural } from "../texts.ts";

const snapshots = {
  title: "Snapshots",
  about:
    "A snapshot keeps the dataset as it is now: settings, records and answers. Export it later as it was, or compare it with another one.",
  take: "Take a snapshot",
  takeIt: "Take it",
  name: "Name",
  nameHint: "Such as “before the cleanup” or “training run 3”.",
  taking: "The snapshot “{{name}}” is being taken",
  taken: "The snapshot “{{name}}” is taken",
  none: "No snapshot yet",
  failed: "The snapshots could not be loaded.",
  column: {
    name: "Name",
    when: "Taken",
    by: "By",
    records: "Records",
    answers: "Answers",
    hash: "Hash",
    actions: "Actions",
  },
  cards: "{{records}}, {{answers}}",
  ...plural("records", "{{count, number}} record(s)"),
  ...plural("answers", "{{count, number}} answer(s)"),
  commandLine: "Command line",
  waiting: "Waiting for its turn",
  ...plural("progress", "{{done, number}} of {{count, number}} record(s)"),
  notTaken: "Not taken: {{error}}",
  hashOf: "the hash of {{name}}",
  size: "{{size}} on the server, change {{position, number}} of the history",
  actionsOf: "What to do with {{name}}",
  export: "Export",
  compare: "Compare",
  compareNow: "Compare with now",
  delete: "Delete",
  deleteTitle: "Delete the snapshot “{{name}}”?",
  deleteText: "It is gone for good. The dataset and other snapshots stay as they are.",
  deleted: "The snapshot “{{name}}” is deleted",
  unreached: "The server could not be reached. Try again.",
  comparison: {
    title: "Compare snapshots",
    from: "From",
    to: "To",
    now: "The dataset now",
    failed: "They could not be compared.",
    working: "Reading both",
    records:
      "Records: {{before, number}} before, {{after, number}} after, {{added, number}} added, {{gone, number}} gone",
    same: "No answer differs.",
    table: "Answers by question and label",
    head: {
      label: "Question and label",
      before: "Before",
      added: "Added",
      changed: "Changed",
      gone: "Gone",
      after: "After",
    },
    allLabels: "All answers",
    ...plural("more", "{{count, number}} more label(s)"),
    list: "Records with other answers",
    first: "The first {{shown, number}} of {{count, number}}",
    removed: "deleted",
    nothing: "no answer",
    change: "{{question}}, {{by}}: {{before}} → {{after}}",
    ...plural("moreChanges", "and {{count, number}} more"),
  },
} as const;

export const texts = addTexts({ snapshots });

declare module "../texts.ts" {
  interface Texts {
    snapshots: typeof snapshots;
  }
}
