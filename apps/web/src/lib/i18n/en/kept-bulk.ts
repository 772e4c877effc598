/** Of a form for many records that is kept on this device and not sent. */
export const keptBulk = {
  header: "Bulk form saved on this device only",
} as const;
