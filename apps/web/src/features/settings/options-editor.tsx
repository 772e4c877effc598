import type { LabelOption, Question } from "@postil/domain/datasets/question";
import { type AddFault, addOption, moveOption, removeOption, renameOption } from "@postil/domain/settings/option-list";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { type KeyboardEvent, useId, useState } from "react";
import { questionUsageQuery } from "../../lib/api/queries/settings.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { InlineError } from "../../ui/inline-error.tsx";
import { useReorder } from "../../ui/use-reorder.ts";
import { OptionRow } from "./option-row.tsx";
import type { LabelSettings } from "./visible-options.tsx";

/** More options than these are folded until they are asked for. */
const FIRST = 10;

type OptionsEditorProps = { question: Question; settings: LabelSettings; onChange: (settings: LabelSettings) => void };

/** The options of a label question: order by pointer and by keys, their texts, new ones, how often each is used (FSE-30). */
export function OptionsEditor({ question, settings, onChange }: OptionsEditorProps) {
  const id = useId();
  const [all, setAll] = useState(false);
  const usage = useQuery(questionUsageQuery(question));
  const { options } = settings;
  const setOptions = (next: readonly LabelOption[]) => onChange({ ...settings, options: next });
  const reorder = useReorder({
    items: options,
    onMove: (from, to) => setOptions(moveOption(options, from, to)),
    onPutBack: setOptions,
  });
  const stored = new Set(
    "visibleOptions" in question.settings ? question.settings.options.map(({ value }) => value) : [],
  );
  const folded = options.length > FIRST + 2 && !all;
  const shown = folded ? options.slice(0, FIRST) : options;
  const remove = (value: string) => {
    const next = removeOption(options, value);
    const { visibleOptions } = settings;
    const shownAtFirst = visibleOptions === null ? null : Math.min(visibleOptions, next.length);
    onChange({ ...settings, options: next, visibleOptions: shownAtFirst });
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
          {all
            ? t("datasetSettings.questions.fewer")
            : t("datasetSettings.questions.more", { count: options.length - FIRST })}
        </Button>
      )}
      {usage.isError && (
        <InlineError message={t("datasetSettings.questions.usageFailed")} onRetry={() => void usage.refetch()} />
      )}
      <AddOption
        options={options}
        onAdd={(next) => {
          setOptions(next);
          setAll(true);
        }}
      />
    </>
  );
}

type AddOptionProps = { options: readonly LabelOption[]; onAdd: (options: readonly LabelOption[]) => void };

/** Enter adds what was typed and is ready for the next. */
function AddOption({ options, onAdd }: AddOptionProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<AddFault | null>(null);
  const add = () => {
    const added = addOption(options, text);
    if ("fault" in added) return setFault(added.fault);
    onAdd(added.options);
    setText("");
    setFault(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Not the form's Update.
    event.preventDefault();
    add();
  };
  return (
    <div className="mt-2">
      <div className="flex gap-2">
        <input
          value={text}
          aria-label={t("datasetSettings.questions.add")}
          placeholder={t("datasetSettings.questions.add")}
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          onChange={(event) => {
            setText(event.target.value);
            setFault(null);
          }}
          onKeyDown={onKeyDown}
          className={cx(
            "h-control min-w-0 flex-1 rounded-control border bg-surface px-2",
            fault === null ? "border-edge" : "border-danger",
          )}
        />
        <Button onClick={add}>{t("datasetSettings.questions.addButton")}</Button>
      </div>
      {fault !== null && (
        <p id={`${id}-fault`} role="alert" className="mt-1 text-small text-danger">
          {t(`datasetSettings.questions.fault.${fault}`)}
        </p>
      )}
    </div>
  );
}
