/** For a browser that denies a page all of its storage. */
export const notKept = {
  told: "This browser keeps nothing for Postil: cookies and site data of this address are blocked.",
  what: "What you submit is saved. What is only typed, and your sign-in, last as long as this page; allow them to keep both.",
} as const;

/** What others say there of work that is not sent, in place of their own words. */
export const saidInstead = {
  saving: {
    kept: "{{count, number}} not sent, lost with this page",
    keptInOthers: "{{count, number}} in other datasets not sent, lost with this page",
    keptHereToo: "{{count, number}} here, {{others, number}} in other datasets, not sent, lost with this page",
  },
  saveFailure: { refused: "{{detail}}\nYour answers last as long as this page." },
  keptBulk: { header: "Bulk form not saved, lost with this page" },
  classification: { ruleKept: "Rule not saved, lost with this page" },
} as const;
