/** Of a form for many records that is kept on this device and not sent. */
export const keptBulk = {
  header: "Bulk form kept here, not saved",
} as const;
