import type { Question, QuestionSettings } from "@postil/domain/datasets/question";
import { visibleFromSlider, visibleRange } from "@postil/domain/settings/option-list";
import { t } from "i18next";
import { useId } from "react";
import { FormRow } from "./form-fields.tsx";

export type LabelSettings = Extract<QuestionSettings, { readonly visibleOptions: number | null }>;

type VisibleOptionsProps = { question: Question; settings: LabelSettings; onChange: (settings: LabelSettings) => void };

/** How many options show before "+n" (FEN-07, FSE-03): from 3 to all of them. */
export function VisibleOptions({ question, settings, onChange }: VisibleOptionsProps) {
  const id = useId();
  const count = settings.options.length;
  const range = visibleRange(count);
  if (range === null) return null;
  const original = "visibleOptions" in question.settings ? question.settings.visibleOptions : null;
  const place = Math.min(settings.visibleOptions ?? count, count);
  const said =
    place === count
      ? t("datasetSettings.questions.shownAll", { count })
      : t("datasetSettings.questions.shownSome", { shown: place, count });
  return (
    <FormRow label={t("datasetSettings.questions.shown")} htmlFor={id}>
      <input
        id={id}
        type="range"
        min={range.min}
        max={range.max}
        value={place}
        aria-valuetext={said}
        onChange={(event) =>
          onChange({ ...settings, visibleOptions: visibleFromSlider(event.target.valueAsNumber, count, original) })
        }
        className="block h-6 w-full accent-accent"
      />
      <div aria-hidden="true" className="flex justify-between text-soft tabular-nums">
        <span>{range.min}</span>
        <b className="font-strong text-ink">{said}</b>
        <span>{range.max}</span>
      </div>
    </FormRow>
  );
}
