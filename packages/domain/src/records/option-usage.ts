import { optionsOf, type QuestionSettings } from "../datasets/question.ts";
import type { ResponseStatus } from "./labeled-record.ts";

/** The number of responses that use an option of a question, by the status of the response. */
export type OptionUsage = { readonly value: string | number } & { readonly [Status in ResponseStatus]: number };

export type UsageCount = { readonly value: string | number; readonly status: ResponseStatus; readonly count: number };

export const optionValues = (settings: QuestionSettings): readonly (string | number)[] =>
  optionsOf(settings).map((option) => option.value);

/** The counts of every option, unused ones included, in the question's order. Takes one pass over both lists. */
export function usageOf(settings: QuestionSettings, counts: readonly UsageCount[]): OptionUsage[] {
  const found = new Map<string | number, { [Status in ResponseStatus]: number }>();
  const of = (value: string | number) => found.get(value) ?? { submitted: 0, draft: 0, discarded: 0 };
  for (const { value, status, count } of counts) {
    const sums = of(value);
    found.set(value, { ...sums, [status]: sums[status] + count });
  }
  return optionValues(settings).map((value) => ({ value, ...of(value) }));
}
