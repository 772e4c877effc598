import { addTexts, plural } from "../texts.ts";

const taskSettings = {
  tab: { info: "Info", labels: "Labels", snapshots: "Snapshots", danger: "Danger zone" },
  info: {
    records: "Records",
    recordsOf: "{{total, number}}, of them {{validated, number}} validated",
    tags: "Tags",
    createdBy: "{{time}} by {{name}}",
    description: "Description",
    pythonHelp: "With the client of Argilla 1.x. Your API key is in the user settings.",
    add: "Add records",
    load: "Load it",
    read: "Read the annotations",
  },
  labels: {
    title: "Labels",
    entities: "Entities",
    move: "Move",
    key: "Key",
    label: "Label",
    entity: "Entity",
    predicted: "predicted",
    annotated: "annotated",
    remove: "Remove",
    tooLong: "No record can be given it: it has {{count, number}} characters, and {{max, number}} are allowed.",
    moveOf: "Move {{text}}",
    moveHelp:
      "Space picks it up, the arrows move it by one, Page Up and Page Down by ten, Home and End to either end; Space puts it down, Escape puts it back.",
    removeOf: "Remove {{text}}",
    was: "was {{key}}",
    wasNone: "had no key",
    usageFailed: "How often each label is used could not be loaded.",
    find: "Find a label",
    noMatch: "No label matches",
    none: "This dataset has no labels yet.",
    noneReadOnly: "This dataset has no labels.",
    refused: "You may not change the labels of this dataset any more.",
    notKept: "Not saved: {{labels}}",
  },
  preview: {
    with: "Preview, with record {{position, number}}",
    bare: "Preview",
    none: "This dataset has no records yet.",
  },
  unsaved: {
    labels: "These labels are not saved as the dataset's labels yet.",
    entities: "These entities are not saved as the dataset's labels yet.",
    text: "Found in its records. Saving keeps their order, keys and colours.",
    ...plural("save", "Save {{count, number}} label(s)"),
  },
  new: {
    labels: "New labels",
    entities: "New entities",
    hint: "Separate several with commas or lines.",
    repeated_one: "{{labels}} is there already.",
    repeated_other: "{{labels}} are there already.",
    similar: "{{label}} differs from {{like}} in capitals alone.",
    tooLong: "{{label}} has {{count, number}} characters; a label has {{max, number}} at most.",
    drop: "Leave out {{text}}",
    more_one: "and {{count, number}} before it",
    more_other: "and {{count, number}} before them",
  },
  edits: {
    ...plural("fresh", "{{count, number}} new label(s)"),
    ...plural("keys", "{{count, number}} new key(s)"),
    order: "new order",
    removed: "{{count, number}} removed",
  },
  danger: {
    text: "This deletes <b>{{name}}</b> in the workspace <b>{{workspace}}</b>: {{parts}}. {{end}}",
    ...plural("records", "{{count, number}} record(s)"),
    allRecords: "all records",
    annotated: "{{records}} with {{annotations}}",
    ...plural("annotations", "{{count, number}} annotation(s)"),
    people_one: "{{annotations}} by {{count, number}} person",
    people_other: "{{annotations}} by {{count, number}} people",
    predictions: "all predictions",
    rules: "its rules",
    ...plural("labels", "{{count, number}} label(s)"),
    vectors: "the vectors",
  },
} as const;

export const texts = addTexts({ taskSettings });

declare module "../texts.ts" {
  interface Texts {
    taskSettings: typeof taskSettings;
  }
}
