/** What is said of an answer that could not be saved. */
export const saveFailure = {
  record: "record {{position, number}}",
  someRecord: "a record",
  failed: "Could not save {{record}}",
  refused: "{{detail}}\nYour answers are kept here.",
  goToRecord: "Go to record",
} as const;
