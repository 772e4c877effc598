export const similarity = {
  button: "Similar",
  none: "Similar records need a vector; this record has none.",
  missing: "This record has no {{vector}} vector.",
  score: "Similarity",
  most: "most similar",
  least: "least similar",
  place: "{{position}} of {{total, number}}",
  end: "You reached the end of the similar records.",
  command: {
    find: "Find similar records",
    end: "End similarity",
  },
} as const;
