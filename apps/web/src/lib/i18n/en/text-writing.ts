import { addTexts, plural } from "../texts.ts";

/** Writing a text, and comparing it with what is suggested or predicted. */
export const textWriting = addTexts("textWriting", {
  hint: "Shift and Enter to write, Escape to stop.",
  suggestion: {
    tab: "Suggestion",
    text: "suggestion",
    use: "Use this",
  },
  write: "Write",
  showPreview: "Show a preview",
  hidePreview: "Hide the preview",
  preview: "Preview",
  changes: "Changes",
  removed: "removed:",
  added: "added:",
  ...plural("words", "{{count, number}} word(s)"),
  ...plural("characters", "{{count, number}} character(s)"),
});
