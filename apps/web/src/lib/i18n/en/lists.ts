import { addTexts } from "../texts.ts";

/** Names of choices that several areas show. */
const names = {
  task: {
    TextClassification: "Text classification",
    TokenClassification: "Token classification",
    Text2Text: "Text to text",
    FeedbackTask: "Feedback",
  },
  dataset: { draft: "Not published", ready: "Published" },
  theme: {
    system: "System",
    light: "Light",
    dark: "Dark",
    contrast: "High contrast",
    "contrast-dark": "High contrast, dark",
  },
} as const;

/** Of lists that can be narrowed. */
const lists = {
  clearFilters: "Clear filters",
  filterOf: "{{list}} filter",
  removeFilter: "Remove {{value}}",
  findIn: "Find in {{list}}",
  nothingFound: "Nothing found",
} as const;

export const texts = addTexts({ names, lists });

declare module "../texts.ts" {
  interface Texts {
    names: typeof names;
    lists: typeof lists;
  }
}
