import type { Sentence } from "@postil/domain/tasks/task-record";
import { Star } from "../../../ui/star.tsx";

/** A tab for each prediction, by its place and named by its score. */
export function predictionTabs(predictions: readonly Sentence[], percentOf: (score: number) => string | undefined) {
  return predictions.map(({ score }, place) => ({
    id: String(place),
    label: (
      <>
        <span className="text-suggestion">
          <Star />
        </span>
        {percentOf(score) ?? place + 1}
      </>
    ),
  }));
}
