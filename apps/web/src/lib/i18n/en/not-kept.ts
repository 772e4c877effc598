import i18next from "i18next";
import { LOCALE } from "../locale.ts";
import { addTexts } from "../texts.ts";

/** For a browser that denies a page all of its storage. */
export const notKept = addTexts("notKept", {
  told: "This browser keeps nothing for Postil: cookies and site data of this address are blocked.",
  what: "What you submit is saved. What is only typed, and your sign-in, last as long as this page; allow them to keep both.",
});

/** What others say there of work that is not sent, in place of their own words. */
const SAID_INSTEAD = {
  saving: {
    kept: "{{count, number}} not sent, lost with this page",
    keptInOthers: "{{count, number}} in other datasets not sent, lost with this page",
    keptHereToo: "{{count, number}} here, {{others, number}} in other datasets, not sent, lost with this page",
  },
  saveFailure: { refused: "{{detail}}\nYour answers last as long as this page." },
  keptBulk: { header: "Bulk form not saved, lost with this page" },
  classification: { ruleKept: "Rule not saved, lost with this page" },
} as const;

/** From now on nothing is said to be kept here; texts that come later do not change that. */
export const sayNotKept = (): void => void i18next.addResourceBundle(LOCALE, "translation", SAID_INSTEAD, true, true);
