import { addTexts } from "../texts.ts";

/** The filters in force, and what one is changed by: its values, its range, what to filter by. */
export const filterEditing = addTexts("filterEditing", {
  row: "Filters",
  group: {
    metadata: "Metadata",
    response: "Responses",
    suggestion: "Suggestions",
  },
  by: {
    metadata: "Filter by metadata",
    response: "Filter by your responses",
    suggestion: "Filter by suggestions",
  },
  failed: "Could not be loaded.",
  remove: "Remove {{filter}}",
  open: "Change {{filter}}",
  badge: {
    plain: "{{title}}: {{asked}}",
    part: "{{title}} · {{asked}}",
    score: "score {{asked}} %",
    agent: "agent {{asked}}",
    value: "{{asked}}",
    any: ", ",
    all: " + ",
    range: "{{ge}} to {{le}}",
    shares: "{{ge}}–{{le}}",
    least: "from {{ge}}",
    greatest: "up to {{le}}",
  },
  part: {
    value: "Values",
    score: "Score",
    agent: "Agent",
  },
  parts: "What to filter by",
  find: "Find",
  found: "{{count, number}} of {{total, number}}",
  back: "Back to the list",
  noAgents: "No suggestion for this question has an agent.",
  oneValue: "All records have the same value.",
  most: "No more values can be added.",
  match: {
    label: "How the values count",
    any: "Any of them",
    all: "All of them",
  },
  lowest: "{{title}}, lowest",
  highest: "{{title}}, highest",
});
