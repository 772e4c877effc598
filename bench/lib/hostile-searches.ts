import { MOST_FILTERS, MOST_SORT_ENTRIES, MOST_TERMS } from "@postil/domain/search/record-criteria";
import { MOST_TEXT, MOST_WORDS, textFault } from "@postil/domain/search/text-query";
import { wordsOf } from "@postil/domain/text/text-analysis";
import type { Row } from "./rows.ts";

/** The worst allowed search of the search dataset: every part is at its bound, and all words and values are frequent. */
export type HostileSearch = { readonly what: string; readonly body: object; readonly page?: string };

const metadata = (name: string) => ({ entity: "metadata", metadata_property: name });
const suggested = (question: string, property: string) => ({ entity: "suggestion", question, property });
const ANSWER = { entity: "response", question: "intent" };
const many = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index));

export function hostileSearches(rows: readonly Row[]): readonly HostileSearch[] {
  return [...texts(byFrequency(rows)), ...filters(rows), ...sorts()];
}

function byFrequency(rows: readonly Row[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text } of rows)
    for (const word of wordsOf(text)) counts.set(word.text, (counts.get(word.text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
}

/** A text with the largest allowed number of pieces. */
function textOf(piece: (index: number) => string): string {
  let text = many(MOST_WORDS, piece).join(" ").slice(0, MOST_TEXT);
  while (textFault(text, MOST_TEXT)) text = text.slice(0, text.lastIndexOf(" "));
  return text;
}

function texts(words: readonly string[]): HostileSearch[] {
  const word = (index: number) => words[index % words.length] ?? "";
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const two = (index: number) => `${letters[Math.floor(index / 26) % 26]}${letters[index % 26]}`;
  const asked: readonly (readonly [what: string, q: string])[] = [
    ["the most frequent word", word(0)],
    ["1,024 frequent words", textOf(word)],
    ["all but 1,024 frequent words", textOf((index) => `-${word(index)}`)],
    ["26 beginnings of one letter", letters.map((letter) => `${letter}*`).join(" ")],
    [
      "all but 25 beginnings of one letter",
      letters
        .slice(1)
        .map((letter) => `-${letter}*`)
        .join(" "),
    ],
    ["676 beginnings of two letters", textOf((index) => `${two(index)}*`)],
    ["all but 675 beginnings of two letters", textOf((index) => `-${two(index + 1)}*`)],
    ["1,024 beginnings, each of the next", textOf((index) => `${word(index >> 3).slice(0, 1 + (index & 7))}*`)],
    ["128 phrases of two frequent words", textOf((index) => `"${word(0)} ${word(index)}"`)],
    [
      "all but 128 phrases of three",
      textOf((index) => `-"${word(index % 20)} ${word(index % 19)} ${word(index % 17)}"`),
    ],
    [
      "26 beginnings of one letter, all but 128 phrases",
      `${letters.map((letter) => `${letter}*`).join(" ")} ${many(128, (index) => `-"${word(index % 20)} ${word(index % 19)}"`).join(" ")}`,
    ],
    ["one phrase of 1,024 times the same word", `"${textOf(() => word(0))}"`],
    ["all but that phrase", `-"${textOf(() => word(0))}"`],
  ];
  return asked.map(([what, q]) => ({ what, body: { query: { text: { q } } } }));
}

function filters(rows: readonly Row[]): HostileSearch[] {
  const every = many(MOST_TERMS, (index) => `p${index}`);
  const labels = [...new Set(rows.map((row) => row.label))];
  const and = (filter: (index: number) => object) => ({ filters: { and: many(MOST_FILTERS, filter) } });
  const answers = (index: number) => ({ type: "terms", scope: ANSWER, values: labels.toSpliced(index, 1) });
  return [
    { what: "50 filters of 250 terms", body: and(() => ({ type: "terms", scope: metadata("part"), values: every })) },
    {
      what: "50 ranges that leave little out",
      body: and((n) => ({ type: "range", scope: metadata("bucket"), ge: 0, le: 99 - (n % 3) })),
    },
    {
      what: "50 ranges of scores",
      body: and((n) => ({ type: "range", scope: suggested("intent", "score"), ge: n / 1e6 })),
    },
    {
      what: "50 ranges of the time of creation",
      body: and((n) => ({ type: "range", scope: { entity: "record", property: "inserted_at" }, ge: n })),
    },
    { what: "50 filters by answers", body: and(answers) },
    {
      what: "50 filters by answers, sorted by answers",
      body: { ...and(answers), sort: [{ scope: ANSWER, order: "asc" }] },
    },
  ];
}

function sorts(): HostileSearch[] {
  const scopes = [
    ...["part", "bucket", "words"].map(metadata),
    ...["value", "score", "agent"].map((property) => suggested("clarity", property)),
    ...["value", "score", "agent"].map((property) => suggested("intent", property)),
    { entity: "record", property: "updated_at" },
  ].slice(0, MOST_SORT_ENTRIES);
  const agents = [
    suggested("clarity", "agent"),
    suggested("intent", "agent"),
    suggested("clarity", "score"),
    ...scopes,
  ];
  const by = (given: readonly object[]) => ({
    sort: given.slice(0, MOST_SORT_ENTRIES).map((scope) => ({ scope, order: "desc" })),
  });
  return [
    { what: "10 sort keys, the last page", body: by(scopes), page: "?limit=1000&offset=99000" },
    {
      what: "10 sort keys, the first alike for all, the last page",
      body: by(agents),
      page: "?limit=1000&offset=99000",
    },
    { what: "a sort by answers, the last page", body: by([ANSWER]), page: "?limit=1000&offset=99000" },
  ];
}
