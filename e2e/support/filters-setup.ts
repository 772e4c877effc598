import { FIVE_QUESTIONS, LETTER_FIELDS, letter } from "./annotation.ts";
import type { Api } from "./api.ts";
import { type Setup, setUp } from "./setup.ts";

const SOURCES = ["letters page", "radio", "web form"] as const;
const VERDICTS = ["fully", "in_part", "not_at_all"] as const;

/** Twelve letters that differ in everything a filter uses: words 110 to 340, warmth 0.05 to 0.6, three sources and agents. */
export function setFilterSetup(api: Api): Promise<Setup> {
  return setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS,
    metadata: [
      { name: "source", title: "Source", settings: { type: "terms", values: null }, visible_for_annotators: true },
      { name: "words", title: "Words", settings: { type: "integer", min: null, max: null } },
      { name: "warmth", title: "Warmth", settings: { type: "float", min: null, max: null } },
      { name: "editor", title: "Editor", settings: { type: "terms", values: null } },
      {
        name: "salary",
        title: "Salary",
        settings: { type: "integer", min: null, max: null },
        visible_for_annotators: false,
      },
    ],
    records: Array.from({ length: 12 }, (_, at) => ({
      ...letter(at + 1),
      fields: {
        question: `Letter ${at + 1}. ${at % 2 === 0 ? "Do swifts sleep in the air?" : "Where do storks winter?"}`,
        draft: at < 6 ? "The **tower** is known." : "Nobody knows.",
      },
      metadata: {
        source: SOURCES[at % 3],
        words: 110 + at * 20 + (at === 11 ? 10 : 0),
        warmth: (at + 1) * 0.05,
        salary: 1000 + at,
      },
      suggestions: {
        verdict: { value: VERDICTS[at % 3], score: (at + 1) / 12, agent: at < 8 ? "critic-1" : "critic-2" },
        topics: { value: at % 2 === 0 ? ["flight", "sleep"] : ["sleep"], agent: "topics-1" },
        clarity: { value: (at % 7) + 1, score: 0.5, agent: "critic-2" },
      },
    })),
  });
}
