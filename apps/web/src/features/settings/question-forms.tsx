import {
  optionsOf,
  type Question,
  type QuestionSettings,
  RATING_VALUE,
  type RatingQuestionSettings,
  type SpanQuestionSettings,
} from "@postil/domain/datasets/question";
import { rulesOf } from "@postil/domain/records/question-types";
import { ratingOptions } from "@postil/domain/settings/draft-form";
import { visibleFromSlider, visibleRange } from "@postil/domain/settings/option-list";
import { t } from "i18next";
import { useId } from "react";
import "../../lib/i18n/en/drafts.ts";
import { Switch } from "../../ui/form-controls.tsx";
import { Pick } from "../../ui/pick.tsx";
import { FormRow, RangePicks } from "../../ui/settings/form-rows.tsx";
import { MarkdownRow } from "./item-form.tsx";
import { type LabelSettings, OptionsEditor, OptionsUsage } from "./options-editor.tsx";

type Editing<Settings = QuestionSettings> = {
  question: Question;
  settings: Settings;
  onChange: (settings: QuestionSettings) => void;
  /** the names of the fields, if the question is of a draft: everything can change */
  draft?: readonly string[];
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
      {settings.type === "span" && editing.draft !== undefined && (
        <FormRow label={t("drafts.form.field")}>
          <Pick
            label={t("drafts.form.field")}
            value={settings.field}
            choices={editing.draft.map((name) => ({ value: name, label: name }))}
            onChoose={(field) => editing.onChange({ ...settings, field })}
            placeholder={t("drafts.form.noField")}
          />
        </FormRow>
      )}
      {"allowOverlapping" in settings && <OverlapRow {...editing} settings={settings} />}
      {"optionsOrder" in settings && (
        <FormRow label={t("drafts.form.order")}>
          <div className="pt-1.5">
            <Switch
              label={t("drafts.form.suggested")}
              checked={settings.optionsOrder === "suggestion"}
              onChange={(first) => editing.onChange({ ...settings, optionsOrder: first ? "suggestion" : "natural" })}
            />
          </div>
        </FormRow>
      )}
      {"visibleOptions" in settings && <VisibleOptions {...editing} settings={settings} />}
      {"options" in settings && (
        <FormRow label={t("datasetSettings.questions.options")}>
          {settings.type === "rating" && editing.draft !== undefined ? (
            <RatingRange settings={settings} onChange={editing.onChange} />
          ) : "visibleOptions" in settings || (settings.type === "ranking" && editing.draft !== undefined) ? (
            <OptionsEditor {...editing} settings={settings} isDraft={editing.draft !== undefined} />
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
function OverlapRow({ question: { settings: stored }, settings, onChange, draft }: Editing<SpanQuestionSettings>) {
  return (
    <FormRow label={t("datasetSettings.questions.overlap")}>
      <div className="pt-1.5">
        {stored.type === "span" && stored.allowOverlapping && draft === undefined ? (
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

type RatingRangeProps = { settings: RatingQuestionSettings; onChange: (settings: RatingQuestionSettings) => void };

/** The lowest and the highest value of a rating of a draft. */
function RatingRange({ settings, onChange }: RatingRangeProps) {
  const values = settings.options.map(({ value }) => value);
  return (
    <RangePicks
      first={Math.min(...values)}
      last={Math.max(...values)}
      within={RATING_VALUE}
      onRange={(first, last) => onChange({ ...settings, options: ratingOptions(first, last) })}
    />
  );
}
