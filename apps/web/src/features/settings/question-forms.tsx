import {
  optionsOf,
  type Question,
  type QuestionSettings,
  type SpanQuestionSettings,
} from "@postil/domain/datasets/question";
import { rulesOf } from "@postil/domain/records/question-types";
import { visibleFromSlider, visibleRange } from "@postil/domain/settings/option-list";
import { t } from "i18next";
import { useId } from "react";
import { Switch } from "../../ui/form-controls.tsx";
import { FormRow } from "../../ui/settings/form-rows.tsx";
import { MarkdownRow } from "./item-form.tsx";
import { type LabelSettings, OptionsEditor, OptionsUsage } from "./options-editor.tsx";

type Editing<Settings = QuestionSettings> = {
  question: Question;
  settings: Settings;
  onChange: (settings: QuestionSettings) => void;
};

/** The rows of a question's form below title and description: one for each of its settings that people see. */
export function TypeRows({ settings, ...editing }: Editing) {
  // A type of a later version cannot be edited (FEN-10).
  if (rulesOf(settings.type) === undefined) return null;
  return (
    <>
      {"useMarkdown" in settings && (
        <MarkdownRow
          checked={settings.useMarkdown}
          onChange={(useMarkdown) => editing.onChange({ ...settings, useMarkdown })}
        />
      )}
      {"allowOverlapping" in settings && <OverlapRow {...editing} settings={settings} />}
      {"visibleOptions" in settings && <VisibleOptions {...editing} settings={settings} />}
      {"options" in settings && (
        <FormRow label={t("datasetSettings.questions.options")}>
          {"visibleOptions" in settings ? (
            <OptionsEditor {...editing} settings={settings} />
          ) : (
            <OptionsUsage {...editing} settings={settings} />
          )}
        </FormRow>
      )}
    </>
  );
}

/** The name of the type; that of a rating says its first and its last value. A type of a later version has its own name. */
export function typeBadgeOf(settings: QuestionSettings): string {
  if (rulesOf(settings.type) === undefined) return settings.type;
  const numbers = optionsOf(settings)
    .map(({ value }) => value)
    .filter((value) => typeof value === "number");
  const range =
    numbers.length === 0 ? { first: 0, last: 0 } : { first: Math.min(...numbers), last: Math.max(...numbers) };
  return t(`datasetSettings.type.${settings.type}`, range);
}

/** Once overlap is allowed, it stays allowed, because responses may have overlapping spans. */
function OverlapRow({ question: { settings: stored }, settings, onChange }: Editing<SpanQuestionSettings>) {
  return (
    <FormRow label={t("datasetSettings.questions.overlap")}>
      <div className="pt-1.5">
        {stored.type === "span" && stored.allowOverlapping ? (
          <p>{t("datasetSettings.questions.overlapStays")}</p>
        ) : (
          <Switch
            label={t("datasetSettings.questions.mayOverlap")}
            help={t("datasetSettings.questions.overlapHelp")}
            checked={settings.allowOverlapping}
            onChange={(allowOverlapping) => onChange({ ...settings, allowOverlapping })}
          />
        )}
      </div>
    </FormRow>
  );
}

/** The number of options shown before "+n" (FEN-07, FSE-03): from 3 to all of them. */
function VisibleOptions({ question, settings, onChange }: Editing<LabelSettings>) {
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
