import { wordsOf } from "@postil/domain/text/text-analysis";
import type { Row } from "./rows.ts";

/** The questions of the search measurements. Each run asks with slightly different values. */

export type Condition =
  | { readonly property: "part"; readonly value: string }
  | { readonly property: "words"; readonly ge: number; readonly le: number }
  | { readonly property: "bucket"; readonly ge: number; readonly le: number }
  | { readonly property: "score"; readonly ge: number };

export type Question = {
  readonly what: string;
  readonly text: readonly string[] | null;
  /** The filter conditions. With conditions, the search sorts by the score of the suggested intent. */
  readonly conditions: (run: number) => readonly Condition[];
  /** The time limits at 100,000 records and at a million, ms. */
  readonly most?: readonly [number, number];
};

const part = (run: number): Condition => ({ property: "part", value: `p${run % 50}` });
const words = (run: number): Condition => ({ property: "words", ge: 12 + (run % 3), le: 14 + (run % 3) });
const SCORE: Condition = { property: "score", ge: 0.9 };

export const FILTERED: readonly Question[] = [
  { what: "a metadata term, sorted, total", text: null, conditions: (run) => [part(run)] },
  { what: "a metadata range, sorted, total", text: null, conditions: (run) => [words(run)] },
  { what: "a suggestion score, sorted, total", text: null, conditions: () => [SCORE] },
  {
    what: "term, range and score, sorted, total",
    text: null,
    conditions: (run) => [part(run), words(run), SCORE],
  },
];

const below = (bucket: number): Condition => ({ property: "bucket", ge: 0, le: bucket - 1 });
const MOST_FILTERED = [5, 30] as const;
const share = (what: string, ...conditions: readonly Condition[]): Question => ({
  what: `filters met by ${what}, sorted, total`,
  text: null,
  conditions: () => conditions,
  most: MOST_FILTERED,
});

/** Filters that keep different shares of the dataset. */
export const SHARES: readonly Question[] = [
  share("0.1 %", { property: "words", ge: 60, le: 10_000 }),
  share("9 %", below(9)),
  share("50 %", below(50)),
  share("90 %", below(90)),
  share("a fifth, by three of them", below(30), { property: "words", ge: 5, le: 15 }, { property: "score", ge: 0.3 }),
];

/** Words that occur in nearly a third of the texts. */
export const FREQUENT: Question = {
  what: "frequent words (“i my”), ranked, total",
  text: ["i", "my"],
  conditions: () => [],
  most: [15, 60],
};

/** The largest share of texts that have both words, for each band. */
const BANDS = { rare: 0.0005, middling: 0.01, frequent: 1 } as const;

/** For each band, the two words that occur together in the most texts within the band's limit. */
export function twoWords(rows: readonly Row[]): readonly Question[] {
  const texts = rows.map((row) => new Set(wordsOf(row.text).map((word) => word.text)));
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of text) counts.set(word, (counts.get(word) ?? 0) + 1);
  const known = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const pairs = new Map<string, number>();
  const looked = new Set(known.slice(0, 400));
  for (const text of texts) {
    const some = [...text].filter((word) => looked.has(word)).sort();
    for (const [at, one] of some.entries())
      for (const other of some.slice(at + 1)) pairs.set(`${one} ${other}`, (pairs.get(`${one} ${other}`) ?? 0) + 1);
  }
  return Object.entries(BANDS).map(([band, most]) => {
    const [best] = [...pairs].filter(([, count]) => count <= most * rows.length).sort((a, b) => b[1] - a[1]);
    if (!best) throw new Error("The rows have too few words.");
    return { what: `two ${band} words (“${best[0]}”), ranked, total`, text: best[0].split(" "), conditions: () => [] };
  });
}

const SCORE_SCOPE = { entity: "suggestion", question: "intent", property: "score" } as const;
const metadata = (name: string) => ({ entity: "metadata", metadata_property: name });

function filterOf(condition: Condition) {
  if (condition.property === "part") return { type: "terms", scope: metadata("part"), values: [condition.value] };
  const { property, ...bounds } = condition;
  return { type: "range", scope: property === "score" ? SCORE_SCOPE : metadata(property), ...bounds };
}

/** The request body of a search for this question. */
export function bodyOf({ text, conditions }: Question, run: number) {
  const and = conditions(run).map(filterOf);
  return {
    ...(text ? { query: { text: { q: text.join(" ") } } } : {}),
    ...(and.length > 0 ? { filters: { and }, sort: [{ scope: SCORE_SCOPE, order: "desc" }] } : {}),
  };
}

export const PAGE = "?include=responses&include=suggestions&limit=10";
