import { addTexts } from "../texts.ts";

/** What was typed into settings, as a rule or for many records, and its author may not save any more. */
export const typedForms = addTexts("typedForms", {
  title: "Typed and not saved",
  note: "You may not save it any more. It is kept on this device until you delete it.",
  what: "what was typed",
  emptied: "Emptied",
  delete: "Delete it",
});
