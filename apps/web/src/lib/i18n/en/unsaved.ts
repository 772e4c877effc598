import { addTexts } from "../texts.ts";

/** What was typed and is not saved: it came back, or its page is left. */
const unsaved = {
  restored: "What you had typed here is back. It is not saved yet.",
  message: "Changes to these settings are not saved.",
  go: "Leave without saving",
} as const;

export const texts = addTexts({ unsaved });

declare module "../texts.ts" {
  interface Texts {
    unsaved: typeof unsaved;
  }
}
