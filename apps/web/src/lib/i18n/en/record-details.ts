import { addTexts } from "../texts.ts";

const recordDetails = {
  id: "ID",
  externalId: "External ID",
  inserted: "Added",
  updated: "Changed",
  metadata: "Metadata",
  noMetadata: "This record has no metadata.",
  pinned: {
    choose: "Metadata under the record",
    upToFour: "Up to four",
    pin: "Show {{title}} under every record",
    full: "Four stand there already",
  },
} as const;

export const texts = addTexts({ recordDetails });
