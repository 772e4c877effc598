import { isValid, readAnswer } from "../answers/answers.ts";
import type { QuestionSettings, QuestionType } from "../datasets/question.ts";
import type { Ranked } from "../records/question-types.ts";
import type { AnswerValue } from "../records/record.ts";
import { type Span, spanKey } from "../spans/span.ts";
import { byPlace } from "../spans/span-list.ts";

/** What the answers of several people to one question amount to. */
export type Chosen =
  | { readonly outcome: "chosen"; readonly value: AnswerValue }
  /** Nobody answered. */
  | { readonly outcome: "unanswered" }
  /** People answered differently, and no answer has more people than each other. */
  | { readonly outcome: "disputed" };

const UNANSWERED: Chosen = { outcome: "unanswered" };
const DISPUTED: Chosen = { outcome: "disputed" };
const chosen = (value: AnswerValue): Chosen => ({ outcome: "chosen", value });

/** Chooses one of some valid answers; there is at least one. */
type Choose = (settings: QuestionSettings, answers: readonly AnswerValue[]) => Chosen;

/**
 * The rule of each question type (EXS-02). Choices are counted: the answer that most people gave. Free texts are seldom
 * equal, so all must agree. Lists are decided part by part: what more than half of the people marked.
 */
const RULES: { readonly [Type in QuestionType]: Choose } = {
  label_selection: (_, answers) => mostGiven(answers, String),
  rating: (_, answers) => mostGiven(answers, String),
  ranking: (_, answers) => mostGiven(answers, rankingKey),
  text: (_, answers) => {
    const [first = ""] = answers;
    return answers.every((one) => one === first) ? chosen(first) : DISPUTED;
  },
  multi_label_selection: (settings, answers) => {
    const places = new Map("options" in settings ? settings.options.map(({ value }, at) => [value, at]) : []);
    return markedByMost(
      answers as readonly (readonly string[])[], // valid answers of this type
      (label) => label,
      (one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0),
    );
  },
  // Two people who each marked a span make more than half: their answer without overlaps has none here either.
  span: (_, answers) => markedByMost(answers as readonly (readonly Span[])[], spanKey, inText), // valid answers of this type
};

const inText = (one: Span, other: Span): number => byPlace(one, other) || (one.label < other.label ? -1 : 1);

/** Chooses one answer of all that people submitted. Values that do not fit the question count as no answer. */
export function chooseAnswer(settings: QuestionSettings, submitted: readonly unknown[]): Chosen {
  const answers = submitted.flatMap((stored) => {
    const answer = readAnswer(settings, stored);
    if (answer === undefined || answer.type === "unknown" || answer.value === null) return [];
    return isValid(settings, answer) ? [answer.value] : [];
  });
  return answers.length === 0 ? UNANSWERED : RULES[settings.type](settings, answers);
}

function mostGiven(answers: readonly AnswerValue[], keyOf: (answer: AnswerValue) => string): Chosen {
  const counts = countBy(answers, keyOf);
  const most = [...counts.values()].reduce((found, { count }) => Math.max(found, count), 0);
  const [first, ...others] = [...counts.values()].filter(({ count }) => count === most);
  return first === undefined || others.length > 0 ? DISPUTED : chosen(first.item);
}

/** An empty list is chosen only if more than half of the people gave one. */
function markedByMost<Part>(
  answers: readonly (readonly Part[])[],
  keyOf: (part: Part) => string,
  inOrder: (one: Part, other: Part) => number,
): Chosen {
  const parts = answers.flatMap((answer) => [...countBy(answer, keyOf).values()].map(({ item }) => item));
  const counted = [...countBy(parts, keyOf).values()];
  if (counted.some(({ count }) => count * 2 === answers.length)) return DISPUTED;
  const marked = counted.filter(({ count }) => count * 2 > answers.length).map(({ item }) => item);
  const empty = answers.filter(({ length }) => length === 0).length;
  if (marked.length === 0 && empty * 2 <= answers.length) return DISPUTED;
  return chosen(marked.sort(inOrder) as AnswerValue); // parts of such answers
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string) {
  const counts = new Map<string, { readonly item: T; readonly count: number }>();
  for (const item of items) {
    const key = keyOf(item);
    counts.set(key, { item: counts.get(key)?.item ?? item, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return counts;
}

const rankingKey = (answer: AnswerValue): string =>
  (answer as readonly Ranked[]) // a valid ranking
    .map(({ value, rank }) => JSON.stringify([rank, value]))
    .sort()
    .join();

/** A pair of options of which people prefer the first. */
type Preference = { readonly chosen: string; readonly rejected: string };

/** All pairs of a ranking, the best first. Options with the same rank make no pair. */
export function preferencesOf(
  ranking: readonly { readonly value: string; readonly rank: number | null }[],
): Preference[] {
  const ranked = ranking
    .flatMap(({ value, rank }) => (rank === null ? [] : [{ value, rank }]))
    .sort((one, other) => one.rank - other.rank);
  return ranked.flatMap((better, at) =>
    ranked
      .slice(at + 1)
      .filter(({ rank }) => rank > better.rank)
      .map((worse) => ({ chosen: better.value, rejected: worse.value })),
  );
}
