import type { Question } from "@postil/domain/datasets/question";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { QuestionOf, QuestionProps, SpanFieldProps } from "./question-control.ts";

type Control<Type extends "rating" | "ranking" | "text" | "span"> = ComponentType<QuestionProps<QuestionOf<Type>>>;

/** The controls that most datasets need only in part: each is loaded with the first dataset that has such a question. */
export const CONTROLS: {
  rating?: Control<"rating">;
  ranking?: Control<"ranking">;
  text?: Control<"text">;
  span?: Control<"span">;
  /** the field of the record that a span question marks */
  spanField?: ComponentType<SpanFieldProps>;
} = {};

const LOADERS: { readonly [Type in Exclude<keyof typeof CONTROLS, "spanField">]-?: () => Promise<void> } = {
  rating: async () => {
    CONTROLS.rating = (await import("./rating-question.tsx")).RatingQuestion;
  },
  ranking: async () => {
    CONTROLS.ranking = (await import("./ranking-question.tsx")).RankingQuestion;
  },
  text: async () => {
    CONTROLS.text = (await import("./text-question.tsx")).TextQuestion;
  },
  span: async () => {
    Object.assign(CONTROLS, (await import("./spans/span-controls.ts")).SPAN_CONTROLS);
  },
};

/** Rejects if the code of a control cannot be loaded; another call tries again. */
export async function loadControls(types: readonly string[]): Promise<true> {
  await Promise.all(Object.entries(LOADERS).map(([type, load]) => types.includes(type) && load()));
  return true;
}

/** The loading state of all controls for these questions, so that no control appears, or takes keys, later than the others. */
export function useControls(questions: readonly Question[] | undefined) {
  const types = [...new Set(questions?.map(({ settings }) => settings.type))];
  return useQuery({
    queryKey: ["question controls", ...types],
    queryFn: () => loadControls(types),
    enabled: questions !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
