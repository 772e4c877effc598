import { addTexts } from "../texts.ts";

/** Asking for similar records, and the bar above those found. */
const similaritySearch = {
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
    limitNow_one: "{{count}} record at most",
    limitNow_other: "{{count}} records at most",
    loading: "Loading the reference record",
    gone: "a record that is not there any more",
    empty: "a record without content",
    failed: "a record that could not be loaded",
    expand: "Show the whole reference record",
    collapse: "Hide the reference record",
    end: "End the similarity search",
    reference: "Reference record",
  },
} as const;

export const texts = addTexts({ similaritySearch });
