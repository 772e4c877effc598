export const picture = {
  show: "Show the picture from {{host}}",
  showNamed: "Show the picture “{{alt}}” from {{host}}",
} as const;
