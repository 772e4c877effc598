export const commands = {
  palette: {
    title: "Commands",
    find: "Find a command",
    list: "Commands found",
    none: "No command matches",
  },
  section: {
    record: "This record",
    dataset: "This dataset",
    datasets: "Datasets",
    app: "Postil",
  },
  sheet: {
    title: "Keyboard shortcuts",
  },
  group: {
    answer: "Answer",
    save: "Save",
    move: "Move",
    look: "Look",
    bulk: "Bulk view",
  },
  open: "Commands",
  shortcuts: "This list",
  holdToHide: "Show or hide keys",
} as const;
