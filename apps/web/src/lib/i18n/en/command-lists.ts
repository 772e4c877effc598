import { addTexts } from "../texts.ts";

/** The palette of commands and the list of their shortcuts, which open on any page. */
export const commandLists = addTexts("commandLists", {
  title: "Commands",
  list: "Commands found",
  noCommand: "No command matches",
  section: {
    record: "This record",
    dataset: "This dataset",
    datasets: "Datasets",
    app: "Postil",
  },
  group: {
    answer: "Answer",
    save: "Save",
    move: "Move",
    look: "Look",
    bulk: "Bulk view",
  },
  /** Also what giving a command another key asks and says. */
  shortcuts: {
    find: "Find a shortcut, or press one",
    none: "No shortcut matches",
    or: "or",
    change: "Change the key of {{label}}:",
    press: "press the new key",
    hint: "Letters work unless a label search takes them; with <key/> they work everywhere but in text.",
    reset: "Reset to defaults",
    changed: "{{label}}: {{keys}}",
    taken: "{{keys}} is the key of “{{label}}”.",
    reserved: "{{keys}} belongs to the form and cannot be given away.",
  },
});
