/** Of lists that can be narrowed. */
export const lists = {
  clearFilters: "Clear filters",
  filterOf: "{{list}} filter",
  removeFilter: "Remove {{value}}",
  findIn: "Find in {{list}}",
  nothingFound: "Nothing found",
} as const;
