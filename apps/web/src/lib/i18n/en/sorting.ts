import { addTexts } from "../texts.ts";

/** The list in which an order is put together. */
const sorting = {
  title: "Sort records",
  none: "Not sorted: each person gets the records in a different order.",
  add: "Add a field",
  addAnother: "Add another field",
  choose: "Sort by",
  replace: "{{field}}. Choose another field",
  asc: "{{field}}: ascending. Reverse",
  desc: "{{field}}: descending. Reverse",
  remove: "Remove {{field}}",
  drag: "Move {{field}}",
  list: "Sort order",
  category: {
    general: "General",
    metadata: "Metadata",
    suggestion: "Suggestions",
    response: "Responses",
  },
  side: {
    score: "score",
    value: "value",
    agent: "agent",
  },
  field: {
    inserted_at: "Added",
    updated_at: "Changed",
    metadata: "Metadata, {{title}}",
    score: "Suggestion score, {{title}}",
    value: "Suggested value, {{title}}",
    agent: "Suggesting agent, {{title}}",
    response: "Your response, {{title}}",
  },
} as const;

export const texts = addTexts({ sorting });
