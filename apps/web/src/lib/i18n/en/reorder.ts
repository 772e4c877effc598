import { addTexts } from "../texts.ts";

const reorder = {
  lifted: "{{text}}, picked up. Place {{place}} of {{count}}.",
  moved: "{{text}}, place {{place}} of {{count}}.",
  dropped: "{{text}}, put down at place {{place}}.",
  putBack: "{{text}}, put back at place {{place}}.",
} as const;

export const texts = addTexts({ reorder });

declare module "../texts.ts" {
  interface Texts {
    reorder: typeof reorder;
  }
}
