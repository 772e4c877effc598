/** What a filter is changed by: its values, its range, what to filter by. */
export const filterEditing = {
  part: {
    value: "Values",
    score: "Score",
    agent: "Agent",
  },
  parts: "What to filter by",
  find: "Find",
  findIn: "Find in {{list}}",
  nothingFound: "Nothing found",
  found: "{{count, number}} of {{total, number}}",
  back: "Back to the list",
  noValues: "no values",
  noAgents: "No suggestion to this question has an agent.",
  oneValue: "All records have the same value.",
  most: "No more values can be added.",
  match: {
    label: "How the values count",
    any: "Any of them",
    all: "All of them",
  },
  between: "to",
  lowest: "{{title}}, lowest",
  highest: "{{title}}, highest",
} as const;
