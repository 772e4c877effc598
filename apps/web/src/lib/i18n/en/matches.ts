export const matches = {
  here: "{{count, number}} here",
  at: "{{at, number}} of {{of, number}}",
  previous: "Previous match",
  next: "Next match",
} as const;
