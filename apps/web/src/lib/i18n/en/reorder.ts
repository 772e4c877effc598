import { addTexts } from "../texts.ts";

export const reorder = addTexts("reorder", {
  lifted: "{{text}}, picked up. Place {{place}} of {{count}}.",
  moved: "{{text}}, place {{place}} of {{count}}.",
  dropped: "{{text}}, put down at place {{place}}.",
  putBack: "{{text}}, put back at place {{place}}.",
});
