import type { Field } from "@postil/domain/datasets/field";
import type { Question, QuestionSettings } from "@postil/domain/datasets/question";
import { visibleFromSlider, visibleRange } from "@postil/domain/settings/option-list";
import { descriptionFault, LONGEST, questionTitleFault, questionWith } from "@postil/domain/settings/settings-form";
import { t } from "i18next";
import { useEffect, useId, useRef, useState } from "react";
import { TwoColumns } from "../../ui/layouts/top-and-two-columns.tsx";
import { Switch } from "../../ui/switch.tsx";
import { draftOf, useDrafts } from "./drafts.tsx";
import { FormGrid, FormRow, LimitedText } from "./form-fields.tsx";
import { ItemForm, ItemSection } from "./item-form.tsx";
import { type LabelSettings, OptionsEditor, OptionsUsage } from "./options-editor.tsx";
import { QUESTION } from "./parts.ts";
import { type Preview, PreviewColumn, useSample } from "./preview.tsx";
import { useItem } from "./use-item.ts";

type QuestionsTabProps = {
  datasetId: string;
  fields: readonly Field[];
  questions: readonly Question[];
  preview: Preview;
};

export function QuestionsTab({ datasetId, fields, questions, preview }: QuestionsTabProps) {
  const drafts = useDrafts();
  const sample = useSample(datasetId, fields);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(questions.slice(0, 1).map(({ id }) => id)));
  const column = useRef<HTMLDivElement>(null);
  const [shownName, setShownName] = useState<string | null>(null);
  // Both columns move together: a question opened at the left scrolls into view at the right.
  useEffect(() => {
    if (shownName === null) return;
    column.current?.querySelector(`[data-question="${CSS.escape(shownName)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [shownName]);

  const toggle = ({ id, name }: Question) => {
    const next = new Set(open);
    if (!next.delete(id)) {
      next.add(id);
      setShownName(name);
    }
    setOpen(next);
  };
  const shown = questions.map((question) => questionWith(question, draftOf(drafts, QUESTION, question).form));
  return (
    <TwoColumns
      left={questions.map((question) => (
        <QuestionItem
          key={question.id}
          question={question}
          open={open.has(question.id)}
          onToggle={() => toggle(question)}
        />
      ))}
      rightName={t("datasetSettings.preview.bare")}
      right={
        sample && (
          <div ref={column}>
            <PreviewColumn real={sample.real}>{preview.questions(shown, sample.record, fields)}</PreviewColumn>
          </div>
        )
      }
    />
  );
}

type QuestionItemProps = { question: Question; open: boolean; onToggle: () => void };

function QuestionItem({ question, open, onToggle }: QuestionItemProps) {
  const id = useId();
  const item = useItem(QUESTION, question);
  const { name, required } = question;
  const { title, description, settings } = item.form;
  const badges = [typeBadge(settings), ...(required ? [t("datasetSettings.form.required")] : [])];
  const edit = (next: QuestionSettings) => item.edit({ settings: next });
  return (
    <ItemSection name={name} badges={badges} edited={item.edited} open={open} onToggle={onToggle}>
      <ItemForm name={name} item={item}>
        <FormGrid>
          <FormRow label={t("datasetSettings.form.title")} htmlFor={`${id}-title`}>
            <LimitedText
              id={`${id}-title`}
              value={title}
              onChange={(next) => item.edit({ title: next })}
              faultOf={questionTitleFault}
              max={LONGEST.questionTitle}
            />
          </FormRow>
          <FormRow label={t("datasetSettings.form.description")} htmlFor={`${id}-description`}>
            <LimitedText
              id={`${id}-description`}
              value={description}
              onChange={(next) => item.edit({ description: next })}
              faultOf={descriptionFault}
              max={LONGEST.questionDescription}
              lines
            />
          </FormRow>
          {settings.type === "text" && (
            <FormRow label={t("datasetSettings.form.markdown")}>
              <div className="pt-1.5">
                <Switch
                  label={t("datasetSettings.form.markdownHelp")}
                  checked={settings.useMarkdown}
                  onChange={(useMarkdown) => edit({ ...settings, useMarkdown })}
                />
              </div>
            </FormRow>
          )}
          {settings.type === "span" && (
            <FormRow label={t("datasetSettings.questions.overlap")}>
              <div className="pt-1.5">
                <Overlap
                  stored={question.settings.type === "span" && question.settings.allowOverlapping}
                  allowed={settings.allowOverlapping}
                  onChange={(allowOverlapping) => edit({ ...settings, allowOverlapping })}
                />
              </div>
            </FormRow>
          )}
          {"visibleOptions" in settings && (
            <>
              <VisibleOptions question={question} settings={settings} onChange={edit} />
              <FormRow label={t("datasetSettings.questions.options")}>
                <OptionsEditor question={question} settings={settings} onChange={edit} />
              </FormRow>
            </>
          )}
          {(settings.type === "rating" || settings.type === "ranking") && (
            <FormRow label={t("datasetSettings.questions.options")}>
              <OptionsUsage question={question} settings={settings} />
            </FormRow>
          )}
        </FormGrid>
      </ItemForm>
    </ItemSection>
  );
}

type OverlapProps = { stored: boolean; allowed: boolean; onChange: (allowed: boolean) => void };

/** Once overlap is allowed, it stays allowed, because responses may have overlapping spans. */
function Overlap({ stored, allowed, onChange }: OverlapProps) {
  if (stored) return <p>{t("datasetSettings.questions.overlapStays")}</p>;
  return (
    <Switch
      label={t("datasetSettings.questions.mayOverlap")}
      help={t("datasetSettings.questions.overlapHelp")}
      checked={allowed}
      onChange={onChange}
    />
  );
}

function typeBadge(settings: QuestionSettings): string {
  if (settings.type !== "rating") return t(`datasetSettings.type.${settings.type}`);
  const values = settings.options.map((option) => option.value);
  return t("datasetSettings.type.rating", { first: Math.min(...values), last: Math.max(...values) });
}

type VisibleOptionsProps = { question: Question; settings: LabelSettings; onChange: (settings: LabelSettings) => void };

/** The number of options shown before "+n" (FEN-07, FSE-03): from 3 to all of them. */
function VisibleOptions({ question, settings, onChange }: VisibleOptionsProps) {
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
