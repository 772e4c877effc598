export const comfort = {
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
} as const;
