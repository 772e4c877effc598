export const comfort = {
  pinnedMetadata: {
    choose: "Choose the metadata that stands here",
    chooseList: "Metadata under the record",
    upToFour: "Up to four",
    pin: "Show {{title}} under every record",
    full: "Four stand there already",
  },
  filter: {
    by: "Show only records with {{title}}: {{value}}",
    byName: "Filter by {{title}}: {{value}}",
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
} as const;
