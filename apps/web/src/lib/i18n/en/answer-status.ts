export const answerStatus = {
  name: {
    pending: "Pending",
    draft: "Draft",
    submitted: "Submitted",
    discarded: "Discarded",
    validated: "Validated",
    edited: "Edited",
  },
} as const;
