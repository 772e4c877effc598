/** What was typed into settings that its author may not change any more. */
export const typedForms = {
  title: "Typed in the settings, not saved",
  note: "You may not change these settings any more. It is kept on this device until you delete it.",
  what: "what was typed",
  delete: "Delete it",
} as const;
