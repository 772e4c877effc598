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

export const texts = addTexts({ names });
