import { addTexts } from "../texts.ts";

/** The drawer beside the record in which the guidelines are read. */
const guidelinesDrawer = {
  title: "Guidelines",
  find: "Find in the guidelines",
  found: "{{at}} of {{count}}",
  foundNone: "not found",
  contents: "Contents",
  pin: "Keep open",
  close: "Close the guidelines",
  none: "This dataset has no guidelines.",
  write: "Write guidelines",
} as const;

export const texts = addTexts({ guidelinesDrawer });
