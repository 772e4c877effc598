/** A dataset without records. */
export const emptyDataset = {
  title: "This dataset has no records yet.",
  askAdmin: "Ask an admin to add some.",
  howToAdd: "See how to add records.",
} as const;
