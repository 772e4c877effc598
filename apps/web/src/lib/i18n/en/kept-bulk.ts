import { addTexts } from "../texts.ts";

/** Of a form for many records that is kept on this device and not sent. */
const keptBulk = {
  header: "Bulk form saved on this device only",
} as const;

export const texts = addTexts({ keptBulk });
