export const recordDetails = {
  id: "ID",
  externalId: "External ID",
  inserted: "Added",
  updated: "Changed",
  metadata: "Metadata",
  noMetadata: "This record has no metadata.",
} as const;
