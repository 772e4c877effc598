export const saving = {
  saved: "All changes saved",
  pending: "Saving {{count, number}}…",
  waiting: "{{count, number}} waiting",
  notSaved: "{{count, number}} not saved. Retry",
  list: "Not saved yet",
  nothing: "Everything you did is saved.",
  record: "record {{position, number}}",
  someRecord: "a record",
  cleared: "Cleared",
  failed: "Could not save {{record}}",
  broken: "Three tries failed. Nothing is lost.",
  refused: "{{detail}}\nYour answers are kept here.",
  goToRecord: "Go to record",
  retryAll: "Retry all",
  delete: "Delete",
  signOut: {
    title: "Sign out?",
    text_one:
      "The work on {{count, number}} record is not saved yet. It stays on this device and goes on when you sign in here again.",
    text_other:
      "The work on {{count, number}} records is not saved yet. It stays on this device and goes on when you sign in here again.",
    forget: "Forget my work on this device",
    forgetHelp: "It is nowhere else and cannot be brought back.",
    go: "Sign out",
    forgetAndGo: "Forget it and sign out",
    failed: "Your work could not be removed from this device.",
  },
} as const;
