import type { Question, QuestionSettings, QuestionType, SpanQuestionSettings } from "@postil/domain/datasets/question";
import { ownOf } from "@postil/domain/objects";
import { visibleFromSlider, visibleRange } from "@postil/domain/settings/option-list";
import { t } from "i18next";
import { type ComponentProps, type ComponentType, useId } from "react";
import { Switch } from "../../ui/form-controls.tsx";
import { FormRow, MarkdownRow } from "./item-form.tsx";
import { type LabelSettings, OptionsEditor, OptionsUsage } from "./options-editor.tsx";

type Editing<Settings = QuestionSettings> = {
  question: Question;
  settings: Settings;
  onChange: (settings: QuestionSettings) => void;
};

type QuestionForm<Settings> = {
  /** the rows below title and description */
  readonly Rows: ComponentType<Editing<Settings>>;
  /** the values in the name of the type */
  readonly named?: (settings: Settings) => { readonly first: number; readonly last: number };
};

/** The form of each question type. */
const FORMS: {
  readonly [Type in QuestionType]: QuestionForm<Extract<QuestionSettings, { readonly type: Type }>>;
} = {
  text: {
    Rows: ({ settings, onChange }) => (
      <MarkdownRow checked={settings.useMarkdown} onChange={(useMarkdown) => onChange({ ...settings, useMarkdown })} />
    ),
  },
  rating: {
    Rows: UsageRow,
    named: ({ options }) => {
      const values = options.map((option) => option.value);
      return { first: Math.min(...values), last: Math.max(...values) };
    },
  },
  ranking: { Rows: UsageRow },
  label_selection: { Rows: LabelRows },
  multi_label_selection: { Rows: LabelRows },
  span: {
    Rows: (props) => (
      <>
        <OverlapRow {...props} />
        <LabelRows {...props} />
      </>
    ),
  },
};

/**
 * Undefined for a type of a later version (FEN-10). The form of a type gets settings of that type alone, which the compiler
 * cannot follow through the table.
 */
const formOf = ({ type }: QuestionSettings) =>
  ownOf(FORMS as unknown as { readonly [type: string]: QuestionForm<QuestionSettings> }, type);

/** The rows of a question's form that its type asks for. */
export function TypeRows(editing: Editing) {
  const form = formOf(editing.settings);
  return form && <form.Rows {...editing} />;
}

export const typeBadgeOf = (settings: QuestionSettings): string =>
  t(`datasetSettings.type.${settings.type}`, { first: 0, last: 0, ...formOf(settings)?.named?.(settings) });

function LabelRows(props: Editing<LabelSettings>) {
  return (
    <>
      <VisibleOptions {...props} />
      <FormRow label={t("datasetSettings.questions.options")}>
        <OptionsEditor {...props} />
      </FormRow>
    </>
  );
}

function UsageRow({ question, settings }: Editing<ComponentProps<typeof OptionsUsage>["settings"]>) {
  return (
    <FormRow label={t("datasetSettings.questions.options")}>
      <OptionsUsage question={question} settings={settings} />
    </FormRow>
  );
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
