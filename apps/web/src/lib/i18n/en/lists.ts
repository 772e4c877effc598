import { addTexts } from "../texts.ts";

/** Of lists that can be narrowed. */
const lists = {
  clearFilters: "Clear filters",
  filterOf: "{{list}} filter",
  removeFilter: "Remove {{value}}",
  findIn: "Find in {{list}}",
  nothingFound: "Nothing found",
} as const;

export const texts = addTexts({ lists });
