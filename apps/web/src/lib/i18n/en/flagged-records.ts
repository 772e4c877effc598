import { addTexts } from "../texts.ts";

/** The list of flagged records. */
const flaggedRecords = {
  title: "Flagged for later",
  list: "Flagged records, the latest first",
  remove: "Remove the flag: {{record}}",
  noText: "A record without text",
  none: "Nothing is flagged. <key/> flags the record on screen, or removes its flag.",
  noneWithoutKey: "Nothing is flagged. Use the flag beside a record to add it here.",
  failed: "The list could not be loaded.",
} as const;

export const texts = addTexts({ flaggedRecords });
