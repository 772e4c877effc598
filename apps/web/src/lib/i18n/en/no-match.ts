import { addTexts } from "../texts.ts";

/** What is said when no record matches, with each condition to take away. */
const noMatch = {
  title: "No {{status}} record matches.",
  text: "Remove a condition to see more records:",
  list: "Conditions",
  search: "“{{text}}”",
  searchIn: "“{{text}}” in {{field}}",
  similarity: "similarity",
  all: "Remove all conditions",
} as const;

export const texts = addTexts({ noMatch });
