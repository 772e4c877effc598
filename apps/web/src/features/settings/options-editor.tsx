import {
  type LabelOption,
  type Question,
  type QuestionSettings,
  VISIBLE_OPTIONS_MIN,
} from "@postil/domain/datasets/question";
import type { OptionUsage } from "@postil/domain/records/option-usage";
import { OPTION_COUNTS } from "@postil/domain/settings/draft-form";
import { addOptions, moveOption, removeOption, renameOption } from "@postil/domain/settings/option-list";
import { optionTextFault } from "@postil/domain/settings/settings-form";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { X } from "lucide-react";
import { useId, useState } from "react";
import "../../lib/i18n/en/drafts.ts";
import { questionUsageQuery } from "../../lib/api/queries/settings.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { InlineError } from "../../ui/no-content.tsx";
import { GripButton, PLACE, type Reorder, useReorder } from "../../ui/reorder.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import { AddRow } from "../../ui/settings/form-rows.tsx";

/** Further options are hidden until the user opens them. */
const FIRST = 10;
/** More options are not opened by adding one. */
const UNFOLDED = 50;

export type LabelSettings = Extract<QuestionSettings, { readonly visibleOptions: number | null }>;

type OptionSettings = LabelSettings | Extract<QuestionSettings, { readonly type: "ranking" }>;
type OptionsEditorProps = {
  question: Question;
  settings: OptionSettings;
  onChange: (settings: OptionSettings) => void;
  /** nobody has answered: every option can be removed */
  isDraft: boolean;
};

/**
 * The options of a label question: their order by pointer and by keys, their texts, new options, and how often each is used
 * (FSE-30).
 */
export function OptionsEditor({ question, settings, onChange, isDraft }: OptionsEditorProps) {
  const id = useId();
  const [all, setAll] = useState(false);
  const usage = useQuery({ ...questionUsageQuery(question), enabled: !isDraft });
  const { options } = settings;
  const most = OPTION_COUNTS[settings.type].max;
  const setOptions = (next: readonly LabelOption[]) => onChange({ ...settings, options: next });
  const reorder = useReorder({
    items: options,
    onMove: (from, to) => setOptions(moveOption(options, from, to)),
    onPutBack: setOptions,
  });
  const stored = new Set(
    !isDraft && "visibleOptions" in question.settings ? question.settings.options.map(({ value }) => value) : [],
  );
  const folded = options.length > FIRST + 2 && !all;
  const shown = folded ? options.slice(0, FIRST) : options;
  const remove = (value: string) => {
    const next = removeOption(options, value);
    if (!("visibleOptions" in settings)) return setOptions(next);
    const { visibleOptions } = settings;
    const isShort = visibleOptions === null || next.length < VISIBLE_OPTIONS_MIN;
    onChange({ ...settings, options: next, visibleOptions: isShort ? null : Math.min(visibleOptions, next.length) });
  };
  return (
    <>
      <p id={`${id}-help`} className="sr-only">
        {t("datasetSettings.questions.moveHelp")}
      </p>
      <ol
        aria-label={t("datasetSettings.questions.options")}
        className={cx("columns-2 gap-6 pt-0.5 max-md:columns-1", reorder.active && "select-none")}
      >
        {shown.map((option, place) => (
          <OptionRow
            key={option.value}
            option={option}
            place={place}
            usage={usage.data}
            isNew={!stored.has(option.value)}
            reorder={reorder}
            helpId={`${id}-help`}
            onText={(text) => setOptions(renameOption(options, option.value, text))}
            onRemove={() => remove(option.value)}
          />
        ))}
      </ol>
      {options.length > FIRST + 2 && (
        <Button variant="quiet" size="compact" onClick={() => setAll(!all)} className="text-accent">
          {all ? t("forms.fewer") : t("forms.more", { count: options.length - FIRST })}
        </Button>
      )}
      {usage.isError && (
        <InlineError message={t("datasetSettings.questions.usageFailed")} onRetry={() => void usage.refetch()} />
      )}
      <AddRow
        label={t("drafts.options.add")}
        button={t("forms.add")}
        lines
        onAdd={(text) => {
          const added = addOptions(options, text, most);
          if ("fault" in added)
            return added.fault === "tooMany"
              ? t("drafts.options.tooMany", { most: most ?? 0 })
              : t(`datasetSettings.questions.fault.${added.fault}`);
          setOptions(added.options);
          setAll(added.options.length <= UNFOLDED);
          announce(t("drafts.options.added", { count: added.options.length - options.length }));
          return null;
        }}
      />
    </>
  );
}

type OptionRowProps = {
  option: LabelOption;
  place: number;
  usage: Usage | undefined;
  /** not saved yet, so it can still be removed */
  isNew: boolean;
  reorder: Reorder;
  helpId: string;
  onText: (text: string) => void;
  onRemove: () => void;
};

/** Grip, number, text, and the number of answers with this option. The text shows its box only on hover or focus. */
function OptionRow({ option, place, usage, isNew, reorder, helpId, onText, onRemove }: OptionRowProps) {
  const { value, text } = option;
  const number = place + 1;
  const lifted = reorder.lifted === value;
  const fault = optionTextFault(text);
  const label =
    value === text
      ? t("datasetSettings.questions.optionText", { number })
      : t("datasetSettings.questions.optionTextOf", { number, value });
  return (
    <li
      {...{ [PLACE]: place }}
      className={cx(
        "flex h-7 break-inside-avoid items-center gap-1 rounded-control max-md:h-11",
        lifted && "bg-accent-fill fill-ring",
      )}
    >
      <GripButton reorder={reorder} item={option} label={t("forms.move", { text })} helpId={helpId} />
      <span
        aria-hidden="true"
        className="grid h-[18px] min-w-[18px] flex-none place-items-center rounded-key border border-line bg-surface px-1 text-key text-soft tabular-nums"
      >
        {number}
      </span>
      <input
        value={text}
        aria-label={label}
        aria-invalid={fault === null ? undefined : true}
        title={value === text ? undefined : value}
        onChange={(event) => onText(event.target.value)}
        className={cx(
          "h-6 min-w-0 flex-1 truncate rounded-control border bg-transparent px-1 max-md:h-10",
          fault === null ? "border-transparent hover:border-edge focus:border-edge" : "border-danger",
        )}
      />
      {isNew ? (
        <IconButton
          size="tiny"
          icon={X}
          translate="no"
          label={t("forms.remove", { text })}
          onClick={onRemove}
          className="ml-auto"
        />
      ) : (
        <OptionCount usage={usage} value={value} />
      )}
    </li>
  );
}

/** By the value of the option; undefined while loading or after a failure. */
type Usage = ReadonlyMap<string | number, Omit<OptionUsage, "value">>;

/** The number of answers with an option; by status on hover. */
function OptionCount({ usage, value }: { usage: Usage | undefined; value: string | number }) {
  const counts = usage?.get(value);
  if (counts === undefined) return null;
  const count = counts.submitted + counts.draft + counts.discarded;
  return (
    <span
      role="img"
      aria-label={t("words.answers", { count })}
      title={t("datasetSettings.questions.usageDetail", counts)}
      className="ml-auto flex-none pl-1 text-soft tabular-nums"
    >
      {count.toLocaleString("en")}
    </span>
  );
}

type OptionsUsageProps = {
  question: Question;
  settings: Extract<QuestionSettings, { readonly type: "rating" | "ranking" }>;
};

/** The options of a question whose options never change, each with its number of answers. */
export function OptionsUsage({ question, settings }: OptionsUsageProps) {
  const usage = useQuery(questionUsageQuery(question));
  return (
    <>
      <ul className="columns-2 gap-6 pt-0.5 max-md:columns-1">
        {settings.options.map((option) => (
          <li key={option.value} className="flex h-7 break-inside-avoid items-center gap-2">
            <span translate="no" dir="auto" className="truncate">
              {"text" in option ? option.text : option.value}
            </span>
            <OptionCount usage={usage.data} value={option.value} />
          </li>
        ))}
      </ul>
      {usage.isError && (
        <InlineError message={t("datasetSettings.questions.usageFailed")} onRetry={() => void usage.refetch()} />
      )}
    </>
  );
}
