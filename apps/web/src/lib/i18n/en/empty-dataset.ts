import { addTexts } from "../texts.ts";

/** A dataset without records. */
const emptyDataset = {
  title: "This dataset has no records yet.",
  askAdmin: "Ask an admin to add some.",
  howToAdd: "See how to add records.",
} as const;

export const texts = addTexts({ emptyDataset });
