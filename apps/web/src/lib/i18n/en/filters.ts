/** The bar above the records of the annotation page: search, filters, order. */
export const filters = {
  search: {
    label: "Search records",
    placeholder: 'Words, "phrases", -exclusions',
    fields: "Fields to search in",
    all: "All fields",
    noWord: "There is no word in it",
    tooMany: {
      characters: "{{found, number}} of {{most, number}} characters",
      words: "{{found, number}} of {{most, number}} words",
      phrases: "{{found, number}} of {{most, number}} phrases",
    },
  },
  toggle: "Filters",
  toggleActive: "Filters, some are active",
  reset: "Reset",
  command: {
    search: "Search records",
    filters: "Show or hide the filters",
    sort: "Sort records",
    reset: "Reset filters and sort",
  },
  sort: {
    button: "Sort",
    count_one: "Sort {{count}} field",
    count_other: "Sort {{count}} fields",
    resting: "Sorting is off while similarity is on",
  },
  view: {
    label: "View",
    focus: "Focus",
    bulk: "Bulk",
  },
} as const;
