import { addTexts, plural } from "../texts.ts";

/** Writing a text, and comparing it with what is suggested or predicted. */
const textWriting = {
  write: "Write",
  showPreview: "Show a preview",
  hidePreview: "Hide the preview",
  preview: "Preview",
  changes: "Changes",
  removed: "removed:",
  added: "added:",
  ...plural("words", "{{count, number}} word(s)"),
  ...plural("characters", "{{count, number}} character(s)"),
} as const;

export const texts = addTexts({ textWriting });

declare module "../texts.ts" {
  interface Texts {
    textWriting: typeof textWriting;
  }
}
