/** The way to bulk view and out of it, on every annotation page; the rest is in bulk-view.ts. */
export const bulk = {
  leave: {
    message: "Records are being written. Leaving stops after those under way.",
    go: "Stop and leave",
  },
  command: {
    focus: "Focus view",
    bulk: "Bulk view",
    viewRow: "Focus view, bulk view",
  },
} as const;
