import type { Question } from "@postil/domain/datasets/question";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { QuestionOf, QuestionProps, SpanFieldProps } from "./question-control.ts";

type Control<Type extends "rating" | "ranking" | "text" | "span"> = ComponentType<QuestionProps<QuestionOf<Type>>>;

/** The controls that few datasets need all of: the code of one comes with the first dataset that asks such a question. */
export const CONTROLS: {
  rating?: Control<"rating">;
  ranking?: Control<"ranking">;
  text?: Control<"text">;
  span?: Control<"span">;
  /** the field that a question of spans asks about, in the record */
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

/** Rejects when the code of one cannot be fetched; asked again, it is tried again. */
export async function loadControls(types: readonly string[]): Promise<true> {
  await Promise.all(Object.entries(LOADERS).map(([type, load]) => types.includes(type) && load()));
  return true;
}

/** Whether every control of these questions is there, so that none appears, or takes keys, after the others. */
export function useControls(questions: readonly Question[] | undefined) {
  const types = [...new Set(questions?.map(({ settings }) => settings.type))];
  return useQuery({
    queryKey: ["question controls", ...types],
    queryFn: () => loadControls(types),
    enabled: questions !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
