import { addTexts, plural } from "../texts.ts";

/** The list in which an order is put together. */
export const sorting = addTexts("sorting", {
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
});

/** What is asked and said where views are saved, renamed and deleted. */
export const savedViews = addTexts("savedViews", {
  none: "A search, filters and an order can be kept under a name.",
  retry: "Load your views again",
  save: "Save this view…",
  manage: "Rename or delete…",
  saveTitle: "Save this view",
  saveHint: "Saves search, status, filters and order. Only you see the view.",
  name: "Name of the view",
  taken: "You have a view of this name already.",
  noName: "A view needs a name.",
  saved: "View “{{name}}” saved",
  replace: "Replace it",
  replaced: "View “{{name}}” shows what is shown now",
  manageTitle: "Your views",
  rename: "Rename {{name}}",
  remove: "Delete {{name}}",
  renamed: "View renamed",
  removed: "View “{{name}}” deleted",
  notRemoved: "The view “{{name}}” could not be deleted.",
  notRestored: "The view “{{name}}” could not be restored.",
  nothing: "You have no views of this dataset.",
});

/** Asking for similar records, and the bar above those found. */
export const similaritySearch = addTexts("similaritySearch", {
  panel: {
    label: "Find similar records",
    vector: "Vector",
    order: "Order",
    most: "Most similar",
    least: "Least similar",
    find: "Find",
  },
  bar: {
    label: "Similarity search",
    most: "Most",
    least: "Least",
    to: "similar to",
    by: "by",
    order: "Order",
    orderNow: "{{order}} similar",
    vector: "Vector",
    vectorNow: "{{vector}}, the vector compared",
    limit: "How many",
    ...plural("limitNow", "{{count}} record(s) at most"),
    loading: "Loading the reference record",
    gone: "a record that is not there any more",
    empty: "a record without content",
    failed: "a record that could not be loaded",
    expand: "Show the whole reference record",
    collapse: "Hide the reference record",
    end: "End the similarity search",
    reference: "Reference record",
  },
});

/** Search, filters and order on a phone. */
export const filterSheet = addTexts("filterSheet", {
  status: "Status",
});

/** What is said when no record matches, with each condition to take away. */
export const noMatch = addTexts("noMatch", {
  title: "No {{status}} record matches.",
  text: "Remove a condition to see more records:",
  list: "Conditions",
  search: "“{{text}}”",
  searchIn: "“{{text}}” in {{field}}",
  similarity: "similarity",
  all: "Remove all conditions",
});

/** A dataset without records. */
export const emptyDataset = addTexts("emptyDataset", {
  howToAdd: "See how to add records.",
});
