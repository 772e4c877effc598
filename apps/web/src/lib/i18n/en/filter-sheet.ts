import { addTexts } from "../texts.ts";

/** Search, filters and order on a phone. */
const filterSheet = {
  open: "Search, filters and order",
  openActive: "Search, filters and order; some are active",
  title: "Records to show",
  done: "Show the records",
  status: "Status",
} as const;

export const texts = addTexts({ filterSheet });
