/** What a reader comes back to: records flagged for later, views saved under a name, the history of a record. */
export const flagsAndViews = {
  flags: {
    flag: "Flag for later",
    flagRecord: "Flag the record for later",
    unflagRecord: "Remove the flag of the record",
    unflag: "Remove the flag",
    flagged: "Flagged for later",
    isFlagged: "The record is flagged",
    isUnflagged: "The record is no longer flagged",
    notFlagged: "The record could not be flagged.",
    notUnflagged: "The flag could not be removed.",
  },
  views: {
    open: "Views",
    label: "Saved views",
    command: "Open view {{name}}",
  },
  openHistory: "History",
} as const;
