import { addTexts } from "../texts.ts";

/** The list of keyboard shortcuts, and what giving a command another key asks and says. */
const shortcutSheet = {
  find: "Find a shortcut, or press one",
  none: "No shortcut matches",
  or: "or",
  change: "Change the key of {{label}}:",
  press: "press the new key",
  hint: "Letters work unless a label search takes them; with <key/> they work everywhere but in text.",
  reset: "Reset to defaults",
  changed: "{{label}}: {{keys}}",
  taken: "{{keys}} is the key of “{{label}}”.",
  reserved: "{{keys}} belongs to the form and cannot be given away.",
} as const;

export const texts = addTexts({ shortcutSheet });

declare module "../texts.ts" {
  interface Texts {
    shortcutSheet: typeof shortcutSheet;
  }
}
