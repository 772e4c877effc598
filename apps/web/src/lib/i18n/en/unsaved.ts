import { addTexts } from "../texts.ts";

/** What was typed and is not saved: it came back, or its page is left. */
export const unsaved = addTexts("unsaved", {
  restored: "What you had typed here is back. It is not saved yet.",
  message: "Changes to these settings are not saved.",
  go: "Leave without saving",
  notAdded: "“{{text}}” is typed and not added yet.",
  without: "Leave without it",
  entered: "What you entered here is not saved.",
  once: "What you entered here is not saved. Close it once more to let it go.",
});
