import { addTexts } from "../texts.ts";

/** Writing a text, and comparing it with what is suggested or predicted. */
const textWriting = {
  write: "Write",
  showPreview: "Show a preview",
  hidePreview: "Hide the preview",
  preview: "Preview",
  changes: "Changes",
  removed: "removed:",
  added: "added:",
  words_one: "{{count, number}} word",
  words_other: "{{count, number}} words",
  characters_one: "{{count, number}} character",
  characters_other: "{{count, number}} characters",
} as const;

export const texts = addTexts({ textWriting });
