/** A dataset without records. */
export const emptyDataset = {
  emptyTitle: "No records yet.",
  emptyAnnotator: "This dataset has no records yet. Ask an admin to add some.",
  emptyAdmin: "This dataset has no records yet.",
  howToAdd: "See how to add records",
} as const;
