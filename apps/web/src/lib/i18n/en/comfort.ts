export const comfort = {
  pace: {
    today: "<b>{{count, number}}</b> today",
    perRecord: "<b>{{time}}</b> per record",
    left: "at this pace about <b>{{time}}</b> left",
    seconds: "{{count, number}} s",
    minutesAndSeconds: "{{minutes}} min {{seconds}} s",
    minutes: "{{count}} min",
    hours: "{{count, number}} h",
    hoursAndMinutes: "{{hours}} h {{minutes}}",
  },
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
