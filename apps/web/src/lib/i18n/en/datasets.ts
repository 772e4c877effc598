import { addTexts, plural } from "../texts.ts";

const datasets = {
  title: "Datasets",
  find: "Find a dataset",
  workspace: "Workspace",
  task: "Task",
  tags: "Tags",
  name: "Name",
  progress: "Progress",
  myProgress: "Your progress",
  created: "Created",
  lastActivity: "Last activity",
  pinned: "Pinned",
  actions: "Actions",
  pin: "Pin {{name}}",
  settingsOf: "Settings of {{name}}",
  addTo: "Add records from a file to {{name}}",
  linkOf: "link to {{name}}",
  actionsOf: "Actions of {{name}}",
  copyLink: "Copy link",
  refresh: "Refresh",
  count: "{{datasets}} in {{workspaces}}",
  ...plural("countDatasets", "{{count, number}} dataset(s)"),
  ...plural("countWorkspaces", "{{count, number}} workspace(s)"),
  countSome: "{{shown, number}} of {{datasets}}",
  figures: {
    someOf: "{{done, number}} of {{total, number}}",
    all: "all {{total, number}}",
    empty: "no records",
    submitted: "{{count, number}} submitted",
    validated: "{{count, number}} validated",
    discarded: "{{count, number}} discarded",
    draft: "{{count, number}} draft",
  },
  mine: {
    who: "you",
    left: "{{count, number}} left for you",
    nothingLeft: "nothing left for you",
  },
  team: {
    who: "anyone",
    progress: "Everybody's progress",
    answered_one: "{{count, number}} record has an answer",
    answered_other: "{{count, number}} records have an answer",
    submitted: "{{count, number}} submitted",
    discarded: "{{count, number}} discarded",
    conflicting: "{{count, number}} submitted by some and discarded by others",
    left: "{{count, number}} without an answer",
    ...plural("answers", "{{count, number}} answer(s) in all"),
    notAnnotated: "{{count, number}} left for everybody",
    nothingLeft: "nothing left for anybody",
  },
  failed: {
    feedback: "The feedback datasets could not be loaded.",
    task: "The task datasets could not be loaded.",
    workspaces: "The names of the workspaces could not be loaded.",
  },
  noMatch: {
    title: "0 datasets match",
    text: "No dataset {{conditions}}.",
    inWorkspace: "is in {{names}}",
    forTask: "is for {{names}}",
    withTag: "has the tag {{names}}",
    withText: "has “{{text}}” in its name",
    elsewhere: "One dataset elsewhere does:",
    elsewhereIn: "in {{workspace}}",
  },
  none: {
    title: "No datasets yet",
    ownerText: "This server has no datasets, and you are its owner.",
    adminText: "Your workspaces have no datasets.",
    intro: "Here are four ways to bring in records to label; a dataset shows up on this page by itself.",
    file: {
      title: "From a file, by command",
      text: "JSON Lines, CSV, Excel or Parquet. Fields, labels and metadata are read from the columns and shown to you before anything is stored. Run it in Postil's folder on the server.",
      what: "import command",
    },
    python: {
      title: "From Python",
      text: "With the client that your scripts already use. Copying fills in your API key.",
      what: "Python lines",
    },
    demo: {
      title: "With the demo",
      text: "200 customer messages with five types of questions, most already suggested. Delete it when you have seen enough.",
      what: "demo command",
    },
    key: "your key",
    records: "How records are shaped",
    people: "Make workspaces and invite people",
    annotatorTitle: "Nothing to label yet",
    annotatorText_one: "You are a member of {{names}}, but it has no datasets.",
    annotatorText_other: "You are a member of {{names}}, but they have no datasets.",
    annotatorAlone: "You are not a member of any workspace yet. Ask an owner to add you to one.",
    annotatorAsk: "Ask an admin for one.",
    annotatorLooks: "This page looks again every minute.",
  },
  /** where a task dataset's page will be */
} as const;

export const texts = addTexts({ datasets });

declare module "../texts.ts" {
  interface Texts {
    datasets: typeof datasets;
  }
}
