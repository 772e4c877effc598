import { scorePercent } from "@postil/domain/records/suggestion-score";
import { spanKey } from "@postil/domain/spans/same-spans";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { heldEntities, once } from "@postil/domain/tasks/tag-entities";
import type { Entity } from "@postil/domain/tasks/task-record";
import { t } from "i18next";
import { useCallback } from "react";
import type { ShownSpan } from "../../../workbench/spans/shown-span.ts";

type Percent = (score: number) => string | undefined;

/** The entities of a record in two layers: the answer, and the predictions beside it (design: the task pages). */
export function shownEntities(
  record: ShownTokenRecord,
  labels: readonly GlobalLabel[],
  percent: Percent,
): readonly ShownSpan[] {
  const colors = new Map(labels.map(({ text, colorId }) => [text, colorId]));
  const said = once(heldEntities(record));
  const predicted = new Map((record.prediction?.entities ?? []).map((entity) => [spanKey(entity), entity]));
  const hints = hintsOf(record, percent);
  const held = new Set(said.map(spanKey));
  const drawn = (entity: Entity): Omit<ShownSpan, "key" | "look" | "star"> => ({
    start: entity.start,
    end: entity.end,
    label: entity.label,
    name: entity.label,
    // An entity that the dataset does not list gets the next colour after the last label.
    color: colors.get(entity.label) ?? labels.length,
  });
  return [
    ...said.map((entity): ShownSpan => {
      const key = spanKey(entity);
      return { ...drawn(entity), key, look: "solid", star: predicted.has(key), hint: hints.said(entity) };
    }),
    ...[...predicted].flatMap(([key, entity]): readonly ShownSpan[] =>
      held.has(key)
        ? []
        : [{ ...drawn(entity), key: `predicted ${key}`, look: "predicted", star: true, hint: hints.predicted(entity) }],
    ),
  ];
}

/** "Place, 91 %, gazetteer": label, score, agent. */
function hintsOf({ prediction, annotation, answerOrigin }: ShownTokenRecord, percent: Percent) {
  const line = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(", ");
  return {
    said: ({ label }: Entity) => line(label, answerOrigin === "annotation" ? annotation?.agent : undefined),
    predicted: ({ label, score }: Entity) => line(label, percent(score), prediction?.agent),
  };
}

/** A score as text: "91 %". */
export function useScore(): (score: number) => string | undefined {
  return useCallback((score) => {
    const value = scorePercent(score);
    return value === undefined ? undefined : t("taskTokens.percent", { value });
  }, []);
}
